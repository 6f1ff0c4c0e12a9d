"""Which boxes a form has, which stand behind “more”, where typing begins, and what each says to a keyboard and to static/entry.js."""

import pytest

from rules import game_by_key
from scoring.entry.forms import EventForm, ReasonForm, RulingForm, swap_columns
from scoring.matches.sides import SideView
from scoring.models import LedgerEntry

Reason = LedgerEntry.Reason


def seat_sides(count):
    return tuple(SideView(side, "ABCD"[side], (), str(side + 1), f"Pair {side + 1}", "") for side in range(count))


def build(game_key="mariglia", kind="hand", data=None, values=None):
    game = game_by_key(game_key)
    options = game.options_from({})
    form = EventForm(data, game=game, options=options, kind=kind, sides=seat_sides(game.side_count), values=values)
    if data is not None:
        form.is_valid()
    return form


def list_names(form):
    """Of the whole table, of each side, and those behind “more”."""
    sides = [[box.name for _label, box in side.boxes] for side in form.list_side_boxes()]
    return [box.name for box in form.list_shared_boxes()], sides, [box.name for box in form.list_rare_boxes()]


@pytest.mark.parametrize(
    ("game_key", "kind", "shared", "sides", "rare"),
    [
        ("mariglia", "hand", ["dealer", "turned"], [["tricks_0", "total_0"], ["tricks_1", "total_1"]], ["trump", "score_0", "score_1"]),
        ("mariglia", "game", ["winner", "number"], [["scores_0"], ["scores_1"]], []),
        ("mariglia", "penalty", ["side", "what", "points", "offence"], [], []),
        ("marafon", "hand", ["maker", "marafona", "last"], [["points_0", "tricks_0"], ["points_1", "tricks_1"]], ["trump"]),
        ("mattazza", "hand", ["dealer", "last"], [[f"penalties_{side}", f"tricks_{side}"] for side in range(4)], []),
    ],
)
def test_boxes_stand_with_the_table_with_each_side_or_behind_more(game_key, kind, shared, sides, rare):
    form = build(game_key, kind)
    assert list_names(form) == (shared, sides, rare)
    assert (form.has_more(), form.more_is_filled()) == (bool(rare), False)


def test_what_stands_behind_more_is_open_where_somebody_wrote_there_or_it_is_wrong():
    assert build(data={"total_0": "45"}).more_is_filled() is False
    assert build(data={"score_1": "3"}).more_is_filled() is True
    assert build(data={"trump": "nonsense"}).more_is_filled() is True


def test_a_box_of_a_side_knows_its_partner_and_what_both_have_together_where_that_is_known():
    widgets = {name: field.widget.attrs for name, field in build().fields.items()}
    partners = {name: (attrs.get("data-partner"), attrs.get("data-together")) for name, attrs in widgets.items()}
    assert partners == {
        "dealer": (None, None), "turned": (None, None), "trump": (None, None), "score_0": (None, None), "score_1": (None, None),
        "tricks_0": ("tricks_1", "10"), "tricks_1": ("tricks_0", "10"), "total_0": ("total_1", "70"), "total_1": ("total_0", "70"),
    }  # fmt: skip
    assert not any("data-partner" in field.widget.attrs for field in build("mattazza").fields.values())


def test_letters_of_seats_and_cards_are_capitals_and_numbers_have_their_keyboard():
    widgets = {name: field.widget.attrs for name, field in build().fields.items()}
    modes = {name: (attrs.get("inputmode"), attrs.get("autocapitalize"), attrs.get("spellcheck")) for name, attrs in widgets.items()}
    assert (modes["dealer"], modes["turned"]) == (("text", "characters", "false"), ("text", "characters", None))
    assert (modes["total_0"], modes["score_1"]) == (("numeric", None, None), ("numeric", None, None))
    assert (widgets["turned"]["maxlength"], build().fields["turned"].required) == (8, False)


def test_sides_are_chosen_by_their_letters_and_for_a_penalty_with_their_names():
    assert list(build(kind="game").fields["winner"].choices) == [("", "–"), ("0", "A"), ("1", "B")]
    assert list(build("marafon", "claim").fields["side"].choices) == [("0", "A"), ("1", "B")]
    assert list(build(kind="penalty").fields["side"].choices) == [("0", "A · Pair 1"), ("1", "B · Pair 2")]


def find_focus(form):
    return [name for name, field in form.fields.items() if field.widget.attrs.get("autofocus")]


def test_typing_begins_in_the_first_wrong_box_else_in_the_first_empty_one_that_is_no_seat():
    for data, wrong, expected in (
        (None, (), ["turned"]),
        ({"turned": "2", "tricks_0": "5"}, (), ["total_0"]),
        ({"turned": "2", "tricks_0": "5"}, ("total_1", "tricks_1"), ["tricks_1"]),
        ({"dealer": "A1", "turned": "2", **{f"{name}_{side}": "5" for name in ("tricks", "total") for side in (0, 1)}}, (), ["dealer"]),
    ):
        form = build(data=data)
        form.set_focus(wrong)
        assert find_focus(form) == expected


def test_the_columns_of_two_sides_are_exchanged_and_nothing_else():
    boxes = {"dealer": "A1", "turned": "2", "total_0": "45", "tricks_1": "4"}
    assert swap_columns(build(), boxes) == {
        "dealer": "A1", "turned": "2", "total_0": "", "total_1": "45", "tricks_0": "4", "tricks_1": "", "score_0": "", "score_1": "",
    }  # fmt: skip
    assert swap_columns(build("mattazza"), {"penalties_0": "3"}) == {"penalties_0": "3"}


def test_a_box_that_the_tournament_does_not_use_is_there_where_it_holds_a_value():
    shown = {value: "out" in build("marjolet", values={"out": value}).fields for value in ("0", "", "no", None)}
    assert shown == {"0": True, "": False, "no": False, None: False}


def test_a_form_is_called_by_what_it_enters():
    assert [build(kind=kind).title() for kind in ("hand", "game", "penalty")] == ["Hand", "Score of a game", "Penalty"]


def test_what_was_typed_becomes_the_query_of_an_address_without_empty_boxes():
    assert build(data={"turned": "2", "total_0": "45", "total_1": "", "strange": "1"}).build_query() == "turned=2&total_0=45"


def test_a_reason_is_chosen_from_its_list_and_a_signature_must_be_written():
    form = ReasonForm({"reason": "paper", "words": "as signed"}, reasons=(Reason.REFEREE, Reason.PAPER))
    assert form.read_reason() == ("paper", "as signed")
    assert [value for value, _label in form.fields["reason"].choices] == ["referee", "paper"]
    assert (form.fields["reason"].initial, "required" in form.fields["words"].widget.attrs) == ("referee", False)
    assert ReasonForm({"reason": "typed_wrong"}, reasons=(Reason.PAPER,)).read_reason() == ("", "")
    assert ReasonForm({"reason": "paper", "words": "x" * 501}, reasons=(Reason.PAPER,)).read_reason() == ("", "")
    assert ReasonForm({"reason": "paper", "words": "x" * 500}, reasons=(Reason.PAPER,)).read_reason() == ("paper", "x" * 500)
    signed = ReasonForm(reasons=(Reason.REFEREE,), signed=True).fields["words"]
    assert (signed.widget.attrs["required"], str(signed.label)) == (True, "Signed by the referee (name)")


def test_a_ruling_of_which_nothing_is_written_says_nothing():
    assert RulingForm({}).read_text() == ""
    assert RulingForm({"ruling-referee": "Anna Riva"}).read_text() == "referee: Anna Riva"
