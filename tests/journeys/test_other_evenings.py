"""The club's other evenings, from the list of pairs to the podium: Briscola, and a game that the director describes on the spot."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.desks import Desk
from tests.journeys.director import Director

pytestmark = [pytest.mark.browser, pytest.mark.slow]
PAIRS = "\n".join(f"Rossi{number} / Bianchi{number}" for number in range(1, 5))
BRISCOLA = [{"points_0": "60"}, {"points_1": "59"}]
"""The first hand is tied and is played again."""
BURRACO = [
    {"points_0": "200", "second_0": "-35", "points_1": "100", "second_1": "415"},
    {"points_0": "300", "second_0": "560", "second_1": "20"},
]


def begin(director: Director) -> None:
    director.bring_in(PAIRS)
    director.accept("Import 4 entries")
    director.add_stage("Knockout")
    director.draw_first_round()
    director.publish()


def play(director: Director, hands: list[dict[str, str]]) -> None:
    director.open("results/")
    for table in [str(link.get_attribute("href")) for link in director.page.locator(".board a[data-tile]").all()]:
        director.page.goto(f"{director.desk.url}{table}")
        for hand in hands:
            director.type_hand(hand)
        director.confirm()


def find_podium(director: Director) -> list[str]:
    director.open("standings/")
    return [text.split("Bianchi")[0].split("Rossi")[1].strip(" –/") for text in director.page.locator("tbody tr").all_inner_texts()]


def finish(director: Director, hands: list[dict[str, str]]) -> list[str]:
    play(director, hands)
    director.close_round(1)
    director.draw_next_round()
    director.publish()
    play(director, hands)
    director.close_round(2)
    return find_podium(director)


def test_an_evening_of_briscola(page: Page, desk: Desk):
    director = Director(page, desk)
    director.log_in()
    director.create_tournament("Briscola", "One hand", "Briscola del venerdì")
    begin(director)
    director.go_to_table(1)
    director.fill({"points_0": "119"})
    page.locator("form[data-entry] input[inputmode]").first.press("Enter")
    expect(page.get_by_text(re.compile("No cards are worth 119 points|No cards are worth 1 points"))).to_be_visible()
    podium = finish(director, BRISCOLA)
    assert sorted(podium) == ["1", "2", "3", "4"]
    expect(page.locator("tbody tr").first).to_contain_text("1")


def test_an_evening_of_a_game_that_nobody_knew(page: Page, desk: Desk):
    director = Director(page, desk)
    director.log_in()
    page.goto(f"{desk.url}/desk/new/")
    page.get_by_role("link", name="Points only: pairs").click()
    rules = {"title": "Burraco", "targets": "1005", "lowest": "600", "highest": "500", "word_points": "Base", "word_second": "Carte"}
    for name, text in rules.items():
        page.locator(f"[name=rules-{name}]").fill(text)
    page.get_by_label("Name", exact=True).fill("Burraco del sabato")
    director.press("Create the tournament")
    expect(page.locator(".errorlist, [role=alert]").get_by_text("must be more than the fewest").first).to_be_visible()
    page.locator("[name=rules-lowest]").fill("-300")
    page.locator("[name=rules-highest]").fill("2000")
    director.press("Create the tournament")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Burraco del sabato")
    director.slug = page.url.rstrip("/").split("/")[-1]

    begin(director)
    director.go_to_table(1)
    expect(page.get_by_label(re.compile("^Base")).first).to_be_visible()
    expect(page.get_by_role("button", name="Card by card")).to_have_count(0)
    podium = finish(director, BURRACO)
    assert sorted(podium) == ["1", "2", "3", "4"]

    page.goto(f"{desk.url}/desk/new/")
    page.get_by_role("link", name=re.compile("^Burraco")).click()
    expect(page.locator("[name=rules-word_second]")).to_have_value("Carte")
