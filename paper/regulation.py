"""The regulation: each part beside its title, on one sheet as long as it can be read, with lines to sign."""

from __future__ import annotations

from collections.abc import Sequence

from paper.book import Book
from paper.minutes import compute_signed_height, draw_signatures
from paper.tables import PrintColumn, PrintTable
from paper.values import PaperSection, PrintHead

SIZES = (11.0, 10.0, 9.0, 8.0)
"""Sizes in points; the largest that fits one sheet is taken, and the smallest where none does."""
ROW = 8.0


def render_regulation(head: PrintHead, sections: Sequence[PaperSection], signatures: Sequence[str], title: str) -> bytes:
    rows = [(section.title, format_section(section)) for section in sections]
    for size in SIZES:
        book = Book(head, title)
        table = PrintTable(
            book, (PrintColumn("", 34, size, bold=True, flows=True), PrintColumn("", 152, size, flows=True)), ROW, heavy_every=0
        )
        for row in rows:
            if row is rows[-1]:
                table.keep_with([row], compute_signed_height(signatures))
            table.draw_row(row)
        if book.count_pages() == 1 and book.y + compute_signed_height(signatures) <= book.bottom:
            break
    draw_signatures(book, signatures)
    return book.to_bytes()


def format_section(section: PaperSection) -> str:
    """Paragraphs and rows, each on a line of its own."""
    return "\n".join((*(": ".join(row) for row in section.rows), *(paragraph.strip() for paragraph in section.paragraphs)))
