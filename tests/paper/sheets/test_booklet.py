"""Score sheets as PDFs, read back by pypdf."""

import io
from dataclasses import replace

import pypdf
import pytest

from paper.sheets import (
    Paper,
    PlayedGame,
    Sheet,
    SheetEvent,
    SheetGame,
    SheetHand,
    SheetKind,
    SheetRecord,
    SheetSetup,
    SheetSide,
    list_sheet_fields,
    render_blank_sheets,
    render_score_sheets,
)
from paper.sheets.booklet import pair_for_cutting
from paper.sheets.columns import build_groups
from rules import game_by_key
from rules.games.mattazza.tables import TABLES
from tests.paper.reading import joined_runs, read
from tests.paper.sheets import samples

pytestmark = pytest.mark.turns(4)

MARIGLIA = game_by_key("mariglia")
SETUP = SheetSetup(
    SheetEvent("Torneo di prova", "mariglia", "Mariglia", "2 su 3", "14 novembre 2026", "Bar Centrale", "Si parla solo uscendo."),
    list_sheet_fields(MARIGLIA, MARIGLIA.options_from({})),
    (SheetGame(35), SheetGame(35), SheetGame(45)),
)


def sheet(number: int) -> Sheet:
    one = SheetSide(f"{2 * number}", ("Anna Melis", "Efisio Carta"), "Ozieri")
    other = SheetSide(f"{2 * number + 1}", ("Lia Sanna", "Ugo Piras"))
    code = f"K{number:07d}"
    return Sheet((one, other), "2", f"{number}", f"S-{number}", code, f"http://desk.example/s/{code}", head="HEAD 41")


def words(pdf: bytes) -> list[list[str]]:
    return [page.words for page in read(pdf)]


def test_a_sheet_shows_who_plays_what_where() -> None:
    page, behind = words(render_score_sheets(replace(SETUP, paper=Paper.A4), [sheet(7)]))
    expected = [
        "Torneo di prova", "Mariglia · 2 su 3", "14 novembre 2026 · Bar Centrale", "Si parla solo uscendo.", "ROUND", "2", "TABLE", "7",
        "K0000007", "S-7 (1/2)", "HEAD 41", "14", "Anna Melis – Efisio Carta", "Ozieri", "15", "Lia Sanna – Ugo Piras", "First dealer",
        "Check every hand: Tricks A + B = 10 · Total A + B = 70", "Game 1 to 35", "Game 2 to 35",
    ]  # fmt: skip
    assert [text for text in expected if text not in page] == []
    last = ["7", "K0000007", "S-7 (2/2)", "Anna Melis – Efisio Carta", "Game 3 to 45", "Signature of A", "Signature of B", "Referee"]
    assert [text for text in last if text not in behind] == []


def test_the_columns_are_those_of_the_declaration() -> None:
    page, _behind = words(render_score_sheets(replace(SETUP, paper=Paper.A4), [sheet(7)]))
    start = page.index("No.")
    heads = [word for word in page[start : page.index("Game 1 to 35")] if word not in {"A", "B"}]
    assert heads == ["No.", "Dealer", "Turned", "card", "Trump", "Bonus", "Tricks", "Total", "Written", "Running score"]


def test_two_a5_stand_on_a_page_in_cutting_order() -> None:
    pages = words(render_score_sheets(replace(SETUP, games=(SheetGame(35),)), [sheet(number) for number in range(1, 6)]))
    serials = [[word for word in page if word.startswith("S-")] for page in pages]
    assert serials == [["S-1", "S-4"], ["S-2", "S-5"], ["S-3"]]


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_a_cut_pile_is_in_order(count: int) -> None:
    faces = list(range(count))
    pages = list(pair_for_cutting(faces))
    pile = [left for left, _right in pages] + [right for _left, right in pages if right is not None]
    assert pile == faces


@pytest.mark.parametrize("paper", Paper)
def test_the_same_sheets_are_the_same_bytes(paper: Paper) -> None:
    setup = replace(SETUP, paper=paper)
    assert render_score_sheets(setup, [sheet(1), sheet(2)]) == render_score_sheets(setup, [sheet(1), sheet(2)])
    assert render_score_sheets(setup, [sheet(1)]) != render_score_sheets(setup, [sheet(2)])


def test_the_faces_of_a_match_stand_side_by_side_to_be_folded() -> None:
    pages = words(render_score_sheets(SETUP, [sheet(1), sheet(2)]))
    serials = [[word for word in page if word.startswith("S-")] for page in pages]
    assert serials == [["S-1 (1/2)", "S-1 (2/2)"], ["S-2 (1/2)", "S-2 (2/2)"]]


def test_blank_spares_have_a_page_for_two() -> None:
    pages = words(render_blank_sheets(replace(SETUP, games=(SheetGame(35),)), 3))
    assert len(pages) == 2
    assert "S-1" not in pages[0]


def test_every_font_is_embedded() -> None:
    reader = pypdf.PdfReader(io.BytesIO(render_score_sheets(SETUP, [sheet(1)])))
    fonts = reader.pages[0]["/Resources"]["/Font"]
    assert {font.get_object()["/FontDescriptor"]["/FontName"].split("+")[1] for font in fonts.values()} == {
        "SourceSans3-Regular",
        "SourceSans3-Bold",
    }
    assert all("/FontFile2" in font.get_object()["/FontDescriptor"] for font in fonts.values())


@pytest.mark.parametrize("paper", Paper)
def test_a_record_says_every_result_and_bid_whole(paper: Paper) -> None:
    """Five results stand beside each other on a roll too."""
    made = samples.record_setup("trionfo5", paper)
    hand = SheetHand({"bid": "maso dei masi", "won": "no", "paid_0": "−32"}, ("−132", "−33", "22", "19", "28"))
    record = SheetRecord((PlayedGame((hand,), ("−29", "−33", "22", "19", "21"), 2),), ("−29", "−33", "22", "19", "21"), 2)
    (page,) = words(render_score_sheets(made, [replace(samples.sheet(5), record=record)]))
    assert [page.count(text) for text in ("−29", "−33", "22 ✓", "19", "21", "−132", "−32")] == [2, 3, 1, 3, 2, 1, 1]
    assert " ".join(page).count("maso dei masi") == 1
    assert not any("…" in word for word in page)


@pytest.mark.parametrize(("game", "digits"), [("mariglia", 2), ("marjolet", 3), ("maranna", 4)])
def test_the_final_score_has_a_box_for_every_digit(game: str, digits: int) -> None:
    assert {column.digits for group in build_groups(samples.setup(game, Paper.A4).fields, game, 2)[-1:] for column in group.columns} == {
        digits
    }


@pytest.mark.parametrize("paper", Paper)
def test_a_match_of_so_many_hands_has_so_many_numbered_rows(paper: Paper) -> None:
    made = replace(samples.setup("trionfo5", paper), games=(SheetGame(None, 10, exact=True),))
    (page,) = words(render_score_sheets(made, [replace(samples.sheet(5), table="99")]))
    assert "10 hands" in page
    assert [str(number) for number in range(1, 20) if str(number) in page] == [str(number) for number in range(1, 11)] + ["12"]  # the round


@pytest.mark.parametrize("paper", Paper)
def test_the_stage_and_a_long_regulation_stand_whole(paper: Paper) -> None:
    rule = ("Si gioca senza parlare e senza segni; chi sbaglia palo perde la mano. " * 3)[:200].strip()
    event = replace(SETUP.event, regulation=rule, stage="Eliminazione diretta")
    page, *_behind = words(render_score_sheets(replace(SETUP, paper=paper, event=event), [sheet(7)]))
    assert rule in " ".join(page)
    assert "Eliminazione diretta" in " ".join(page)


@pytest.mark.parametrize("paper", Paper)
def test_two_names_of_sixty_characters_stand_whole(paper: Paper) -> None:
    names = ("Maria Antonietta Giovanna Pinna-Pintor della Valle d’Òrosei", "Zùccheri-Dʼangelo Ḍiḍḍu Giovanni Battista Ënrico Lëtz-Maier")
    club = "Dopolavoro Ferroviario di Macomer e Bortigali"
    setup = replace(SETUP, paper=paper)
    page, *_behind = words(render_score_sheets(setup, [Sheet(sides=(SheetSide("12", names, club), SheetSide("128", names)), table="7")]))
    assert [name in " ".join(page) for name in (*names, club)] == [True] * 3
    assert not any("…" in word for word in page)


@pytest.mark.parametrize("kind", SheetKind)
@pytest.mark.parametrize("paper", Paper)
def test_no_person_is_broken_between_two_lines(paper: Paper, kind: SheetKind) -> None:
    made = samples.setup("mariglia", paper, kind=kind)
    names = ("Maddalena Scanu", "Mario Secci")
    runs = [run.text for page in read(render_score_sheets(made, [samples.sheet(2, *names)])) for run in joined_runs(page)]
    assert [sum(name in run for run in runs) >= 2 for name in names] == [True, True]


@pytest.mark.parametrize(("key", "seats"), [("mattazza3", 3), ("mattazza", 4), ("mattazza5", 5)])
def test_the_tricks_of_mattazza_make_what_is_dealt(key: str, seats: int) -> None:
    groups = build_groups(samples.setup(key, Paper.A4).fields, key, seats)
    assert {group.label: group.sum for group in groups if group.sum is not None} == {"Tricks": TABLES[seats].tricks}


def test_three_sides_and_the_referee_sign_on_one_line() -> None:
    (page,) = read(render_score_sheets(samples.setup("mattazza3", Paper.A4), [samples.sheet(3)]))
    heights = {round(text.y0) for text in page.texts if text.text.startswith("Signature") or text.text == "Referee"}
    assert len(heights) == 1


@pytest.mark.parametrize(("game", "asked"), [("mariglia", 2), ("trionfo5", 0)])
def test_a_correction_names_the_game_only_where_there_are_several(game: str, asked: int) -> None:
    made = samples.setup(game, Paper.A4)
    pages = words(render_score_sheets(made, [samples.sheet(made.side_count)]))
    assert pages[-1].count("Game") == asked


def test_a_record_without_corrections_says_so() -> None:
    record = SheetRecord((PlayedGame((), ("35", "12"), 0),), ("1", "0"), 0)
    (page,) = words(render_score_sheets(replace(SETUP, paper=Paper.A4), [replace(sheet(1), record=record)]))
    assert "No line was corrected." in page
