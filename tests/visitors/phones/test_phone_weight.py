"""What a pair's phone loads over the hall's Wi-Fi: counted in bytes, and dressed by rules that the one style sheet of these pages has."""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from config import phone_files
from rules import GAMES
from tests.pages import read_page
from tests.scoring.builders import build_match, build_round, build_tournament
from tests.scoring.links import issue, phone
from tests.sweeps import choose_sizes

pytestmark = pytest.mark.django_db

OF_EVERY_SIZE = [pytest.param(case.values[0].key, id=case.id, marks=case.marks) for case in choose_sizes(GAMES)]
GOAL = 60_000
HEADERS = 600
"""More than an answer's head has, so that the count errs towards too much."""
LOADED = "link[rel=stylesheet][href^=/static/], link[rel=icon][href^=/static/], script[src^=/static/], img[src^=/static/]"
HASH = re.compile(r"\.[0-9a-f]{12}(?=\.\w+$)")


def read_pages(client, game_key):
    """The page before the code and the table's page, on a fresh phone."""
    round_ = build_round(build_tournament("other", game_key=game_key), matches=0)
    game = next(game for game in GAMES if game.key == game_key)
    slip = issue(build_match(round_, 1, sides=game.side_count), sides=[0])[0]
    return [client.get("/t").content.decode(), phone(slip).get("/t/match/").content.decode()]


def list_loaded(page):
    """The files of ours that a page names in its head and body."""
    addresses = [element.attributes.get("src") or element["href"] for element in read_page(page).find_all(LOADED)]
    return {HASH.sub("", address.partition("?")[0].removeprefix("/static/")) for address in addresses}


def count_bytes(page):
    """Bytes on the wire with an empty cache: the page and what its head and body name, compressed as the desk does."""
    names = list_loaded(page)
    files = [Path(finders.find(name)).read_bytes() for name in names]
    return sum(len(gzip.compress(content)) + HEADERS for content in (page.encode(), *files))


@pytest.mark.parametrize("game_key", OF_EVERY_SIZE)
def test_the_first_page_of_a_pair_weighs_less_than_60_kilobytes(client, game_key):
    for page in read_pages(client, game_key):
        assert {"written/phone.css", "written/phone.js"} < list_loaded(page)
        assert count_bytes(page) <= GOAL


@pytest.fixture(scope="module")
def vocabulary():
    return phone_files.collect_vocabulary()


@pytest.fixture(scope="module")
def dressed():
    """The classes that some style sheet has a rule for."""
    text = "".join((phone_files.STATIC / name).read_text(encoding="utf-8") for name in phone_files.SHEETS)
    return set(re.findall(r"\.([A-Za-z][\w-]*)", text))


@pytest.mark.parametrize("game_key", OF_EVERY_SIZE)
def test_every_class_of_a_page_at_a_table_keeps_its_rules(client, vocabulary, dressed, game_key):
    """What Python and the games write into these pages is dressed as on every other page."""
    for page in read_pages(client, game_key):
        elements_of_page = list(read_page(page).walk())
        classes = {name for element in elements_of_page for name in element.classes}
        elements = {element.tag for element in elements_of_page}
        assert [name for name in classes & dressed if not vocabulary.has_word(name)] == []
        assert elements - vocabulary.elements <= {"html", "head", "meta"}
