"""The ranking of a season: rank, name, points, tie-breaks, and the points of every evening side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paper.book import Book
from paper.layout import A4, A4_WIDE, Align
from paper.tables import PrintColumn, PrintTable
from paper.values import PrintHead, StandingRow
from rules.texts import _

EVENINGS_ON_A_PAGE = 22
"""Evenings side by side; those of a longer season continue on further pages."""
FEW_EVENINGS = 4
"""With no more evenings than this the page is upright."""
ROW = 5.4
RANK, NAME, CLUB, POINTS, TIE_BREAK, WIDEST_EVENING = 12.0, 46.0, 24.0, 15.0, 13.0, 15.0


@dataclass(frozen=True, slots=True)
class PrintedSeason:
    """Headings of the evenings and of the tie-breaks; the cells of a row are points, evenings, tie-breaks."""

    points: str
    evenings: tuple[str, ...]
    tie_breaks: tuple[str, ...]
    rows: tuple[StandingRow, ...]
    notes: tuple[str, ...] = ()


def render_season_ranking(head: PrintHead, data: PrintedSeason) -> bytes:
    """One table; in landscape with many evenings, continued with the same names where they do not fit side by side."""
    size = A4_WIDE if len(data.evenings) > FEW_EVENINGS else A4
    book = Book(head, head.translate(_("Season ranking")), size)
    starts = range(0, max(len(data.evenings), 1), EVENINGS_ON_A_PAGE)
    for start in starts:
        if start:
            book.keep_together(book.area.height)
        _draw_part(book, data, range(start, min(start + EVENINGS_ON_A_PAGE, len(data.evenings))), last=start == starts[-1])
    book.y += 2
    if any(row.tied for row in data.rows):
        book.add_paragraph(book.translate_text(_("= tied: the tie-breaks did not separate them.")), 8.5)
    for note in data.notes:
        book.add_paragraph(note, 8.5)
    return book.to_bytes()


def _draw_part(book: Book, data: PrintedSeason, evenings: range, *, last: bool) -> None:
    """The evenings of one part; the last part also has the tie-breaks."""
    clubs = any(row.party.club for row in data.rows)
    tie_breaks = data.tie_breaks if last else ()
    table = PrintTable(book, _list_columns(book, data, evenings, tie_breaks, clubs=clubs), ROW)
    table.begin_rows()
    for row in data.rows:
        rank = f"{row.rank} =" if row.tied and row.rank else row.rank
        cells = [row.cells[0], *(row.cells[1 + evening] for evening in evenings)]
        club = (row.party.club,) if clubs else ()
        table.draw_row((rank, row.party.name, *club, *cells, *(row.cells[1 + len(data.evenings) :] if last else ())))


def _list_columns(book: Book, data: PrintedSeason, evenings: range, tie_breaks: Sequence[str], *, clubs: bool) -> tuple[PrintColumn, ...]:
    taken_width = RANK + POINTS + TIE_BREAK * len(tie_breaks) + (CLUB if clubs else 0)
    free = book.area.width - taken_width - NAME
    evening = min(free / max(len(evenings), 1), WIDEST_EVENING)
    return (
        PrintColumn(book.translate_text(_("Rank")), RANK, 10, Align.CENTRE, bold=True, lines=1),
        PrintColumn(book.translate_text(_("Name")), book.area.width - taken_width - evening * len(evenings), 10, bold=True, lines=2),
        *((PrintColumn(book.translate_text(_("Club")), CLUB, 8, lines=2),) if clubs else ()),
        PrintColumn(data.points, POINTS, 10, Align.CENTRE, bold=True, lines=1),
        *(PrintColumn(data.evenings[number], evening, 9, Align.CENTRE, lines=1) for number in evenings),
        *(PrintColumn(label, TIE_BREAK, 9, Align.CENTRE, lines=1) for label in tie_breaks),
    )
