"""Why a draw is as it is, to be pinned to the wall beside the pairings."""

from __future__ import annotations

from collections.abc import Sequence

from rules.texts import _
from tournaments.printouts.book import Book, Column, Table
from tournaments.printouts.layout import Align
from tournaments.printouts.values import PrintHead, Section, WhyRow

ROW = 13.0


def why_this_draw(head: PrintHead, rows: Sequence[WhyRow], sections: Sequence[Section]) -> bytes:
    """The pairings with their reasons, then what is proven and how a stranger checks it."""
    say = head.translate
    book = Book(head, say(_("Why this draw")))
    columns = (
        Column(say(_("Table")), 14, 14, Align.CENTRE, bold=True),
        Column(say(_("Who")), 78, 9.5, lines=3),
        Column(say(_("Why")), 96, 8.5, lines=4),
    )
    table = Table(book, columns, ROW)
    table.head()
    for row in rows:
        table.row((row.table, row.who, row.why))
    book.y += 4
    for section in sections:
        book.heading(section.title, followed_by=10)
        for paragraph in section.paragraphs:
            book.paragraph(paragraph, 9)
        book.y += 2
    return book.to_bytes()
