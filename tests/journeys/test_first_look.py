"""The desk in a real browser: log in, change the language, lose the network, and be read by everybody."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.desks import Desk, open_desk
from tests.journeys.readable import obstacles

pytestmark = [pytest.mark.browser, pytest.mark.turns(4)]
SIZES = {"phone": {"width": 390, "height": 844}, "smallest": {"width": 360, "height": 640}, "desk": {"width": 1280, "height": 800}}


@pytest.fixture(scope="module")
def desk(tmp_path_factory, prepared_data):
    """One desk for all of this file: these journeys leave nothing behind."""
    with open_desk(tmp_path_factory.mktemp("desk") / "data", prepared_data) as opened:
        yield opened


def log_in(page: Page, desk: Desk) -> None:
    page.goto(f"{desk.url}/login/")
    page.get_by_label("User").fill(desk.username)
    page.get_by_label("Password").fill(desk.password)
    page.get_by_role("button", name="Log in").click()


def test_log_in_and_out(page: Page, desk: Desk):
    log_in(page, desk)
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("banner").get_by_role("button", name="Log in")).to_be_visible()


def test_the_language_button_keeps_the_place(page: Page, desk: Desk):
    page.goto(f"{desk.url}/login/?next=/jobs/")
    page.get_by_role("button", name="IT Italiano").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Entra")
    expect(page).to_have_url(f"{desk.url}/login/?next=/jobs/")


def test_a_lost_network_keeps_what_was_typed_and_sends_it_when_it_is_back(page: Page, desk: Desk, context: BrowserContext):
    """On a phone of 2021 too, which knows of no timeout for a request."""
    context.add_init_script("delete AbortSignal.timeout")
    page.goto(f"{desk.url}/login/")
    page.get_by_label("User").fill(desk.username)
    page.get_by_label("Password").fill(desk.password)
    context.set_offline(True)
    page.get_by_role("button", name="Log in").click()
    banner = page.get_by_text("No connection: not sent yet.")
    expect(banner).to_be_visible()
    expect(page.get_by_label("User")).to_have_value(desk.username)
    context.set_offline(False)
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    expect(banner).to_be_hidden()


def test_without_script_one_can_log_in(browser: Browser, desk: Desk):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    log_in(page, desk)
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    context.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("path", "scheme"), [("/login/", "light"), ("/nowhere/", "dark")])
def test_everybody_can_read_it(browser: Browser, desk: Desk, path: str, size: str, scheme: str):
    context = browser.new_context(viewport=SIZES[size], color_scheme=scheme)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if "Content Security Policy" in message.text else None)
    page.goto(desk.url + path)
    assert obstacles(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    assert complaints == []
    context.close()
