"""Pairings for the wall: by table and by name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import TypeVar

from paper.book import TABLE_HEAD, Book, PrintColumn, PrintTable
from paper.layout import BOLD, HAIRLINE, HEAVY, MM, Align, Rect, clean_text, join_texts
from paper.values import PairingRow, Party, PrintHead
from rules.texts import _

ROW = 15.0
CROWDED_ROW = 11.5
"""Height of each of the two lines if more than two parties share a table."""
REST_ROW = 10.0
NAME_ROW = 8.2
NAME_SIZE, LEAST_COMMON_SIZE = 14.0, 11.0
NAMES_OF_PAIR, NAMES_OF_THREE = 64.5, 37.5
"""Width for a name where two or three parties stand side by side."""
LARGEST_GROWTH = 1.6
"""Greatest factor by which rows grow if there are few tables."""
PAIR = 2
ValueT = TypeVar("ValueT")


def render_pairings_by_table(head: PrintHead, rows: Sequence[PairingRow]) -> bytes:
    """One row for each match, in the order given."""
    book = Book(head, head.translate(_("Pairings by table")))
    growth = book.compute_growth(sum(map(_compute_row_height, rows)), most=LARGEST_GROWTH)
    size = _compute_common_size(rows, growth)
    for row in rows:
        _draw_pairing(book, row, growth, size)
    return book.to_bytes()


def _compute_common_size(rows: Sequence[PairingRow], growth: float) -> float:
    """One size in points for all names that are not much longer than the rest; names in narrow cells of high rows are wrapped."""
    least = LEAST_COMMON_SIZE * (min(growth, 1.25) if any(_count_lines(row) > 1 for row in rows) else 1.0)
    fitting = [NAME_SIZE * growth]
    for row in rows:
        room = NAMES_OF_PAIR if _count_lines(row) == 1 else NAMES_OF_THREE
        fitting += [room * MM / BOLD.measure_width(name) for party in row.parties for name in map(clean_text, party.names) if name]
    return max(least, min(fitting))


def _count_lines(row: PairingRow) -> int:
    return -(-len(row.parties) // (2 if len(row.parties) <= PAIR else 3))


def _compute_row_height(row: PairingRow) -> float:
    if len(row.parties) == 1:
        return REST_ROW
    return ROW if _count_lines(row) == 1 else _count_lines(row) * CROWDED_ROW


def _draw_pairing(book: Book, row: PairingRow, growth: float, size: float) -> None:
    lines = _count_lines(row)
    strip = book.take_strip(_compute_row_height(row) * growth)
    pen = book.pen
    table, rest = Rect(strip.x, strip.y, 24, strip.height), Rect(strip.x + 26, strip.y, strip.width - 26, strip.height)
    large = 30 * growth if row.table[:1].isdigit() else 13
    pen.draw_text(table.inset(1), row.table, large, least=9, face=BOLD, align=Align.CENTRE, lines=2)
    note = 3.6 if row.note else 0.0
    room = Rect(rest.x, rest.y, rest.width, strip.height - note)
    cells = [cell for line in room.split_rows(lines) for cell in line.split_columns(*[1] * (2 if lines == 1 else 3))]
    for party, box in zip(row.parties, cells, strict=False):
        _draw_party(book, party, box.inset(1, 0.8), growth, size)
    if note:
        pen.draw_text(Rect(rest.x + 1, strip.bottom - note, rest.width - 2, note - 0.4), row.note, 7.5, least=5)
    pen.draw_line(table.right, strip.y, table.right, strip.bottom, HEAVY)
    pen.draw_line(strip.x, strip.bottom, strip.right, strip.bottom, HAIRLINE)


def _draw_party(book: Book, party: Party, box: Rect, growth: float, size: float) -> None:
    """Each person on a line, with the club below them."""
    number = Rect(box.x, box.y, 12, box.height)
    book.pen.draw_text(number, party.number, min(12 * growth, size), least=6, align=Align.CENTRE, lines=2)
    left = number.right + 1
    persons = max(len(party.names), 1)
    below = min(3.6 * growth, 0.28 * box.height) if party.club else 0.0
    step = (box.height - below) / persons if persons == 1 else min((box.height - below) / persons, 1.25 * size / MM)
    top = box.y + (box.height - below - step * persons) / 2
    for index, name in enumerate(party.names):
        book.pen.draw_text(Rect(left, top + index * step, box.right - left, step), name, size, least=6, face=BOLD, lines=2)
    if party.club:
        club = Rect(left, top + step * persons, box.right - left, below)
        book.pen.draw_text(club, party.club, 8 * min(growth, 1.25), least=5.5)


def render_pairings_by_name(head: PrintHead, rows: Sequence[PairingRow]) -> bytes:
    """One line for each person in alphabetical order, and one for each team that has a name of its own."""
    translate = head.translate
    book = Book(head, translate(_("Pairings by name")))
    columns = (
        PrintColumn(translate(_("Name")), 74, 12, bold=True),
        PrintColumn(translate(_("No.")), 14, 10, Align.CENTRE),
        PrintColumn(translate(_("Table")), 26, 17, Align.CENTRE, bold=True),
        PrintColumn(translate(_("With and against")), 74, 8.5),
    )
    lines = sorted(_list_name_rows(rows), key=lambda cells: build_sorting_key(cells[0]))
    table = PrintTable(book, columns, NAME_ROW, growth=book.compute_growth(NAME_ROW * len(lines), TABLE_HEAD))
    table.begin_rows()
    for cells in lines:
        table.draw_row(cells)
    return book.to_bytes()


def _list_name_rows(rows: Sequence[PairingRow]) -> Iterator[tuple[str, str, str, str]]:
    """Name, number, table, and partners and opponents of each line, unsorted."""
    for row in rows:
        table, rests = (row.table, "") if row.table[:1].isdigit() or len(row.parties) > 1 else ("–", row.table)
        for index, party in enumerate(row.parties):
            against = join_texts((opponent.name for opponent in _omit_index(row.parties, index)), " / ") or join_texts((rests, row.note))
            for person, name in enumerate(party.names):
                partners = " – ".join(_omit_index(party.names, person))
                yield name, party.number, table, join_texts((partners, against), " / ")
            for name in party.members:
                yield name, party.number, table, join_texts((party.name, against), " / ")


def _omit_index(values: Sequence[ValueT], omitted: int) -> list[ValueT]:
    """All values except the one at index `omitted`."""
    return [value for index, value in enumerate(values) if index != omitted]


def build_sorting_key(name: str) -> tuple[str, str]:
    """Alphabetical order without regard to accents and capitals; numbers are compared by value."""
    plain = "".join(letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter))
    return re.sub(r"\d+", lambda number: number[0].zfill(6), plain.casefold()), name
