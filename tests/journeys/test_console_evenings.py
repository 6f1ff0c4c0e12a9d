"""Whole evenings at the console by keys alone, from the draw to the final: F9 for every step, one line for every result.

One sheet is typed hand by hand and ended with “c” before the desk has answered its last row; of the other tables only the result counts.
"""

import random
import re

import pytest
from playwright.sync_api import Page, Route, expect

from benchmarks.keyboard import list_keys, read_stops, simulate_sheet
from tests.desks import Desk
from tests.journeys.director import Director
from tests.journeys.readable import obstacles

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.turns(4)]


@pytest.fixture
def director(page: Page, desk: Desk) -> Director:
    director = Director(page, desk)
    director.log_in()
    return director


def take_next_step(page: Page, arrives: str) -> None:
    """F9, and the page to which it leads."""
    page.keyboard.press("F9")
    page.wait_for_url(re.compile(arrives))


def list_tables(page: Page) -> list[str]:
    return [str(tile.get_attribute("id")).removeprefix("table-") for tile in page.locator(".tile.is-open").all()]


def type_results(page: Page, chance: random.Random) -> None:
    """Every open table of the round that is shown, without a look at the answers."""
    expect(page.locator("#go-table")).to_be_focused()
    for table in list_tables(page):
        page.keyboard.type(f"{table} {chance.choice(['2-0', '2-1', '0-2', '1-2'])}\n")
    expect(page.locator(".tile.is-open")).to_have_count(0)
    expect(page.locator("button[data-advance]").or_(page.get_by_role("button", name="Go to round"))).to_be_visible()


def type_sheet(page: Page, game_key: str, table: str, chance: random.Random) -> None:
    """A sheet hand by hand; “c” comes while the answer to its last row is on its way."""
    hands, held = simulate_sheet(game_key, chance), list[Route]()
    page.keyboard.type(f"{table}\n")
    expect(page.locator(".table-number")).to_have_text(table)
    assert obstacles(page) == []
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "only the panel scrolls"
    stops = read_stops(page)
    empty = count_printed_rows(page) - 1
    expect(page.locator(".is-blank")).to_have_count(empty)
    type_row(page, list(list_keys(hands[0], stops)))
    expect(page.locator(".is-blank")).to_have_count(empty - 1)
    for boxes in hands[1:-1]:
        type_row(page, list(list_keys(boxes, stops)))
    expect(page.locator("tr.is-saved")).to_have_count(len(hands) - 1)
    page.route("**/hands/", lambda route: held.append(route))  # noqa: PLW0108 - playwright takes no bound method of a list
    with page.expect_request("**/hands/"):
        type_row(page, list(list_keys(hands[-1], stops)))
    page.keyboard.press("c")
    held[0].continue_()
    page.unroute("**/hands/")
    expect(page.locator("#match .chip")).to_have_class(re.compile("is-confirmed"))
    expect(page.locator(f"#table-{table}")).to_have_class(re.compile("is-confirmed"))
    expect(page.locator("#go-table")).to_be_focused()


def count_printed_rows(page: Page) -> int:
    """The rows of all games that the printed sheet has; the desk may still be simulating the matches from which they follow."""
    rows = page.locator("[data-blank]")
    expect(rows).to_have_attribute("data-blank", re.compile(r"\d"))
    return sum(map(int, str(rows.get_attribute("data-blank")).split()))


def type_row(page: Page, keys: list[str]) -> None:
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_timeout(50)
    if page.locator("[data-insist]").count():
        page.keyboard.press("F2")


def play_bracket(page: Page, rounds: int, chance: random.Random) -> None:
    """From the draft of the first round to the end of the final."""
    take_next_step(page, r"/desk/[^/]+/$")
    for number in range(1, rounds + 1):
        if number == 1:
            take_next_step(page, "/print/")
        take_next_step(page, "/results/")
        type_results(page, chance)
        step = page.locator("[data-advance]")
        expect(step).to_contain_text("Final" if number >= rounds - 1 else re.compile("Close, publish"))
        take_next_step(page, "/print/" if number < rounds else "/standings/")


def test_mariglia_of_24_pairs_from_the_draw_to_the_final(director: Director):
    page, chance = director.page, random.Random(24)
    director.create_tournament("Mariglia", "Tournament: best of three, 35, 35 and 45", "Mariglia coi tasti")
    director.bring_in("\n".join(f"Loi{number:02d} / Carta{number:02d}" for number in range(1, 25)))
    director.accept("Import 24 entries")
    director.add_stage("Knockout")
    take_next_step(page, "/rounds/1/")
    play_bracket(page, 5, chance)
    director.open("")
    expect(page.get_by_text("All stages are played")).to_be_visible()
    director.open("results/?view=picture")
    boxes = page.locator(".stage-picture svg a")
    expect(boxes).to_have_count(24)
    assert obstacles(page) == []
    boxes.first.click()
    expect(page.locator("#match .chip")).to_have_class(re.compile("is-locked"))
    expect(page.locator(".stage-picture")).to_be_visible()


@pytest.mark.proof
def test_marafon_of_17_pairs_in_pools_side_by_side_to_the_final(director: Director):
    page, chance = director.page, random.Random(17)
    director.create_tournament("Marafon-Beccaccino", "Tournament: best of three to 41", "Marafon coi tasti")
    director.bring_in("\n".join(f"Rossi{number:02d} / Bianchi{number:02d}" for number in range(1, 18)))
    director.accept("Import 17 entries")
    director.add_stage("Pools (round robin)")
    director.open("stages/1/scheme/")
    page.get_by_label("Fifth tie-break").select_option("lots")
    director.press("Count like this")
    expect(page.get_by_text("Saved: the standings count this way from now on")).to_be_visible()
    director.open("stages/new/")
    director.press("Choose Knockout")
    page.get_by_label("Who plays").select_option("1")
    page.get_by_label("The first of every pool").fill("1")
    page.get_by_label("Plus the best of the rest").fill("3")
    director.press("Add this stage")
    page.wait_for_url("**/stages/2/")
    director.open("stages/1/")
    take_next_step(page, "/rounds/1/")
    expect(page.get_by_role("button", name="Publish all 3 rounds")).to_be_visible()
    take_next_step(page, "/print/")
    expect(page.get_by_role("button", name="Print 21 sheets of 3 rounds")).to_be_visible()
    take_next_step(page, "/results/")
    type_sheet(page, "marafon", "1", chance)
    type_results(page, chance)
    for number in (2, 3):
        expect(page.locator("[data-advance]")).to_contain_text(f"Go to round {number}")
        take_next_step(page, rf"/results/\?stage=1&round={number}")
        assert obstacles(page) == []
        type_results(page, chance)
    expect(page.locator("[data-advance]")).to_contain_text("Close all 3 rounds")
    take_next_step(page, "/standings/")
    take_next_step(page, "/stages/2/")
    take_next_step(page, "/stages/2/rounds/1/")
    play_bracket(page, 3, chance)
    director.open("final/")
    expect(page.locator("tbody tr")).to_have_count(17)
