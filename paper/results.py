"""The results of a round, for the wall and for the archive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from paper.book import TABLE_HEAD, Book, PrintColumn, PrintTable
from paper.layout import Align
from paper.values import Party, PrintHead
from rules.texts import _

ROW = 8.2
PAIR = 2


@dataclass(frozen=True, slots=True)
class PrintedResult:
    """A match of a round with its result; with one party it is a bye."""

    table: str
    parties: tuple[Party, ...]
    score: str = ""
    """Games won, `2–1`; empty before anything counts and where more than two parties play."""
    games: tuple[str, ...] = ()
    """Points of each game, `35–28`."""
    points: tuple[str, ...] = ()
    """Points by party where more than two parties play."""
    state: str = ""
    """What keeps the result from being final; empty once it is."""


def render_results(head: PrintHead, results: Sequence[PrintedResult]) -> bytes:
    """One line for each match in the order given; one for each party where more than two share a table."""
    translate = head.translate
    book = Book(head, translate(_("Results")))
    columns = (
        PrintColumn(translate(_("Table")), 14, 11, Align.CENTRE, bold=True),
        PrintColumn(translate(_("Entry")), 57, 11),
        PrintColumn(translate(_("Result")), 18, 12, Align.CENTRE, bold=True),
        PrintColumn(translate(_("Entry")), 57, 11),
        PrintColumn(translate(_("Games")), 40, 9),
    )
    lines = [line for result in results for line in _build_lines(result)]
    table = PrintTable(book, columns, ROW, growth=book.compute_growth(ROW * len(lines), TABLE_HEAD))
    table.begin_rows()
    for line in lines:
        table.draw_row(line)
    return book.to_bytes()


def _build_lines(result: PrintedResult) -> Iterator[tuple[str, ...]]:
    remarks = " · ".join(filter(None, (", ".join(result.games), result.state)))
    names = [party.name for party in result.parties]
    if len(names) <= PAIR:
        yield (result.table, names[0], result.score, names[1] if len(names) == PAIR else "", remarks)
        return
    for index, name in enumerate(names):
        points = result.points[index] if index < len(result.points) else ""
        yield (result.table if index == 0 else "", name, points, "", remarks if index == 0 else "")
