"""A season in pictures on paper: places evening by evening as lines, and who met whom as a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from paper.book import Book
from paper.layout import A4_WIDE, HAIRLINE, HEAVY, Align, Rect
from paper.tables import PrintColumn, PrintTable
from paper.values import PrintHead
from rules.texts import _

ROW, NAME_WIDTH, LEFT = 8.5, 70.0, 12.0
"""Millimetres: the height of a place, the width of the names beside the lines, and of the places."""


@dataclass(frozen=True, slots=True)
class PrintedPlaces:
    """Days of the evenings, names in the order of the ranking, and the place of each after every evening, None for none."""

    evenings: tuple[str, ...]
    names: tuple[str, ...]
    ranks: tuple[tuple[int | None, ...], ...]


@dataclass(frozen=True, slots=True)
class PrintedMeeting:
    """How often somebody met each of the others: against, and as partners."""

    name: str
    cells: tuple[tuple[int, int], ...]


def render_season_charts(head: PrintHead, places: PrintedPlaces, meetings: Sequence[PrintedMeeting]) -> bytes:
    """Two pages at most: the lines, then the table."""
    book = Book(head, head.translate(_("Places evening by evening")), A4_WIDE)
    if places.names and places.evenings:
        _draw_places(book, places, book.take_strip(ROW * (len(places.names) + 1)))
    if meetings:
        book.add_heading(book.translate_text(_("Who met whom")), followed_by=ROW * (len(meetings) + 1))
        _draw_meetings(book, meetings)
        book.add_paragraph(book.translate_text(_("A number: so often against each other. In brackets: so often as partners.")), 8.5)
    return book.to_bytes()


def _draw_places(book: Book, places: PrintedPlaces, box: Rect) -> None:
    pen, most = book.pen, len(places.names)
    step = (box.width - LEFT - NAME_WIDTH) / max(1, len(places.evenings) - 1)

    def find_x(place: int) -> float:
        return box.x + LEFT + step * place

    def find_y(rank: int) -> float:
        return box.y + ROW * (rank + 0.4)

    for place, day in enumerate(places.evenings):
        pen.draw_text(Rect(find_x(place) - 9, box.y, 18, 5), day, 8, align=Align.CENTRE)
        pen.draw_line(find_x(place), box.y + 5.5, find_x(place), find_y(most) + 2, HAIRLINE)
    for number, (name, ranks) in enumerate(zip(places.names, places.ranks, strict=True), start=1):
        width = HEAVY if number <= 3 else HAIRLINE * 2  # the first three are followed at a glance
        points = [(place, rank) for place, rank in enumerate(ranks) if rank and rank <= most]
        for (before, rank_before), (after, rank_after) in pairwise(points):
            if after == before + 1:
                pen.draw_line(find_x(before), find_y(rank_before), find_x(after), find_y(rank_after), width)
        for place, rank in points:
            pen.fill_box(Rect(find_x(place) - 0.8, find_y(rank) - 0.8, 1.6, 1.6))
        label = Rect(find_x(len(places.evenings) - 1) + 3, find_y(number) - 3, NAME_WIDTH - 3, 6)
        pen.draw_text(label, f"{number}  {name}", 10)


def _draw_meetings(book: Book, meetings: Sequence[PrintedMeeting]) -> None:
    cell = min(18.0, (book.free_area.width - 60) / len(meetings))
    columns = (
        PrintColumn(book.translate_text(_("Name")), 60, 10, names=True),
        *(PrintColumn(str(number), cell, 9.5, Align.CENTRE) for number in range(1, len(meetings) + 1)),
    )
    table = PrintTable(book, columns, ROW * 0.8)
    rows = [
        (f"{number} {meeting.name}", *(_format_cell(cell, own=number == place) for place, cell in enumerate(meeting.cells, start=1)))
        for number, meeting in enumerate(meetings, start=1)
    ]
    table.begin_rows(rows)
    for row in rows:
        table.draw_row(row)
    book.y += 2


def _format_cell(cell: tuple[int, int], *, own: bool) -> str:
    against, together = cell
    if own:
        return "–"
    return " ".join(filter(None, (str(against) if against else "", f"({together})" if together else "")))
