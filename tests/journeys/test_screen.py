"""The projector in the hall: it turns its leaves by itself, is held and turned by keys, and works without script."""

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.desks import Desk
from tests.journeys.readable import obstacles

pytestmark = [pytest.mark.browser, pytest.mark.turns(4)]

ADDRESS = "/tournaments/memorial-tziu-mundicu-2026/screen/"
FACE = "[data-face]:not([hidden])"


def face(page: Page) -> str:
    return str(page.locator(FACE).get_attribute("data-face"))


def test_the_screen_turns_its_leaves(page: Page, desk: Desk):
    page.clock.install(time="2026-11-21T20:00:00")
    page.goto(desk.url + ADDRESS)
    page.clock.pause_at("2026-11-21T21:00:00")  # however long the machine takes, no leaf turns by itself
    first = face(page)
    stays = int(page.locator("#live").get_attribute("data-seconds") or 0)
    page.keyboard.press("ArrowRight")
    second = face(page)
    page.keyboard.press("Space")
    expect(page.get_by_role("link", name="Resume")).to_be_visible()
    page.clock.run_for(60_000)
    assert face(page) == second
    page.keyboard.press("ArrowLeft")
    assert face(page) == first
    page.keyboard.press("Space")
    with page.expect_response(lambda answer: answer.url.endswith(ADDRESS)):  # the page asks for what is new, and stays where it is
        page.clock.run_for(1_000 * stays - 1_000)
    assert face(page) == first
    page.clock.run_for(2_000)
    assert face(page) == second
    expect(page.locator(FACE)).to_have_count(1)
    page.clock.resume()
    page.emulate_media(reduced_motion="reduce")  # a face that is still fading in has not its colours yet
    assert obstacles(page) == []
    page.route("**" + ADDRESS, lambda route: route.abort())
    page.clock.run_for(11_000)
    expect(page.get_by_text("no connection since")).to_be_visible()


BELOW = "document.documentElement.scrollHeight - window.innerHeight"


@pytest.mark.parametrize("size", [{"width": 1920, "height": 1080}, {"width": 1280, "height": 720}], ids=lambda size: str(size["width"]))
def test_every_leaf_with_twelve_tables_ends_above_the_foot_of_the_screen(browser: Browser, desk: Desk, size: ViewportSize):
    page = browser.new_context(viewport=size, reduced_motion="reduce").new_page()
    page.goto(desk.url + ADDRESS)
    page.keyboard.press("Space")
    faces = page.locator("[data-face]").evaluate_all("all => all.map((one) => one.dataset.face)")
    for name in faces:
        expect(page.locator(FACE)).to_have_attribute("data-face", name)
        expect(page.locator(".screen-foot")).to_be_in_viewport(ratio=1)
        assert page.evaluate(BELOW) <= 0, name
        page.keyboard.press("ArrowRight")
    page.context.close()


def test_the_screen_without_script_leads_on_by_itself(browser: Browser, desk: Desk):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(desk.url + ADDRESS)
    first = face(page)
    page.get_by_role("link", name="next").click()
    expect(page.get_by_role("link", name="Resume")).to_be_visible()
    assert face(page) != first
    context.close()
