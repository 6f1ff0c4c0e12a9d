"""The Berger grid: all rounds of a pool, with room for the results."""

from __future__ import annotations

from collections.abc import Sequence

from paper.book import HEADING, TABLE_HEAD, Book, Column, Table
from paper.layout import BOLD, HAIRLINE, LINE, Align, Box, Pen
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


def berger_grids(head: PrintHead, grids: Sequence[BergerGrid]) -> bytes:
    """The parties of each pool with their numbers, then its rounds; the party named first deals first."""
    book = Book(head, head.translate(_("Schedule")))
    for grid in grids:
        strips = [grid.rounds[start : start + ACROSS] for start in range(0, len(grid.rounds), ACROSS)]
        parties = (HEADING if grid.title else 0) + TABLE_HEAD + len(grid.parties) * PARTY_ROW + BELOW_PARTIES
        book.keep(parties)
        book.keep(parties + sum(map(_height, strips)))
        _parties(book, grid)
        for rounds in strips:
            _round_strip(book, rounds)
        book.y += 6
    return book.to_bytes()


def _parties(book: Book, grid: BergerGrid) -> None:
    if grid.title:
        book.heading(grid.title, followed_by=20)
    columns = (
        Column(book.say(_("No.")), 14, 11, Align.CENTRE, bold=True),
        Column(book.say(_("Entry")), 120, 11, bold=True),
        Column(book.say(_("Club")), 52, 9),
    )
    table = Table(book, columns, PARTY_ROW)
    table.head()
    for party in grid.parties:
        table.row((party.number, party.name, party.club))
    book.y += BELOW_PARTIES


def _height(rounds: Sequence[GridRound]) -> float:
    lines = max(len(round_.matches) + bool(round_.resting) for round_ in rounds)
    return TITLE_HEIGHT + lines * LINE_HEIGHT + BELOW_ROUNDS


def _round_strip(book: Book, rounds: Sequence[GridRound]) -> None:
    strip = book.take(_height(rounds))
    for round_, box in zip(rounds, strip.columns(*[1] * ACROSS), strict=False):
        _round(book, round_, Box(box.x, box.y, box.width, box.height - BELOW_ROUNDS).inset(GUTTER, 0))


def _round(book: Book, round_: GridRound, box: Box) -> None:
    pen = book.pen
    title = Box(box.x, box.y, box.width, TITLE_HEIGHT)
    pen.fitted(title, round_.title, 11, least=6, face=BOLD)
    pen.line(title.x, title.bottom, title.right, title.bottom, LINE)
    y = title.bottom
    for match in round_.matches:
        _match(pen, match, Box(box.x, y, box.width, LINE_HEIGHT))
        y += LINE_HEIGHT
    if round_.resting:
        text = book.say(_("%(number)s rests")) % {"number": round_.resting}
        pen.fitted(Box(box.x, y, box.width, LINE_HEIGHT), text, 9, least=5.5)


def _match(pen: Pen, match: GridMatch, box: Box) -> None:
    table, first, dash, second, result = box.columns(14, 10, 4, 10, 20)
    pen.fitted(table, match.table, 8, least=5.5)
    pen.fitted(first, match.first, 12, least=6, face=BOLD, align=Align.RIGHT)
    pen.fitted(dash, "–", 12, align=Align.CENTRE)
    pen.fitted(second, match.second, 12, least=6, face=BOLD)
    if match.result:
        pen.fitted(result, match.result, 11, least=6, align=Align.RIGHT)
    else:
        for room in result.inset(0.5, 0.9).columns(1, 1):
            pen.frame(room.inset(0.8, 0), HAIRLINE)
    pen.line(box.x, box.bottom, box.right, box.bottom, HAIRLINE)
