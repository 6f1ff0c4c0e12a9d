"""The handbook on the site says what its files say."""

import pytest

from rules import GAMES
from rules.handbook import build_page


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_has_its_page(client, db, game):
    answer = client.get(f"/handbook/{game.key}/", headers={"accept-language": "en"})
    assert answer.status_code == 200
    assert answer.context["page"] == build_page(game, str)


def test_a_page_speaks_the_visitors_language(client, db):
    assert "Che cosa può dare una mano" in client.get("/handbook/marafon/", headers={"accept-language": "it"}).content.decode()


def test_an_unknown_game_has_no_page(client, db):
    assert client.get("/handbook/chess/").status_code == 404


def test_the_rules_of_a_tournament_lead_there(client, evening):
    evening.public = True
    evening.save()
    assert f'href="/handbook/{evening.game_key}/"' in client.get(f"/tournaments/{evening.slug}/").content.decode()
