"""The explanation of a draw, to be hung beside the pairings."""

from __future__ import annotations

from collections.abc import Sequence

from paper.book import Book
from paper.layout import Align
from paper.tables import PrintColumn, PrintTable
from paper.values import PaperSection, PrintHead, WhyRow
from rules.texts import _

ROW = 13.0
SIZE = 8.5


def render_draw_explanation(head: PrintHead, rows: Sequence[WhyRow], sections: Sequence[PaperSection], note: str = "") -> bytes:
    """The pairings with their reasons, a note that explains them, then the sections: what is proven and how anybody can check it."""
    translate = head.translate
    book = Book(head, translate(_("Why this draw")))
    columns = (
        PrintColumn(translate(_("Table")), 14, 14, Align.CENTRE, bold=True),
        PrintColumn(translate(_("Who")), 84, SIZE, names=True, flows=True),
        PrintColumn(translate(_("Why")), 90, SIZE, flows=True),
    )
    table = PrintTable(book, columns, ROW)
    table.begin_rows()
    for row in rows:
        table.draw_row((row.table, "\n".join(row.sides), row.why))
    book.y += 2
    if note:
        book.add_paragraph(note, SIZE)
    book.y += 2
    for section in sections:
        book.add_heading(section.title, followed_by=10)
        for paragraph in section.paragraphs:
            book.add_paragraph(paragraph, 9)
        book.y += 2
    return book.to_bytes()
