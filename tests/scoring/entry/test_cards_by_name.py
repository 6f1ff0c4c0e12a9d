"""Cards and suits as players call them: every page of one tournament of each game that shows cards, in both languages.

`make test` asks half of the pages, others in each run, in one language or the other; `make proofs` asks all in both.
"""

import html
import io
import json
import re
from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from pypdf import PdfReader

from rules import CARD_GAMES, notation
from tests.desk.referee.test_referee import DUTIFUL, played, revoked
from tests.scoring.builders import build_match, build_round, build_tournament
from tests.scoring.links import issue, phone
from tests.sweeps import is_turn
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

HIDDEN = re.compile(r"<(script|style|textarea|code|pre)\b.*?</\1>|<!--.*?-->", re.DOTALL)
SPOKEN = re.compile(r'\s(?:aria-label|placeholder|title|data-name|alt)="([^"]*)"')
KEYS = re.compile(r'data-keys="(\[[^"]*)"')
TAG = re.compile(r"<[^>]*>")
WORD = re.compile(r"[^\W\d_]+")
LETTERS = re.compile(r"(?<![\w.’'])[JQKH](?![\w’'])|\b[DCSB][JQKH]\b")
ENGLISH = {"king", "queen", "jack", "ace", "hearts", "diamonds", "spades", "clubs", "cups", "coins", "swords"}
ITALIAN = {"re", "fante", "asso", "coppe", "spade", "bastoni"}
LANGUAGES = ("it", "en")
SUITS = {"it": ({"coppe", "bastoni", "spade"}, {"cuori", "fiori", "picche"}), "en": ({"cups", "swords", "coins"}, {"hearts", "diamonds"})}
"""Names of Italian and of French packs, without those that the language has for both."""

SHEETS = {"/desk/cards/print/sheets/": {"which": "all", "paper": "a4"}}
"""What is printed, by a POST: its address and its form."""


def read_text(page):
    """What a person sees or hears of a page: no script, nothing typed, no identifier."""
    page = HIDDEN.sub(" ", page)
    keys = [text for pad in KEYS.findall(page) for _value, text in json.loads(html.unescape(pad))]
    return html.unescape(" ".join([TAG.sub(" ", page), *SPOKEN.findall(page), *keys]))


def list_pages(client, game):
    """Who asks, and the address, of every page that shows cards; the referee's hand has a wrong card where there can be one."""
    tournament = build_tournament("cards", game_key=game.key)
    Tournament.objects.filter(pk=tournament.pk).update(public=True)
    match = build_match(build_round(tournament, matches=0), 1, sides=game.side_count)
    preset = game.presets[0].key
    record = revoked(game, preset)[0] if game in DUTIFUL else played(game, preset, 1)
    hand = urlencode({"hand": notation.to_text(game, record)})
    client.force_login(User.objects.get(username="director"))
    desk, tool, public = f"/desk/cards/matches/{match.code}/", f"/referee/{game.key}/", "/tournaments/cards/"
    addresses = [desk, f"{desk}referee/", f"{desk}referee/?{hand}", f"{tool}?{hand}", f"{tool}?dealer="]
    addresses += SHEETS
    addresses += [f"{public}matches/{match.code}/", f"{public}rules/", public, f"/handbook/{game.key}/", "/desk/cards/results/"]
    return [(phone(issue(match, sides=[0])[0]), "/t/match/"), *((client, address) for address in addresses)]


def read_names(visitor, address, language):
    """The words of a page in small letters, and its single letters that stand for cards in English."""
    visitor.cookies["django_language"] = language
    answer = visitor.post(address, SHEETS[address]) if address in SHEETS else visitor.get(address, follow=True)
    assert answer.status_code == 200, address
    if answer["Content-Type"] == "application/pdf":
        text = "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    else:
        text = read_text(answer.content.decode())
    return set(WORD.findall(text.lower())), LETTERS.findall(text)


def find_foreign_names(game, visitor, address, language):
    """Words of a page for cards that are of the other language, or of the other pack."""
    names, letters = read_names(visitor, address, language)
    foreign = names & SUITS[language][not game.pack.french]
    return [*foreign, *(names & ITALIAN)] if language == "en" else [*foreign, *(names & ENGLISH), *letters]


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.key)
def test_cards_are_called_as_in_the_language_and_suits_as_in_the_pack(client, game):
    """On half of the pages, others in each run and for each game; `make proofs` reads all."""
    for place, (visitor, address) in enumerate(list_pages(client, game), CARD_GAMES.index(game)):
        if not is_turn(place, 2):
            continue
        assert (address, find_foreign_names(game, visitor, address, LANGUAGES[place % 2])) == (address, [])


@pytest.mark.proof
@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.key)
def test_cards_are_called_so_on_every_page_in_both_languages(client, game):
    for visitor, address in list_pages(client, game):
        for language in LANGUAGES:
            assert (address, language, find_foreign_names(game, visitor, address, language)) == (address, language, [])
