"""The results of a round, for the wall and for the archive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paper.book import Book
from paper.layout import Align
from paper.tables import TABLE_HEAD, PrintColumn, PrintTable
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

    @property
    def is_crowded(self) -> bool:
        return len(self.parties) > PAIR

    def build_row(self) -> tuple[str, ...]:
        """Table, first party, result, second party and games."""
        names = [party.name for party in self.parties]
        remarks = " · ".join(filter(None, (", ".join(self.games), self.state)))
        return (self.table, names[0], self.score, names[1] if len(names) == PAIR else "", remarks)

    def list_party_rows(self) -> list[tuple[str, ...]]:
        """Table, party, club and points, a row for each party; table and state stand in the first."""
        rows: list[tuple[str, ...]] = []
        for index, party in enumerate(self.parties):
            points = self.points[index] if index < len(self.points) else ""
            first = index == 0
            rows.append((self.table if first else "", party.name, party.club, points, self.state if first else ""))
        return rows


def render_results(head: PrintHead, results: Sequence[PrintedResult]) -> bytes:
    """One line for each match in the order given; one for each party where more than two share a table."""
    book = Book(head, head.translate(_("Results")))
    draw = _draw_tables_of_several if any(result.is_crowded for result in results) else _draw_matches
    draw(book, results)
    return book.to_bytes()


def _draw_matches(book: Book, results: Sequence[PrintedResult]) -> None:
    translate = book.translate_text
    columns = (
        PrintColumn(translate(_("Table")), 14, 11, Align.CENTRE, bold=True),
        PrintColumn(translate(_("Entry")), 57, 11, names=True),
        PrintColumn(translate(_("Result")), 18, 12, Align.CENTRE, bold=True),
        PrintColumn(translate(_("Entry")), 57, 11, names=True),
        PrintColumn(translate(_("Games")), 40, 9),
    )
    table = PrintTable(book, columns, ROW, growth=book.compute_growth(ROW * len(results), TABLE_HEAD))
    rows = [result.build_row() for result in results]
    table.begin_rows(rows)
    for row in rows:
        table.draw_row(row)


def _draw_tables_of_several(book: Book, results: Sequence[PrintedResult]) -> None:
    """A heavy line between the tables, none of which is split."""
    translate = book.translate_text
    columns = (
        PrintColumn(translate(_("Table")), 14, 13, Align.CENTRE, bold=True),
        PrintColumn(translate(_("Entry")), 80, 11, names=True),
        PrintColumn(translate(_("Club")), 46, 9),
        PrintColumn(translate(_("Points")), 18, 12, Align.CENTRE, bold=True),
        PrintColumn(translate(_("State")), 28, 9),
    )
    rows = [result.list_party_rows() for result in results]
    growth = book.compute_growth(ROW * sum(map(len, rows)), TABLE_HEAD)
    table = PrintTable(book, columns, ROW, growth=growth, heavy_every=0)
    table.begin_rows([row for block in rows for row in block])
    for number, block in enumerate(rows):
        table.keep_rows(len(block))
        for place, row in enumerate(block):
            table.draw_row(row, line_above=place == 0 and number > 0)
