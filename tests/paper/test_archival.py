"""What is kept is PDF/A-2b, as a validator judges that is not ours; what is carried about or cut up does not pretend to be."""

import datetime as dt
import io
from collections.abc import Iterator
from dataclasses import replace

import page
import pytest
from pypdf import PageObject, PdfReader

from paper import render_bracket
from paper.bracket_geometry import BracketPart, BracketRound
from paper.layout import PrintPicture
from paper.sheets import Paper, render_score_sheets
from tests.paper.samples import NASTY, PRINTS, coming, head
from tests.paper.sheets.samples import GAME_KEYS, played, record_setup, setup, sheet

pytestmark = pytest.mark.turns(4)

NAMES = ["Anna Melis", "王伟", "محمد علي & <b>", *NASTY[:6]]
THIRDS = [pytest.param(key, marks=pytest.mark.proof if place % 3 else ()) for place, key in enumerate(GAME_KEYS)]
CARDS = {
    "code labels",
    "link slips",
    "movement cards",
    "movement cards without partners",
    "table cards",
    "wifi card",
    "labels",
    "door slip",
    "door slip on a roll",
    "receipts",
    "receipts on a roll",
    "receipts on a page",
    "enrolment form",
}
"""Cut up and used the same evening."""
CLAIM = {"PDFUA1-ID-PART-001", "PDFUA1-ID-SCHEMA-001"}
"""What a file would have to say of itself; ours do not, because nobody has listened to them yet."""


def judge(pdf: bytes) -> set[str]:
    """The rules of PDF/A-2b that the file breaks."""
    report = page.validate_pdf_bytes(pdf, profile=page.ValidationProfile.PDF_A_2B)
    assert report.is_compliant == (not report.failures)
    return {failure.rule_id for failure in report.failures}


@pytest.mark.parametrize("name", sorted(CARDS))
def test_cards_do_not_claim_it(name: str):
    assert "PDFA2B-ID-SCHEMA-001" in judge(PRINTS[name](NAMES))


def find_unreadable(pdf: bytes) -> set[str]:
    """The rules of PDF/UA-1, the norm for those who listen, that the file breaks."""
    return {failure.rule_id for failure in page.validate_pdf_bytes(pdf, profile=page.ValidationProfile.PDF_UA_1).failures} - CLAIM


def read_marks(leaf: PageObject) -> dict[int, str]:
    """The marked texts of a page by their numbers."""
    stack: list[int | None] = []
    parts: dict[int, list[str]] = {}

    def follow(operator: bytes, operands: list, _matrix: object, _text_matrix: object) -> None:
        if operator in (b"BDC", b"BMC"):
            stack.append(operands[1]["/MCID"] if operator == b"BDC" else None)
        elif operator == b"EMC":
            stack.pop()

    def note(text: str, _matrix: object, _text_matrix: object, _font: object, _size: object) -> None:
        if stack and stack[-1] is not None:
            parts.setdefault(stack[-1], []).append(text)

    leaf.extract_text(visitor_operand_before=follow, visitor_text=note)
    return {mark: "".join(words).strip() for mark, words in parts.items()}


def read_structure(pdf: bytes) -> list[tuple[str, str]]:
    """The elements that hold text, as a reader meets them: kind and text."""
    reader = PdfReader(io.BytesIO(pdf))
    texts = {(number, mark): text for number, leaf in enumerate(reader.pages) for mark, text in read_marks(leaf).items()}
    pages = {leaf.indirect_reference.idnum: number for number, leaf in enumerate(reader.pages)}

    def walk(element: dict) -> Iterator[tuple[str, str]]:
        kids = [kid.get_object() for kid in element["/K"]]
        marks = [(pages[kid.raw_get("/Pg").idnum], kid["/MCID"]) for kid in kids if "/MCID" in kid]
        if marks or not kids:
            yield element["/S"][1:], " ".join(texts.get(mark, "?") for mark in marks)
        for kid in kids:
            if "/MCID" not in kid:
                yield from walk(kid)

    return list(walk(reader.trailer["/Root"]["/StructTreeRoot"]["/K"][0].get_object()))


@pytest.mark.parametrize("name", sorted(PRINTS.keys() - CARDS))
def test_lists_tables_and_minutes_are_for_archives_and_for_those_who_listen(name: str):
    pdf = PRINTS[name](NAMES)
    assert (judge(pdf), find_unreadable(pdf)) == (set(), set())


def test_a_table_is_read_row_by_row_with_its_headings():
    heading, *lines = read_structure(PRINTS["check-in"](["Anna Melis"]))
    assert (heading[0], "Anna Melis" in heading[1]) == ("H1", True)
    headings = [text for kind, text in lines if kind == "TH"]
    cells = [text for kind, text in lines if kind == "TD"]
    assert headings == ["No.", "Here", "Entry", "Club", "Fee", "Paid", "Signature"]
    assert (cells[:2], cells[2].startswith("Anna Melis"), len(cells) % len(headings)) == (["7", ""], True, 0)


def test_the_file_says_language_title_and_date():
    made = replace(record_setup("mariglia", Paper.A4), language="it", printed_at=dt.datetime(2026, 11, 14, 21, 40, tzinfo=dt.UTC))
    reader = PdfReader(io.BytesIO(render_score_sheets(made, [played(made, sheet(2), 3)])))
    assert (reader.trailer["/Root"]["/Lang"], reader.metadata.title) == ("it", made.event.tournament)
    assert (reader.metadata.creation_date, reader.xmp_metadata.xmp_create_date) == (made.printed_at, made.printed_at.replace(tzinfo=None))
    assert PdfReader(io.BytesIO(render_score_sheets(made, [sheet()]))).metadata.creation_date == made.printed_at


@pytest.mark.parametrize("game_key", THIRDS)
def test_the_official_record_of_every_game_is_for_archives(game_key: str):
    made = record_setup(game_key, Paper.A4)
    record = played(made, sheet(made.side_count, "Anna Melis", "王伟"), 6)
    assert (judge(pdf := render_score_sheets(made, [record])), find_unreadable(pdf)) == (set(), set())


def test_a_sheet_for_a_table_does_not_claim_it():
    assert "PDFA2B-ID-SCHEMA-001" in judge(render_score_sheets(setup("marafon", Paper.A4), [sheet()]))


def read_tables(pdf: bytes) -> list[list[list[str]]]:
    """The tables of a file as they are read: rows of cells, a heading that spans rows or columns repeated in each of them."""
    reader = PdfReader(io.BytesIO(pdf))
    texts = {(number, mark): text for number, leaf in enumerate(reader.pages) for mark, text in read_marks(leaf).items()}
    pages = {leaf.indirect_reference.idnum: number for number, leaf in enumerate(reader.pages)}

    def say(element: dict) -> str:
        kids = [kid.get_object() for kid in element["/K"]]
        said = (texts[pages[kid.raw_get("/Pg").idnum], kid["/MCID"]] if "/MCID" in kid else kid.get("/Alt") or say(kid) for kid in kids)
        return element.get("/ActualText") or " ".join(said)

    def read_table(table: dict) -> list[list[str]]:
        grid: dict[tuple[int, int], str] = {}
        for row, line in enumerate(kid.get_object() for kid in table["/K"]):
            for cell in (kid.get_object() for kid in line["/K"]):
                column = next(place for place in range(99) if (row, place) not in grid)
                spans = {name: span for about in cell.get("/A", ()) for name, span in about.get_object().items()}
                down, across = range(spans.get("/RowSpan", 1)), range(spans.get("/ColSpan", 1))
                grid |= {(row + lower, column + right): say(cell) for lower in down for right in across}
        return [[grid[key] for key in sorted(grid) if key[0] == row] for row in range(len(table["/K"]))]

    def find(element: dict) -> Iterator[dict]:
        for kid in (kid.get_object() for kid in element["/K"]):
            yield from [kid] if kid.get("/S") == "/Table" else find(kid) if "/K" in kid else ()

    return [read_table(table) for table in find(reader.trailer["/Root"]["/StructTreeRoot"])]


@pytest.mark.parametrize("paper", [Paper.A4, Paper.A5_TWO_UP])
def test_the_hands_of_a_record_are_a_table_with_the_suit_in_words_and_what_was_replaced_said_so(paper: Paper):
    made = record_setup("mariglia", paper)
    filled = played(made, sheet(2), 2)
    first, *others = filled.record.games[0].hands
    game = replace(filled.record.games[0], hands=(replace(first, values={**first.values, "trump": "S"}), *others))
    pdf = render_score_sheets(made, [replace(filled, record=replace(filled.record, games=(game,)))])
    ((above, sides, title, replaced, *hands),) = read_tables(pdf)
    assert (judge(pdf), find_unreadable(pdf)) == (set(), set())
    assert above == ["No.", "Dealer", "Turned card", "Trump"] + [
        label for label in ("Bonus", "Tricks", "Total", "Written", "Running score") for _side in range(2)
    ]
    assert sides == ["No.", "Dealer", "Turned card", "Trump"] + ["A", "B"] * 5
    assert (title[0].split(" Final")[0], title[-2:]) == ("Game 1 to 35", ["35", "35"])
    assert (replaced[0], replaced[3]) == ("1, replaced", "swords")
    assert [hand[0] for hand in hands] == ["1", "2"]
    assert {len(row) for row in (above, sides, title, replaced, *hands)} == {14}
    french = render_score_sheets(replace(made, suits="french"), [replace(filled, record=replace(filled.record, games=(game,)))])
    assert read_tables(french)[0][3][3] == "♠ spades"


def read_figures(pdf: bytes) -> list[str]:
    """What is said of the pictures of a file."""
    spoken: list[str] = []

    def walk(element: dict) -> None:
        spoken.extend([element["/Alt"]] if element.get("/S") == "/Figure" else [])
        for kid in element.get("/K", ()):
            walk(kid.get_object())

    walk(PdfReader(io.BytesIO(pdf)).trailer["/Root"]["/StructTreeRoot"])
    return spoken


def test_qr_codes_logos_and_the_lines_of_a_bracket_are_described():
    made = record_setup("marafon", Paper.A4)
    logo = PrintPicture(20, 10, grey=True, pixels=bytes(200))
    with_logo = replace(made, event=replace(made.event, logo=logo))
    assert read_figures(render_score_sheets(with_logo, [played(made, sheet(2), 1)])) == [
        "Logo",
        "Code of this sheet: http://desk.example/s/K0000128",
    ]
    finals = [BracketRound(title, (coming("Anna"),) * count) for title, count in (("Semi-finals", 2), ("Final", 1))]
    assert read_figures(render_bracket(head(), [BracketPart(tuple(finals))])) == [
        "From match to match the winners go on to the right. Matches: Semi-finals 2, Final 1."
    ]
