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
    is_awaited: bool = False
    """Whether a final result is still to come; never of a bye."""

    def list_rows(self) -> Iterator[tuple[str, ...]]:
        """Table, first party, result, second party and games; a row for each party where more than two share a table."""
        remarks = " · ".join(filter(None, (", ".join(self.games), self.state)))
        names = [party.name for party in self.parties]
        if len(names) <= PAIR:
            yield (self.table, names[0], self.score, names[1] if len(names) == PAIR else "", remarks)
            return
        for index, name in enumerate(names):
            points = self.points[index] if index < len(self.points) else ""
            yield (self.table if index == 0 else "", name, points, "", remarks if index == 0 else "")


def render_results(head: PrintHead, results: Sequence[PrintedResult]) -> bytes:
    """One line for each match in the order given; one for each party where more than two share a table."""
    translate = head.translate
    book = Book(head, translate(_("Results")))
    columns = (
        PrintColumn(translate(_("Table")), 14, 11, Align.CENTRE, bold=True),
        PrintColumn(translate(_("Entry")), 57, 11, names=True),
        PrintColumn(translate(_("Result")), 18, 12, Align.CENTRE, bold=True),
        PrintColumn(translate(_("Entry")), 57, 11, names=True),
        PrintColumn(translate(_("Games")), 40, 9),
    )
    lines = [line for result in results for line in result.list_rows()]
    table = PrintTable(book, columns, ROW, growth=book.compute_growth(ROW * len(lines), TABLE_HEAD))
    table.begin_rows()
    for line in lines:
        table.draw_row(line)
    return book.to_bytes()
