"""People at the desk: whom the director invites, what they do there, and what they cannot."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.desks import Desk
from tests.journeys.director import Director
from tests.journeys.readable import obstacles

pytestmark = [pytest.mark.browser, pytest.mark.turns(4)]
PASSWORD = "noce-luna-asso-vino"
FREE_TABLE = 12


@pytest.fixture
def director(page: Page, desk: Desk) -> Director:
    """Who started the desk and chose name and password by the link that it printed."""
    link = re.search(r"http://\S+/password/\S+", desk.log.read_text())
    assert link is not None
    page.goto(link.group())
    choose_login(page, "maria.rossi", "Save and log in")
    assert not (desk.data / "login.txt").exists()
    director = Director(page, desk)
    director.open_demonstration()
    return director


def choose_login(page: Page, name: str, button: str) -> None:
    page.get_by_label("User name").fill(name)
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_label("The password again").fill(PASSWORD)
    page.get_by_role("button", name=button).click()
    expect(page.get_by_role("button", name="Log out")).to_be_visible()


def invite(director: Director, browser: Browser, role: str) -> Director:
    """The director invites, and somebody opens the link in a browser of their own."""
    director.open("staff/")
    director.page.get_by_role("radio", name=role, exact=True).check()
    director.press("Invite")
    link = director.page.get_by_label("Link").first.input_value()
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(link)
    assert obstacles(page) == []
    choose_login(page, f"the.{role}", "Accept")
    return Director(page, director.desk, director.slug)


def test_an_invited_assistant_enters_and_the_director_confirms(director: Director, browser: Browser):
    """Two signatures, set up entirely in the browser."""
    director.open("settings/")
    director.page.get_by_label("The person who enters a result can confirm it").uncheck()
    with director.page.expect_navigation():
        director.page.locator("[name=save_details]").click()
    assistant = invite(director, browser, "assistant")
    assistant.go_to_table(FREE_TABLE)
    assistant.page.goto(f"{assistant.page.url}?kind=match")
    assistant.type_hand({"games_0": "2", "games_1": "1"})
    expect(assistant.page.get_by_text("somebody else must confirm it")).to_be_visible()
    expect(assistant.page.locator("[data-confirm]")).to_have_count(0)
    director.go_to_table(FREE_TABLE)
    director.confirm()
    assistant.open("settings/")
    expect(assistant.page.get_by_role("heading", level=1)).to_contain_text("You do not have access")


def test_a_referee_decides_a_penalty_and_enters_nothing(director: Director, browser: Browser):
    referee = invite(director, browser, "referee")
    referee.open("stages/1/scheme/")
    expect(referee.page.get_by_role("button", name="Count like this")).to_have_count(0)
    form = referee.page.locator("form").filter(has=referee.page.get_by_role("button", name="Decide"))
    form.get_by_label("Entry").select_option(index=1)
    form.get_by_label("How many points, or which place").fill("2")
    form.get_by_label("Reason").fill("Arrived half an hour late")
    referee.press("Decide")
    expect(referee.page.get_by_text("Decided, and noted in the ledger")).to_be_visible()
    referee.go_to_table(FREE_TABLE)
    expect(referee.page.locator("form[data-entry]")).to_have_count(0)
    referee.page.get_by_text("More", exact=True).click()
    expect(referee.page.get_by_role("button", name="Card by card")).to_be_visible()


def test_the_door_takes_fees_and_a_link_works_once(director: Director, browser: Browser):
    door = invite(director, browser, "door")
    door.open("check-in/")
    door.press(re.compile("^Here, paid"))
    expect(door.page.get_by_text("here and paid")).to_be_visible()
    door.open("cash/")
    expect(door.page.get_by_role("heading", name="Money in")).to_be_visible()
    expect(door.page.get_by_role("heading", name="Money out")).to_have_count(0)
    director.open("cash/")
    form = director.page.locator("form").filter(has=director.page.get_by_role("button", name="Pay it out"))
    form.get_by_label("For what").select_option("expense")
    form.get_by_label("Amount in euros").fill("7,50")
    director.press("Pay it out")
    expect(form.get_by_text("Write what this money is for.").last).to_be_visible()
    form.get_by_label("Words").fill("Hall")
    director.press("Pay it out")
    expect(director.page.get_by_role("heading", level=1)).to_contain_text("in the box €12.50")
    director.open("cash/")
    assert obstacles(director.page) == []
    director.open("entries/")
    expect(director.page.get_by_role("heading", level=1)).to_contain_text("20.00")
    director.open("staff/")
    director.press("Invite")
    link = director.page.get_by_label("Link").first.input_value()
    first, second = (browser.new_context(locale="en-GB").new_page() for _ in range(2))
    first.goto(link)
    second.goto(link)
    choose_login(first, "pina", "Accept")
    second.get_by_label("User name").fill("lina")
    second.get_by_label("New password").fill(PASSWORD)
    second.get_by_label("The password again").fill(PASSWORD)
    second.get_by_role("button", name="Accept").click()
    expect(second.get_by_text("This invitation was used already")).to_be_visible()
