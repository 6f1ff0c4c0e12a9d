"""Who plays whom where, to be read on a wall: by table and by name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import TypeVar

from paper.book import TABLE_HEAD, Book, Column, Table
from paper.layout import BOLD, HAIRLINE, HEAVY, MM, Align, Box, clean, joined
from paper.values import PairingRow, Party, PrintHead
from rules.texts import _

ROW = 15.0
CROWDED_ROW = 11.5
"""Of each of the two lines where more than two sit at a table."""
REST_ROW = 10.0
NAME_ROW = 8.2
NAME_SIZE, LEAST_COMMON_SIZE = 14.0, 11.0
NAMES_OF_PAIR, NAMES_OF_THREE = 64.5, 37.5
"""Room for a name, where two or three parties stand beside each other."""
LARGEST = 1.6
"""How much the rows of a few tables grow."""
PAIR = 2
ValueT = TypeVar("ValueT")


def pairings_by_table(head: PrintHead, rows: Sequence[PairingRow]) -> bytes:
    """In the order given."""
    book = Book(head, head.translate(_("Pairings by table")))
    growth = book.growth(sum(map(_height, rows)), most=LARGEST)
    size = _common_size(rows, growth)
    for row in rows:
        _pairing(book, row, growth, size)
    return book.to_bytes()


def _common_size(rows: Sequence[PairingRow], growth: float) -> float:
    """One size for all names that are not much longer than the others; in narrow cells of high rows these are wrapped."""
    least = LEAST_COMMON_SIZE * (min(growth, 1.25) if any(_lines_of(row) > 1 for row in rows) else 1.0)
    fitting = [NAME_SIZE * growth]
    for row in rows:
        room = NAMES_OF_PAIR if _lines_of(row) == 1 else NAMES_OF_THREE
        fitting += [room * MM / BOLD.width(name) for party in row.parties for name in map(clean, party.names) if name]
    return max(least, min(fitting))


def _lines_of(row: PairingRow) -> int:
    return -(-len(row.parties) // (2 if len(row.parties) <= PAIR else 3))


def _height(row: PairingRow) -> float:
    if len(row.parties) == 1:
        return REST_ROW
    return ROW if _lines_of(row) == 1 else _lines_of(row) * CROWDED_ROW


def _pairing(book: Book, row: PairingRow, growth: float, size: float) -> None:
    lines = _lines_of(row)
    strip = book.take(_height(row) * growth)
    pen = book.pen
    table, rest = Box(strip.x, strip.y, 24, strip.height), Box(strip.x + 26, strip.y, strip.width - 26, strip.height)
    large = 30 * growth if row.table[:1].isdigit() else 13
    pen.fitted(table.inset(1), row.table, large, least=9, face=BOLD, align=Align.CENTRE, lines=2)
    note = 3.6 if row.note else 0.0
    room = Box(rest.x, rest.y, rest.width, strip.height - note)
    cells = [cell for line in room.rows(lines) for cell in line.columns(*[1] * (2 if lines == 1 else 3))]
    for party, box in zip(row.parties, cells, strict=False):
        _party(book, party, box.inset(1, 0.8), growth, size)
    if note:
        pen.fitted(Box(rest.x + 1, strip.bottom - note, rest.width - 2, note - 0.4), row.note, 7.5, least=5)
    pen.line(table.right, strip.y, table.right, strip.bottom, HEAVY)
    pen.line(strip.x, strip.bottom, strip.right, strip.bottom, HAIRLINE)


def _party(book: Book, party: Party, box: Box, growth: float, size: float) -> None:
    """Each person on a line, the club below them."""
    number = Box(box.x, box.y, 12, box.height)
    book.pen.fitted(number, party.number, min(12 * growth, size), least=6, align=Align.CENTRE, lines=2)
    left = number.right + 1
    persons = max(len(party.names), 1)
    below = min(3.6 * growth, 0.28 * box.height) if party.club else 0.0
    step = (box.height - below) / persons if persons == 1 else min((box.height - below) / persons, 1.25 * size / MM)
    top = box.y + (box.height - below - step * persons) / 2
    for place, name in enumerate(party.names):
        book.pen.fitted(Box(left, top + place * step, box.right - left, step), name, size, least=6, face=BOLD, lines=2)
    if party.club:
        club = Box(left, top + step * persons, box.right - left, below)
        book.pen.fitted(club, party.club, 8 * min(growth, 1.25), least=5.5)


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
    lines = sorted(_lines(rows), key=lambda cells: sorting_key(cells[0]))
    table = Table(book, columns, NAME_ROW, growth=book.growth(NAME_ROW * len(lines), TABLE_HEAD))
    table.head()
    for cells in lines:
        table.row(cells)
    return book.to_bytes()


def _lines(rows: Sequence[PairingRow]) -> Iterator[tuple[str, str, str, str]]:
    for row in rows:
        table, rests = (row.table, "") if row.table[:1].isdigit() or len(row.parties) > 1 else ("–", row.table)
        for place, party in enumerate(row.parties):
            against = joined((other.name for other in _others(row.parties, place)), " / ") or joined((rests, row.note))
            for person, name in enumerate(party.names):
                partners = " – ".join(_others(party.names, person))
                yield name, party.number, table, joined((partners, against), " / ")
            for name in party.members:
                yield name, party.number, table, joined((party.name, against), " / ")


def _others(values: Sequence[ValueT], place: int) -> list[ValueT]:
    return [value for index, value in enumerate(values) if index != place]


def sorting_key(name: str) -> tuple[str, str]:
    """Alphabetical without regard to accents and capitals, numbers by what they count."""
    plain = "".join(letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter))
    return re.sub(r"\d+", lambda number: number[0].zfill(6), plain.casefold()), name
