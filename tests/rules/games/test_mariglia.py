"""Mariglia at the score sheet: the invariants M1–M7 and the examples of the sources."""

import pytest

from rules import Ending, Penalty, Severity
from rules.scorebook import sum_steps
from tests.cases import every_case
from tests.rules.sheet import Sheet

SHEET = Sheet("mariglia")
GAME = SHEET.game
started, entered, after, codes, refused = SHEET.started, SHEET.entered, SHEET.after, SHEET.codes, SHEET.refused


def test_one_side_is_enough_and_the_rest_follows():
    hand = entered(started(), dealer="A1", turned="6", tricks_1="4", total_0="45")
    assert (hand.tricks, hand.total) == ((6, 4), (45, 25))


@pytest.mark.parametrize(
    ("boxes", "expected"),
    [
        ({"score_0": "10"}, (45, 25)),
        ({"score_1": "35"}, (0, 70)),
        ({"score_0": "0", "score_1": "0"}, (35, 35)),
        ({"score_1": "3", "total_0": "32"}, (32, 38)),
        ({"score_0": "10", "score_1": "0"}, (45, 25)),
    ],
)
def test_the_written_score_is_enough(boxes, expected):
    assert entered(started(), dealer="A1", turned="6", **boxes).total == expected


def test_written_scores_that_say_nothing_or_two_things():
    state = started()
    assert refused(state, turned="6", score_0="0") == [("score_1", "missing_side")]
    assert refused(state, turned="6", score_0="5", score_1="3") == [("score_1", "both_wrote")]
    assert refused(state, turned="6", score_0="5", total_0="45") == [("score_0", "written_differs")]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [("7", ("7", None)), ("sa", ("A", "S")), ("A♠", ("A", "S")), ("asso", ("A", None)), ("frillo", ("FRILLO", None)), ("B5", ("5", "B"))],
)
def test_the_turned_card_is_read_as_people_write_it(typed, expected):
    hand = entered(started(), dealer="A1", turned=typed, total_0="45")
    assert (hand.turned, hand.trump) == expected


def test_a_card_that_does_not_exist_is_told():
    assert refused(started(), turned="9", total_0="45") == [("turned", "not_a_card")]


@pytest.mark.parametrize(("turned", "bonus"), [("7", 5), ("A", 4), ("K", 3), ("J", 2), ("Q", 1), ("6", 0), ("2", 0), ("frillo", 0)])
def test_the_turned_card_scores_its_value_for_the_dealers_side(turned, bonus):
    state = after(started(targets=[70]), {"dealer": "B1", "turned": turned, "total_0": "45", "tricks_0": "6"})
    assert state.score == (10, bonus)


def test_queen_over_jack_changes_both_values():
    state = started(court_order="QJ", targets=[70])
    assert after(state, {"dealer": "A1", "turned": "Q", "total_0": "35"}).score == (2, 0)
    assert after(state, {"dealer": "A1", "turned": "J", "total_0": "35"}).score == (1, 0)


@every_case("total_0", range(71))
def test_m2_at_most_one_side_writes_and_the_difference_is_total_minus_35(total_0):
    state = started(targets=[71], trionfo_bonus=False)
    points = sum_steps(GAME.compute_steps(state, entered(state, total_0=str(total_0))), 2)
    assert min(points) == 0
    assert points[0] - points[1] == total_0 - 35


def test_m1_totals_and_tricks_must_add_up():
    state = started(trionfo_bonus=False)
    assert codes(state, total_0="45", total_1="26") == ["totals"]
    assert codes(state, total_0="45", tricks_0="6", tricks_1="5") == ["trick_count"]
    assert codes(state, total_0="45", total_1="26", tricks_0="6", tricks_1="5") == ["trick_count", "totals"]


def test_m4_a_total_that_the_tricks_exclude_names_the_nearest():
    state = started(trionfo_bonus=False)
    (problem,) = GAME.problems(state, entered(state, total_0="52", tricks_0="3"))
    assert problem.code == "count_by_tricks"
    assert [(near.field, near.values) for near in problem.near] == [("total_0", ("51", "50")), ("tricks_0", ("4", "5"))]


def test_m5_the_side_that_turned_the_seven_of_trumps_has_six_points():
    state = started()
    assert codes(state, dealer="B1", turned="7", total_1="5") == ["trump_seven"]
    assert codes(state, dealer="B1", turned="7", total_1="6") == []
    assert codes(state, dealer="B1", turned="7", total_1="5", tricks_1="1") == ["trump_seven"]
    assert codes(state, dealer="B1", turned="7", total_1="13", tricks_1="6") == ["count_by_tricks"]
    assert codes(state, dealer="B1", turned="A", total_1="13", tricks_1="6") == []


def test_m6_thirty_five_is_all_ten_tricks():
    state = started(trionfo_bonus=False)
    assert codes(state, total_0="70", tricks_0="9") == ["count_by_tricks"]
    (problem,) = GAME.problems(state, entered(state, total_0="70", tricks_0="10"))
    assert (problem.code, problem.severity) == ("all_tricks", Severity.REMARKABLE)


def test_m7_a_deal_brings_one_side_forty_at_most():
    ways = GAME.hand_stages(GAME.options_from({}))
    assert max(turned[0] + hand[0] for turned in ways[0][0] for hand in ways[1][0]) == 40


def test_a_level_hand_writes_nothing_and_is_remarkable():
    state = started(trionfo_bonus=False)
    assert codes(state, total_0="35") == ["level_hand"]
    assert after(state, {"total_0": "35"}).score == (0, 0)


def test_the_turned_card_ends_the_game_without_playing():
    state = after(started(), {"dealer": "A1", "turned": "2", "total_0": "66", "tricks_0": "9"})
    state = after(state, {"dealer": "A1", "turned": "A"})
    assert (state.finished[0].score, state.finished[0].winner, state.finished[0].ending) == ((35, 0), 0, Ending.TURNED_CARD)


def test_a_hand_after_the_turned_card_ended_the_game_is_refused_and_so_is_a_hand_left_out():
    state = after(started(), {"dealer": "A1", "turned": "2", "total_0": "66", "tricks_0": "9"})
    assert codes(state, dealer="B1", turned="A", total_0="30") == []
    assert codes(state, dealer="A1", turned="A", total_0="30") == ["ended_by_trionfo", "dealer_out_of_turn"]
    assert codes(state, dealer="B1", turned="A") == ["not_played"]


def test_the_turned_card_need_not_be_able_to_end_the_game():
    state = after(started(trionfo_can_end_game=False), {"dealer": "A1", "turned": "2", "total_0": "66", "tricks_0": "9"})
    assert after(state, {"dealer": "A1", "turned": "A", "total_0": "30"}).finished[0].score == (35, 5)


def test_a_turned_card_without_dealer_says_what_it_needs():
    assert codes(started(), turned="7", total_0="45") == ["dealer_needed"]
    assert codes(started(), dealer="A1", total_0="45") == ["turned_needed"]


def test_the_deal_passes_to_the_right():
    state = after(started(), {"dealer": "B2", "turned": "6", "total_0": "36"})
    assert (state.dealer, GAME.suggest_boxes(state)) == (0, {"dealer": "A1"})


@pytest.mark.parametrize(("test", "won"), [("gte", True), ("gt", False)])
def test_reaching_the_target_or_passing_it(test, won):
    state = after(started(win_test=test, trionfo_bonus=False), {"total_0": "70", "tricks_0": "10"})
    assert bool(state.finished) is won


def test_the_tournament_of_the_seed_35_35_45():
    hand = {"total_0": "70", "tricks_0": "10"}
    mirrored = {"total_1": "70", "tricks_1": "10"}
    state = after(started(trionfo_bonus=False), hand, mirrored)
    assert (state.games_won, state.target, state.over) == ((1, 1), 45, False)
    state = after(state, hand)
    assert (state.score, state.over) == ((35, 0), False)
    state = after(state, hand)
    assert (state.winner, state.ending, [game.score for game in state.finished]) == (0, Ending.GAMES_WON, [(35, 0), (0, 35), (70, 0)])


@pytest.mark.parametrize(("option", "what"), [("hand_35_to_opponents", "hand"), ("game", "game"), ("referee", None)])
def test_what_a_revoke_costs_is_an_option(option, what):
    assert GAME.revoke_penalty(GAME.options_from({"revoke_penalty": option})) == what


def test_a_hand_lost_by_penalty_is_35_to_the_others():
    state = GAME.advance(started(targets=[70]), Penalty(0, "hand"))
    assert (state.score, len(state.hands)) == ((0, 35), 1)


@pytest.mark.parametrize(
    ("boxes", "code", "fixed"),
    [
        ({"dealer": "A1", "turned": "6", "total_0": "38", "total_1": "22", "tricks_0": "6"}, "ten_too_few", ("48", "22")),
        ({"dealer": "A1", "turned": "K", "total_0": "48", "total_1": "25"}, "bonus_in_total", ("45", "25")),
        ({"dealer": "A1", "turned": "6", "total_0": "10", "total_1": "0"}, "written_as_total", ("45", "25")),
        ({"dealer": "A1", "turned": "6", "total_0": "54", "total_1": "25"}, "digits_exchanged", ("45", "25")),
        ({"dealer": "A1", "turned": "6", "total_0": "67", "total_1": "3", "tricks_0": "2"}, "columns_swapped", ("67", "3")),
    ],
)
def test_the_likeliest_slip_is_named_first_and_repairs_the_sheet(boxes, code, fixed):
    state = started()
    (problem, *_more) = GAME.problems(state, entered(state, **boxes))
    slip = problem.slips[0]
    assert (slip.code, (slip.fields["total_0"], slip.fields["total_1"])) == (code, fixed)
    assert not any(found.is_impossible for found in GAME.problems(state, GAME.entry_from(state, slip.fields)))


def test_two_totals_of_nothing_are_no_written_score():
    boxes = {"dealer": "A1", "turned": "6", "total_0": "0", "total_1": "0"}
    assert "written_as_total" not in [slip.code for slip in GAME.find_slips(started(), boxes)]


@pytest.mark.parametrize(("target", "fewest"), [(35, 1), (45, 2), (70, 2)])
def test_a_game_takes_so_many_deals_at_least(target, fewest):
    """A deal brings 40 at most; with 35–35 and a frillo nobody writes anything, so that there is no most."""
    options = GAME.options_from({"targets": [target]})
    gains = [max(points[0] for points in stage) for stage, _decides in GAME.hand_stages(options)]
    assert -(-target // sum(gains)) == fewest
    assert all((0, 0) in stage for stage, _decides in GAME.hand_stages(options))
