"""What directors type wrong, in Italian: each time a sentence says what would be right, and nothing is lost or stored."""

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.desks import Desk, open_desk
from tests.journeys.director import Director

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.turns(4)]


@pytest.fixture(scope="module")
def desk(tmp_path_factory, prepared_data):
    with open_desk(tmp_path_factory.mktemp("wrong") / "data", prepared_data) as opened:
        yield opened


@pytest.fixture(scope="module")
def director(browser: Browser, desk: Desk):
    page = browser.new_context(locale="it-IT").new_page()
    director = Director(page, desk)
    director.log_in()
    director.open_demonstration()
    yield director
    page.context.close()


def type_line(page: Page, text: str) -> Locator:
    """Type a line into the one input; its answer."""
    box = page.locator("#go-table")
    box.fill(text)
    box.press("Enter")
    return page.locator("[data-log] li").first


def find_table(page: Page, state: str) -> str:
    return str(page.locator(f".tile.{state}").first.get_attribute("id")).removeprefix("table-")


def test_a_line_that_cannot_be_says_what_could(director: Director):
    page = director.page
    director.open("results/")
    table = find_table(page, "is-open")
    expect(type_line(page, "99 2-0")).to_contain_text("non c’è un tavolo «99»")
    expect(type_line(page, "2-0")).to_contain_text("non dice a quale tavolo")
    for score in ("3-1", "2-2", "2-3", "1-0", "200-3", "0-0"):
        answer = type_line(page, f"{table} {score}")
        expect(answer).to_contain_text(f"Tavolo {table}: non salvato")
        expect(answer).to_have_class(re.compile("is-refused"))
    expect(type_line(page, f"{table} 2-0 35-3")).to_contain_text("non è un risultato")
    for text in ("-1", "Zzyzx"):
        expect(type_line(page, text)).to_contain_text("Scrivi un tavolo (12), un tavolo con il risultato (12 ")
    expect(page.locator(f"#table-{table}")).to_have_class(re.compile("is-open"))
    expect(page.locator("[data-log] li")).to_have_count(2)  # the last answer about the table, and the last search
    page.locator(f"#table-{table} a").click()
    expect(page.locator("[data-log] li")).to_have_count(1)  # what was not found no longer matters, a result that was not saved does
    expect(page.locator("[data-log] li")).to_contain_text(f"Tavolo {table}: non salvato")


def test_a_result_for_a_match_of_a_closed_round_is_refused_and_the_match_still_opens(director: Director):
    page = director.page
    director.open("results/?stage=1&round=1")
    closed = page.locator(".tile.is-locked").first
    code = str(closed.get_attribute("data-code"))
    answer = type_line(page, f"{code.lower()} 2-0")
    expect(answer).to_have_class(re.compile("is-refused"))
    expect(answer).to_contain_text("non salvato")
    expect(page.locator(f".tile[data-code='{code}']")).to_have_class(re.compile("is-locked"))
    box = page.locator("#go-table")
    box.fill(code)
    box.press("Enter")
    expect(page.locator("#match .chip")).to_have_class(re.compile("is-locked"))
    page.locator("summary", has_text="Riapri l’incontro").click()
    director.press("Riapri l’incontro")
    expect(page.locator("#consequences-title")).to_be_focused()  # the keyboard goes on where there is something to decide
    page.keyboard.press("Escape")
    expect(page.locator("#consequences-title")).to_have_count(0)
    expect(page.locator("#match .chip")).to_have_class(re.compile("is-locked"))


def test_cards_are_read_in_italian_and_one_that_is_none_is_marked(director: Director):
    page = director.page
    director.open("results/")
    table = find_table(page, "is-open")
    box = page.locator("#go-table")
    box.fill(table)
    box.press("Enter")
    expect(page.locator(".table-number")).to_have_text(table)
    turned = page.locator("tr.is-now [name=turned]")
    for letters in ("R", "D", "F", "1", "re", "donna", "asso"):
        turned.fill(letters)
        turned.press("Tab")
        expect(page.locator("tr.is-now [name=turned][aria-invalid=true]")).to_have_count(0)
    turned.fill("X")
    page.locator("tr.is-now [name=tricks_0]").fill("5")
    page.locator("tr.is-now [name=total_0]").fill("30")
    page.locator("tr.is-now [name=total_0]").press("Enter")
    expect(page.get_by_role("alert").first).to_contain_text("«X» non è una carta di questo mazzo")
    expect(page.get_by_role("textbox", name="Trionfo").first).to_have_value("X")


def test_back_and_forth_between_matches_loses_nothing(director: Director):
    page = director.page
    director.open("results/")
    first, second = (tile.get_attribute("data-code") for tile in page.locator(".tile").all()[:2])
    page.locator(f".tile[data-code='{first}'] a").click()
    expect(page.locator("#match")).to_have_attribute("data-code", str(first))
    page.locator(f".tile[data-code='{second}'] a").click()
    expect(page.locator("#match")).to_have_attribute("data-code", str(second))
    page.go_back()
    expect(page.locator("#match")).to_have_attribute("data-code", str(first))
    page.go_forward()
    expect(page.locator("#match")).to_have_attribute("data-code", str(second))
