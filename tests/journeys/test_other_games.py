"""Briscola and a game of one's own from the list of entries to the podium, at the console, with wrong results and hands among the right."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.desks import Desk
from tests.journeys.director import Director

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.proof]


@pytest.fixture
def director(page: Page, desk: Desk) -> Director:
    director = Director(page, desk)
    director.log_in()
    return director


def test_briscola_and_a_game_of_ones_own_from_the_list_to_the_podium(director: Director):
    play_briscola(director)
    play_a_game_of_ones_own(director)


def play_briscola(director: Director) -> None:
    """Four pairs, best of three hands: a tie that the rules do not know, points that no cards give, a hand that is played again."""
    page = director.page
    choose_game(director, "/briscola/best-of-three/")
    page.get_by_label("Name", exact=True).fill("Briscola al bar")
    create(director, "Briscola al bar")
    begin_bracket(director, 4)
    type_line(page, "1 1-1")
    expect(page.locator("[data-log] .is-refused")).to_contain_text("Table 1: not saved. With 1–1 nobody has won the match yet.")
    type_line(page, "1")
    expect(page.locator(".table-number")).to_have_text("1")
    type_hand(director, "119", saved=0)
    expect(page.get_by_role("alert")).to_contain_text("No cards are worth 119 points")
    take_proposal(page, saved=1)
    type_hand(director, "60", saved=0)
    expect(page.locator("form[data-entry]")).to_contain_text("The hand is tied at 60–60")
    take_proposal(page, saved=2)
    type_hand(director, "61", saved=3)
    confirm(page)
    director.open("results/")
    type_result(page, 2, "0-2")
    finalists = {read_sides(page, 1)[0], read_sides(page, 2)[1]}
    close_round(page, "/print/")
    take_next_step(page, "/results/")
    expect(page.get_by_role("link", name="Knockout: Final", exact=True)).to_be_visible()
    winner = read_sides(page, 1)[0]
    type_result(page, 1, "2-1")
    type_result(page, 2, "2-0")
    assert winner in finalists
    close_round(page, "/standings/")
    podium = read_podium(director)
    assert (podium[0], set(podium[:2])) == (winner, finalists)


def play_a_game_of_ones_own(director: Director) -> None:
    """Bounds that contradict each other come back with what was typed; then one match to 20 points, of 11 in every hand."""
    page = director.page
    choose_game(director, "/pointsonly2/")
    page.get_by_label("Name", exact=True).fill("Scopone in piazza")
    page.get_by_label("Name of the game").fill("Scopone")
    page.get_by_label("Targets").fill("20")
    page.get_by_label("Fewest points in a hand").fill("8")
    page.get_by_label("Most points in a hand").fill("5")
    page.get_by_label("Points of a hand together").fill("11")
    director.press("Create the tournament")
    expect(page.get_by_role("alert")).to_contain_text("The most points in a hand (5) must be more than the fewest (8)")
    expect(page.get_by_label("Name of the game")).to_have_value("Scopone")
    page.get_by_label("Fewest points in a hand").fill("0")
    page.get_by_label("Most points in a hand").fill("11")
    create(director, "Scopone in piazza")
    begin_bracket(director, 2)
    type_line(page, "1")
    type_hand(director, "12", saved=0)
    expect(page.get_by_role("alert")).to_contain_text("11 is the most")
    take_proposal(page, saved=1)
    type_hand(director, "9", saved=2)
    winner = read_sides(page, 1)[0]
    confirm(page)
    close_round(page, "/standings/")
    assert read_podium(director)[0] == winner


def choose_game(director: Director, address: str) -> None:
    director.page.goto(f"{director.desk.url}/desk/new/")
    director.page.locator(f"a[href*='{address}']").first.click()


def create(director: Director, name: str) -> None:
    director.press("Create the tournament")
    expect(director.page.get_by_role("heading", level=1)).to_contain_text(name)
    director.slug = director.page.url.rstrip("/").split("/")[-1]


def begin_bracket(director: Director, pairs: int) -> None:
    """From the list of entries to the console of the first round."""
    director.bring_in("\n".join(f"Serra{number} / Melis{number}" for number in range(1, pairs + 1)))
    director.accept(f"Import {pairs} entries")
    director.add_stage("Knockout")
    for arrives in ("/rounds/1/", r"/desk/[^/]+/$", "/print/", "/results/"):
        take_next_step(director.page, arrives)


def take_next_step(page: Page, arrives: str) -> None:
    page.keyboard.press("F9")
    page.wait_for_url(re.compile(arrives))


def close_round(page: Page, arrives: str) -> None:
    expect(page.locator(".progress-said")).to_contain_text(re.compile(r"^(\d+) of \1 entered, \1 final"))
    take_next_step(page, arrives)


def type_line(page: Page, text: str) -> None:
    expect(page.locator("#go-table")).to_be_focused()
    page.keyboard.type(f"{text}\n")


def type_result(page: Page, table: int, result: str) -> None:
    type_line(page, f"{table} {result}")
    expect(page.locator(f"#table-{table}")).to_have_class(re.compile("is-confirmed"))


def type_hand(director: Director, *points: str, saved: int) -> None:
    """A row of the sheet by keys; `saved` is the number of rows after it, 0 where it is refused."""
    page = director.page
    expect(page.locator("[name=points_0]")).to_be_focused()
    page.keyboard.type("\t".join(points))
    director.press_enter()
    if saved:
        expect(page.locator("tr.is-saved")).to_have_count(saved)


def take_proposal(page: Page, saved: int) -> None:
    """F2: the likeliest repair, or the insistence upon a row that is only remarkable."""
    page.keyboard.press("F2")
    expect(page.locator("tr.is-saved")).to_have_count(saved)


def read_sides(page: Page, table: int) -> list[str]:
    return page.locator(f"#table-{table} .tile-name").all_inner_texts()


def confirm(page: Page) -> None:
    """By “c”, unless Enter on the empty row has ended the sheet."""
    state = page.locator("#match .chip")
    expect(state).to_have_class(re.compile("is-(submitted|confirmed)"))
    page.keyboard.press("c")
    expect(state).to_have_class(re.compile("is-confirmed"))
    expect(page.locator("#table-1")).to_have_class(re.compile("is-confirmed"))


def read_podium(director: Director) -> list[str]:
    director.page.goto(f"{director.desk.url}/tournaments/{director.slug}/")
    expect(director.page.locator(".podium li").first).to_be_visible()
    return director.page.locator(".podium li strong").all_inner_texts()
