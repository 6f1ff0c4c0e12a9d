"""Every page of the demonstration, at the desk and for everybody: readable, no wider than the screen, nothing from elsewhere."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.desks import Desk, open_desk
from tests.journeys.director import Director

pytestmark = [pytest.mark.browser, pytest.mark.slow]
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
LOOKS = {
    "phone-dark-it": {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark", "locale": "it-IT"},
    "phone-light-en": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light", "locale": "en-GB"},
    "desk-light-it": {"viewport": {"width": 1280, "height": 800}, "color_scheme": "light", "locale": "it-IT"},
    "hall-dark-en": {"viewport": {"width": 1920, "height": 1080}, "color_scheme": "dark", "locale": "en-GB"},
}
ADDRESS = re.compile(r"^/(?!static|logout|jobs)(?!.*/file/$)[^?#]*$")
MOST_PAGES = 60


@pytest.fixture(scope="module")
def desk(tmp_path_factory, prepared_data):
    with open_desk(tmp_path_factory.mktemp("pages") / "data", prepared_data) as opened:
        yield opened


def addresses_from(page: Page, desk: Desk, start: list[str]) -> list[str]:
    """Every page that links lead to, one of each kind (matches and entries look alike), downloads left out."""
    found: dict[str, str] = {}
    waiting = list(start)
    while waiting and len(found) < MOST_PAGES:
        path = waiting.pop(0)
        kind = re.sub(r"/(matches|draws|entries|rounds|stages|sheets)/[A-Z0-9]+", r"/\1/*", path)
        if kind in found or not ADDRESS.match(path) or re.search(r"\.\w+$", path):
            continue
        found[kind] = path
        page.goto(desk.url + path)
        waiting.extend(page.evaluate("[...document.querySelectorAll('a[href]')].map(link => link.getAttribute('href'))"))
    return list(found.values())


@pytest.mark.parametrize("look", LOOKS)
def test_every_page_can_be_read_by_everybody(browser: Browser, desk: Desk, look: str):
    context = browser.new_context(**LOOKS[look])
    page = context.new_page()
    troubles: list[str] = []
    page.on("console", lambda message: troubles.append(f"{page.url}: {message.text}") if message.type == "error" else None)
    page.on("request", lambda sent: troubles.append(f"asks {sent.url}") if not sent.url.startswith((desk.url, "data:", "blob:")) else None)
    Director(page, desk).log_in()
    for path in addresses_from(page, desk, ["/"]):
        page.goto(desk.url + path)
        found = Axe().run(page, options={"runOnly": WCAG})
        troubles += [f"{path}: {one['id']} {one['nodes'][0]['target']}" for one in found.response["violations"]]
        width = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
        troubles += [f"{path}: {width[0] - width[1]} px too wide"] if width[0] > width[1] else []
    context.close()
    assert troubles == []
