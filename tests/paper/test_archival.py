"""What is kept is PDF/A-2b, as a validator judges that is not ours; what is carried about or cut up does not pretend to be."""

import datetime as dt
import io
from collections.abc import Iterator
from dataclasses import replace

import page
import pytest
from pypdf import PageObject, PdfReader

from paper.sheets import Paper, render_score_sheets
from tests.paper.samples import NASTY, PRINTS
from tests.paper.sheets.samples import GAME_KEYS, played, record_setup, setup, sheet

NAMES = ["Anna Melis", "王伟", "محمد علي & <b>", *NASTY[:6]]
CARDS = {"movement cards", "movement cards without partners", "table cards", "wifi card", "labels"}
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


@pytest.mark.parametrize("game_key", GAME_KEYS)
def test_the_official_record_of_every_game_is_for_archives(game_key: str):
    made = record_setup(game_key, Paper.A4)
    record = played(made, sheet(made.side_count, "Anna Melis", "王伟"), 6)
    assert (judge(pdf := render_score_sheets(made, [record])), find_unreadable(pdf)) == (set(), set())
    assert "PDFA2B-ID-SCHEMA-001" in judge(render_score_sheets(setup(game_key, Paper.A4), [sheet(made.side_count)]))
