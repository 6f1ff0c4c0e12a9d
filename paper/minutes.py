"""The minutes of a tournament: who directed, every result, the standings, what was decided and corrected, and the signatures."""

from __future__ import annotations

from collections.abc import Sequence

from paper.book import Book
from paper.layout import Align, Rect
from paper.tables import TABLE_HEAD, PrintColumn, PrintTable
from paper.values import PaperSection, PrintHead
from rules.texts import _

SIGNATURE = 18.0
GAP = 4.0
"""Free below a section."""
KEPT_ROWS = 2
"""So many rows of the last table are on the page that is signed."""
LINE = 7.0
"""A paragraph of one line, with what is free below it."""
TEXT_ROW, NAMES_ROW, SIGNED_ROW = 9.0, 7.2, 12.0
SIGNED_LETTERS = 26
"""A column in which people sign is as wide as one with so many letters."""


def render_minutes(head: PrintHead, sections: Sequence[PaperSection], signatures: Sequence[str], title: str = "") -> bytes:
    """The sections in order under the title of the report, or another, then a line for each signature; the signatures stay on one page."""
    book = Book(head, title or head.translate(_("Tournament report")))
    for number, section in enumerate(sections, start=1):
        _draw_section(book, section, compute_signed_height(signatures) if number == len(sections) else 0.0)
    draw_signatures(book, signatures)
    return book.to_bytes()


def _draw_section(book: Book, section: PaperSection, below: float) -> None:
    """A section; its end is on the same page as the `below` millimetres that follow it, so that nobody signs an empty page."""
    last = GAP + below if below else 0.0
    table = TABLE_HEAD + min(len(section.rows), KEPT_ROWS) * _choose_row_height(section) if section.headings else 0.0
    book.add_heading(section.title, followed_by=max(14.0, len(section.paragraphs) * LINE + table + last if table or last else 0.0))
    for number, paragraph in enumerate(section.paragraphs, start=1):
        is_end = number == len(section.paragraphs)
        book.add_paragraph(paragraph, 10.5, followed_by=(table or last) if is_end else 0.0)
    if section.headings:
        _draw_table(book, section, last)
    book.y += GAP


def _draw_table(book: Book, section: PaperSection, below: float) -> None:
    shares = _compute_shares(section)
    columns = tuple(
        PrintColumn(
            label,
            share,
            8.5 if index in section.texts and not section.signed else 9.5,
            Align.RIGHT if index in section.numbers else Align.LEFT,
            names=index in section.names,
            flows=index in section.texts,
        )
        for index, (label, share) in enumerate(zip(section.headings, shares, strict=True))
    )
    table = PrintTable(book, columns, _choose_row_height(section))
    table.begin_rows(section.rows)
    first_kept = max(len(section.rows) - KEPT_ROWS, 0)
    for index, row in enumerate(section.rows):
        if below and index == first_kept:
            table.keep_with(section.rows[first_kept:], below)
        table.draw_row(row)


def _choose_row_height(section: PaperSection) -> float:
    return SIGNED_ROW if section.signed else NAMES_ROW if section.names else TEXT_ROW


def _compute_shares(section: PaperSection) -> list[float]:
    """Shares of the width that grow with the longest text of each column; the heading of a number is broken between its words."""
    shares = []
    for index, heading in enumerate(section.headings):
        words = heading.split() if index in section.numbers else [heading]
        least = SIGNED_LETTERS if index in section.signed else 4
        longest = max(least, *map(len, words), *(len(row[index]) for row in section.rows))
        shares.append(min(longest, 60) ** 0.7)
    return shares


def compute_signed_height(signatures: Sequence[str]) -> float:
    """The height in millimetres of all lines to sign."""
    return -(-len(signatures) // 2) * SIGNATURE


def draw_signatures(book: Book, signatures: Sequence[str]) -> None:
    """A line to sign above each label, two side by side; all of them stay on one page."""
    book.ensure_space(compute_signed_height(signatures))
    for start in range(0, len(signatures), 2):
        strip = book.take_strip(SIGNATURE)
        for label, box in zip(signatures[start : start + 2], strip.split_columns(1, 1), strict=False):
            room = box.inset(4, 0)
            book.pen.draw_line(room.x, room.bottom - 5, room.right, room.bottom - 5)
            book.pen.draw_text(Rect(room.x, room.bottom - 5, room.width, 5), label, 9, least=5.5)
