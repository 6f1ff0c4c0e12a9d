"""Slips of the pen: the plausible one first, none that nobody makes, and whatever is typed, never an error."""

import random

import pytest

from rules import GAMES, RuleViolation, VoidHand, declared_fields, describe_slip, game_by_key
from rules.diagnosis import exchange_digits

pytestmark = pytest.mark.turns(4)

PAID = [f"paid_{seat}" for seat in range(5)]


def slips(key, standing=None, **typed):
    """Sentence and repaired boxes of every slip of a refused sheet."""
    game = game_by_key(key)
    state = game.start(game.options_from({}), standing)
    found = game.find_slips(state, typed)
    return [(describe_slip(slip, str), {box: text for box, text in slip.fields.items() if text != typed.get(box, "")}) for slip in found]


ODD = ["²", "5-", "--5", "+-5", "٣", "9" * 5000, "½", " 7 ", "+71", " 71 ", "7 1", "7.5", "1e3", "\0"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_no_text_in_a_box_is_an_error(game):
    """In all boxes at once, and in the counts of one side beside a good sheet."""
    state = game.start(game.options_from({}))
    boxes = game.typed_from(game.random_hand(state, random.Random(1)))
    counts = [spec.box_name(0) for spec in declared_fields(game.HandEntry) if spec.per_side] or list(boxes)
    for number, odd in enumerate(ODD):
        for typed in (dict.fromkeys(boxes, odd), {**boxes, counts[number % len(counts)]: odd}):
            try:
                game.entry_from(state, typed)
            except RuleViolation:
                game.find_slips(state, typed)


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("45", ["54"]),
        ("10", []),
        ("01", ["10"]),
        ("120", ["210", "102"]),
        ("33", []),
        ("²1", []),
        ("+45", []),
        (" 45 ", ["54"]),
        ("1" * 9, []),
    ],
)
def test_exchanged_digits_never_begin_with_nothing(given, meant):
    assert list(exchange_digits(given)) == meant


def test_nothing_is_not_paid_double_after_a_monte():
    game = game_by_key("trionfo5")
    state = game.advance(game.start(game.options_from({"double_after_monte": True})), VoidHand("monte"))
    boxes = {"bid": "chiamo", "declarer": "A", "amico": "B", "won": "no"} | dict(zip(PAID, ("-2", "-1", "1", "1", "0"), strict=True))
    assert "not_doubled" not in {slip.code for slip in game.find_slips(state, boxes)}


def test_the_last_trick_is_missed_in_figures_as_in_whole_points():
    told = "B won the last trick, and its point was not counted"
    assert slips("marafon", points_0="6⅓", points_1="4⅓", last="B")[0] == (told, {"points_1": "16t"})
    assert slips("marafon", points_0="7", points_1="3", last="B")[0] == (told, {"points_1": "4"})
    assert [fixed for _told, fixed in slips("marafon", points_0="19t", points_1="13t")][:2] == [{"points_1": "16t"}, {"points_0": "22t"}]


def test_the_turned_card_is_counted_twice_only_by_the_side_that_dealt():
    told = "the turned card is counted in the total too"
    assert slips("mariglia", dealer="B1", turned="K", total_0="48", total_1="25")[0] == (told, {"total_1": "22"})


def test_of_two_counts_that_were_both_taken_only_one_has_its_digits_exchanged():
    """The other count is rewritten only where it was found by subtraction, so that both agreed."""
    assert [fixed for _told, fixed in slips("maranna", points_0="21", points_1="89")] == [{"points_1": "99"}, {"points_0": "31"}]
    agreeing = [fixed for _told, fixed in slips("mariglia", dealer="A1", turned="2", tricks_0="1", total_0="31", total_1="39")]
    assert {"total_0": "13", "total_1": "57"} in agreeing


@pytest.mark.parametrize("key", ["mariglia", "marafon", "maranna", "sancagna"])
def test_a_value_under_the_name_that_both_sides_share_is_not_passed_over(key):
    game = game_by_key(key)
    name = "total" if key == "mariglia" else "points"
    with pytest.raises(RuleViolation) as refused:
        game.entry_from(game.start(game.options_from({})), {name: "45"})
    assert [problem.field for problem in refused.value.problems if problem.code == "unknown_field"] == [name]


def test_all_that_the_two_sides_wrote_may_be_swapped():
    """The seven of trumps was turned by the side that is said to have nothing: neither column alone explains it."""
    typed = {"turned": "7", "dealer": "A1", "tricks_0": "1", "tricks_1": "9", "total_0": "4", "total_1": "66"}
    assert slips("mariglia", **typed)[0] == (
        "everything in the two columns is swapped",
        {"tricks_0": "9", "tricks_1": "1", "total_0": "66", "total_1": "4"},
    )


def test_one_pair_of_columns_that_is_swapped_is_told_as_that_pair():
    sentences = [sentence for sentence, _repaired in slips("mariglia", turned="7", dealer="A1", total_0="4", total_1="66")]
    assert "the columns of “Total” are swapped" in sentences
    assert "everything in the two columns is swapped" not in sentences


def test_what_is_impossible_is_told_first():
    game = game_by_key("mariglia")
    state = game.start(game.options_from({}))
    entry = game.entry_from(state, {"turned": "7", "dealer": "A1", "tricks_0": "0", "total_0": "0"})
    assert [problem.code for problem in game.problems(state, entry)] == ["trump_seven", "all_tricks"]


def test_one_payment_that_was_written_wrong():
    paid = {f"paid_{seat}": points for seat, points in enumerate(["8", "-2", "-2", "-2", "-1"])}
    assert slips("trionfo5", bid="di_piu", **paid) == [("E: -1 was written instead of -2", {"paid_4": "-2"})]
