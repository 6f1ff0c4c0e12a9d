"""Forms that are under way, and the browser's own Back: nothing is sent twice, and what was typed is there until it is saved."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from jobs.machine import hold_lock_file
from tests.desks import Desk, open_desk
from tests.journeys.director import Director

pytestmark = [pytest.mark.browser, pytest.mark.turns(4)]
FIRST, SECOND = "Zedda Efisio", "Zucca Peppina"
LOADING_MS = 31_000
"""After so long a page whose loading was stopped lets its forms go again (`LEAVING_MS` of labella.js)."""


@pytest.fixture(scope="module")
def desk(tmp_path_factory, prepared_data):
    with open_desk(tmp_path_factory.mktemp("back") / "data", prepared_data) as opened:
        yield opened


@pytest.fixture
def director(browser: Browser, desk: Desk):
    page = browser.new_context(locale="en-GB").new_page()
    director = Director(page, desk)
    director.log_in()
    director.open_demonstration()
    yield director
    page.context.close()


def type_entry(director: Director, *names: str) -> None:
    director.open("entries/add/")
    for number, name in enumerate(names):
        list_name_boxes(director.page)[number].fill(name)


def list_name_boxes(page: Page) -> list[Locator]:
    return page.locator("main form[method=post] input[type=text]").all()[:2]


def read_names(page: Page) -> list[str]:
    return [box.input_value() for box in list_name_boxes(page)]


def press_add(page: Page) -> None:
    page.locator("main form[method=post] button[type=submit]").last.click()


def find_taken_name(director: Director) -> str:
    """Of somebody who is entered already, so that a second entry of the name is refused."""
    director.open("entries/1/")
    return str(director.page.locator("main input[type=text]").first.input_value())


def test_a_refused_form_is_gone_back_to_without_sending_it_again(director: Director):
    page = director.page
    taken = find_taken_name(director)
    type_entry(director, taken, SECOND)
    press_add(page)
    expect(page.locator(".error-summary")).to_be_visible()
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    page.reload()
    expect(page.locator(".error-summary")).to_have_count(0)
    assert read_names(page) == [taken, SECOND]
    director.page.get_by_role("link", name="Print").first.click()
    expect(page).to_have_url(re.compile("/print/$"))
    page.go_back()
    expect(page).to_have_url(re.compile("/entries/add/$"))
    assert read_names(page) == [taken, SECOND]
    assert posts == []


def test_a_list_is_still_there_after_looking_at_another_page(director: Director):
    page = director.page
    text = f"{FIRST} / {SECOND}"
    director.bring_in(text)
    page.get_by_role("link", name="Print").first.click()
    expect(page).to_have_url(re.compile("/print/$"))
    for _step in ("the checked list", "the list as it was typed"):
        page.go_back()
        expect(page).to_have_url(re.compile("/entries/import/$"))
        expect(page.get_by_role("textbox").first).to_have_value(text)
    director.press("Check the list")
    director.sees("What was understood")


def test_what_a_busy_desk_did_not_take_is_still_in_its_form(director: Director, desk: Desk):
    page = director.page
    type_entry(director, FIRST, SECOND)
    with hold_lock_file(desk.data / "write.lock", timeout=-1):
        press_add(page)
        expect(page.locator(".trouble-code")).to_have_text("503")
    page.go_back()
    expect(page).to_have_url(re.compile("/entries/add/$"))
    assert read_names(page) == [FIRST, SECOND]
    press_add(page)
    expect(page.get_by_text(FIRST).first).to_be_visible()
    expect(page.locator(".trouble, .error-summary")).to_have_count(0)


def test_a_button_shows_that_it_is_at_work_and_sends_nothing_twice(director: Director):
    """An answer without a page (204) leaves the page as a desk does that takes its time."""
    page = director.page
    director.take_clock()
    type_entry(director, "Zuddas Antioco", "Zanda Bonaria")
    posts: list[str] = []

    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)

    def take_time(route: Route) -> None:
        if route.request.method == "POST":
            route.fulfill(status=204)
        else:
            route.continue_()

    page.route("**/entries/add/", take_time)
    button = page.locator("main form[method=post] button[type=submit]").last
    with page.expect_request(lambda request: request.method == "POST"):
        button.evaluate("button => button.click()")
    expect(button).to_have_attribute("aria-busy", "true")
    page.clock.fast_forward(LOADING_MS // 2)
    button.evaluate("button => button.click()")
    for _probe in range(3):
        page.evaluate("() => fetch('/healthz').then((answer) => answer.status)")
    assert len(posts) == 1
    page.clock.fast_forward(LOADING_MS)
    expect(button).not_to_have_attribute("aria-busy", "true")
    with page.expect_request(lambda request: request.method == "POST"):
        button.evaluate("button => button.click()")
    assert len(posts) == 2


def test_money_gone_back_to_is_taken_in_twice_only_after_something_else_is_typed(director: Director):
    page = director.page
    director.open("cash/")
    take_in = page.locator("form[action$='/cash/take/']")
    lines = page.locator("tr", has_text="Zampognari")
    take_in.locator("[name=what]").select_option("income")
    take_in.locator("[name=words]").fill("Zampognari")
    take_in.locator("button[type=submit]").click()
    expect(page.locator("main [aria-invalid='true']")).to_have_count(1)
    page.reload()
    expect(take_in.locator("[name=words]")).to_have_value("Zampognari")
    for amount, count in (("12,50", 1), ("12,50", 1), ("13,00", 2)):
        if take_in.locator("[name=amount]").input_value() != amount:
            take_in.locator("[name=amount]").fill(amount)
        take_in.locator("button[type=submit]").click()
        expect(page.get_by_text("Taken in:")).to_be_visible()
        expect(lines).to_have_count(count)
        page.go_back()
        expect(page.get_by_text("Taken in:")).to_have_count(0)
        expect(take_in.locator("[name=amount]")).to_have_value(amount)


def save_name(page: Page, name: str) -> None:
    page.locator("main input[type=text]").first.fill(name)
    page.get_by_role("button", name="Save", exact=True).first.click()
    page.get_by_role("button", name="The same person: correct the name").click()
    expect(page).not_to_have_url(re.compile("/entries/2/$"))


def test_going_back_shows_what_is_stored_where_it_has_changed_meanwhile(director: Director):
    page = director.page
    director.open("entries/2/")
    address = page.url
    save_name(page, "Zorba Greco")
    colleague = page.context.new_page()
    colleague.goto(address)
    save_name(colleague, "Zirulia Maddalena")
    page.go_back()
    expect(page.locator("main input[type=text]").first).to_have_value("Zirulia Maddalena")
