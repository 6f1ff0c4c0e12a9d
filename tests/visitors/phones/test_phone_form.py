"""The form on a phone: which boxes stand in front, in which order, whose they are, and which must be written."""

import json

import pytest

from rules import game_by_key
from scoring.matches.sides import SideView
from visitors.phones.forms import PhoneForm

PLAYERS = ("Anna Rossi – Ugo Verdi", "Ivo Neri – Ida Gallo")


def seat_sides(names):
    return tuple(SideView(side, "ABCDEF"[side], (), str(side + 1), name, "") for side, name in enumerate(names))


def build(game_key="mariglia", own=1, data=None, names=(), values=None):
    game = game_by_key(game_key)
    sides = seat_sides(PLAYERS if game.side_count == 2 else [f"Pair {side}" for side in range(1, game.side_count + 1)])
    form = PhoneForm(data, game=game, options=game.options_from({}), kind="hand", sides=sides, own=own, names=names, values=values)
    if data is not None:
        form.is_valid()
    return form


def list_names(boxes):
    return [box.name for box in boxes]


@pytest.mark.parametrize(
    ("game_key", "said", "sides", "rare"),
    [
        (
            "mariglia", ["turned"], {"we": ["total_1"], "they": ["total_0"]},
            ["dealer", "trump", "tricks_1", "tricks_0", "score_1", "score_0"],
        ),
        ("marafon", ["marafona", "last"], {"we": ["points_1"], "they": ["points_0"]}, ["maker", "trump", "tricks_1", "tricks_0"]),
        (
            "mattazza", ["last"], {"You": ["penalties_1"], "Pair 1": ["penalties_0"], "Pair 3": ["penalties_2"], "Pair 4": ["penalties_3"]},
            ["dealer", "tricks_1", "tricks_0", "tricks_2", "tricks_3"],
        ),
        ("briscola5", ["caller", "bid", "partner", "won", "points"], {}, ["dealer", "tricks"]),
    ],
)  # fmt: skip
def test_the_own_boxes_stand_first_and_what_need_not_be_written_behind_more(game_key, said, sides, rare):
    form = build(game_key)
    assert list_names(form.list_said_boxes()) == said
    named = [(name, [box.name for _label, box in boxes.boxes]) for boxes, name in form.list_named_boxes()]
    assert named == list(sides.items())
    assert list_names(form.list_rare_boxes()) == rare


def test_what_is_tapped_with_one_key_comes_before_the_sides_and_what_is_chosen_after_them():
    asked = {
        key: (list_names(build(key).list_needed_boxes()), list_names(build(key).list_further_boxes())) for key in ("mariglia", "marafon")
    }
    assert asked == {"mariglia": (["turned"], []), "marafon": ([], ["marafona", "last"])}


def test_more_is_open_where_somebody_wrote_there_and_not_for_who_deals_by_turns():
    assert build(data={"total_1": "45"}).more_is_filled() is False
    assert build(data={"dealer": "A1"}).more_is_filled() is False
    assert build(data={"tricks_0": "4"}).more_is_filled() is True
    assert build(data={"dealer": "nonsense"}).more_is_filled() is True


def read_marks(form, mark):
    return {name: field.widget.attrs[mark] for name, field in form.fields.items() if mark in field.widget.attrs}


def test_each_number_says_which_keys_it_needs():
    keys = {name: json.loads(text) for name, text in read_marks(build("marafon"), "data-keys").items()}
    points, tricks = ([[str(number), str(number)] for number in range(count)] for count in (12, 11))
    assert keys == {"points_0": points, "points_1": points, "tricks_0": tricks, "tricks_1": tricks}
    assert set(read_marks(build("marafon"), "data-thirds")) == {"points_0", "points_1"}
    assert json.loads(read_marks(build(), "data-keys")["total_0"]) == "digits"
    assert len(json.loads(read_marks(build("sancagna"), "data-keys")["tricks_0"])) == 25
    assert json.loads(read_marks(build(), "data-keys")["turned"])[:2] == [["7", "7 mariglia"], ["A", "ace"]]


def test_what_decides_a_hand_must_be_written_and_nothing_else():
    needed = {key: set(read_marks(build(key), "data-needed")) for key in ("mariglia", "marafon", "mattazza", "briscola5", "tressette")}
    assert needed == {
        "mariglia": {"turned", "total_0", "total_1"}, "marafon": {"points_0", "points_1"},
        "mattazza": {f"penalties_{side}" for side in range(4)}, "briscola5": set(),
        "tressette": {"points_0", "points_1"},
    }  # fmt: skip


def test_every_box_of_a_side_is_called_by_whose_it_is():
    assert [build(own=own).fields["total_0"].label for own in (0, 1)] == ["Total · We", "Total · They"]
    labels = read_marks(build("mattazza", names=("Rossi", "Verdi", "Neri", "Gallo")), "data-name")
    assert [labels[f"penalties_{side}"] for side in range(4)] == [f"Penalties · {name}" for name in ("Rossi", "You", "Neri", "Gallo")]
    assert str(build("briscola5").fields["points"].label) == "Points of the caller’s side"
    assert read_marks(build("briscola5"), "data-name")["tricks"] == "Tricks of the caller’s side"


def test_a_side_is_chosen_as_we_or_they_and_tapped_by_its_name_at_a_larger_table():
    assert list(build("marafon").fields["last"].choices) == [("", "–"), ("1", "we"), ("0", "they")]
    last = build("mattazza").fields["last"]
    assert list(last.choices) == [("", "–"), ("1", "You"), ("0", "Pair 1"), ("2", "Pair 3"), ("3", "Pair 4")]
    game = game_by_key("mattazza")
    six = seat_sides([f"Pair {side}" for side in range(1, 7)])
    form = PhoneForm(None, game=game, options=game.options_from({}), kind="hand", sides=six, own=5)
    assert (len(form.fields["last"].choices), type(form.fields["last"].widget).__name__) == (7, "RadioSelect")


@pytest.mark.parametrize(("written", "chosen"), [("A2", "A2"), ("B", "B1"), ("", ""), ("Z9", "")])
def test_a_seat_is_offered_by_who_sits_there_and_a_side_alone_means_its_first(written, chosen):
    form = build(values={"dealer": written})
    assert form.initial["dealer"] == chosen
    offered = [("", "–"), ("A1", "A1 Anna Rossi"), ("B1", "B1 Ivo Neri"), ("A2", "A2 Ugo Verdi"), ("B2", "B2 Ida Gallo")]
    assert list(form.fields["dealer"].choices) == offered
