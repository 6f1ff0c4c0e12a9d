"""Two people enter the same table at once, and a signed result is corrected: what the screen shows before anything is saved."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.desks import Desk
from tests.journeys.director import Director
from tests.journeys.readable import obstacles

pytestmark = [pytest.mark.browser, pytest.mark.turns(4)]
NARROW = {"width": 360, "height": 800}


def is_clean(page: Page) -> None:
    assert obstacles(page) == []


def is_narrow(page: Page) -> None:
    before = page.viewport_size
    page.set_viewport_size(NARROW)
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    page.set_viewport_size(before)


def table_in(director: Director, state: str) -> str:
    """The address of the last table that the board shows in that state."""
    director.open(f"results/?show={state}")
    return str(director.page.locator(".tile a").last.get_attribute("href"))


def hands_of(page: Page) -> list[str]:
    return page.locator(".hand-grid tbody tr[id^=line-]").all_inner_texts()


def test_two_people_enter_the_same_table(page: Page, desk: Desk):
    director = Director(page, desk)
    director.log_in()
    director.open_demonstration()
    address = table_in(director, "open")
    page.goto(desk.url + address)
    before = len(hands_of(page))

    other = Director(page.context.new_page(), desk, director.slug)
    other.page.goto(desk.url + address)
    other.type_hand({"turned": "2", "total_0": "45"})
    other.type_hand({"turned": "2", "total_0": "31"})

    director.fill({"turned": "2", "total_0": "54"})
    page.locator("form[data-entry] [name=total_0]").press("Enter")
    director.sees("Not saved: the match changed meanwhile")
    expect(page.locator(".conflict-row")).to_have_count(2)
    expect(page.locator(".conflict-row").first.locator("td.differs strong")).to_have_text(["45–25", "54–16"])
    is_clean(page)
    is_narrow(page)

    director.open("results/")
    page.get_by_role("link", name=re.compile("two versions since")).click()
    page.get_by_label("as typed").check()
    page.locator(".conflict-row").last.get_by_label("neither: cancel the line").check()
    director.press("Use my choice for each line")
    expect(page.get_by_text("Resolved: the match is as you chose.")).to_be_visible()
    lines = hands_of(page)
    assert len(lines) == before + 1
    assert re.search(r"\b54\s+16\b", lines[-1])
    director.open("results/")
    expect(page.get_by_role("link", name=re.compile("two versions since"))).to_have_count(0)


def test_a_closed_match_is_opened_only_after_its_consequences(page: Page, desk: Desk):
    director = Director(page, desk)
    director.log_in()
    director.open_demonstration()
    page.goto(desk.url + closed_match(director))
    expect(page.locator(".match-state")).to_have_text(re.compile("closed"))
    page.locator("summary", has_text="Open the match again").click()
    expect(page.get_by_text("a result can be corrected at any time")).to_be_visible()
    director.press("Open the match again")

    director.sees("Not saved yet. This is what would change:")
    expect(page.get_by_text("Reopening changes no number")).to_be_visible()
    expect(page.locator(".before-after tbody tr").first).to_be_visible()
    is_clean(page)
    is_narrow(page)
    page.get_by_role("button", name="Leave it as it is").click()
    expect(page.locator(".match-state")).to_have_text(re.compile("closed"))

    page.locator("summary", has_text="Open the match again").click()
    director.press("Open the match again")
    director.press("Yes, continue")
    expect(page.locator(".match-state")).to_have_text(re.compile("entered, not confirmed"))


def closed_match(director: Director) -> str:
    """The first match of the round that is closed, as everybody finds it."""
    director.page.goto(f"{director.desk.url}/tournaments/{director.slug}/results/?round=1.1")
    link = director.page.locator("a[href*='/matches/']").first.get_attribute("href")
    return f"/desk/{director.slug}/matches/{str(link).rstrip('/').split('/')[-1]}/"
