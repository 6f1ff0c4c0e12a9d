"""The minutes of a tournament: what was decided and corrected, with the signatures that make it final."""

from __future__ import annotations

from collections.abc import Sequence

from paper.book import Book, Column, Table
from paper.layout import Box
from paper.values import PrintHead, Section
from rules.texts import _

SIGNATURE = 18.0


def minutes(head: PrintHead, sections: Sequence[Section], signatures: Sequence[str]) -> bytes:
    """Sections in order, then a line for each signature, kept together."""
    book = Book(head, head.translate(_("Minutes")))
    for section in sections:
        book.heading(section.title, followed_by=14)
        for paragraph in section.paragraphs:
            book.paragraph(paragraph, 10.5)
        if section.headings:
            _table(book, section)
        book.y += 4
    _signatures(book, signatures)
    return book.to_bytes()


def _table(book: Book, section: Section) -> None:
    shares = _shares(section)
    columns = tuple(Column(label, share, 9.5, lines=3) for label, share in zip(section.headings, shares, strict=True))
    table = Table(book, columns, 9)
    table.head()
    for row in section.rows:
        table.row(row)


def _shares(section: Section) -> list[float]:
    """Wider where the texts are longer, within reason."""
    lengths = [max(len(heading), *(len(row[place]) for row in section.rows), 4) for place, heading in enumerate(section.headings)]
    return [min(length, 60) ** 0.7 for length in lengths]


def _signatures(book: Book, signatures: Sequence[str]) -> None:
    rows = -(-len(signatures) // 2)
    book.need(rows * SIGNATURE)
    for start in range(0, len(signatures), 2):
        strip = book.take(SIGNATURE)
        for label, box in zip(signatures[start : start + 2], strip.columns(1, 1), strict=False):
            room = box.inset(4, 0)
            book.pen.line(room.x, room.bottom - 5, room.right, room.bottom - 5)
            book.pen.fitted(Box(room.x, room.bottom - 5, room.width, 5), label, 9, least=5.5)
