"""Why a draw is as it is, to be pinned to the wall beside the pairings."""

from __future__ import annotations

from collections.abc import Sequence

from paper.book import LONGEST_PARAGRAPH, Book, Column, Table
from paper.layout import MM, REGULAR, Align, Box, clean
from paper.layout.text import LEADING, wrap
from paper.values import PrintHead, Section, WhyRow
from rules.texts import _

ROW = 13.0
SIZE = 8.5
MOST_LINES = 40
"""Of the reasons of one pairing."""


def why_this_draw(head: PrintHead, rows: Sequence[WhyRow], sections: Sequence[Section]) -> bytes:
    """The pairings with their reasons, then what is proven and how a stranger checks it."""
    say = head.translate
    book = Book(head, say(_("Why this draw")))
    columns = (
        Column(say(_("Table")), 14, 14, Align.CENTRE, bold=True),
        Column(say(_("Who")), 78, 9.5, lines=3),
        Column(say(_("Why")), 96, SIZE),
    )
    table = Table(book, columns, ROW)
    table.head()
    step = SIZE * LEADING / MM
    for row in rows:
        whole = wrap(clean(row.why, LONGEST_PARAGRAPH), REGULAR, table.boxes(book.area)[2].width * MM / SIZE)[:MOST_LINES]
        strip = table.row((row.table, row.who, ""), height=3 + step * len(whole))
        room = table.boxes(strip)[2]
        top = room.y + (room.height - step * len(whole)) / 2
        for number, line in enumerate(whole):
            book.pen.fitted(Box(room.x, top + number * step, room.width, step), line, SIZE)
    book.y += 4
    for section in sections:
        book.heading(section.title, followed_by=10)
        for paragraph in section.paragraphs:
            book.paragraph(paragraph, 9)
        book.y += 2
    return book.to_bytes()
