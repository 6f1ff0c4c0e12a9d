"""Maranna at the score sheet: the invariants N1–N6, the articles of the regulation."""

import random
from itertools import product

import pytest

from rules import Ending, Penalty
from rules.feasibility import format_ranges, list_bits
from rules.games.maranna.sheet import build_side_rows
from rules.games.maranna.tables import PACK
from rules.scorebook import sum_steps
from tests.rules.sheet import Sheet

SHEET = Sheet("maranna")
GAME = SHEET.game
started, entered, after, codes, refused = SHEET.started, SHEET.entered, SHEET.after, SHEET.codes, SHEET.refused


def standing(first, second, **options):
    """A match to 1001 that stands so before the next deal: deals of 60–60 with awards on top would do the same."""
    state = started(**options)
    for side, points in enumerate((first, second)):
        if points:
            state = GAME.advance(state, Penalty(1 - side, "award", points))
    return state


def test_the_pack_of_articles_ten_and_twenty_three():
    assert PACK.ranks == ("A", "3", "K", "C", "D", "7", "6", "5", "4", "2")
    assert dict(zip(PACK.ranks, PACK.points, strict=True)) == {"A": 11, "3": 10, "K": 4, "C": 3, "D": 2, **dict.fromkeys("76542", 0)}
    assert sum(PACK.card_values()) == 120


# N1, N2

CARD_POINTS = {
    0: "0", 1: "0, 2–37, 40–44", 2: "0, 2–78, 84", 3: "0, 2–100", 4: "0, 2–112", 5: "0, 2–118, 120", 6: "8–118, 120", 7: "20–118, 120",
    8: "36, 42–118, 120", 9: "76–80, 83–118, 120", 10: "120",
}  # fmt: skip


@pytest.mark.parametrize(("tricks", "expected"), CARD_POINTS.items())
def test_card_points_by_tricks(tricks, expected):
    assert format_ranges(list_bits(build_side_rows().possible_points(tricks))) == expected


def test_one_and_a_hundred_and_nineteen_are_impossible():
    assert format_ranges(list_bits(build_side_rows().possible_points())) == "0, 2–118, 120"
    (problem,) = GAME.problems(started(), entered(started(), points_0="1"))
    assert (problem.code, problem.field, problem.near[0].values) == ("never_points", "points_0", ("0", "2"))
    assert codes(started(), points_1="1") == ["never_points"]
    assert codes(started(), points_1="2") == []


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        ({"points_0": "81", "tricks_0": "5"}, []),
        ({"points_0": "81", "tricks_0": "2"}, ["count_by_tricks"]),
        ({"points_0": "39", "tricks_0": "8"}, ["count_by_tricks"]),
        ({"points_0": "36", "tricks_0": "8"}, []),
        ({"points_0": "38", "tricks_0": "1"}, ["count_by_tricks"]),
        ({"points_0": "40", "tricks_0": "1"}, []),
        ({"points_0": "0", "tricks_0": "0", "last": "B"}, ["all_tricks", "all_card_points"]),
        ({"points_0": "0", "tricks_0": "0", "last": "A"}, ["count_with_last", "all_tricks", "all_card_points"]),
        ({"points_0": "120", "tricks_0": "9"}, ["all_card_points"]),
        ({"points_0": "60", "tricks_0": "5", "tricks_1": "4"}, ["trick_count"]),
        ({"points_0": "60", "points_1": "61"}, ["card_points"]),
        ({}, ["no_count"]),
    ],
)
def test_counts_that_cards_can_and_cannot_give(boxes, expected):
    assert codes(started(), **boxes) == expected


# N3: the ladder of declarations

ONE_SIDE = {
    0: [0], 1: [0, 40], 2: [0, 40, 60, 100], 3: [0, 40, 60, 80, 100, 120, 140, 180],
    4: [0, 40, 60, 80, 100, 120, 140, 160, 180, 200, 220, 240, 280],
}  # fmt: skip


@pytest.mark.parametrize(("count", "deal"), [(0, 120), (1, 160), (2, 220), (3, 300), (4, 400)])
def test_declarations_of_a_deal(count, deal):
    found = set()
    for sides in product((0, 1), repeat=count):
        ladder = list(zip((40, 60, 80, 100), sides, strict=False))
        boxes = {f"declared_{side}": " ".join(str(value) for value, who in ladder if who == side) for side in (0, 1)}
        hand = entered(started(), points_0="60", **boxes)
        assert [problem for problem in GAME.problems(started(), hand) if problem.is_impossible] == []
        steps = GAME.compute_steps(started(), hand)
        assert [step.points.index(max(step.points)) for step in steps[:-1]] == list(sides)
        assert sum(sum_steps(steps, 2)) == deal
        found.add(sum_steps(steps[:-1], 2)[0])
    assert sorted(found) == ONE_SIDE[count]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("40", "", ((40,), ())),
        ("80 40", "60", ((40, 80), (60,))),
        ("40+80", "60", ((40, 80), (60,))),
        ("120", "60", ((40, 80), (60,))),
        ("100", "", ((40, 60), ())),
        ("80", "100", ((80,), (40, 60))),
        ("280", "0", ((40, 60, 80, 100), ())),
        ("100", "40 60 80", ((100,), (40, 60, 80))),
        ("0", "0", None),
        ("", "", None),
    ],
)
def test_maranne_are_read_one_by_one_or_as_a_sum(first, second, expected):
    assert entered(started(), points_0="60", declared_0=first, declared_1=second).declared == expected


def test_sums_that_can_be_made_in_two_ways():
    assert refused(started(), points_0="60", declared_0="100", declared_1="180") == [("declared_0", "maranne_unclear")]


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        ({"declared_0": "60"}, ("declared_0", "maranna_skipped")),
        ({"declared_0": "40", "declared_1": "80"}, ("declared_1", "maranna_skipped")),
        ({"declared_0": "40", "declared_1": "40"}, ("declared_1", "maranna_twice")),
        ({"declared_0": "50"}, ("declared_0", "not_a_maranna")),
        ({"trump": "D"}, ("trump", "trump_without_maranna")),
    ],
)
def test_maranne_that_cannot_be(boxes, expected):
    state = started()
    problem, *_rest = GAME.problems(state, entered(state, points_0="60", **boxes))
    assert (problem.field, problem.code) == expected


def test_all_four_maranne_are_remarkable():
    assert codes(started(), points_0="60", declared_0="40 100", declared_1="60 80") == ["four_maranne"]


def test_the_lower_ladder():
    state = after(started(ladder="20-80"), {"points_0": "60", "declared_0": "20 60", "declared_1": "40"})
    assert state.score == (140, 100)


def test_one_side_is_enough_and_the_rest_follows():
    hand = entered(started(), points_1="39", tricks_0="5", declared_1="40", trump="C")
    assert (hand.points, hand.tricks, hand.declared, hand.trump) == ((81, 39), (5, 5), ((), (40,)), "C")
    assert after(started(), {"points_1": "39", "declared_1": "40"}).score == (81, 79)


# the end of a game


def test_a_maranna_wins_on_the_spot():
    state = standing(961, 990)
    assert codes(state, declared_0="40") == []
    done = after(state, {"declared_0": "40"})
    assert (done.over, done.winner, done.finished[0].ending, done.finished[0].score) == (True, 0, Ending.DECLARATION, (1001, 990))


def test_what_comes_after_the_winning_maranna_does_not_count():
    state = standing(961, 950)
    hand = entered(state, declared_0="40", declared_1="60")
    assert [(problem.field, problem.code) for problem in GAME.problems(state, hand)] == [("declared_1", "ended_by_maranna")]
    assert codes(state, declared_0="40", points_0="60") == ["ended_by_maranna"]
    assert codes(state, declared_1="40", points_0="60") == []


def test_by_option_a_maranna_waits_for_the_count():
    state = standing(961, 950, win_on_declaration=False)
    assert codes(state, declared_0="40") == ["no_count"]
    done = after(state, {"declared_0": "40", "points_0": "0"})
    assert (done.winner, done.finished[0].score) == (1, (1001, 1070))


BOTH = {"points_0": "60", "declared_1": "40"}


def test_both_at_the_count_the_higher_wins_and_level_plays_on():
    assert after(standing(980, 950), BOTH).winner == 1
    level = after(standing(980, 940), BOTH)
    assert (level.over, level.score) == (False, (1040, 1040))
    assert after(level, {"points_0": "61"}).winner == 0


def test_both_at_the_count_the_last_trick_decides():
    state = standing(980, 950, both_reach_at_count="last_trick_side_first")
    assert codes(state, **BOTH) == ["last_decides"]
    assert codes(standing(900, 950, both_reach_at_count="last_trick_side_first"), **BOTH) == []
    assert [after(state, {**BOTH, "last": last}).winner for last in "AB"] == [0, 1]


def test_both_at_the_count_the_last_maranna_decides():
    rule = {"both_reach_at_count": "declarer_of_last_maranna"}
    assert after(standing(990, 945, **rule), {"points_0": "70", "declared_1": "40"}).winner == 1
    assert after(standing(990, 945, **rule), {"points_0": "30"}).winner == 1


def test_a_game_to_1001_takes_three_deals_at_least():
    most = {"points_0": "120", "declared_0": "40 60 80 100"}
    state = after(started(), most, most)
    assert (state.over, state.score) == (False, (800, 0))
    assert after(state, {"declared_0": "40 60 80 100"}).finished[0].score == (1080, 0)


def test_a_game_to_1001_takes_seventeen_deals_at_most():
    state = after(started(), *[{"points_0": "61"}] * 16)
    assert (state.over, state.score) == (False, (976, 944))
    assert after(state, {"points_0": "61"}).finished[0].score == (1037, 1003)


def test_both_can_pass_only_from_1602_together():
    boxes = {"points_0": "60", "declared_0": "40 100", "declared_1": "60 80"}
    assert after(standing(801, 801, win_on_declaration=False), boxes).score == (1001, 1001)
    gains = {sum_steps(GAME.compute_steps(started(), hand), 2) for hand in all_hands_with_four_maranne()}
    assert {sum(gain) for gain in gains} == {400}
    assert max(1001 - gain[0] + 1001 - gain[1] for gain in gains) == 1602


def all_hands_with_four_maranne():
    for sides in product((0, 1), repeat=4):
        ladder = list(zip((40, 60, 80, 100), sides, strict=True))
        boxes = {f"declared_{side}": " ".join(str(value) for value, who in ladder if who == side) for side in (0, 1)}
        yield entered(started(), points_0="60", **boxes)


def test_the_score_of_a_game_alone():
    state = started()
    assert GAME.advance(state, GAME.event_from(state, "game", {"scores_0": "1120", "scores_1": "20"})).winner == 0
    event = GAME.event_from(state, "game", {"scores_0": "1121", "scores_1": "19"})
    assert [problem.code for problem in GAME.problems(state, event)] == ["game_too_high"]
    waiting = started(win_on_declaration=False)
    assert GAME.problems(waiting, event) == ()


def test_both_sides_together_have_whole_deals_and_maranne_as_random_matches_do():
    """120 a deal and 40, 60, 80 or 100 a Maranna: a multiple of 20, whoever has what."""
    sums = set()
    for seed in range(40):
        state = started()
        rng = random.Random(seed)
        while not state.over:
            state = GAME.advance(state, GAME.random_hand(state, rng))
        sums.add(sum(state.finished[0].score) % 20)
    assert sums == {0}
    wrong = GAME.event_from(started(), "game", {"scores_0": "1001", "scores_1": "500"})
    assert [problem.code for problem in GAME.problems(started(), wrong)] == ["game_not_twenties"]
    assert GAME.problems(started(), GAME.event_from(started(), "game", {"scores_0": "1001", "scores_1": "499"})) == ()
    fined = GAME.advance(after(started(), {"points_0": "60"}), Penalty(0, "fine", 5))
    assert GAME.problems(fined, GAME.event_from(fined, "game", {"scores_0": "1001", "scores_1": "500"})) == ()


def test_talk_before_the_first_maranna_loses_the_game():
    state = GAME.advance(after(started(), {"points_0": "60"}), Penalty(0, "game"))
    assert (state.winner, state.finished[0].ending) == (1, Ending.PENALTY)


def test_the_deal_passes_to_the_right():
    state = GAME.start(GAME.options_from({}), dealer=3)
    assert GAME.suggest_boxes(state) == {"dealer": "B2"}
    assert after(state, {"points_0": "60"}).dealer == 0
    assert codes(state, dealer="A1", points_0="60") == ["dealer_out_of_turn"]


# slips of the pen


def test_maranne_added_to_the_points():
    state = started()
    (problem,) = GAME.problems(state, entered(state, points_0="100", points_1="120", declared_0="40", declared_1="60"))
    assert problem.code == "card_points"
    first = problem.slips[0]
    assert (first.code, first.fields["points_0"], first.fields["points_1"]) == ("maranne_in_points", "60", "60")


def test_frequencies_of_declarations_are_those_of_the_dossier():
    """§12.4, declaring seven times in ten: 56.6, 34.7, 8.0, 0.7 and 0.02 per cent of 20,000 deals."""
    rng = random.Random(2026)
    hands = [GAME.random_hand(started(), rng) for _deal in range(3000)]
    shares = [sum(len(hand.maranne) == count for hand in hands) / 3000 for count in range(5)]
    expected = (0.566, 0.347, 0.080, 0.007, 0.0002)
    assert [abs(share - goal) < 0.03 for share, goal in zip(shares, expected, strict=True)] == [True] * 5
