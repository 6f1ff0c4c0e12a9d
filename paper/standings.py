"""Standings with their tie-breaks, and cross-tables."""

from __future__ import annotations

from collections.abc import Sequence

from paper.book import HEADING, Book
from paper.layout import A4, A4_WIDE, HAIRLINE, HEAVY, Align
from paper.tables import TABLE_HEAD, PrintColumn, PrintTable
from paper.values import CrossRow, CrossTable, PrintedStandings, PrintHead, StandingRow
from rules.texts import _

MANY_COLUMNS = 7
"""With more columns than this the page is in landscape."""
CELLS_ON_A_PAGE = 24
"""Opponents side by side; a larger cross-table continues on further pages."""
ROW, CROSS_ROW = 8.2, 8.5
WORD_CELL = 30.0
WIDEST_CELL = 28.0
"""Greatest cell width of a cross-table, so that results of a small pool stand near the names."""


def render_standings(head: PrintHead, tables: Sequence[PrintedStandings], *, title: str = "") -> bytes:
    """One table after another, such as the pools of a stage; in landscape if a table has many columns."""
    widest = max((len(table.columns) for table in tables), default=0)
    book = Book(head, title or head.translate(_("Standings")), A4_WIDE if widest > MANY_COLUMNS else A4)
    for table in tables:
        _draw_standings(book, table)
    return book.to_bytes()


def _draw_standings(book: Book, data: PrintedStandings) -> None:
    if data.title:
        book.keep_together(HEADING + TABLE_HEAD + len(data.rows) * ROW)
        book.add_heading(data.title, followed_by=16)
    cell = WORD_CELL if data.in_words else min(18.0, 108 / max(len(data.columns), 1))
    numbers, clubs = (any(getattr(row.party, name) for row in data.rows) for name in ("number", "club"))
    columns = (
        PrintColumn(book.translate_text(_("Rank")), 12, 13, Align.CENTRE, bold=True),
        *((PrintColumn(book.translate_text(_("No.")), 10, 9, Align.CENTRE),) if numbers else ()),
        PrintColumn(book.translate_text(_("Entry") if numbers else _("Name")), 76, 11, bold=True, names=True),
        *((PrintColumn(book.translate_text(_("Club")), 28, 8),) if clubs else ()),
        *(
            PrintColumn(label, cell, 9.5) if data.in_words else PrintColumn(label, cell, 11, Align.CENTRE, bold=not index)
            for index, label in enumerate(data.columns)
        ),
    )
    notes = 5.0 * (2 + 2 * len(data.notes))
    table = PrintTable(
        book, columns, ROW, growth=1.0 if data.title else book.compute_growth(ROW * len(data.rows), TABLE_HEAD + notes, most=1.25)
    )
    rows = [_build_row(row, numbers=numbers, clubs=clubs) for row in data.rows]
    table.begin_rows(rows)
    for row in rows:
        table.draw_row(row)
    book.y += 2
    if any(row.tied for row in data.rows):
        book.add_paragraph(book.translate_text(_("= tied: the tie-breaks did not separate them.")), 8.5)
    for note in data.notes:
        book.add_paragraph(note, 8.5)
    book.y += 5


def _build_row(row: StandingRow, *, numbers: bool, clubs: bool) -> tuple[str, ...]:
    rank = f"{row.rank} =" if row.tied and row.rank else row.rank
    number, club = (row.party.number,) if numbers else (), (row.party.club,) if clubs else ()
    return (rank, *number, row.party.name, *club, *row.cells)


def render_cross_tables(head: PrintHead, tables: Sequence[CrossTable]) -> bytes:
    """Each party against each; opponents that do not fit on a page continue on the next."""
    book = Book(head, head.translate(_("Cross-table")), A4_WIDE)
    for data in tables:
        size = len(data.rows)
        for start in range(0, size, CELLS_ON_A_PAGE):
            _draw_cross_part(book, data, range(start, min(start + CELLS_ON_A_PAGE, size)))
    return book.to_bytes()


def _draw_cross_part(book: Book, data: CrossTable, opponents: range) -> None:
    last = opponents.stop == len(data.rows)
    totals = data.totals if last else ()
    cell = min(WIDEST_CELL, (book.area.width - 78 - 15 * len(totals)) / max(len(opponents), 1))
    columns = (
        PrintColumn(book.translate_text(_("No.")), 12, 10, Align.CENTRE, bold=True),
        PrintColumn(
            book.translate_text(_("Entry")), book.area.width - 12 - cell * len(opponents) - 15 * len(totals), 10, bold=True, names=True
        ),
        *(PrintColumn(data.rows[place].party.number, cell, 10, Align.CENTRE, lines=2) for place in opponents),
        *(PrintColumn(label, 15, 10, Align.CENTRE, bold=True) for label in totals),
    )
    book.keep_together((HEADING if data.title else 0) + TABLE_HEAD + len(data.rows) * CROSS_ROW)
    if data.title:
        book.add_heading(data.title, followed_by=20)
    table = PrintTable(book, columns, CROSS_ROW)
    table.begin_rows()
    for place, row in enumerate(data.rows):
        _draw_cross_row(book, table, row, place, opponents, last=last)
    book.y += 6


def _draw_cross_row(book: Book, table: PrintTable, row: CrossRow, place: int, opponents: range, *, last: bool) -> None:
    cells = ["" if opponent == place else row.cells[opponent] for opponent in opponents]
    strip = table.draw_row((row.party.number, row.party.name, *cells, *(row.totals if last else ())))
    boxes = table.split_cells(strip)[2:]
    for opponent, box in zip(opponents, boxes, strict=False):
        edge = box.x - 1
        book.pen.draw_line(edge, strip.y, edge, strip.bottom, HAIRLINE)
        if opponent == place:
            book.pen.draw_line(edge, strip.y, edge + box.width + 2, strip.bottom, HAIRLINE)
    if last and row.totals:
        edge = boxes[len(opponents)].x - 1
        book.pen.draw_line(edge, strip.y, edge, strip.bottom, HEAVY)
