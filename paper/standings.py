"""Standings with the tie-breaks that made them, and cross-tables."""

from __future__ import annotations

from collections.abc import Sequence

from paper.book import HEADING, TABLE_HEAD, Book, Column, Table
from paper.layout import A4, A4_WIDE, HAIRLINE, HEAVY, Align
from paper.values import CrossRow, CrossTable, PrintHead, StandingsTable
from rules.texts import _

MANY_COLUMNS = 7
"""More cells than this want the paper turned."""
CELLS_ON_A_PAGE = 24
"""Opponents side by side; a larger cross-table goes on on further pages."""
ROW, CROSS_ROW = 8.2, 8.5
WIDEST_CELL = 28.0
"""Of a cross-table: a small pool fills the page, so that results do not stand far from the names."""


def standings(head: PrintHead, tables: Sequence[StandingsTable], *, title: str = "") -> bytes:
    """One table after another, such as the pools of a stage."""
    widest = max((len(table.columns) for table in tables), default=0)
    book = Book(head, title or head.translate(_("Standings")), A4_WIDE if widest > MANY_COLUMNS else A4)
    for table in tables:
        _standings(book, table)
    return book.to_bytes()


def _standings(book: Book, data: StandingsTable) -> None:
    if data.title:
        book.keep(HEADING + TABLE_HEAD + len(data.rows) * ROW)
        book.heading(data.title, followed_by=16)
    cell = min(18.0, 108 / max(len(data.columns), 1))
    numbers, clubs = (any(getattr(row.party, name) for row in data.rows) for name in ("number", "club"))
    columns = (
        Column(book.say(_("Rank")), 12, 13, Align.CENTRE, bold=True),
        *((Column(book.say(_("No.")), 10, 9, Align.CENTRE),) if numbers else ()),
        Column(book.say(_("Entry") if numbers else _("Name")), 76, 11, bold=True),
        *((Column(book.say(_("Club")), 28, 8),) if clubs else ()),
        *(Column(label, cell, 11, Align.CENTRE, bold=not place) for place, label in enumerate(data.columns)),
    )
    notes = 5.0 * (2 + 2 * len(data.notes))
    table = Table(book, columns, ROW, growth=1.0 if data.title else book.growth(ROW * len(data.rows), TABLE_HEAD + notes, most=1.25))
    table.head()
    for row in data.rows:
        rank = f"{row.rank} =" if row.tied and row.rank else row.rank
        number, club = (row.party.number,) if numbers else (), (row.party.club,) if clubs else ()
        table.row((rank, *number, row.party.name, *club, *row.cells))
    book.y += 2
    if any(row.tied for row in data.rows):
        book.paragraph(book.say(_("= shares its rank with its neighbour: the tie was not broken.")), 8.5)
    for note in data.notes:
        book.paragraph(note, 8.5)
    book.y += 5


def cross_tables(head: PrintHead, tables: Sequence[CrossTable]) -> bytes:
    """Everybody against everybody; too many opponents for a page go on on the next."""
    book = Book(head, head.translate(_("Cross-table")), A4_WIDE)
    for data in tables:
        size = len(data.rows)
        for start in range(0, size, CELLS_ON_A_PAGE):
            _cross_part(book, data, range(start, min(start + CELLS_ON_A_PAGE, size)))
    return book.to_bytes()


def _cross_part(book: Book, data: CrossTable, opponents: range) -> None:
    last = opponents.stop == len(data.rows)
    totals = data.totals if last else ()
    cell = min(WIDEST_CELL, (book.area.width - 78 - 15 * len(totals)) / max(len(opponents), 1))
    columns = (
        Column(book.say(_("No.")), 12, 10, Align.CENTRE, bold=True),
        Column(book.say(_("Entry")), book.area.width - 12 - cell * len(opponents) - 15 * len(totals), 10, bold=True),
        *(Column(data.rows[place].party.number, cell, 10, Align.CENTRE, lines=2) for place in opponents),
        *(Column(label, 15, 10, Align.CENTRE, bold=True) for label in totals),
    )
    book.keep((HEADING if data.title else 0) + TABLE_HEAD + len(data.rows) * CROSS_ROW)
    if data.title:
        book.heading(data.title, followed_by=20)
    table = Table(book, columns, CROSS_ROW)
    table.head()
    for place, row in enumerate(data.rows):
        _cross_row(book, table, row, place, opponents, last=last)
    book.y += 6


def _cross_row(book: Book, table: Table, row: CrossRow, place: int, opponents: range, *, last: bool) -> None:
    cells = ["" if other == place else row.cells[other] for other in opponents]
    strip = table.row((row.party.number, row.party.name, *cells, *(row.totals if last else ())))
    boxes = table.boxes(strip)[2:]
    for other, box in zip(opponents, boxes, strict=False):
        edge = box.x - 1
        book.pen.line(edge, strip.y, edge, strip.bottom, HAIRLINE)
        if other == place:
            book.pen.line(edge, strip.y, edge + box.width + 2, strip.bottom, HAIRLINE)
    if last and row.totals:
        edge = boxes[len(opponents)].x - 1
        book.pen.line(edge, strip.y, edge, strip.bottom, HEAVY)
