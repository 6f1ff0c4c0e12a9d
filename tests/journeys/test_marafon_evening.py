"""An evening of Marafon from the list of entries to the signed sheet: eight pairs, 31/31/41, a knockout.

The rules engine deals and plays every hand; the director only types what the tables wrote. Who must win is computed here.
"""

import csv
import random
from dataclasses import dataclass
from io import BytesIO

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from rules import game_by_key, simulate
from tests.desks import Desk
from tests.journeys.director import Director
from tests.journeys.readable import list_primaries

pytestmark = [pytest.mark.browser, pytest.mark.slow]
MARAFON = game_by_key("marafon")
OPTIONS = MARAFON.preset_options("tournament-31")
PAIRS = [(f"Rossi{number:02d} Aldo", f"Bianchi{number:02d} Bruno", f"Circolo {'ABCD'[number % 4]}") for number in range(1, 9)]


@dataclass(frozen=True)
class Table:
    """What one table wrote, hand by hand and as the scores of its games, and who won there by it."""

    hands: tuple[dict[str, str], ...]
    games: tuple[dict[str, str], ...]
    winner: int


def play(rng: random.Random) -> Table:
    events = simulate.play_random_match(MARAFON, OPTIONS, rng)
    written = tuple({box: text for box, text in MARAFON.typed_from(event).items() if text and box != "trump"} for event in events)
    over = MARAFON.fold(OPTIONS, events)
    assert over.winner is not None
    games = tuple({f"scores_{side}": str(points) for side, points in enumerate(game.score)} for game in over.finished)
    return Table(written, games, over.winner)


def entry_file(path):
    """What a club's spreadsheet program in Italy saves: semicolons, cp1252, an Italian heading, one row that cannot be."""
    with path.open("w", encoding="cp1252", newline="") as file:
        writer = csv.writer(file, delimiter=";")
        writer.writerow(["Giocatore 1", "Giocatore 2", "Società", "Testa di serie"])
        for number, (first, second, club) in enumerate(PAIRS, start=1):
            writer.writerow([first, second, club, number if number <= 2 else ""])
        writer.writerow(["Solo Soletto", "", "Circolo A", ""])
    return str(path)


def text_of(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(pdf)).pages)


@pytest.fixture
def director(page: Page, desk: Desk) -> Director:
    director = Director(page, desk)
    director.log_in()
    return director


def test_an_evening_of_marafon(director: Director, tmp_path):
    page = director.page
    clicks = director.create_tournament("Marafon-Beccaccino", "Tournament: two games to 31, the bella to 41", "Maraffa di San Rocco")
    assert clicks <= 5

    director.bring_in_file(entry_file(tmp_path / "coppie.csv"))
    expect(page.get_by_text("1 row to correct")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Solo Soletto")).to_contain_text("10")
    director.accept("Import only the 8 good rows")
    expect(page.get_by_role("row").filter(has_text="Rossi08")).to_be_visible()

    director.add_stage("Knockout")
    director.draw_first_round()
    director.publish()

    rng = random.Random(1975)
    alive = {f"{first} – {second}" for first, second, _club in PAIRS}
    for number, tables in enumerate((4, 2, 2), start=1):  # the last round: the final, and the match for place 3
        sheets = text_of(director.print_sheets(f"Print all {tables} sheets"))
        assert sheets.count("RESULT: games won") == tables
        alive = play_round(director, rng, tables, alive, by_hand=number == 1)
        filled = text_of(director.print_sheets("Match records (filled sheets)"))
        assert all(name.split(" – ")[0] in filled for name in alive)
        director.close_round(number)
        if number < 3:
            director.draw_next_round()
            director.publish()

    (champion,) = alive
    director.open("standings/")
    expect(page.locator("tbody tr").first).to_contain_text(champion)
    assert champion in text_of(director.paper("standings"))
    page.goto(f"{director.desk.url}/tournaments/{director.slug}/standings/")
    expect(page.locator("tbody tr").first).to_contain_text(champion)
    page.goto(f"{director.desk.url}/tournaments/{director.slug}/bracket/")
    surnames = " – ".join(person.split()[0] for person in champion.split(" – "))
    expect(page.locator("svg")).to_contain_text(surnames)


def play_round(director: Director, rng: random.Random, tables: int, alive: set[str], *, by_hand: bool) -> set[str]:
    """One table hand by hand, one by its games, the rest by a colleague; who the engine says is still alive after it."""
    winners = set()
    for table in range(1, tables + 1):
        director.go_to_table(table)
        names = director.names_at_table()
        written = play(rng)
        if table > 1 + by_hand:
            director.colleague.enter(director.table_address(), "game", *written.games)
            director.go_to_table(table)
        else:
            enter(director, written, by_hand=by_hand and table == 1)
            director.confirm()
        expect(director.page.get_by_text(f"Match decided: {names[written.winner]} wins")).to_be_visible()
        if set(names) <= alive:
            winners.add(names[written.winner])
    return winners


def enter(director: Director, written: Table, *, by_hand: bool) -> None:
    for boxes in written.hands if by_hand else written.games:
        if not by_hand:
            director.page.goto(f"{director.desk.url}{director.table_address()}?kind=game")
        director.type_hand(boxes)


def test_a_hand_that_cannot_be_is_refused_and_a_wrong_one_corrected(director: Director):
    page = director.page
    director.create_tournament("Marafon-Beccaccino", "Tournament: two games to 31, the bella to 41", "Serata corta")
    director.bring_in("Rossi / Bianchi\nVerdi / Neri")
    director.accept("Import 2 entries")
    director.add_stage("Knockout")
    director.draw_first_round()
    director.publish()
    director.go_to_table(1)

    director.fill({"points_0": "7", "points_1": "7"})
    director.press_enter()
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("11")
    refused = page.locator("tr.is-refused")  # it waits for its repair above the next row, which has the focus
    expect(refused.locator("[data-box=points_0]")).to_have_value("7")

    page.keyboard.press("ArrowUp")
    expect(refused.locator("[data-box=points_0]")).to_be_focused()
    refused.locator("[data-box=points_1]").fill("4")
    director.press_enter()
    expect(refusal).to_have_count(0)
    expect(page.get_by_text("Rossi – Bianchi leads by 3").or_(page.get_by_text("Verdi – Neri leads by 3"))).to_be_visible()

    page.get_by_role("link", name="correct 1", exact=True).click()
    expect(page.locator("#correction [name=points_0]")).to_be_visible()
    director.fill({"points_0": "7", "points_1": "7"})
    page.keyboard.press("Enter")
    expect(page.locator("#answer [data-apply]")).to_be_visible()
    assert len(list_primaries(page)) == 1  # the proposal, and no longer the form's own button
    director.fill({"points_0": "8", "points_1": "3"})
    director.press_enter()
    expect(page.get_by_text("leads by 5")).to_be_visible()
    expect(page.locator("del, s").first).to_contain_text("7")
