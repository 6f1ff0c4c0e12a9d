"""The explanation of a draw, to be hung beside the pairings."""

from __future__ import annotations

from collections.abc import Sequence

from paper.book import LONGEST_PARAGRAPH, Book, PrintColumn, PrintTable
from paper.layout import MM, REGULAR, Align, Rect, clean_text
from paper.layout.text import LEADING, wrap_text
from paper.values import PaperSection, PrintHead, WhyRow
from rules.texts import _

ROW = 13.0
SIZE = 8.5
MOST_LINES = 40
"""Most lines for the reasons of one pairing."""


def render_draw_explanation(head: PrintHead, rows: Sequence[WhyRow], sections: Sequence[PaperSection]) -> bytes:
    """The pairings with their reasons, then the sections: what is proven and how anybody can check it."""
    translate = head.translate
    book = Book(head, translate(_("Why this draw")))
    columns = (
        PrintColumn(translate(_("Table")), 14, 14, Align.CENTRE, bold=True),
        PrintColumn(translate(_("Who")), 78, 9.5, lines=3),
        PrintColumn(translate(_("Why")), 96, SIZE),
    )
    table = PrintTable(book, columns, ROW)
    table.begin_rows()
    step = SIZE * LEADING / MM
    for row in rows:
        reason_lines = wrap_text(clean_text(row.why, LONGEST_PARAGRAPH), REGULAR, table.split_cells(book.area)[2].width * MM / SIZE)[
            :MOST_LINES
        ]
        strip = table.draw_row((row.table, row.who, ""), height=3 + step * len(reason_lines))
        room = table.split_cells(strip)[2]
        top = room.y + (room.height - step * len(reason_lines)) / 2
        for number, line in enumerate(reason_lines):
            book.pen.draw_text(Rect(room.x, top + number * step, room.width, step), line, SIZE)
    book.y += 4
    for section in sections:
        book.add_heading(section.title, followed_by=10)
        for paragraph in section.paragraphs:
            book.add_paragraph(paragraph, 9)
        book.y += 2
    return book.to_bytes()
