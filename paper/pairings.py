"""Pairings for the wall: by table and by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from paper.book import LEAST_NAME_SIZE, Book
from paper.layout import BOLD, HAIRLINE, HEAVY, LINE, MM, Align, Rect, clean_text, join_texts
from paper.layout.text import wrap_text
from paper.values import PairingRow, Party, PrintHead
from rules.texts import _, build_plain_text

ROW = 15.0
LONG_NAME_ROW = 21.0
"""Height of a row in which somebody's name needs two lines."""
NAME_LINE = 3.3
"""Height of each further line of a name at the least size."""
MOST_NAME_LINES = 5
CROWDED_ROW = 11.5
"""Height of each of the two lines if more than two parties share a table."""
REST_ROW = 10.0
COLUMN_HEAD = 6.0
TABLE_WIDTH, RESULT_WIDTH, NUMBER_WIDTH, POINTS_WIDTH = 24.0, 25.0, 12.0, 9.0
TWO_NUMBERS_WIDTH = 17.0
"""Width of the numbers of two partners, “7 + 12”."""
NAME_SIZE, LEAST_COMMON_SIZE = 14.0, 11.0
NAME_ROW = 7.4
LONGEST_SINGLE_COLUMN = 28
"""Most names in one column; more stand in two."""
INITIAL_WIDTH, NUMBER_ROOM, COLUMN_GAP = 8.0, 18.0, 3.0
LARGEST_NAME_GROWTH = 1.35
LARGEST_GROWTH = 1.6
"""Greatest factor by which rows grow if there are few tables."""
PAIR = 2
ValueT = TypeVar("ValueT")


def render_pairings_by_table(head: PrintHead, rows: Sequence[PairingRow]) -> bytes:
    """One row for each match, in the order given, with room for the result where two parties meet."""
    book = Book(head, head.translate(_("Pairings by table")))
    sheet = _PairingSheet(book, rows)
    for row in rows:
        sheet.draw_pairing(row)
    return book.to_bytes()


class _PairingSheet:
    """The rows of pairings by table, all with the same columns and, as far as they fit, one size of names."""

    def __init__(self, book: Book, rows: Sequence[PairingRow]) -> None:
        self._book = book
        self._crowded = any(len(row.parties) > PAIR for row in rows)
        self._pointed = any(party.points for row in rows for party in row.parties)
        across = 3 if self._crowded else PAIR
        width = book.area.width - TABLE_WIDTH - 2 - (0 if self._crowded else RESULT_WIDTH)
        together = any("+" in party.number for row in rows for party in row.parties)
        self._number_width = TWO_NUMBERS_WIDTH if together else NUMBER_WIDTH
        self._name_width = width / across - 2 - self._number_width - 1 - (POINTS_WIDTH if self._pointed else 0)
        height = sum(map(self._compute_row_height, rows))
        self._growth = book.compute_growth(height, below=COLUMN_HEAD, most=LARGEST_GROWTH)
        self._size = self._compute_common_size(rows)

    def draw_pairing(self, row: PairingRow) -> None:
        book, growth = self._book, self._growth
        height = self._compute_row_height(row) * growth
        if book.ensure_space(height):
            self._draw_column_heads()
        strip = book.take_strip(height)
        pen = book.pen
        table = Rect(strip.x, strip.y, TABLE_WIDTH, strip.height)
        large = 30 * growth if row.table[:1].isdigit() else 13
        pen.draw_text(table.inset(1), row.table, large, least=9, face=BOLD, align=Align.CENTRE, lines=2)
        note = 3.6 if row.note else 0.0
        area = self._get_party_area(strip)
        room = Rect(area.x, area.y, area.width, area.height - note)
        for party, box in zip(row.parties, self._split_cells(row, room), strict=False):
            self._draw_party(party, box.inset(1, 0.8))
        if note:
            pen.draw_text(Rect(area.x + 1, strip.bottom - note, area.width - 2, note - 0.4), row.note, 8, least=6.5)
        pen.draw_line(table.right, strip.y, table.right, strip.bottom, HEAVY)
        if not self._crowded and len(row.parties) == PAIR:
            pen.draw_line(area.right, strip.y, area.right, strip.bottom, LINE)
            pen.draw_line(area.center_x, strip.y, area.center_x, strip.bottom - note, HAIRLINE)
        pen.draw_line(strip.x, strip.bottom, strip.right, strip.bottom, HAIRLINE)

    def _draw_column_heads(self) -> None:
        """Headings of what is not plain by itself: the points before the round, and the room for the result."""
        book, translate = self._book, self._book.translate_text
        strip = book.take_strip(COLUMN_HEAD)
        if not self._crowded:
            area = self._get_party_area(strip)
            result = Rect(area.right, strip.y, RESULT_WIDTH, strip.height)
            book.pen.draw_text(result, translate(_("Result")), 8.5, least=6.5, face=BOLD, align=Align.CENTRE)
            for cell in area.split_columns(1, 1) if self._pointed else ():
                points = Rect(cell.right - 14, cell.y, 13, cell.height)
                book.pen.draw_text(points, translate(_("Points")), 8.5, least=6.5, face=BOLD, align=Align.RIGHT)
        book.pen.draw_line(strip.x, strip.bottom, strip.right, strip.bottom, HEAVY)

    def _get_party_area(self, strip: Rect) -> Rect:
        left = strip.x + TABLE_WIDTH + 2
        return Rect(left, strip.y, strip.right - left - (0 if self._crowded else RESULT_WIDTH), strip.height)

    def _split_cells(self, row: PairingRow, room: Rect) -> list[Rect]:
        lines = _count_lines(row)
        return [cell for line in room.split_rows(lines) for cell in line.split_columns(*[1] * (PAIR if lines == 1 else 3))]

    def _compute_common_size(self, rows: Sequence[PairingRow]) -> float:
        """One size in points for all names that are not much longer than the rest; names in narrow cells of high rows are wrapped."""
        least = LEAST_COMMON_SIZE * (min(self._growth, 1.25) if self._crowded else 1.0)
        fitting = [NAME_SIZE * self._growth]
        for row in rows:
            names = (clean_text(name) for party in row.parties for name in party.names)
            fitting += [self._name_width * MM / BOLD.measure_width(name) for name in names if name]
        return max(least, min(fitting))

    def _compute_row_height(self, row: PairingRow) -> float:
        if len(row.parties) == 1:
            return REST_ROW
        if _count_lines(row) > 1:
            return _count_lines(row) * CROWDED_ROW
        width = self._name_width * MM / LEAST_NAME_SIZE
        lines = max((len(wrap_text(clean_text(name), BOLD, width)) for party in row.parties for name in party.names), default=1)
        persons = max(len(party.names) for party in row.parties)
        return LONG_NAME_ROW + NAME_LINE * persons * (min(lines, MOST_NAME_LINES) - 2) if lines > 1 else ROW

    def _draw_party(self, party: Party, box: Rect) -> None:
        """Each person on a line, with the club below them and the points beside them."""
        pen, growth, size = self._book.pen, self._growth, self._size
        number = Rect(box.x, box.y, self._number_width, box.height)
        pen.draw_text(number, party.number, min(12 * growth, size), least=LEAST_NAME_SIZE, align=Align.CENTRE)
        left, right = number.right + 1, box.right - (POINTS_WIDTH if self._pointed else 0)
        persons = max(len(party.names), 1)
        below = min(3.6 * growth, 0.28 * box.height) if party.club else 0.0
        room = (box.height - below) / persons
        is_long = any(BOLD.measure_width(clean_text(name)) * LEAST_NAME_SIZE > (right - left) * MM for name in party.names)
        step = room if persons == 1 or is_long else min(room, 1.25 * size / MM)
        top = box.y + (box.height - below - step * persons) / 2
        for index, name in enumerate(party.names):
            line = Rect(left, top + index * step, right - left, step)
            pen.draw_text(line, name, size, least=LEAST_NAME_SIZE, face=BOLD, lines=MOST_NAME_LINES, names=True)
        if party.club:
            club = Rect(left, top + step * persons, right - left, below)
            pen.draw_text(club, party.club, 8 * min(growth, 1.25), least=6.5)
        if party.points:
            points = Rect(right, box.y, POINTS_WIDTH, box.height)
            pen.draw_text(points, party.points, min(12 * growth, size), least=LEAST_NAME_SIZE, align=Align.RIGHT)


def _count_lines(row: PairingRow) -> int:
    return -(-len(row.parties) // (2 if len(row.parties) <= PAIR else 3))


def render_pairings_by_name(head: PrintHead, rows: Sequence[PairingRow]) -> bytes:
    """A line for each person in alphabetical order, and one for each team that has a name of its own; long lists in two columns."""
    book = Book(head, head.translate(_("Pairings by name")))
    lines = sorted(_list_name_lines(rows), key=lambda line: build_sorting_key(line.name))
    in_two_columns = len(lines) > LONGEST_SINGLE_COLUMN
    growth = 1.0 if in_two_columns else book.compute_growth(NAME_ROW * len(lines), most=LARGEST_NAME_GROWTH)
    per_page = int((book.bottom - book.top) / NAME_ROW) * (2 if in_two_columns else 1)
    for start in range(0, max(len(lines), 1), per_page):
        book.open_page()
        page_lines = lines[start : start + per_page]
        columns = book.free_area.split_columns(1, 1) if in_two_columns else (book.free_area,)
        height = -(-len(page_lines) // len(columns))
        for index, column in enumerate(columns):
            box = column.inset(COLUMN_GAP / 2, 0) if in_two_columns else column
            _draw_name_column(book, page_lines[index * height : (index + 1) * height], box, growth)
    return book.to_bytes()


class _NameLine(NamedTuple):
    """A person's line: where to go, and below the name with and against whom."""

    name: str
    table: str
    company: str


def _draw_name_column(book: Book, lines: Sequence[_NameLine], box: Rect, growth: float) -> None:
    """Lines with the table at the right; the first of each initial has it in front."""
    pen, height, initial = book.pen, NAME_ROW * growth, ""
    for index, line in enumerate(lines):
        strip = Rect(box.x, box.y + index * height, box.width, height)
        letter = build_sorting_key(line.name)[0][:1].upper()
        if letter != initial:
            initial = letter
            pen.draw_text(Rect(strip.x, strip.y, INITIAL_WIDTH, height), letter, 13 * growth, least=8, face=BOLD, align=Align.CENTRE)
            pen.draw_line(strip.x, strip.y, strip.right, strip.y, HEAVY)
        text = Rect(strip.x + INITIAL_WIDTH, strip.y, strip.width - INITIAL_WIDTH - NUMBER_ROOM, height)
        table = Rect(text.right, strip.y, NUMBER_ROOM, height)
        share = 0.58 if line.company else 1.0
        pen.draw_text(Rect(text.x, text.y + 0.1, text.width, height * share), line.name, 11.5 * growth, least=8, face=BOLD, names=True)
        pen.draw_text(table.inset(0.5, 0.2), line.table, 19 * growth, least=9, face=BOLD, align=Align.CENTRE, lines=2)
        if line.company:
            below = Rect(text.x, text.y + height * share, text.width, height * (1 - share) - 0.2)
            pen.draw_text(below, line.company, 8 * growth, least=6.5)
        pen.draw_line(strip.x, strip.bottom, strip.right, strip.bottom, HAIRLINE)


def _list_name_lines(rows: Sequence[PairingRow]) -> Iterator[_NameLine]:
    """A line for each person and each team with an own name, unsorted."""
    for row in rows:
        table, rests = (row.table, "") if row.table[:1].isdigit() or len(row.parties) > 1 else ("–", row.table)
        for index, party in enumerate(row.parties):
            against = join_texts((opponent.name for opponent in _omit_index(row.parties, index)), " / ") or join_texts((rests, row.note))
            for person, name in enumerate(party.listed_names or party.names):
                partners = " – ".join(_omit_index(party.names, person)) if len(party.names) > 1 else ""
                if name:
                    yield _NameLine(name, table, _join_company(partners, against))
            for name in party.listed_members or party.members:
                yield _NameLine(name, table, _join_company(party.name, against))


def _join_company(partners: str, against: str) -> str:
    return join_texts((f"+ {partners}" if partners else "", against), "  ·  ")


def _omit_index(values: Sequence[ValueT], omitted: int) -> list[ValueT]:
    """All values except the one at index `omitted`."""
    return [value for index, value in enumerate(values) if index != omitted]


def build_sorting_key(name: str) -> tuple[str, str]:
    """Alphabetical order without regard to accents and capitals; numbers are compared by value."""
    return re.sub(r"\d+", lambda number: number[0].zfill(6), build_plain_text(name)), name
