"""Every page of the demonstration, at the desk and for everybody: readable, no wider than the screen, nothing from elsewhere, and one
button at most that says what comes next.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from scoring.console.board import DENSITIES
from tests.desks import Desk, open_desk
from tests.journeys.director import Director
from tests.journeys.readable import BY_LOOK, list_primaries, obstacles, too_wide

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
ADDRESS = re.compile(r"^/(?!static|logout|jobs|t/match|tournaments/[^/]+/players/0/)(?!.*/file/$)[^?#]*$")
EMPTY_LINKS = """[...document.querySelectorAll('a[href=""]')].map(link => link.textContent)"""
ALL_PAGES = 150
"""More than there are."""
FEWEST_SEEN = 110
MANY_PAGES, SOME_PAGES = 60, 30
"""What the short forms have axe read: much on a computer, and on a phone, where every page is looked at, only what colours decide."""

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


def kind_of(path: str) -> str:
    """Matches, entries and games look alike: one of each kind is enough."""
    path = re.sub(r"^/handbook/\w+/", "/handbook/*/", path)
    return re.sub(r"/(matches|draws|entries|players|rounds|stages|sheets)/[A-Z0-9]+", r"/\1/*", path)


def walk(page: Page, desk: Desk, most: int) -> Iterator[str]:
    """Open every page that links lead to from the first, one of each kind, downloads left out; their paths."""
    seen: set[str] = set()
    waiting = ["/"]
    while waiting and len(seen) < most:
        path = waiting.pop(0)
        if kind_of(path) in seen or not ADDRESS.match(path) or re.search(r"\.\w+$", path):
            continue
        seen.add(kind_of(path))
        page.goto(desk.url + path)
        waiting.extend(page.evaluate("[...document.querySelectorAll('a[href]')].map(link => link.getAttribute('href'))"))
        yield path


def look_at_everything(
    browser: Browser, desk: Desk, look: str, rules: list[str] | None, *, pages: int = ALL_PAGES, read: int = ALL_PAGES
) -> None:
    context = browser.new_context(**LOOKS[look])
    page = context.new_page()
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(f"{page.url}: {message.text}") if message.type == "error" else None)
    page.on("request", lambda sent: troubles.append(f"asks {sent.url}") if not sent.url.startswith((desk.url, "data:", "blob:")) else None)
    Director(page, desk).log_in()
    walked = 0
    for path in walk(page, desk, pages):
        walked += 1
        troubles += [f"{path}: {obstacle}" for obstacle in (obstacles(page, rules) if walked <= read else ())]
        troubles += [f"{path}: {too_wide(page)} px too wide"] if too_wide(page) else []
        troubles += [f"{path}: several primary buttons: {buttons}" for buttons in [list_primaries(page)] if len(buttons) > 1]
        troubles += [f"{path}: a link leads nowhere: {link}" for link in page.evaluate(EMPTY_LINKS)]
    context.close()
    assert "\n".join(troubles) == ""
    assert walked >= min(pages, FEWEST_SEEN)


def test_every_page_can_be_read_by_everybody(browser: Browser, desk: Desk):
    look_at_everything(browser, desk, "desk-light-en", None, pages=MANY_PAGES)


def test_every_page_can_be_read_in_the_dark_on_a_phone(browser: Browser, desk: Desk):
    """Only what colours and sizes decide: the rest is the same as in the light. None of all pages is wider than the phone."""
    look_at_everything(browser, desk, "phone-dark-it", BY_LOOK, read=SOME_PAGES)


@pytest.mark.proof
@pytest.mark.parametrize("look", [*LOOKS])
def test_every_page_in_every_look(browser: Browser, desk: Desk, look: str):
    look_at_everything(browser, desk, look, None)


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
