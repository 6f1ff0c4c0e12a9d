"""The Berger grid: all rounds of a pool with room for the results."""

from __future__ import annotations

from collections.abc import Sequence

from paper.book import HEADING, Book
from paper.layout import BOLD, HAIRLINE, LINE, Align, Pen, Rect
from paper.tables import TABLE_HEAD, PrintColumn, PrintTable
from paper.values import BergerGrid, GridMatch, GridRound, PrintHead
from rules.texts import _

ACROSS = 3
"""Rounds side by side."""
LINE_HEIGHT = 7.0
TITLE_HEIGHT = 7.5
PARTY_ROW = 7.2
BELOW_PARTIES = 5.0
BELOW_ROUNDS = 4.0
GUTTER = 3.5


def render_berger_grids(head: PrintHead, grids: Sequence[BergerGrid]) -> bytes:
    """For each pool its parties with their numbers, then its rounds; the party that is named first deals first."""
    book = Book(head, head.translate(_("Schedule")))
    for grid in grids:
        strips = [grid.rounds[start : start + ACROSS] for start in range(0, len(grid.rounds), ACROSS)]
        parties = (HEADING if grid.title else 0) + TABLE_HEAD + len(grid.parties) * PARTY_ROW + BELOW_PARTIES
        book.keep_together(parties)
        book.keep_together(parties + sum(map(_compute_strip_height, strips)))
        _draw_parties(book, grid)
        for rounds in strips:
            _draw_round_strip(book, rounds)
        book.y += 6
    return book.to_bytes()


def _draw_parties(book: Book, grid: BergerGrid) -> None:
    if grid.title:
        book.add_heading(grid.title, followed_by=20)
    columns = (
        PrintColumn(book.translate_text(_("No.")), 14, 11, Align.CENTRE, bold=True),
        PrintColumn(book.translate_text(_("Entry")), 120, 11, bold=True),
        PrintColumn(book.translate_text(_("Club")), 52, 9),
    )
    table = PrintTable(book, columns, PARTY_ROW)
    table.begin_rows()
    for party in grid.parties:
        table.draw_row((party.number, party.name, party.club))
    book.y += BELOW_PARTIES


def _compute_strip_height(rounds: Sequence[GridRound]) -> float:
    lines = max(len(round_.matches) + bool(round_.resting) for round_ in rounds)
    return TITLE_HEIGHT + lines * LINE_HEIGHT + BELOW_ROUNDS


def _draw_round_strip(book: Book, rounds: Sequence[GridRound]) -> None:
    strip = book.take_strip(_compute_strip_height(rounds))
    for round_, box in zip(rounds, strip.split_columns(*[1] * ACROSS), strict=False):
        _draw_round(book, round_, Rect(box.x, box.y, box.width, box.height - BELOW_ROUNDS).inset(GUTTER, 0))


def _draw_round(book: Book, round_: GridRound, box: Rect) -> None:
    pen = book.pen
    title = Rect(box.x, box.y, box.width, TITLE_HEIGHT)
    pen.draw_text(title, round_.title, 11, least=6, face=BOLD)
    pen.draw_line(title.x, title.bottom, title.right, title.bottom, LINE)
    y = title.bottom
    for match in round_.matches:
        _draw_match(pen, match, Rect(box.x, y, box.width, LINE_HEIGHT))
        y += LINE_HEIGHT
    if round_.resting:
        text = book.translate_text(_("%(number)s has a bye")) % {"number": round_.resting}
        pen.draw_text(Rect(box.x, y, box.width, LINE_HEIGHT), text, 9, least=5.5)


def _draw_match(pen: Pen, match: GridMatch, box: Rect) -> None:
    table, first, dash, second, result = box.split_columns(14, 10, 4, 10, 20)
    pen.draw_text(table, match.table, 8, least=5.5)
    pen.draw_text(first, match.first, 12, least=6, face=BOLD, align=Align.RIGHT)
    pen.draw_text(dash, "–", 12, align=Align.CENTRE)
    pen.draw_text(second, match.second, 12, least=6, face=BOLD)
    if match.result:
        pen.draw_text(result, match.result, 11, least=6, align=Align.RIGHT)
    else:
        for room in result.inset(0.5, 0.9).split_columns(1, 1):
            pen.draw_frame(room.inset(0.8, 0), HAIRLINE)
    pen.draw_line(box.x, box.bottom, box.right, box.bottom, HAIRLINE)
