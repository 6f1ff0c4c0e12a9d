"""A Trionfo evening of 23 players: tables of five, three who rest, three rounds, one who leaves after the second.

The rules engine plays the tables; in the first round one is entered hand by hand, in each one by its totals, the others by a colleague.
The standings are counted again here.
"""

import random
import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

import pytest
from playwright.sync_api import Page, expect

from rules import game_by_key, simulate
from tests.desks import Desk
from tests.journeys.director import Director

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.turns(4)]
TRIONFO = game_by_key("trionfo5")
OPTIONS = TRIONFO.preset_options("short")
PLAYERS = [f"Zambelli{number:02d} Maria" for number in range(1, 24)]
GONE = PLAYERS[6]
ROUNDS, REST = 3, Fraction(3)


class Counted:
    """The evening as somebody with a pencil counts it: place points, and all points scored."""

    def __init__(self) -> None:
        self.points: dict[str, Fraction] = dict.fromkeys(PLAYERS, Fraction(0))
        self.scored: Counter[str] = Counter()
        self.rests: Counter[str] = Counter()

    def table(self, names: Sequence[str], scores: Sequence[int]) -> None:
        """5, 4, 3, 2, 1; who scored the same shares the points of their places."""
        for name, score in zip(names, scores, strict=True):
            places = [5 - place for place, other in enumerate(sorted(scores, reverse=True)) if other == score]
            self.points[name] += Fraction(sum(places), len(places))
            self.scored[name] += score

    def rest(self, names: set[str]) -> None:
        for name in names:
            self.points[name] += REST
            self.rests[name] += 1

    def lines(self) -> dict[str, tuple[int, Fraction, int]]:
        """Place, points and score of everybody; who has the same shares the place."""
        values = {name: (self.points[name], self.scored[name]) for name in PLAYERS}
        return {name: (1 + sum(other > own for other in values.values()), *own) for name, own in values.items()}


def played(rng: random.Random) -> tuple[list[dict[str, str]], tuple[int, ...]]:
    """The boxes of every hand of a table, and its totals."""
    events = simulate.play_random_match(TRIONFO, OPTIONS, rng)
    boxes = [{box: text for box, text in TRIONFO.typed_from(event).items() if text} for event in events]
    return boxes, TRIONFO.fold(OPTIONS, events).finished[0].score


def totals(scores: Sequence[int]) -> dict[str, str]:
    """What stands under the columns of the sheet."""
    return {f"scores_{side}": str(score) for side, score in enumerate(scores)}


def play_round(director: Director, counted: Counted, rng: random.Random, present: set[str], *, by_hand: bool) -> None:
    seated: set[str] = set()
    for table in range(1, 5):
        director.go_to_table(table)
        names = director.names_at_table()
        assert len(names) == 5
        hands, scores = played(rng)
        if table > 1 + by_hand:
            director.colleague.enter(director.table_address(), "game", totals(scores))
        else:
            typed = hands if by_hand and table == 1 else [totals(scores)]
            if typed is not hands:
                director.page.goto(f"{director.page.url}?kind=game")
            for boxes in typed:
                director.type_hand(boxes)
            expect(director.page.get_by_text("Match decided").or_(director.page.get_by_text("Match over")).first).to_be_visible()
            director.confirm()
        counted.table(names, scores)
        seated |= set(names)
    assert len(seated) == 20
    counted.rest(present - seated)


def standings(page: Page) -> dict[str, tuple[int, Fraction, int]]:
    """Place, points and score by name, as the page shows them."""
    rows = [row.locator("td, th").all_inner_texts() for row in page.locator(".standings tbody tr").all()]
    return {cells[1].strip(): (int(cells[0].rstrip("= ")), Fraction(cells[-2]), int(cells[-1].replace("−", "-"))) for cells in rows}


def test_an_evening_of_trionfo(page: Page, desk: Desk):
    director, counted, rng = Director(page, desk), Counted(), random.Random(1492)
    director.log_in()
    director.create_tournament("Trionfo of five", "One hand for each dealer: five hands", "Trionfo a Imola")
    director.bring_in("\n".join(PLAYERS))
    director.accept("Import 23 entries")
    director.open("stages/new/")
    expect(page.get_by_text("Formats that do not suit this tournament")).to_be_visible()
    director.add_stage("Individual, tables of five")

    present = set(PLAYERS)
    for number in range(1, ROUNDS + 1):
        director.open("stages/1/")
        director.press(re.compile("^Draw|^Prepare the round"))
        expect(page.get_by_text("Bye in turn").first).to_be_visible(timeout=300_000)  # the search for the whole movement
        director.publish()
        play_round(director, counted, rng, present, by_hand=number == 1)
        if number == 1:
            sheets = director.print_sheets("Match records (filled sheets)")
            assert sheets.startswith(b"%PDF")
        director.close_round(number)
        if number == 2:
            director.open(f"entries/{PLAYERS.index(GONE) + 1}/")
            with page.expect_navigation():
                director.press("Withdraw this entry")
            director.open("entries/")
            expect(page.get_by_role("heading", level=1)).to_contain_text("1 withdrawn")
            present.discard(GONE)

    assert max(counted.rests.values()) == 1
    director.open("standings/")
    assert standings(page) == counted.lines()
    page.locator(".standings tbody a.cell").first.click()
    explanation = page.locator("#explanation")
    expect(explanation).to_contain_text("round 3")
    expect(explanation).to_contain_text("Zambelli")
    page.goto(f"{desk.url}/tournaments/{director.slug}/standings/")
    assert standings(page) == counted.lines()
