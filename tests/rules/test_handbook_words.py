"""The handbook explains in the reader's language the words in which a hand card by card is written."""

import pytest

from rules import GAMES
from rules.handbook import build_page
from rules.verbs import Verb


@pytest.mark.parametrize("game", [game for game in GAMES if game.plays_cards], ids=lambda game: game.key)
def test_every_word_of_the_record_is_explained(game):
    section = next(section for section in build_page(game, str).sections if section.title == "Card by card")
    assert [row[0] for row in section.grids[0].rows] == [verb.name for verb in game.verbs]
    assert all(verb.says != Verb.says for verb in game.verbs)
