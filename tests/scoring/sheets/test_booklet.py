"""Score sheets as PDFs, read back by pypdf."""

import io
from dataclasses import replace

import pypdf
import pytest

from rules import game_by_key
from scoring.sheets import Paper, Sheet, SheetEvent, SheetGame, SheetSetup, SheetSide, blank_sheets, score_sheets, sheet_fields
from scoring.sheets.booklet import cut_order

MARIGLIA = game_by_key("mariglia")
SETUP = SheetSetup(
    SheetEvent("Torneo di prova", "mariglia", "Mariglia", "2 su 3", "14 novembre 2026", "Bar Centrale", "Si parla solo uscendo."),
    sheet_fields(MARIGLIA.HandEntry, "mariglia"),
    (SheetGame(35), SheetGame(35), SheetGame(45)),
)


def sheet(number: int) -> Sheet:
    one = SheetSide(f"{2 * number}", ("Anna Melis", "Efisio Carta"), "Ozieri")
    other = SheetSide(f"{2 * number + 1}", ("Lia Sanna", "Ugo Piras"))
    code = f"K{number:07d}"
    return Sheet((one, other), "2", f"{number}", f"S-{number}", code, f"http://desk.example/s/{code}", head="HEAD 41")


def texts(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]


def test_a_sheet_shows_who_plays_what_where() -> None:
    (page,) = texts(score_sheets(replace(SETUP, paper=Paper.A4), [sheet(7)]))
    lines = page.split("\n")
    for expected in (
        "Torneo di prova",
        "Mariglia · 2 su 3",
        "14 novembre 2026 · Bar Centrale",
        "Si parla solo uscendo.",
        "7",
        "K0000007",
        "S-7",
        "HEAD 41",
        "Anna Melis – Efisio Carta",
        "Ozieri",
        "Lia Sanna – Ugo Piras",
        "14",
        "15",
        "Referee",
    ):
        assert expected in lines
    assert "Check every hand: Tricks A + B = 10 · Total A + B = 70" in lines
    assert [line for line in lines if line.startswith("Game ")][:3] == ["Game 1 to 35", "Game 2 to 35", "Game 3 to 45"]


def test_two_a5_stand_on_a_page_in_cutting_order() -> None:
    pages = texts(score_sheets(SETUP, [sheet(number) for number in range(1, 6)]))
    serials = [[line for line in page.split("\n") if line.startswith("S-")] for page in pages]
    assert serials == [["S-1", "S-4"], ["S-2", "S-5"], ["S-3"]]


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_a_cut_pile_is_in_order(count: int) -> None:
    faces = list(range(count))
    pages = list(cut_order(faces))
    pile = [left for left, _right in pages] + [right for _left, right in pages if right is not None]
    assert pile == faces


@pytest.mark.parametrize("paper", Paper)
def test_the_same_sheets_are_the_same_bytes(paper: Paper) -> None:
    setup = replace(SETUP, paper=paper)
    assert score_sheets(setup, [sheet(1), sheet(2)]) == score_sheets(setup, [sheet(1), sheet(2)])
    assert score_sheets(setup, [sheet(1)]) != score_sheets(setup, [sheet(2)])


def test_blank_spares_have_a_page_for_two() -> None:
    pages = texts(blank_sheets(SETUP, 3))
    assert len(pages) == 2
    assert "S-1" not in pages[0]


def test_every_font_is_embedded() -> None:
    reader = pypdf.PdfReader(io.BytesIO(score_sheets(SETUP, [sheet(1)])))
    fonts = reader.pages[0]["/Resources"]["/Font"]
    assert {font.get_object()["/FontDescriptor"]["/FontName"].split("+")[1] for font in fonts.values()} == {
        "SourceSans3-Regular",
        "SourceSans3-Bold",
    }
    assert all("/FontFile2" in font.get_object()["/FontDescriptor"] for font in fonts.values())
