"""Sancagna: the invariants S1–S7, circles and carry, calls right and wrong, the examples of the seed, at tables of four, six and two."""

from itertools import combinations

import pytest

from rules import Ending, Penalty, RuleViolation, game_by_key
from rules.feasibility import format_ranges, list_bits
from rules.games.sancagna.shares import (
    build_pair_mask,
    build_side_rows,
    compute_disjoint_pairs,
    has_pair,
    list_pairs,
    list_values_in_play,
    list_values_out_of_play,
)
from rules.games.sancagna.tables import PACK, TABLES

FOUR, SIX, TWO = (game_by_key(key) for key in ("sancagna", "sancagna6", "sancagna2"))
TABLE = TABLES[4]


def started(game=FOUR, **options):
    return game.start(game.options_from(options))


def after(state, *hands, game=FOUR):
    for boxes in hands:
        state = game.advance(state, game.entry_from(state, boxes))
    return state


def codes(state, game=FOUR, **boxes):
    return [problem.code for problem in game.problems(state, game.entry_from(state, boxes))]


def impossible(state, game=FOUR, **boxes):
    return [problem.code for problem in game.problems(state, game.entry_from(state, boxes)) if problem.is_impossible]


def test_the_pack_of_the_seed():
    trumps = dict(zip(PACK.trump_ranks, PACK.trump_points, strict=True))
    plain = dict(zip(PACK.ranks, PACK.points, strict=True))
    assert list(trumps) == ["K", "J", "10", "4", "3", "2", "A", "H", "9", "8", "7", "6", "5"]
    assert list(plain) == ["4", "3", "2", "A", "K", "H", "J", "10", "9", "8", "7", "6", "5"]
    assert (sum(trumps.values()), sum(plain.values())) == (30, 14)
    assert {sum(PACK.card_values(trump)) for trump in range(4)} == {72}


def test_a_suit_of_thirteen_would_make_sixty_nine_and_the_penalty_is_the_whole_pack():
    assert 30 + 3 * 13 == 69
    assert FOUR.compute_forfeit(FOUR.options_from({})) == 3 * 21 + 9 == 72


# S1, S6: circles and carry


@pytest.mark.parametrize(
    ("points", "circles", "carry"), [(21, 1, 0), (28, 1, 7), (41, 1, 20), (42, 2, 0), (50, 2, 8), (62, 2, 20), (63, 3, 0), (72, 3, 9)]
)
def test_circles_are_points_divided_by_twenty_one(points, circles, carry):
    state = after(started(circles_to_win=9), {"dealer": "A1", "points_0": str(points)})
    assert (state.games_won, state.score) == ((circles, 0), (carry, 0))


def test_twenty_eight_leave_seven_and_the_next_game_needs_fourteen():
    state = after(started(), {"points_0": "28"})
    assert codes(state, points_0="13", claim="A") == ["wrong_call"]
    assert codes(state, points_0="14") == []
    assert after(state, {"points_0": "14"}).games_won == (2, 0)


def test_a_carry_of_twenty_and_the_whole_pack_are_four_circles_and_eight():
    state = after(started(circles_to_win=9), {"points_0": "41"}, {"points_0": "72"})
    assert (state.games_won, state.score) == ((5, 0), (8, 0))


def test_finished_games_add_up_to_what_was_taken():
    state = after(started(circles_to_win=9), {"points_0": "28"}, {"points_0": "43"}, {"points_1": "30"})
    assert [game.score for game in state.finished] == [(21, 0), (21, 0), (21, 0), (8, 21)]
    assert state.score == (0, 9)
    assert sum(map(sum, (game.score for game in state.finished))) + sum(state.score) == 28 + 43 + 30
    assert [game.counted_score for game in state.finished] == [(28, 0), (50, 0), (29, 0), (8, 30)]


def test_the_last_circle_of_a_match_keeps_all_its_points():
    state = after(started(circles_to_win=2), {"points_0": "70"})
    assert state.over
    assert (state.games_won, state.winner) == ((2, 0), 0)
    assert [game.score for game in state.finished] == [(21, 0), (49, 0)]


def test_a_losers_carry_lapses_or_stays():
    hands = ({"points_0": "28"}, {"points_1": "25"})
    assert after(started(), *hands).score == (0, 4)
    assert after(started(carry_persists_after_loss=True), *hands).score == (7, 4)


# calls


def test_points_of_one_side_alone_are_a_call():
    hand = FOUR.entry_from(started(), {"points_1": "22"})
    assert (hand.claim, hand.points) == (1, (None, 22))


def test_points_that_make_no_game_are_a_call_only_where_it_is_written():
    """A count typed alone is a count: it must not be one tap from losing the game."""
    state = after(started(), {"points_0": "28"})
    (problem,) = FOUR.problems(state, FOUR.entry_from(state, {"points_0": "7"}))
    assert (problem.code, problem.field, problem.is_impossible) == ("who_claimed", "claim", True)
    assert problem.params["count"] == 14
    assert "call_forgotten" not in {slip.code for slip in problem.slips}
    assert codes(state, points_0="7", claim="A") == ["wrong_call"]
    assert FOUR.entry_from(state, {"points_0": "14"}).claim == 0


def test_a_wrong_call_gives_the_game_to_the_others():
    state = after(started(), {"claim": "A", "points_0": "20"})
    assert (state.games_won, state.score) == ((0, 1), (0, 0))
    assert state.finished[0].ending is Ending.WRONG_CLAIM


def test_a_wrong_call_uses_up_the_carry_of_the_others_and_may_give_the_shortfall():
    hands = ({"points_1": "30"}, {"claim": "A", "points_0": "15"})
    assert after(started(), *hands).score == (0, 0)
    state = after(started(shortfall_to_opponents=True), *hands)
    assert (state.games_won, state.score) == ((0, 2), (0, 6))


def test_the_points_of_the_others_do_not_matter():
    state = after(started(), {"claim": "A", "points_0": "21", "points_1": "33"})
    assert (state.games_won, state.score) == ((1, 0), (0, 0))
    assert state.finished[0].ending is Ending.CLAIM


def test_a_call_needs_the_points_and_a_trick_of_the_caller():
    assert codes(started(), claim="A", points_1="20") == ["caller_points"]
    assert impossible(started(), claim="A", points_0="0", tricks_0="0") == ["caller_no_trick"]
    assert codes(started(), claim="A", points_0="22", last="B") == ["last_not_caller"]


def test_two_circles_are_usual_enough_and_three_are_not():
    assert codes(started(), points_0="62") == []
    assert codes(started(), points_0="63") == ["many_circles"]


# all cards played


def test_without_a_call_the_only_side_with_twenty_one_wins():
    assert codes(started(), points_0="18", points_1="47") == ["no_call"]
    assert after(started(), {"points_0": "18", "points_1": "47"}).score == (0, 26 - 21)
    assert after(started(), {"points_0": "18", "points_1": "47"}).games_won == (0, 2)


@pytest.mark.parametrize(
    ("rule", "won"), [("last_trick", (1, 0)), ("higher", (0, 1)), ("nobody", (0, 0))]
)  # fmt: skip
def test_without_a_call_and_both_out(rule, won):
    state = after(started(end_without_claim=rule), {"points_0": "30", "points_1": "34", "last": "A"})
    assert state.games_won == won


def test_without_a_call_and_both_out_the_last_trick_must_be_known():
    assert codes(started(), points_0="30", points_1="34") == ["last_needed"]
    assert codes(started(end_without_claim="higher"), points_0="32", points_1="32") == ["no_call"]
    assert after(started(end_without_claim="higher"), {"points_0": "32", "points_1": "32"}).games_won == (0, 0)


def test_tricks_of_one_side_are_enough_when_all_cards_were_played():
    assert FOUR.entry_from(started(), {"points_0": "18", "points_1": "47", "tricks_0": "4"}).tricks == (4, 8)
    assert SIX.entry_from(started(SIX), {"points_0": "18", "points_1": "47", "tricks_0": "3"}).tricks == (3, 5)
    assert impossible(started(), points_0="18", points_1="47", tricks_0="4", tricks_1="7") == ["tricks_together"]
    assert impossible(started(), points_0="25", tricks_0="13") == ["tricks_together"]


# S2–S5: which points some distribution of the cards allows

ROWS_OF_FOUR = {
    0: "0", 1: "0–23", 2: "0–38", 3: "0–49", 4: "0–56", 5: "0–60", 6: "4–64", 7: "8–68", 8: "12–72", 9: "16–72", 10: "23–72", 11: "34–72",
    12: "49–72",
}  # fmt: skip
ROWS_OF_SIX = {0: "0", 1: "0–31", 2: "0–49", 3: "0–58", 4: "4–64", 5: "10–70", 6: "16–72", 7: "28–72", 8: "49–72"}
ROWS_OF_TWO = {1: "0–14", 2: "0–23", 3: "0–31", 5: "0–44", 6: "0–49", 10: "0–60", 11: "2–62", 12: "4–64", 24: "49–72"}
BY_TURNED = {
    "K": ((4, 57), (49, 64)), "J": ((4, 59), (49, 66)), "10": ((4, 60), (49, 67)), "4": ((4, 61), (49, 68)), "3": ((4, 62), (50, 69)),
    "2": ((4, 63), (51, 70)), "A": ((4, 64), (52, 71)), "H": ((4, 64), (52, 71)), "9": ((5, 64), (53, 72)), "5": ((5, 64), (53, 72)),
}  # fmt: skip
"""Points in play after half of the cards, and after all of them."""


@pytest.mark.parametrize(("seats", "expected"), [(4, ROWS_OF_FOUR), (6, ROWS_OF_SIX), (2, ROWS_OF_TWO)])
def test_points_by_tricks(seats, expected):
    rows = build_side_rows(TABLES[seats])
    assert {tricks: format_ranges(list_bits(rows.possible_points(tricks))) for tricks in expected} == expected


@pytest.mark.parametrize(("turned", "expected"), BY_TURNED.items())
def test_points_in_play_by_the_turned_card(turned, expected):
    found = []
    for tricks in (6, 12):
        sums = [
            sum(pair)
            for pair in list_pairs(build_pair_mask(TABLE, list_values_out_of_play(turned, None, None), (None, None), (tricks, tricks)))
        ]
        found.append((min(sums), max(sums)))
    assert tuple(found) == expected


@pytest.mark.parametrize(
    ("turned", "trump", "bottom", "worths"),
    [
        ("K", "D", "DJ", ((8, 6),)),
        ("K", "D", "CJ", ((8, 1),)),
        ("K", None, "J", ((8, 1), (8, 6))),
        ("4", "S", "4", ((4, 4),)),
        ("J", "S", "J", ((6, 1),)),
        ("SCARTINA", "S", "SCARTINA", ((0, 0),)),
        (None, None, "C10", ((1,), (5,))),
        (None, None, None, ((),)),
    ],
)
def test_s2_what_the_turned_and_the_bottom_card_take_out_of_play(turned, trump, bottom, worths):
    assert list_values_out_of_play(turned, trump, bottom) == worths


def test_s2_both_sides_together_never_have_what_is_out_of_play():
    known = {"turned": "K", "trump": "D", "claim": "A", "points_0": "40"}
    state = started()
    assert impossible(state, **known, points_1="24") == []
    assert impossible(state, **known, bottom="DJ", points_1="18") == []
    assert impossible(state, **known, bottom="DJ", points_1="19") == ["points_together"]
    assert impossible(state, **known, bottom="J", points_1="23") == []
    assert impossible(state, **known, bottom="DK", points_1="1") == ["bottom_turned"]
    with pytest.raises(RuleViolation, match="not a card"):
        impossible(state, **known, bottom="joker")


def test_four_unused_cards_are_worth_at_most_twenty_three_so_somebody_has_twenty_one():
    assert max(sum(cards) for cards in combinations(sorted(list_values_in_play(()))[-8:], 4)) == 23
    both = list(list_pairs(build_pair_mask(TABLE, ((),), (None, None), (12, 12))))
    assert {sum(pair) for pair in both} == set(range(49, 73))
    assert min(max(pair) for pair in both) == 25


def test_a_first_trick_can_win_the_game():
    assert 23 in list_bits(build_side_rows(TABLE).possible_points(1))
    assert codes(started(), points_0="21", tricks_0="1", tricks_1="0") == []


@pytest.mark.parametrize(("first", "second"), [(0, 3), (1, 2), (2, 2), (3, 4), (2, 5), (7, 0), (4, 4)])
def test_pairs_are_those_of_an_exhaustive_search(first, second):
    """A pack of seven cards: every two disjoint holdings are tried."""
    values = (3, 2, 2, 1, 0, 0, 0)
    cards = range(len(values))
    tried = {
        (sum(values[card] for card in one), sum(values[card] for card in other))
        for one in combinations(cards, first)
        for other in combinations([card for card in cards if card not in one], second)
    }
    assert set(list_pairs(compute_disjoint_pairs(values, first, second))) == tried


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        ({"claim": "A", "points_0": "73"}, None),
        ({"claim": "A", "points_0": "65", "turned": "K"}, ["side_points"]),
        ({"claim": "A", "points_0": "64", "turned": "K"}, []),
        ({"claim": "A", "points_0": "24", "tricks_0": "1"}, ["count_by_tricks"]),
        ({"claim": "A", "points_0": "23", "tricks_0": "1"}, []),
        ({"claim": "A", "points_0": "23", "tricks_0": "1", "turned": "J"}, ["count_by_tricks"]),
        ({"claim": "A", "points_0": "40", "points_1": "33"}, ["points_together"]),
        ({"claim": "A", "points_0": "40", "points_1": "29", "turned": "10"}, ["points_together"]),
        ({"claim": "A", "points_0": "40", "points_1": "27", "turned": "10"}, []),
        ({"claim": "A", "points_0": "23", "tricks_0": "1", "points_1": "20", "tricks_1": "1"}, ["points_together"]),
        ({"claim": "A", "points_0": "23", "tricks_0": "1", "points_1": "15", "tricks_1": "1"}, []),
        ({"points_0": "20", "points_1": "28"}, ["points_together"]),
        ({"points_0": "20", "points_1": "29"}, []),
        ({"points_0": "20", "points_1": "32", "turned": "9"}, ["points_together"]),
        ({"points_0": "20", "points_1": "33", "turned": "scartina"}, []),
        ({"points_0": "0", "points_1": "60", "tricks_0": "6"}, ["count_by_tricks"]),
    ],
)
def test_points_that_cards_can_and_cannot_give(boxes, expected):
    if expected is None:
        with pytest.raises(RuleViolation):
            FOUR.entry_from(started(), boxes)
    else:
        assert impossible(started(), **boxes) == expected


def test_two_sides_cannot_share_one_good_card():
    """Two cards to a trick and the jack out of play: 10 is king and two, so the others have no 10 left."""
    state = started(TWO)
    boxes = {"claim": "A", "points_0": "10", "tricks_0": "1", "points_1": "10", "tricks_1": "1"}
    assert impossible(state, TWO, **boxes) == []
    problem, *_rest = TWO.problems(state, TWO.entry_from(state, {**boxes, "turned": "J"}))
    assert problem.code == "points_apart"
    assert problem.near[0].values == ("9–10", "10–9", "8–10")


def test_the_jack_turned_at_a_table_of_four_leaves_one_pair_out():
    mask = build_pair_mask(TABLE, ((6,),), (1, 11), (0, 12))
    rows = build_side_rows(TABLE, ((6,),))
    apart = [
        (a, b)
        for a in list_bits(rows.possible_points(1))
        for b in list_bits(rows.possible_points(11))
        if a + b in list_bits(rows.possible_points(12)) and not has_pair(mask, (a, b))
    ]
    assert apart == [(18, 34)]


def test_slips_of_the_pen():
    state = after(started(), {"points_0": "41"})
    (problem,) = FOUR.problems(state, FOUR.entry_from(state, {"claim": "A", "points_0": "65", "turned": "K"}))
    proposed = [(slip.code, slip.fields["points_0"]) for slip in problem.slips]
    assert proposed[:2] == [("carry_in_points", "45"), ("digits_exchanged", "56")]
    (problem,) = FOUR.problems(started(), FOUR.entry_from(started(), {"points_0": "22", "points_1": "11"}))
    assert ("call_forgotten", "A") in [(slip.code, slip.fields.get("claim")) for slip in problem.slips]


def test_the_score_of_a_game_alone():
    state = after(started(), {"points_0": "28"})
    too_high = FOUR.event_from(state, "game", {"scores_0": "80", "scores_1": "0"})
    assert [problem.code for problem in FOUR.problems(state, too_high)] == ["score_too_high"]
    given = FOUR.event_from(state, "game", {"scores_0": "30", "scores_1": "0"})
    assert FOUR.advance(state, given).games_won == (2, 0)
    assert FOUR.advance(state, given).score == (9, 0)
    again = FOUR.event_from(state, "game", {"scores_0": "28", "scores_1": "0", "number": "1"})
    assert FOUR.problems(state, again) == ()
    second = FOUR.event_from(after(state, {"points_0": "14"}), "game", {"scores_0": "22", "scores_1": "0", "number": "2"})
    (contradiction,) = FOUR.problems(after(state, {"points_0": "14"}), second)
    assert (contradiction.code, contradiction.slips) == ("game_contradicts", ())


# penalties


def test_an_illegal_card_is_three_games_and_nine_points():
    state = after(started(circles_to_win=5), {"points_1": "30"})
    penalty = Penalty(0, FOUR.revoke_penalty(state.options).value)
    state = FOUR.advance(state, penalty)
    assert (state.games_won, state.score) == ((0, 4), (0, 9 + 9))
    assert {game.ending for game in state.finished[1:]} == {Ending.PENALTY}


@pytest.mark.parametrize(("choice", "punishment"), [("game", "game"), ("referee", None), ("opponents_three_games_and_nine", "hand")])
def test_what_an_illegal_card_costs(choice, punishment):
    found = FOUR.revoke_penalty(FOUR.options_from({"illegal_play": choice}))
    assert (found and found.value) == punishment


def test_a_claim_is_a_hand_and_not_an_event_of_its_own():
    assert list(FOUR.event_types) == ["hand", "penalty", "void", "game", "match"]


@pytest.mark.parametrize(("key", "offered"), [("sancagna", True), ("sancagna6", True), ("sancagna2", False)])
def test_what_is_said_among_partners_is_offered_only_to_partners(key, offered):
    game = game_by_key(key)
    among_partners = {"claim_by", "signals_allowed", "talk_allowed"}
    names = {spec.name for spec in game.option_specs}
    assert (among_partners <= names, among_partners.isdisjoint(names)) == (offered, not offered)
    silent = game.options_from({"claim_by": "trick_winner", "signals_allowed": False, "talk_allowed": False})
    assert {"signal", "talk"}.isdisjoint(game.list_offences(silent)) == (not offered)
    assert game.options_from(game.options_to_json(silent)) == silent
