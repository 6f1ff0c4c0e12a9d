"""Forms and sheets have no box that an option of the tournament switches off, unless something stands in it."""

import pytest

from paper.sheets import list_sheet_fields
from paper.sheets.columns import build_groups
from rules import game_by_key
from scoring.entry.forms import EventForm
from scoring.matches.sides import SideView

SIDES = (SideView(0, "A", (), "1", "Rossi", ""), SideView(1, "B", (), "2", "Bianchi", ""))


@pytest.mark.parametrize(
    ("key", "box", "on", "off", "value"),
    [
        ("marjolet", "out", {"stop_at_target": "yes"}, {}, "A"),
        ("mariglia", "turned", {}, {"trionfo_bonus": "no"}, "7"),
        ("marafon", "marafona", {}, {"marafona_value": "0"}, "B"),
    ],
)
def test_the_form_has_the_box_where_its_option_is_on(key, box, on, off, value):
    game = game_by_key(key)

    def boxes(options, **values):
        return EventForm(game=game, options=game.options_from(options), kind="hand", sides=SIDES, values=values).fields

    assert box in boxes(on)
    assert box not in boxes(off)
    assert box in boxes(off, **{box: value}), "a line that says it can be corrected"


@pytest.mark.parametrize(
    ("key", "options", "gone"),
    [("mariglia", {"trionfo_bonus": "no"}, {"Turned card", "Bonus"}), ("marafon", {"marafona_value": "0"}, {"Marafona"})],
)
def test_the_sheet_has_no_column_for_it(key, options, gone):
    game = game_by_key(key)
    full, less = (
        {group.label for group in build_groups(list_sheet_fields(game, game.options_from(said)), key, 2)} for said in ({}, options)
    )
    assert full - less == gone
