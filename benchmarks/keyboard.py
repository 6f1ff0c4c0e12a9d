"""Sheets of simulated matches typed into the console in a real browser, by keys alone: how many keys, how long, how much processor.

    python -m benchmarks.keyboard [--json] [--sheets 32] [--rate 5]

The hall has 64 tables, and one person may enter and confirm. The typist presses `--rate` keys a second and does not wait while a sheet
is typed: a key for which the page is not ready is lost, the sheet does not end its match, and the run stops.
"""

import argparse
import json
import random
import re
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect, sync_playwright
from rich.console import Console
from rich.table import Table

from benchmarks.entry import ServedDesk
from rules import HandEntry, game_by_key
from rules.simulate import play_random_match
from rules.units import parse_amount
from tests.browsers import find_browser
from tests.desks import Desk, environment, open_desk
from tests.faults.hall import SLUG, prepare_hall, run

GOALS = {
    "keys_a_sheet_mariglia": 65.0,
    "keys_a_sheet_marafon": 24.0,
    "keys_a_result": 7.0,
    "seconds_for_32_sheets_marafon": 180.0,
    "seconds_for_32_results": 60.0,
    "processor_ms_a_row": 15.0,
}
TABLES = 64
PRESETS = {"mariglia": "tournament", "marafon": "tournament-41"}
CHANGE_GAME = """
import sys, django; django.setup()
from rules import game_by_key
from tournaments.models import Tournament
game = game_by_key(sys.argv[1])
Tournament.objects.update(game_key=game.key, rules=game.options_to_json(game.preset_options(sys.argv[2])), rules_version=game.version)
"""


@dataclass(frozen=True, slots=True)
class Stop:
    """A box at which the cursor stops: its name, and the highest number that it takes (0 for a card)."""

    name: str
    most: int

    def is_full(self, text: str) -> bool:
        """Whether the cursor moves on without a further key."""
        return not self.most or text == "0" or int(text) * 10 > self.most or len(text) >= len(str(self.most))


@dataclass(frozen=True, slots=True)
class Typed:
    """Sheets that were typed: keys and rows in all, the seconds they took, and the processor's seconds of the desk."""

    sheets: int
    keys: int
    rows: int
    seconds: float
    processor: float


@dataclass
class Typist:
    """Presses keys at an even rate, and counts them."""

    page: Page
    rate: float
    keys: int = 0
    due: float = 0.0

    def press(self, key: str) -> None:
        self.due = max(self.due + 1 / self.rate, time.monotonic())
        time.sleep(max(0.0, self.due - time.monotonic()))
        self.page.keyboard.press(key)
        self.keys += 1

    def write(self, keys: Iterator[str]) -> None:
        for key in keys:
            self.press(key)


def simulate_sheet(game_key: str, chance: random.Random) -> list[dict[str, str]]:
    """The boxes of every hand of a random match, as a table writes them; A deals first, as the sheets of the hall say."""
    game = game_by_key(game_key)
    options = game.preset_options(PRESETS[game_key])
    hands = [game.typed_from(event) for event in play_random_match(game, options, chance, dealer=0) if isinstance(event, HandEntry)]
    return [{name: drop_fraction(text) if name.startswith("points") else text for name, text in boxes.items()} for boxes in hands]


def drop_fraction(text: str) -> str:
    """Points as a table writes them: whole ones."""
    return str(parse_amount(text).whole) if text else ""


def list_keys(boxes: dict[str, str], stops: list[Stop]) -> Iterator[str]:
    """The keys of one row: what is written at each stop, and a space where the box could hold more."""
    filled = [stop for stop in stops if boxes.get(stop.name)]
    if boxes.get("marafona") == "B":
        yield from ("Tab", "+", "Shift+Tab")
    for stop in filled:
        if stop.name.endswith("_0") and boxes.get("marafona") == "A":
            yield "+"
        yield from boxes[stop.name][:1] if not stop.most else boxes[stop.name]
        if not stop.is_full(boxes[stop.name]):
            yield "Space"
    if len(filled) < len(stops):
        yield "Enter"


def log_in(page: Page, desk: Desk, session: str) -> None:
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": desk.url}])
    page.goto(f"{desk.url}/desk/{SLUG}/results/")
    expect(page.locator("#go-table")).to_be_focused()


def read_stops(page: Page) -> list[Stop]:
    """The stops of the row that is typed; of two sides whose boxes add up, the first."""
    found: list[dict[str, Any]] = page.locator("tr.is-now [data-stop]").evaluate_all(
        "boxes => boxes.map(box => ({name: box.dataset.box, most: Number(box.dataset.most || 0), partner: box.dataset.partner || ''}))"
    )
    firsts = [box for box in found if not (box["partner"] and box["name"].endswith("_1"))]
    return [Stop(box["name"], box["most"]) for box in firsts]


def type_sheets(page: Page, served: ServedDesk, game_key: str, sheets: int, rate: float) -> Typed:
    """Type sheets table by table, each from its number to its confirmation."""
    chance, typist, rows = random.Random(7), Typist(page, rate), 0
    page.keyboard.type("1\n")
    expect(page.locator(".table-number")).to_have_text("1")
    stops = read_stops(page)
    page.keyboard.press("Escape")
    began, processor = time.monotonic(), served.processor_seconds
    for table in range(1, sheets + 1):
        hands = simulate_sheet(game_key, chance)
        typist.write(iter([*str(table), "Enter"]))
        for boxes in hands:
            typist.write(list_keys(boxes, stops))
        typist.press("Enter")
        answer_questions(typist)
        rows += len(hands)
        expect(page.locator("#go-table")).to_be_focused(timeout=20_000)
        expect(page.locator("#match .chip")).to_have_class(re.compile("is-confirmed"))
    return Typed(sheets, typist.keys, rows, time.monotonic() - began, served.processor_seconds - processor)


def answer_questions(typist: Typist) -> None:
    """What is only remarkable is asked once: F2 says yes, and then the sheet is ended again."""
    page = typist.page
    expect(page.locator("tr[data-ready]:not(.is-refused ~ tr)")).to_have_count(0, timeout=20_000)
    while page.locator("[data-insist]").count():
        typist.press("F2")
        expect(page.locator("tr[data-ready]:not(.is-refused ~ tr)")).to_have_count(0, timeout=20_000)
        if not page.locator("[data-insist]").count():
            typist.press("Enter")


def type_results(page: Page, served: ServedDesk, sheets: int, rate: float) -> Typed:
    """Type results without the hands, one command after the other without a look at the answers."""
    typist = Typist(page, rate)
    began, processor = time.monotonic(), served.processor_seconds
    for table in range(TABLES, TABLES - sheets, -1):
        typist.write(iter([*str(table), "Space", *("2-0" if table % 2 else "1-2"), "Enter"]))
    expect(page.locator(f"#table-{TABLES - sheets + 1}")).to_have_class(re.compile("is-confirmed"), timeout=30_000)
    return Typed(sheets, typist.keys, sheets, time.monotonic() - began, served.processor_seconds - processor)


def measure(game_key: str, sheets: int, rate: float) -> tuple[Typed, Typed]:
    """Whole sheets and then results of one game, on a desk of its own."""
    with tempfile.TemporaryDirectory(prefix="labella-keyboard-") as name:
        data = Path(name) / "data"
        hall = prepare_hall(data, tables=TABLES, people=1)
        run(["-c", CHANGE_GAME, game_key, PRESETS[game_key]], environment(data))
        with open_desk(data) as desk, sync_playwright() as playwright:
            served = ServedDesk(int(desk.url.rpartition(":")[2]), desk.process.pid)
            browser = playwright.chromium.launch(executable_path=find_browser(), args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            log_in(page, desk, hall.sessions[0])
            whole = type_sheets(page, served, game_key, sheets, rate)
            results = type_results(page, served, min(sheets, TABLES - sheets), rate)
            browser.close()
    return whole, results


def compute_ratios(mariglia: Typed, marafon: Typed, results: Typed) -> dict[str, float]:
    whole = (mariglia, marafon)
    return {
        "keys_a_sheet_mariglia": round(mariglia.keys / mariglia.sheets, 1),
        "keys_a_sheet_marafon": round(marafon.keys / marafon.sheets, 1),
        "keys_a_result": round(results.keys / results.sheets, 1),
        "seconds_for_32_sheets_marafon": round(32 * marafon.seconds / marafon.sheets, 1),
        "seconds_for_32_results": round(32 * results.seconds / results.sheets, 1),
        "processor_ms_a_row": round(1000 * sum(typed.processor for typed in whole) / sum(typed.rows for typed in whole), 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--sheets", type=int, default=32)
    parser.add_argument("--rate", type=float, default=5)
    arguments = parser.parse_args()
    mariglia, _results = measure("mariglia", min(arguments.sheets, 8), arguments.rate)
    marafon, results = measure("marafon", arguments.sheets, arguments.rate)
    table = Table(title=f"Sheets typed at {arguments.rate:g} keys a second")
    for column in ("what", "sheets", "keys a sheet", "rows", "seconds", "CPU ms a row"):
        table.add_column(column, justify="left" if column == "what" else "right")
    for name, typed in (("Mariglia", mariglia), ("Marafon", marafon), ("results only", results)):
        cells = (
            typed.sheets,
            f"{typed.keys / typed.sheets:.1f}",
            typed.rows,
            f"{typed.seconds:.1f}",
            f"{1000 * typed.processor / typed.rows:.1f}",
        )
        table.add_row(name, *map(str, cells))
    Console().print(table)
    if arguments.json:
        print(json.dumps({"benchmark": "keyboard", "ratios": compute_ratios(mariglia, marafon, results), "goals": GOALS, "missing": []}))


if __name__ == "__main__":
    main()
