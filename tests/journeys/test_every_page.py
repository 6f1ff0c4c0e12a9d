"""Every page of the demonstration, at the desk and for everybody: readable, no wider than the screen, nothing from elsewhere, and one
button at most that says what comes next.
"""

import re
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page

from desk.console.board import DENSITIES
from tests.desks import Desk, open_desk
from tests.journeys.director import Director
from tests.journeys.readable import list_primaries, list_troubles_in_large_letters, obstacles, too_wide
from tests.sweeps import is_turn

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LOOKS = {
    f"{size}-{scheme}": ((width, height), scheme)
    for size, width, height in (("phone", 360, 740), ("desk", 1280, 800), ("wide-phone", 390, 844), ("hall", 1920, 1080))
    for scheme in ("light", "dark")
}
LOCALES = ("it-IT", "en-GB")
ADDRESS = re.compile(r"^/(?!static|logout|jobs|t/match)(?!.*/file/$)[^?#]*$")
EMPTY_LINKS = """[...document.querySelectorAll('a[href=""]')].map(link => link.textContent)"""
NEW = re.compile(r"^/desk/new/\w+/[\w-]+/$")
"""The form of a new tournament, once for each preset of each game: half of all addresses."""
FORMS = {"one": "/desk/new/*/*/", "all": r"\g<0>"}
"""How many of these forms a walk opens."""
EIGHTHS = 8
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


def look_at_everything(browser: Browser, desk: Desk, locale: str, looks: Sequence[str], forms: str, parts: int) -> None:
    """Walk through all pages and look at each in every one of `looks`; axe reads one part of so many of their kinds in each look, others
    in each run. One of each kind is looked at with letters twice as large, too, on the phone.
    """
    context = browser.new_context(locale=locale)
    page = context.new_page()
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(f"{page.url}: {message.text}") if message.type == "error" else None)
    page.on("request", lambda sent: troubles.append(f"asks {sent.url}") if not sent.url.startswith((desk.url, "data:", "blob:")) else None)
    Director(page, desk).log_in()
    walked = 0
    kinds: set[str] = set()
    for path in walk(page, desk, forms):
        walked += 1
        kind = kind_of(path, forms if parts == 1 else "one")
        for place, look in enumerate(looks):
            dress(page, look)
            is_read = kind not in kinds and is_turn(len(kinds) + place * parts // 2, parts)
            troubles += [f"{path}, {look}: {trouble}" for trouble in list_troubles(page, is_read=is_read, is_new=kind not in kinds)]
        kinds.add(kind)
    context.close()
    assert "\n".join(troubles) == ""
    assert walked >= FEWEST_SEEN[forms]


def dress(page: Page, look: str) -> None:
    """Show the page in a window of this size, light or dark."""
    (width, height), scheme = LOOKS[look]
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": height})


def list_troubles(page: Page, *, is_read: bool, is_new: bool) -> Iterator[str]:
    """What is wrong with the page as it is shown now."""
    phone = page.viewport_size is not None and page.viewport_size["width"] < 400
    if is_new and phone:
        yield from list_troubles_in_large_letters(page)
    if is_read:
        yield from obstacles(page)
    if pixels := too_wide(page):
        yield f"{pixels} px too wide"
    if len(buttons := list_primaries(page)) > 1:
        yield f"several primary buttons: {buttons}"
    yield from (f"a link leads nowhere: {link}" for link in page.evaluate(EMPTY_LINKS))


def test_every_page_can_be_read_by_everybody_and_in_the_dark_on_a_phone(browser: Browser, desk: Desk):
    """At the desk an eighth of the pages, others in each run, and another eighth on the phone; in one language or the other. No page is
    wider than the phone, nor than 320 pixels with letters twice as large, which do not stand below one another. `make proofs` reads all.
    """
    look_at_everything(browser, desk, LOCALES[is_turn(0, 2)], ("desk-light", "phone-dark"), "one", EIGHTHS)


@pytest.mark.proof
@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("look", [*LOOKS])
def test_every_page_in_every_look(browser: Browser, desk: Desk, look: str, locale: str):
    look_at_everything(browser, desk, locale, (look,), "all", 1)


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


MANY_ROUNDS = """
() => {
  const tabs = document.querySelector(".round-tabs ul"), closed = tabs.querySelector(".is-closed").closest("li");
  for (let count = 0; count < 8; count++) tabs.append(closed.cloneNode(true));
}
"""


def test_the_tabs_of_many_closed_rounds_make_the_phone_no_wider(browser: Browser, desk: Desk):
    """The hidden word “closed” of each tab stood beside the phone: from the third round on the board had to be scrolled sideways."""
    page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    director = Director(page, desk)
    director.log_in()
    director.open_demonstration()
    director.open("results/")
    page.evaluate(MANY_ROUNDS)
    assert too_wide(page) == 0
    page.context.close()
