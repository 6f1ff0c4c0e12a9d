"""Every page of the demonstration, at the desk and for everybody: readable, no wider than the screen, nothing from elsewhere, and one
button at most that says what comes next.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.desks import Desk, open_desk
from tests.journeys.director import Director
from tests.journeys.readable import BY_LOOK, list_primaries, obstacles, too_wide

pytestmark = [pytest.mark.browser, pytest.mark.slow]
LOOKS = {
    "phone-dark-it": {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark", "locale": "it-IT"},
    "desk-light-en": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light", "locale": "en-GB"},
    "phone-light-en": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "locale": "en-GB"},
    "hall-dark-it": {"viewport": {"width": 1920, "height": 1080}, "color_scheme": "dark", "locale": "it-IT"},
}
ADDRESS = re.compile(r"^/(?!static|logout|jobs)(?!.*/file/$)[^?#]*$")
EMPTY_LINKS = """[...document.querySelectorAll('a[href=""]')].map(link => link.textContent)"""
FEWEST_PAGES, MOST_PAGES = 40, 60


@pytest.fixture(scope="module")
def desk(tmp_path_factory, prepared_data):
    with open_desk(tmp_path_factory.mktemp("pages") / "data", prepared_data) as opened:
        yield opened


def kind_of(path: str) -> str:
    """Matches, entries and games look alike: one of each kind is enough."""
    path = re.sub(r"^/handbook/\w+/", "/handbook/*/", path)
    return re.sub(r"/(matches|draws|entries|players|rounds|stages|sheets)/[A-Z0-9]+", r"/\1/*", path)


def walk(page: Page, desk: Desk) -> Iterator[str]:
    """Open every page that links lead to from the first, one of each kind, downloads left out; their paths."""
    seen: set[str] = set()
    waiting = ["/"]
    while waiting and len(seen) < MOST_PAGES:
        path = waiting.pop(0)
        if kind_of(path) in seen or not ADDRESS.match(path) or re.search(r"\.\w+$", path):
            continue
        seen.add(kind_of(path))
        page.goto(desk.url + path)
        waiting.extend(page.evaluate("[...document.querySelectorAll('a[href]')].map(link => link.getAttribute('href'))"))
        yield path


def look_at_everything(browser: Browser, desk: Desk, look: str, rules: list[str] | None) -> None:
    context = browser.new_context(**LOOKS[look])
    page = context.new_page()
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(f"{page.url}: {message.text}") if message.type == "error" else None)
    page.on("request", lambda sent: troubles.append(f"asks {sent.url}") if not sent.url.startswith((desk.url, "data:", "blob:")) else None)
    Director(page, desk).log_in()
    walked = 0
    for path in walk(page, desk):
        walked += 1
        troubles += [f"{path}: {obstacle}" for obstacle in obstacles(page, rules)]
        troubles += [f"{path}: {too_wide(page)} px too wide"] if too_wide(page) else []
        troubles += [f"{path}: several primary buttons: {buttons}" for buttons in [list_primaries(page)] if len(buttons) > 1]
        troubles += [f"{path}: a link leads nowhere: {link}" for link in page.evaluate(EMPTY_LINKS)]
    context.close()
    assert troubles == []
    assert walked > FEWEST_PAGES


def test_every_page_can_be_read_by_everybody(browser: Browser, desk: Desk):
    look_at_everything(browser, desk, "desk-light-en", None)


def test_every_page_can_be_read_in_the_dark_on_a_phone(browser: Browser, desk: Desk):
    """Only what colours and sizes decide: the rest is the same as in the light."""
    look_at_everything(browser, desk, "phone-dark-it", BY_LOOK)


@pytest.mark.proof
@pytest.mark.parametrize("look", [*LOOKS])
def test_every_page_in_every_look(browser: Browser, desk: Desk, look: str):
    look_at_everything(browser, desk, look, None)
