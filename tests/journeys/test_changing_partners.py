"""Nine players of Marafon who change partners every round: entered singly, ranked alone."""

import itertools
import re
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from tests.desks import Desk
from tests.journeys.director import Director

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.proof]
PLAYERS = [f"Guerra{number}" for number in range(1, 10)]
ROUNDS = 3
WON = [("2", "0"), ("1", "2"), ("2", "1")]


def test_partners_change(page: Page, desk: Desk):
    director = Director(page, desk)
    director.log_in()
    director.create_tournament("Marafon-Beccaccino", "Tournament: two games to 31, the bella to 41", "Baraonda", singly=True)
    director.bring_in("\n".join(PLAYERS))
    director.accept("Import 9 entries")
    director.open("stages/new/")
    page.get_by_text("Formats that do not suit this tournament").click()
    expect(page.get_by_text("Players entered alone and change partners every round").first).to_be_visible()
    director.press("Choose Individual, partners change")
    page.get_by_label("Rounds").fill(str(ROUNDS))
    director.press("Add this stage")
    director.sees("Who plays")

    partners: Counter[frozenset[str]] = Counter()
    wins: Counter[str] = Counter(dict.fromkeys(PLAYERS, 0))
    games = iter(itertools.cycle(WON))
    for number in range(1, ROUNDS + 1):
        director.open("stages/1/")
        director.press(re.compile("^(Draw|Prepare)"))
        director.publish()
        seated: set[str] = set()
        for table in (1, 2):
            director.go_to_table(table)
            sides = [name.split(" – ") for name in director.names_at_table()]
            assert [len(side) for side in sides] == [2, 2]
            partners.update(frozenset(side) for side in sides)
            seated |= {name for side in sides for name in side}
            won = next(games)
            page.goto(f"{page.url}?kind=match")
            director.type_hand({"games_0": won[0], "games_1": won[1]})
            director.confirm()
            wins.update(sides[won[1] == "2"])
        wins.update(set(PLAYERS) - seated)
        director.close_round(number)

    assert set(partners.values()) == {1}
    director.open("standings/")
    rows = [row.locator("td, th").all_inner_texts() for row in page.locator(".standings tbody tr").all()]
    points = [text.strip() for text in page.locator(".standings thead th").all_inner_texts()].index("Points")
    assert {cells[1].strip(): int(cells[points]) for cells in rows} == dict(wins)
    page.goto(f"{desk.url}/tournaments/{director.slug}/?q=Guerra1")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Baraonda")
