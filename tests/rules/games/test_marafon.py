"""Marafon at the score sheet: the invariants B1–B10 and the examples of the seed."""

import random
from dataclasses import replace

import pytest

from rules import Ending, GameScore, Penalty, RuleViolation, VoidHand
from rules.deals import Action
from rules.games.marafon.deal import build_outcome
from rules.games.marafon.tables import MarafonClaim
from rules.scorebook import build_standing
from rules.units import parse_amount
from tests.cases import every_case
from tests.rules.playouts import play_random_deal
from tests.rules.sheet import Sheet

SHEET = Sheet("marafon")
GAME = SHEET.game
started, entered, after, codes = SHEET.started, SHEET.entered, SHEET.after, SHEET.codes


def test_the_example_of_the_seed_seven_and_a_third_against_four():
    hand = entered(started(), points_0="7⅓")
    assert (hand.points, hand.thirds) == ((7, 4), (22, 13))
    assert after(started(), {"points_0": "7⅓"}).score == (7, 4)


@pytest.mark.parametrize(
    ("boxes", "points", "thirds"),
    [
        ({"points_0": "7"}, (7, 4), None),
        ({"points_1": "22t"}, (4, 7), (13, 22)),
        ({"points_0": "7 1/3", "points_1": "4"}, (7, 4), (22, 13)),
        ({"points_0": "7⅓", "points_1": "4⅓"}, (7, 4), (22, 13)),
        ({"points_0": "0"}, (0, 11), None),
        ({"points_0": "⅔"}, (0, 11), (2, 33)),
        ({"points_0": "21t"}, (7, 4), (21, 14)),
    ],
)
def test_points_are_read_whole_or_in_thirds(boxes, points, thirds):
    hand = entered(started(), **boxes)
    assert (hand.points, hand.thirds) == (points, thirds)


@every_case("thirds", range(36))
def test_b2_whole_points_always_make_eleven(thirds):
    hand = entered(started(), points_0=f"{thirds}t")
    assert (sum(hand.points), sum(hand.thirds)) == (11, 35)


def test_b1_points_thirds_and_tricks_must_add_up():
    state = started()
    assert codes(state, points_0="7", points_1="5") == ["points_sum"]
    assert codes(state, points_0="7⅓", points_1="4⅔") == ["thirds_sum"]
    assert codes(state, points_0="7⅓", points_1="5") == ["points_sum"]
    assert codes(state, points_0="7", tricks_0="5", tricks_1="6") == ["trick_count"]


def test_b3_a_marafona_adds_three_to_one_side():
    assert after(started(), {"points_0": "7", "marafona": "B"}).score == (7, 7)
    assert [step.points for step in after(started(), {"points_0": "7", "marafona": "B"}).lines[0].steps] == [(0, 3), (7, 4)]


def test_b4_eleven_needs_the_last_trick():
    state = started()
    assert codes(state, points_0="11", last="B") == ["not_without_last", "cappotto"]
    assert codes(state, points_0="11", last="A") == ["cappotto"]
    assert codes(state, points_0="32t", last="B") == []
    assert codes(state, points_0="33t", last="B") == ["not_without_last", "cappotto"]


def test_b5_no_points_means_no_last_trick_and_at_most_four_tricks():
    state = started()
    assert codes(state, points_0="0", last="A") == ["not_with_last", "cappotto"]
    assert codes(state, points_0="0", tricks_0="4") == ["cappotto"]
    assert codes(state, points_0="0", tricks_0="5") == ["count_by_tricks", "cappotto"]


def test_b6_the_side_with_the_marafona_is_never_without_points():
    state = started()
    assert codes(state, points_0="0", marafona="A") == ["marafona_count", "cappotto"]
    assert codes(state, points_0="5", marafona="A", tricks_0="2") == ["marafona_count"]
    assert codes(state, points_0="1", marafona="A", tricks_0="3") == []
    assert codes(state, points_0="4t", marafona="A") == ["marafona_count"]
    assert codes(state, points_0="5t", marafona="A") == []


def test_b7_the_gaps_inside_the_rows_are_refused():
    state = started()
    assert codes(state, points_0="11t", tricks_0="1", last="B") == ["count_without_last"]
    assert codes(state, points_0="12t", tricks_0="1", last="B") == []
    assert codes(state, points_0="14t", tricks_0="1", last="A") == ["count_with_last"]
    assert codes(state, points_0="21t", tricks_0="9", last="B") == ["count_without_last"]


@pytest.mark.parametrize(("before", "marafona", "decided"), [((36, 35), "", True), ((36, 34), "", False), ((36, 32), "B", True)])
def test_b9_both_sides_pass_the_target_only_from_71_or_68(before, marafona, decided):
    """41 and 41 need 82 in all; a hand brings 11, or 14 with a marafona."""
    state = started(finish="end_of_hand")
    scores = [(before[0] + points, before[1] + 11 - points + (3 if marafona else 0)) for points in range(12)]
    assert any(min(score) >= state.target for score in scores) is decided


def at(score, **options):
    """A match whose running game stands at `score`."""
    state = started(**options)
    for side, points in enumerate(score):
        if points:
            state = GAME.advance(state, Penalty(1 - side, "award", points))
    return state


def test_both_over_the_target_the_higher_wins_and_level_goes_on():
    state = at((36, 35), finish="end_of_hand")
    assert after(state, {"points_0": "5", "maker": "A1"}).score == (41, 41)
    assert after(after(state, {"points_0": "5"}), {"points_0": "6"}).games_won == (1, 0)
    assert after(at((37, 35), finish="end_of_hand"), {"points_0": "5"}).games_won == (1, 0)


def test_both_over_the_target_the_side_that_named_the_trump_may_count_first():
    state = at((38, 34), finish="end_of_hand", both_over="battezzante_side_first")
    assert after(state, {"points_0": "4", "maker": "B1"}).finished[0].winner == 1
    assert after(state, {"points_0": "4", "maker": "A1"}).finished[0].winner == 0


@pytest.mark.parametrize(
    ("score", "taken", "bonus", "options", "right"),
    [
        (35, "6", False, {}, True),
        (35, "5⅔", False, {}, False),
        (35, "3", True, {}, True),
        (35, "3", True, {"claim_counts_marafona": False}, False),
        (35, "6", False, {"claim_extra_thirds": 1}, False),
        (35, "6⅓", False, {"claim_extra_thirds": 1}, True),
        (41, "0", False, {}, True),
    ],
)
def test_b10_a_claim_is_counted_in_thirds(score, taken, bonus, options, right):
    state = at((score, 20), finish="claim_only", **options)
    claim = GAME.event_from(state, "claim", {"side": "A", "taken": taken, "bonus": "yes" if bonus else "no"})
    game = GAME.advance(state, claim).finished[0]
    assert (game.winner, game.ending) == ((0, Ending.CLAIM) if right else (1, Ending.WRONG_CLAIM))


def test_a_right_claim_writes_the_points_so_far_and_a_wrong_one_nothing():
    state = at((35, 40), finish="claim_or_end_of_hand")
    assert GAME.advance(state, MarafonClaim(0, 20, bonus=False)).finished[0].score == (41, 40)
    assert GAME.advance(state, MarafonClaim(0, 16, bonus=True)).finished[0].score == (43, 40)
    wrong = GAME.advance(state, MarafonClaim(0, 10)).finished[0]
    assert (wrong.score, wrong.winner) == ((35, 40), 1)


def test_claims_are_refused_where_every_hand_is_played_out():
    state = at((40, 0), finish="end_of_hand")
    assert [problem.code for problem in GAME.problems(state, MarafonClaim(0, 9))] == ["no_claims"]


def test_a_claim_needs_a_count_or_a_verdict_and_the_two_agree():
    state = at((35, 0))
    assert [problem.code for problem in GAME.problems(state, MarafonClaim(0))] == ["claim_undecided"]
    assert [problem.code for problem in GAME.problems(state, MarafonClaim(0, 18, verdict=False))] == ["claim_contradicted"]
    assert [problem.code for problem in GAME.problems(state, MarafonClaim(0, 36))] == ["claim_too_much"]
    assert GAME.problems(state, MarafonClaim(0, verdict=True)) == ()


def test_where_only_a_claim_ends_a_game_a_hand_does_not():
    state = after(at((40, 0), finish="claim_only"), {"points_0": "7"})
    assert (state.score, state.finished) == ((47, 4), ())


def test_who_named_the_trump_deals_next_and_his_right_names_it():
    state = after(started(), {"maker": "B1", "points_0": "7"})
    assert (state.dealer, GAME.suggest_boxes(state)) == (1, {"maker": "A2"})
    assert codes(state, maker="B2", points_0="6") == ["maker_out_of_turn"]
    assert codes(state, maker="A2", points_0="6") == []


@pytest.mark.parametrize(("four_of_coins", "suggestion"), [("session", {"maker": "B1"}), ("match", {}), ("game", {})])
def test_a_match_that_begins_with_a_known_dealer_goes_on_with_the_session(four_of_coins, suggestion):
    state = GAME.start(GAME.options_from({"four_of_coins": four_of_coins}), dealer=0)
    assert GAME.suggest_boxes(state) == suggestion
    assert GAME.suggest_boxes(build_standing(state, 1, (12, 30))) == {"maker": "B1"}
    deal = GAME.random_deal(state, random.Random(1))
    holder = next(seat for seat in range(4) if "D4" in deal.pack.names_in(deal.dealt_to(seat)))
    assert deal.maker == (1 if suggestion else holder)


@pytest.mark.parametrize(("four_of_coins", "suggestion"), [("session", {"maker": "B1"}), ("match", {"maker": "B1"}), ("game", {})])
def test_the_four_of_coins_names_the_trump_again_where_the_rules_say_so(four_of_coins, suggestion):
    state = after(started(four_of_coins=four_of_coins, targets=[11]), {"maker": "A1", "points_0": "11", "last": "A"})
    assert (len(state.finished), GAME.suggest_boxes(state)) == (1, suggestion)


def test_a_monte_is_dealt_again_by_the_same_dealer():
    state = after(started(monte_below_thirds=4), {"maker": "B1", "points_0": "7"})
    again = GAME.advance(state, VoidHand("monte"))
    assert (again.score, again.dealer, len(again.hands), len(again.lines)) == (state.score, state.dealer, 1, 2)
    assert [problem.code for problem in GAME.problems(started(), VoidHand("monte"))] == ["no_monte"]
    assert GAME.problems(started(), VoidHand("misdeal")) == ()


def test_a_revoke_costs_eleven_to_nothing_where_the_rules_say_so():
    state = started(revoke="11_0")
    assert GAME.advance(state, Penalty(0, GAME.revoke_penalty(state.options))).score == (0, 11)
    assert GAME.revoke_penalty(started().options) is None


def test_only_the_player_who_named_the_trump_may_declare_where_the_rules_say_so():
    state = started(marafona_by="battezzante_only")
    assert codes(state, maker="A1", marafona="B", points_0="5") == ["marafona_not_maker"]
    assert codes(state, maker="A2", marafona="A", points_0="5") == []


@pytest.mark.parametrize(
    ("boxes", "code", "fixed"),
    [
        ({"points_0": "6", "points_1": "4", "last": "A"}, "last_trick_forgotten", ("7", "4")),
        ({"points_0": "8", "points_1": "4"}, "rounded_up", ("7", "4")),
        ({"points_0": "10", "points_1": "4", "marafona": "A"}, "bonus_in_points", ("7", "4")),
        ({"points_0": "11", "last": "B"}, "wrong_column", ("11", "0")),
        ({"points_0": "0", "marafona": "A"}, "wrong_column", ("0", "11")),
        ({"points_0": "2", "points_1": "9", "tricks_0": "8"}, "columns_swapped", ("9", "2")),
    ],
)
def test_the_likeliest_slip_is_named_first_and_repairs_the_sheet(boxes, code, fixed):
    state = started()
    (problem, *_more) = GAME.problems(state, entered(state, **boxes))
    slip = problem.slips[0]
    assert (slip.code, (slip.fields["points_0"], slip.fields["points_1"])) == (code, fixed)
    assert not any(found.is_impossible for found in GAME.problems(state, GAME.entry_from(state, slip.fields)))


@pytest.mark.parametrize(("typed", "whole", "thirds"), [("7", 7, None), ("7⅓", 7, 22), ("7 2/3", 7, 23), ("⅓", 0, 1), ("22t", 7, 22)])
def test_amounts(typed, whole, thirds):
    amount = parse_amount(typed)
    assert (amount.whole, amount.thirds) == (whole, thirds)


@pytest.mark.parametrize("typed", ["", "7.3", "seven", "-1", "7⅓⅓", "t", "7 3/3"])
def test_amounts_that_cannot_be_read(typed):
    with pytest.raises(ValueError, match="not an amount"):
        parse_amount(typed)


def test_a_refused_form_tells_everything():
    with pytest.raises(RuleViolation) as refusal:
        GAME.entry_from(started(), {"points_0": "12", "last": "C", "tricks_0": "eleven"})
    assert [(problem.field, problem.code) for problem in refusal.value.problems] == [
        ("points_0", "out_of_range"), ("last", "not_a_choice"), ("tricks_0", "not_a_number")]  # fmt: skip


@pytest.mark.parametrize(("target", "fewest", "most"), [(21, 2, 4), (31, 3, 6), (41, 3, 8)])
def test_a_game_takes_so_many_deals(target, fewest, most):
    """From 0–0, by every hand that can be written: after how many of them the game can be over, and must be."""
    options = GAME.options_from({"targets": [target], "finish": "end_of_hand"})
    (hands, _decides), plan = GAME.hand_stages(options)[0], GAME.build_plan(options)
    scores, over_after, deals = {(0, 0)}, [], 0
    while scores:
        deals += 1
        after = {(a + c, b + d) for a, b in scores for c, d in hands}
        over_after += [deals] * any(plan.find_winner(score, 1) is not None for score in after)
        scores = {score for score in after if not any(plan.is_reached(points, 1) for points in score)}
    assert (over_after[0], deals) == (fewest, most)


@pytest.mark.parametrize(("seat", "side"), [(None, None), (0, 0), (1, 1), (2, 0), (3, 1)])
def test_a_played_hand_gives_the_marafona_to_the_side_of_the_seat_that_declared_it(seat, side):
    played = play_random_deal(GAME, GAME.options_from({}), random.Random(3))
    assert build_outcome(replace(played, marafona=seat, ended_by=None)).marafona == side


@pytest.mark.parametrize(("declarer", "claimant", "bonus"), [(None, 0, False), (1, 0, False), (1, 3, True), (2, 0, True), (0, 1, False)])
def test_a_claim_counts_the_marafona_of_its_own_side_only(declarer, claimant, bonus):
    played = play_random_deal(GAME, GAME.options_from({}), random.Random(3))
    claim = build_outcome(replace(played, marafona=declarer, ended_by=Action(claimant, "claim")))
    counts = (played.points_of(claimant % 2), played.points_of(1 - claimant % 2))
    assert (claim.side, claim.bonus, claim.taken, claim.against) == (claimant % 2, bonus, *counts)


def test_by_figures_every_third_counts_and_nothing_is_dropped():
    figures = GAME.start(GAME.preset_options("figures"))
    assert after(figures, {"points_0": "7⅓"}).score == (22, 13)
    assert after(figures, {"points_0": "7⅓", "marafona": "B"}).score == (22, 22)
    assert codes(figures, points_0="7") == ["figures_missing"]
    assert codes(figures, points_0="21t") == []
    rng = random.Random(5)
    while not figures.over:
        hand = GAME.random_hand(figures, rng)
        assert not any(problem.is_impossible for problem in GAME.problems(figures, hand))
        figures = GAME.advance(figures, hand)
    (game,) = figures.finished
    declared = sum(line.event.marafona is not None for line in game.lines)
    assert sum(game.score) == 8 * 35 + 9 * declared


def test_a_score_by_figures_is_judged_by_its_hands():
    figures = GAME.start(GAME.preset_options("figures"))
    possible, impossible = GameScore((140, 140), None), GameScore((140, 141), 1)
    assert not [problem for problem in GAME.problems(figures, possible) if problem.is_impossible]
    assert [problem.code for problem in GAME.problems(figures, impossible) if problem.is_impossible]


@pytest.mark.parametrize("changed", [{"deals": 0}, {"finish": "claim_only"}])
def test_figures_without_a_fixed_number_of_hands_are_refused(changed):
    with pytest.raises(RuleViolation) as refused:
        GAME.options_from({**GAME.options_to_json(GAME.preset_options("figures")), **changed})
    assert "figures_by_hands" in [problem.code for problem in refused.value.problems]
