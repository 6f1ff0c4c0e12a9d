"""A hand that is shown in its form and sent back untouched is the same hand; so is a sheet repaired by a slip."""

import random

import pytest

from rules import GAMES, HandEntry, declared_fields, game_by_key
from tournaments.pages.forms import DeclaredForm

SIDES = ("Rossi", "Bianchi", "Verdi", "Neri", "Gallo")


def through_the_form(game, boxes):
    """The boxes as a browser sends them after they were shown."""
    specs = declared_fields(game.HandEntry)
    shown = DeclaredForm(specs=specs, sides=SIDES[: game.side_count], values=boxes)
    sent = {box: str(shown[box].value() or "") for box in shown.fields}
    form = DeclaredForm(sent, specs=specs, sides=SIDES[: game.side_count])
    assert form.is_valid(), form.errors
    return form.get_typed_values()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_hands_come_back_as_they_were(game):
    state, rng = game.start(game.options_from({})), random.Random(4)
    for hand in (game.random_hand(state, rng) for _hand in range(25)):
        if isinstance(hand, HandEntry):
            assert game.entry_from(state, through_the_form(game, game.typed_from(hand))) == hand


@pytest.mark.parametrize("boxes", [{"points_0": "11", "last": "B"}, {"points_0": "10", "points_1": "4", "marafona": "A", "maker": "B2"}])
def test_the_boxes_of_a_slip_may_be_sent_as_they_are(boxes):
    game = game_by_key("marafon")
    state = game.start(game.options_from({}))
    for slip in game.find_slips(state, boxes):
        sent = DeclaredForm(slip.fields, specs=declared_fields(game.HandEntry), sides=SIDES[:2])
        assert sent.is_valid(), sent.errors
        assert not any(problem.is_impossible for problem in game.problems(state, game.entry_from(state, sent.get_typed_values())))
