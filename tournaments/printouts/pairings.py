"""Who plays whom where, to be read on a wall: by table and by name."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from typing import TypeVar

from rules.texts import _
from tournaments.printouts.book import Book, Column, Table
from tournaments.printouts.layout import BOLD, HAIRLINE, HEAVY, Align, Box, joined
from tournaments.printouts.values import PairingRow, Party, PrintHead

ROW = 14.0
CROWDED_ROW = 11.5
"""Of each of the two lines where more than two sit at a table."""
PAIR = 2
ValueT = TypeVar("ValueT")


def pairings_by_table(head: PrintHead, rows: Sequence[PairingRow]) -> bytes:
    """In the order given."""
    book = Book(head, head.translate(_("Pairings by table")))
    for row in rows:
        _pairing(book, row)
    return book.to_bytes()


def _pairing(book: Book, row: PairingRow) -> None:
    lines = -(-len(row.parties) // (2 if len(row.parties) <= PAIR else 3))
    strip = book.take(ROW if lines == 1 else lines * CROWDED_ROW)
    pen = book.pen
    table, rest = Box(strip.x, strip.y, 24, strip.height), Box(strip.x + 26, strip.y, strip.width - 26, strip.height)
    pen.fitted(table.inset(1), row.table, 30, least=9, face=BOLD, align=Align.CENTRE, lines=2)
    note = 3.6 if row.note else 0.0
    room = Box(rest.x, rest.y, rest.width, strip.height - note)
    cells = [cell for line in room.rows(lines) for cell in line.columns(*[1] * (2 if lines == 1 else 3))]
    for party, box in zip(row.parties, cells, strict=False):
        _party(book, party, box.inset(1, 0.8))
    if note:
        pen.fitted(Box(rest.x + 1, strip.bottom - note, rest.width - 2, note - 0.4), row.note, 7.5, least=5)
    pen.line(table.right, strip.y, table.right, strip.bottom, HEAVY)
    pen.line(strip.x, strip.bottom, strip.right, strip.bottom, HAIRLINE)


def _party(book: Book, party: Party, box: Box) -> None:
    number = Box(box.x, box.y, 12, box.height)
    names = Box(number.right + 1, box.y, box.right - number.right - 1, box.height * (0.68 if party.club else 1))
    book.pen.fitted(number, party.number, 12, least=6, align=Align.CENTRE, lines=2)
    book.pen.fitted(names, party.name, 14, least=5.5, face=BOLD, lines=2)
    club = Box(names.x, names.bottom, names.width, box.bottom - names.bottom)
    if party.club:
        book.pen.fitted(club, party.club, 8, least=5.5)


def pairings_by_name(head: PrintHead, rows: Sequence[PairingRow]) -> bytes:
    """One line for every person, in the order of the alphabet; a team with a name of its own has a line too."""
    say = head.translate
    book = Book(head, say(_("Pairings by name")))
    columns = (
        Column(say(_("Name")), 74, 12, bold=True),
        Column(say(_("No.")), 14, 10, Align.CENTRE),
        Column(say(_("Table")), 26, 17, Align.CENTRE, bold=True),
        Column(say(_("With and against")), 74, 8.5),
    )
    table = Table(book, columns, 8.2)
    table.head()
    for cells in sorted(_lines(rows), key=lambda cells: sorting_key(cells[0])):
        table.row(cells)
    return book.to_bytes()


def _lines(rows: Sequence[PairingRow]) -> Iterator[tuple[str, str, str, str]]:
    for row in rows:
        for place, party in enumerate(row.parties):
            against = joined((other.name for other in _others(row.parties, place)), " / ") or row.note
            for person, name in enumerate(party.names):
                partners = " – ".join(_others(party.names, person))
                yield name, party.number, row.table, joined((partners, against), " / ")
            for name in party.members:
                yield name, party.number, row.table, joined((party.name, against), " / ")


def _others(values: Sequence[ValueT], place: int) -> list[ValueT]:
    return [value for index, value in enumerate(values) if index != place]


def sorting_key(name: str) -> tuple[str, str]:
    """Alphabetical without regard to accents and capitals."""
    plain = "".join(letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter))
    return plain.casefold(), name
