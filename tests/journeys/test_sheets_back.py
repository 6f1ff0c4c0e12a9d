"""A pile of sheets comes back to the desk: the scanner types, the paper is compared, what differs is corrected."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.desks import Desk
from tests.journeys.director import Director
from tests.journeys.readable import obstacles

pytestmark = [pytest.mark.browser, pytest.mark.turns(4)]


def scan(director: Director, text: str) -> None:
    """What a scanner does: it types into the box that has the focus, and presses Enter."""
    expect(director.page.locator("#code")).to_be_focused()
    director.page.keyboard.type(text)
    director.page.keyboard.press("Enter")


def type_result(page: Page, first: str, second: str) -> None:
    """The games won, which stand last; the cursor begins in the first box."""
    page.get_by_role("group", name="Result: games won").get_by_label("A").fill(first)
    page.get_by_role("group", name="Result: games won").get_by_label("B").fill(second)
    page.keyboard.press("Enter")


def is_clean(page: Page) -> None:
    assert obstacles(page) == []


def entered_tables(director: Director) -> list[str]:
    """Codes of the matches that are confirmed."""
    director.open("results/?show=confirmed")
    return director.page.locator("a[data-tile]").evaluate_all("links => links.map(link => link.dataset.tile)")


def test_a_pile_comes_back(page: Page, desk: Desk):
    director = Director(page, desk)
    director.log_in()
    director.open_demonstration()
    director.print_sheets(re.compile("^Print all"))
    first, second = entered_tables(director)[:2]

    director.open("sheets/")
    expect(page.get_by_label("Code on the sheet")).to_be_focused()
    is_clean(page)
    out = page.locator(".lead")
    before = int(re.findall(r"\d+", out.inner_text())[0])

    scan(director, f"{desk.url}/s/{first}")
    director.sees("What does the sheet say?")
    is_clean(page)
    page.goto(f"{desk.url}/s/{first.lower()}")
    director.sees("What does the sheet say?")

    won = result_of(director, first)
    director.open(f"sheets/{first}/")
    type_result(page, *won)
    expect(page.get_by_text("the sheet matches the result")).to_be_visible()
    expect(page.get_by_label("Code on the sheet")).to_be_focused()
    expect(out).to_contain_text(f"{before - 1} sheets not back yet")

    won = result_of(director, second)
    director.open("sheets/")
    scan(director, second.lower())
    type_result(page, won[1], won[0])
    expect(page.get_by_role("alert")).to_contain_text("The sheet does not match")
    is_clean(page)
    page.get_by_role("link", name=re.compile("^Game 1 · Hand 1")).click()
    expect(page.get_by_label("Why").first).to_have_value("paper")
    expect(page.get_by_label("Notes").first).to_have_value(re.compile(f"^{second}-"))
    director.open("sheets/")
    director.sees("The sheet does not match")

    scan(director, "NOSUCH22")
    expect(page.get_by_text("has the code “NOSUCH22”")).to_be_visible()
    expect(page.get_by_label("Code on the sheet")).to_have_value("NOSUCH22")


def test_a_pile_is_scanned_without_leaving_the_page(page: Page, desk: Desk):
    director = Director(page, desk)
    director.log_in()
    director.open_demonstration()
    director.print_sheets(re.compile("^Print all"))
    first, second = entered_tables(director)[:2]
    director.open("sheets/")
    page.get_by_role("button", name="Scan a pile").click()
    expect(page.locator("#pile")).to_be_visible()
    is_clean(page)
    scan(director, f"{desk.url}/s/{first}")
    scan(director, second.lower())
    scan(director, "NOSUCH22")
    said = page.locator(".scan-said li")
    expect(said).to_have_count(3)
    expect(said.first).to_contain_text("“NOSUCH22” is no sheet of this tournament")
    expect(page.locator("#pile .papers")).to_contain_text(first)
    expect(page.locator("#pile .papers")).to_contain_text(second)
    page.locator("#choose").set_input_files(files=[{"name": "note.jpg", "mimeType": "image/jpeg", "buffer": b"a note"}])
    expect(said.first).to_contain_text("“note.jpg” was not kept")
    expect(page.locator("#code")).to_have_value("")
    is_clean(page)


def result_of(director: Director, code: str) -> tuple[str, str]:
    """The games that both sides won, as the board shows them."""
    director.open("results/?show=confirmed")
    first, second = director.page.locator(f"a[data-tile='{code}'] .tile-games b").all_inner_texts()
    return first, second
