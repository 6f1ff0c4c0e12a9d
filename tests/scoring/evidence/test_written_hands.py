"""The text of a hand on the referee's page: in the letters and words of the language, and read again as the same hand."""

import random
import re

import pytest
from django.utils.translation import override

from rules import CARD_GAMES, game_by_key, record
from scoring.evidence.replay import build_example, parse_hand, write_hand


@pytest.mark.parametrize("language", ["it", "en", "fr"])
@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.key)
def test_what_is_written_is_read_again_as_the_same_hand(game, language):
    rng = random.Random(game.key + language)
    state = game.start(game.options_from({}))
    played = record.build_record(game, game.random_play(game.random_deal(state, rng), rng))
    with override(language):
        assert parse_hand(game, write_hand(game, played)) == played


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.key)
def test_an_italian_example_has_the_letters_and_words_of_the_handbook(game):
    """R, C, F and no K, H, J; and none of the words that records write, nor the name of their format."""
    with override("it"):
        text = build_example(game)
    assert re.findall(r"\b[DCSB][KHJQ]\b", text) == []
    assert re.findall(r"labella|\b(?:game|holds|stock|dealer|leader|trump|announce|bid|call|claim|draw|meld|count)\b", text) == []
    assert re.findall(r"\b[DCSB][RF]\b", text) != []


def test_a_card_that_could_be_another_is_written_with_its_suit_in_full():
    game = game_by_key("marafon")
    with override("it"):
        cards = write_hand(game, record.HandRecord(game="marafon", holdings=(("DH", "CH", "DK"), (), (), ()))).splitlines()[0]
    assert cards == "carte A1 C-denari CC DR"


def test_the_page_names_no_file_format(client, db):
    for language in ("it", "en"):
        page = client.get("/referee/marafon/", headers={"accept-language": language}, follow=True).content.decode()
        assert "<textarea" in page
        assert "JSON" not in page
