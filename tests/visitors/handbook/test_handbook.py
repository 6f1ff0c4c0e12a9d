"""The handbook on the site says what its files say, and its example hands are hands that the engine accepts."""

import re

import pytest
from django.utils.html import escape

from rules import CARD_GAMES, GAMES
from rules import record as records
from rules.handbook import build_page
from tests.pages import read_page
from tests.scoring.builders import build_tournament
from tournaments.models import Tournament
from tournaments.stage_pages.facts import list_rule_sentences
from visitors.handbook.queries import choose_example


@pytest.fixture
def evening(db):
    return build_tournament("evening")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_has_its_page(client, db, game):
    answer = client.get(f"/handbook/{game.key}/", headers={"accept-language": "en"})
    assert answer.status_code == 200
    assert answer.context["page"] == build_page(game, str)


def test_a_page_speaks_the_visitors_language(client, db):
    assert "Che cosa può dare una mano" in client.get("/handbook/marafon/", headers={"accept-language": "it"}).content.decode()


def test_the_index_leads_to_every_game_of_cards(client, db):
    page = client.get("/handbook/", headers={"accept-language": "it"}).content.decode()
    assert re.findall(r'href="/handbook/(\w+)/"', page) == [game.key for game in GAMES if game.plays_cards]
    assert 'href="/handbook/"' in client.get("/").content.decode()


def test_what_players_read_comes_first_and_declarations_are_the_appendix(client, db):
    page = read_page(client.get("/handbook/marafon/", headers={"accept-language": "en"}))
    [middle] = [place for place, element in enumerate(page.find_all("h2, #appendix")) if element.attributes.get("id") == "appendix"]
    parts = [element.text for element in page.find_all("h2, #appendix")]
    before, appendix = parts[:middle], parts[middle + 1 :]
    assert [title for title in ("Cards", "What scores", "Customs at the table") if title not in before] == []
    assert [title for title in ("Options", "What is checked", "Sources") if title not in appendix] == []


def test_the_regulation_says_how_this_tournament_plays(client, evening):
    Tournament.objects.filter(pk=evening.pk).update(public=True, regulation="Half an hour late is a game lost.")
    page = client.get(f"/tournaments/{evening.slug}/rules/", headers={"accept-language": "en"}).content.decode()
    rules = list_rule_sentences(evening)
    assert all(escape(sentence) in page for sentence in (*rules.changed, *rules.usual, *rules.excluded))
    assert ("Games to win: 2." in read_page(page).texts("li"), "31⅓" in page) == (True, False)
    assert "Fixed number of" not in page  # neither hands nor games are fixed here
    titles = read_page(page).texts("h2")
    assert ("Half an hour late" in page, "Cards" in titles, "Options" in titles) == (True, True, False)


def test_the_regulation_states_the_prices_of_this_tournament_and_nothing_for_programmers(client, db):
    evening = build_tournament("dear", game_key="marafon", rules={"revoke": "11_0"}, public=True)
    page = client.get(f"/tournaments/{evening.slug}/rules/", headers={"accept-language": "en"}).content.decode()
    assert "a card against the rules of play: the hand is lost, 11 points to the other side" in page
    assert ("default options: a card" in page, "Key: marafon" in page) == (False, False)


def test_rules_are_sentences_that_hold_and_sentences_that_do_not(db):
    rules = list_rule_sentences(
        build_tournament("sentences", game_key="marafon", rules={"marafona_value": 0, "marafona_needs_ace_first": True})
    )
    ace_first = "The holder must play the ace of trumps as first card."
    assert rules.changed == ("Points of a marafona: 0.", ace_first)
    assert ("The 3 points of this hand’s marafona count." in rules.usual, ace_first in rules.excluded) == (True, False)
    assert "A false announcement is an offence." in rules.excluded
    assert [sentence for sentence in rules.usual if sentence.endswith((": yes.", ": no.", ": 0."))] == []


def test_an_unknown_game_has_no_page(client, db):
    assert client.get("/handbook/chess/").status_code == 404


def test_the_rules_of_a_tournament_lead_there(client, evening):
    evening.public = True
    evening.save()
    assert f'href="/handbook/{evening.game_key}/"' in client.get(f"/tournaments/{evening.slug}/").content.decode()


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.key)
def test_the_example_is_a_whole_legal_hand_with_the_score_that_a_match_gets(client, db, game):
    """Judged again from its record: no card is illegal, nothing is remarkable, and the points are those that the match adds."""
    record, state = choose_example(game), game.start(game.options_from({}))
    replay = records.replay_record(game, record, state)
    assert (replay.illegal, replay.deal.over) == (None, True)
    assert game.problems(state, replay.event) == ()
    page = client.get(f"/handbook/{game.key}/", headers={"accept-language": "en"})
    hand = page.context["hand"]
    gains = [sum(points) for points in zip(*(gain.points for gain in hand.gains), strict=True)]
    after = game.advance(state, replay.event)
    assert gains == list(after.score) or any(after.games_won) or after.over
    assert page.content.decode().count('class="playing-card') == len(game.pack) + sum(len(seat.cards) for seat in hand.frame.seats)
