"""Every page of the demonstration, at the desk and for everybody: readable, no wider than the screen, nothing from elsewhere, and one
button at most that says what comes next.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from desk.console.board import DENSITIES
from tests.desks import Desk, open_desk
from tests.journeys.director import Director
from tests.journeys.readable import list_primaries, obstacles, too_wide, too_wide_in_large_letters
from tests.sweeps import is_turn

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LOOKS = {
    f"{size}-{scheme}-{locale[:2]}": {"viewport": {"width": width, "height": height}, "color_scheme": scheme, "locale": locale}
    for size, width, height in (("phone", 360, 740), ("desk", 1280, 800))
    for scheme in ("light", "dark")
    for locale in ("it-IT", "en-GB")
} | {
    "wide-phone-light-en": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "locale": "en-GB"},
    "hall-dark-it": {"viewport": {"width": 1920, "height": 1080}, "color_scheme": "dark", "locale": "it-IT"},
}
ADDRESS = re.compile(r"^/(?!static|logout|jobs|t/match)(?!.*/file/$)[^?#]*$")
EMPTY_LINKS = """[...document.querySelectorAll('a[href=""]')].map(link => link.textContent)"""
NEW = re.compile(r"^/desk/new/\w+/[\w-]+/$")
"""The form of a new tournament, once for each preset of each game: half of all addresses."""
FORMS = {"one": "/desk/new/*/*/", "all": r"\g<0>"}
"""How many of these forms a walk opens."""
QUARTERS = 4
FEWEST_SEEN = {"one": 60, "all": 110}

FILL_BOARD = """
([count, density]) => {
  const tiles = document.querySelector(".tiles");
  while (tiles.children.length < count) tiles.append(tiles.firstElementChild.cloneNode(true));
  tiles.className = `tiles is-${density}`;
  document.querySelector(".board-notices").innerHTML = '<p class="notice is-warning">No result for 10 minutes</p>';
  const board = document.querySelector(".console-board");
  const names = tiles.lastElementChild.querySelector(".tile-sides");
  return [board.scrollHeight - board.clientHeight, names.checkVisibility()];
}
"""
"""As many tiles as the board of a larger evening has: by how many pixels it must be scrolled, and whether the tiles show names."""


@pytest.fixture(scope="module")
def desk(tmp_path_factory, prepared_data):
    with open_desk(tmp_path_factory.mktemp("pages") / "data", prepared_data) as opened:
        yield opened


def kind_of(path: str, forms: str) -> str:
    """Matches, entries and games look alike: one of each kind is enough."""
    path = re.sub(r"^/handbook/\w+/", "/handbook/*/", NEW.sub(FORMS[forms], path))
    return re.sub(r"/(matches|draws|entries|players|rounds|stages|sheets)/[A-Z0-9]+", r"/\1/*", path)


def walk(page: Page, desk: Desk, forms: str) -> Iterator[str]:
    """Open every page that links lead to from the first, one of each kind, downloads left out; their paths."""
    seen: set[str] = set()
    waiting = ["/"]
    while waiting:
        path = waiting.pop(0)
        if kind_of(path, forms) in seen or not ADDRESS.match(path) or re.search(r"\.\w+$", path):
            continue
        seen.add(kind_of(path, forms))
        page.goto(desk.url + path)
        waiting.extend(page.evaluate("[...document.querySelectorAll('a[href]')].map(link => link.getAttribute('href'))"))
        yield path


def look_at_everything(browser: Browser, desk: Desk, look: str, forms: str, *, first: int | None = None, enlarged: bool = True) -> None:
    """Walk through all pages; axe reads a quarter of their kinds, others in each run, counted from `first`, and all without it.
    `enlarged`: one of each kind also with letters twice as large.
    """
    context = browser.new_context(**LOOKS[look])
    page = context.new_page()
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(f"{page.url}: {message.text}") if message.type == "error" else None)
    page.on("request", lambda sent: troubles.append(f"asks {sent.url}") if not sent.url.startswith((desk.url, "data:", "blob:")) else None)
    Director(page, desk).log_in()
    walked = 0
    kinds: set[str] = set()
    for path in walk(page, desk, forms):
        walked += 1
        kind = kind_of(path, forms if first is None else "one")
        is_read = kind not in kinds and (first is None or is_turn(len(kinds) + first, QUARTERS))
        enlarged_width = too_wide_in_large_letters(page) if enlarged and kind not in kinds else 0
        troubles += [f"{path}: {enlarged_width} px too wide in large letters"] if enlarged_width else []
        kinds.add(kind)
        troubles += [f"{path}: {obstacle}" for obstacle in (obstacles(page) if is_read else ())]
        troubles += [f"{path}: {too_wide(page)} px too wide"] if too_wide(page) else []
        troubles += [f"{path}: several primary buttons: {buttons}" for buttons in [list_primaries(page)] if len(buttons) > 1]
        troubles += [f"{path}: a link leads nowhere: {link}" for link in page.evaluate(EMPTY_LINKS)]
    context.close()
    assert "\n".join(troubles) == ""
    assert walked >= FEWEST_SEEN[forms]


def test_every_page_can_be_read_by_everybody(browser: Browser, desk: Desk):
    """A quarter of the pages, others in each run; the same count of others is read in the dark on a phone. `make proofs` reads all."""
    look_at_everything(browser, desk, "desk-light-en", "one", first=0, enlarged=False)


def test_every_page_can_be_read_in_the_dark_on_a_phone(browser: Browser, desk: Desk):
    """Another quarter. No page is wider than the phone, nor than 320 pixels with letters twice as large."""
    look_at_everything(browser, desk, "phone-dark-it", "one", first=QUARTERS // 2)


@pytest.mark.proof
@pytest.mark.parametrize("look", [*LOOKS])
def test_every_page_in_every_look(browser: Browser, desk: Desk, look: str):
    look_at_everything(browser, desk, look, "all")


@pytest.mark.parametrize(("width", "height", "tables", "named"), [(1280, 800, 32, True), (1280, 800, 128, False), (1920, 1080, 128, True)])
def test_a_board_of_many_tables_is_seen_whole(browser: Browser, desk: Desk, width: int, height: int, tables: int, named: bool):
    page = browser.new_context(viewport={"width": width, "height": height}).new_page()
    director = Director(page, desk)
    director.log_in()
    director.open_demonstration()
    director.open("results/")
    density = next((name for most, name in DENSITIES if tables <= most), "densest")
    assert page.evaluate(FILL_BOARD, [tables, density]) == [0, named]
    page.context.close()
