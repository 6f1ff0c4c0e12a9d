"""Hands entered without a mouse, on the demonstration: only keys are pressed here, nothing is clicked or filled."""

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.desks import Desk
from tests.journeys.director import Director

pytestmark = [pytest.mark.browser, pytest.mark.turns(4)]


@pytest.fixture
def director(page: Page, desk: Desk) -> Director:
    director = Director(page, desk)
    director.log_in()
    director.open_demonstration()
    return director


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def write(page: Page, text: str) -> None:
    page.keyboard.type(text)


def focused(page: Page) -> str:
    return str(page.evaluate("document.activeElement.name || document.activeElement.tagName"))


def go_to_first_missing(director: Director) -> str:
    """The first table that plays, typed into the field that has the focus."""
    director.open("results/?show=open")
    number = director.page.locator(".tile.is-open").first.get_attribute("id").removeprefix("table-")
    expect(director.page.locator("#go-table")).to_be_focused()
    write(director.page, number)
    press(director.page, "Enter")
    expect(director.page.locator(".table-number")).to_have_text(number)
    expect(director.page.locator("[name=turned]")).to_be_focused()
    return number


def test_rows_are_typed_without_waiting_and_one_that_cannot_be_waits_for_its_repair(director: Director):
    """Full boxes move on by themselves. With 1 trick nobody has 45; the rows below wait, and F2 takes the proposal."""
    page = director.page
    go_to_first_missing(director)
    version = int(str(page.locator("#match").get_attribute("data-version")))
    write(page, "6645")
    write(page, "6")
    expect(page.locator("#match")).to_have_attribute("data-version", str(version + 1))
    assert focused(page) == "tricks_0"
    write(page, "1")
    press(page, "Tab", "Tab")
    write(page, "45")
    write(page, "R537")
    expect(page.get_by_role("alert")).to_contain_text("can have 1–21, not 45")
    press(page, "Enter")
    expect(page.locator("tr[data-row]")).to_have_count(3)
    expect(page.locator("#match")).to_have_attribute("data-version", str(version + 1))
    press(page, "F2")
    expect(page.locator("#match")).to_have_attribute("data-version", str(version + 3))
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.locator("tr.is-saved").last).to_contain_text("37")


def test_a_tab_that_is_typed_although_the_box_moved_on_by_itself_goes_no_further(director: Director):
    """Otherwise the points are those of the other side, and the mirrored hand is always possible."""
    page = director.page
    go_to_first_missing(director)
    version = int(str(page.locator("#match").get_attribute("data-version")))
    for text, reached in (("6", "tricks_0"), ("6", "total_0")):
        write(page, text)
        press(page, "Tab")
        assert focused(page) == reached
    write(page, "45")
    press(page, "Tab")
    assert focused(page) == "turned"
    expect(page.locator("#match")).to_have_attribute("data-version", str(version + 1))
    expect(page.locator("tr.is-saved").last).to_contain_text(re.compile(r"6\s*4\s*45\s*25"))
    press(page, "Tab", "Tab")  # a box that was reached by Tab lets Tab go on
    assert focused(page) == "tricks_1"
    write(page, "6")
    press(page, "Shift+Tab", "Shift+Tab")
    assert focused(page) != "tricks_1"


def test_backspace_in_an_empty_row_takes_the_row_above_back(director: Director):
    page = director.page
    go_to_first_missing(director)
    saved = page.locator("tr.is-saved").count()
    write(page, "6645")
    press(page, "Enter")
    expect(page.locator("tr.is-saved")).to_have_count(saved + 1)
    press(page, "Backspace")
    expect(page.locator("tr.is-saved")).to_have_count(saved)
    expect(page.locator("[name=total_0]")).to_have_value("45")
    expect(page.locator("[name=total_0]")).to_be_focused()


def test_a_full_disk_says_what_to_do_and_keeps_what_was_typed(director: Director):
    page = director.page
    go_to_first_missing(director)
    page.route("**/hands/", lambda route: route.fulfill(status=507, body=""))
    write(page, "6540")
    press(page, "Enter")
    expect(page.get_by_text("What you just sent was not saved")).to_be_visible()
    expect(page.get_by_text("Wait a moment and press the button again")).to_be_hidden()
    expect(page.locator("tr[data-ready] [data-box=total_0]")).to_have_value("40")


def test_n_leads_to_the_next_table_and_the_question_mark_to_the_keys(director: Director):
    page = director.page
    number = go_to_first_missing(director)
    press(page, "Tab", "?")  # in a box for numbers a letter is a command
    expect(page.locator("[data-help]")).to_have_attribute("open", "")
    press(page, "n")
    expect(page.locator(".table-number")).not_to_have_text(number)


def test_a_hand_typed_while_the_network_is_gone_is_sent_once_it_is_back(director: Director, context: BrowserContext):
    page = director.page
    go_to_first_missing(director)
    version = str(page.locator("#match").get_attribute("data-version"))
    context.set_offline(True)
    write(page, "6540")
    press(page, "Enter")
    expect(page.get_by_text("not sent: what you typed is kept on this device").first).to_be_visible()
    expect(page.locator("tr[data-ready] [data-box=total_0]")).to_have_value("40")
    context.set_offline(False)
    expect(page.locator("#match")).to_have_attribute("data-version", str(int(version) + 1))


def test_a_hand_typed_while_the_session_ended_is_there_after_the_login(director: Director, context: BrowserContext):
    """The login comes as a page of its own, and Back never shows a score that is no longer true."""
    page = director.page
    go_to_first_missing(director)
    match = page.url
    page.locator("[name=total_0]").fill("12")
    context.clear_cookies(name="sessionid")
    press(page, "Enter")
    expect(page.locator("header.site-header")).to_have_count(1)
    expect(page.locator("[name=username]")).to_be_focused()
    write(page, director.desk.username)
    page.locator("[name=password]").fill(director.desk.password)
    press(page, "Enter")
    expect(page.locator("[name=total_0]")).to_have_value("12")
    expect(page).to_have_url(match)
    director.type_hand({"turned": "6", "tricks_0": "3", "total_0": "12"})
    version = str(page.locator("#match").get_attribute("data-version"))
    page.goto(f"{director.desk.url}/desk/{director.slug}/results/")
    page.go_back()
    expect(page.locator("#match")).to_have_attribute("data-version", version)
    expect(page.locator("[name=total_0]")).to_have_value("")
