"""Cards in words. If this failed, a player of another language would read broken ones."""

import pytest
from django.utils import translation

from rules import game_by_key
from scoring.evidence.replay import build_card_view
from scoring.matches.boxes import format_card


@pytest.mark.parametrize(("language", "swords", "coins"), [("fr", "R d’épées", "R de deniers"), ("it", "R di spade", "R di denari")])
def test_a_suit_that_begins_with_a_vowel_is_said_as_the_language_does(language, swords, coins):
    with translation.override(language):
        assert (format_card("SK"), format_card("DK")) == (swords, coins)
        assert build_card_view(game_by_key("marafon").pack, "SK").label == swords
