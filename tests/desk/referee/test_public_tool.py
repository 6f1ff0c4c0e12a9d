"""The public tool of the referee: what faults cost by the rules that are chosen, and a text that cannot be read."""

import pytest
from django.utils.translation import override

from rules import CARD_GAMES, game_by_key
from scoring.evidence.penalties import list_prices
from scoring.evidence.replay import parse_hand
from tests.pages import read_page

pytestmark = pytest.mark.django_db
MARAFON = game_by_key("marafon")
PRESETS = [(game, preset) for game in CARD_GAMES for preset in game.presets]


def read_prices(page):
    """Of which rules the card says what faults cost, and what it says."""
    card = page.find(".hand-prices")
    return card.find("p.hint").text, list(zip(card.texts("dt"), card.texts("dd"), strict=True))


@pytest.mark.parametrize(("game", "preset"), PRESETS, ids=lambda one: one.key)
def test_the_card_of_prices_is_of_the_rules_that_are_chosen_above_it(game, preset, client):
    """`show` is what a browser without scripts sends with the whole form; a script asks for the part by the rules alone."""
    told = [(price.fault, price.cost) for price in list_prices(game, game.preset_options(preset.key))]
    address = f"/referee/{game.key}/?preset={preset.key}"
    for page in (client.get(f"{address}&dealer=&show="), client.get(address, headers={"hx-request": "true"})):
        assert read_prices(read_page(page)) == (preset.title, told)
        assert read_page(page).find("#hand-preset option[selected]").text == preset.title
    begun = client.get(f"{address}&dealer={game.sitting.seat_name(0)}", follow=True)
    assert list(zip(read_page(begun).texts(".hand-prices dt"), read_page(begun).texts(".hand-prices dd"), strict=True)) == told


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.key)
def test_before_anything_is_chosen_the_card_is_of_the_first_rules_of_the_list(game, client):
    page = read_page(client.get(f"/referee/{game.key}/"))
    assert page.texts("#hand-preset option")[0] == read_prices(page)[0] == game.presets[0].title
    assert page.find("#hand-preset option[selected]").text == game.presets[0].title


REFUSED = [
    ("it", "game, regola, numero, punti, mazziere, primo, carte, mazzo"),
    ("en", "game, option, number, score, dealer, leader, holds, stock"),
]


@pytest.mark.parametrize(("language", "words"), REFUSED)
def test_a_text_that_cannot_be_read_is_answered_with_words_that_it_takes_in_the_language_of_the_reader(client, language, words):
    page = read_page(client.post("/referee/marafon/", {"hand": "D4 zz, hello"}, headers={"accept-language": language}))
    assert page.find("[role=alert] .fact").text.endswith(f" {words}.")
    lines = ("marafon", "finish=end_of_hand", "1", "0 0", "A1", "A1", "A1 D4", "D5")
    with override(language):
        read = parse_hand(MARAFON, "\n".join(map(" ".join, zip(words.split(", "), lines, strict=True))))
    assert read == parse_hand(MARAFON, "option finish=end_of_hand\nscore 0 0\ndealer A1\nleader A1\nholds A1 D4\nstock D5")
