"""Standings and cross-tables of a stage as values for paper."""

from collections.abc import Iterable

from django.utils.translation import gettext, gettext_noop

from paper import CrossRow, CrossTable, Party, PrintedStandings, StandingRow
from scoring.standings_pages.pools import PoolGrid, read_pool_grids
from scoring.standings_pages.queries import StandingLine, StandingsGroup, StandingsView, format_cell
from tournaments.models import Stage
from tournaments.people.naming import IN_FULL, Naming
from tournaments.stages.groups import read_group_names

STARTING_ORDER = gettext_noop("No results yet: entries are in their starting order.")


def read_group_titles(stage: Stage, keys: Iterable[str]) -> dict[str, str]:
    """The title of each group; empty if there is only one."""
    listed = list(keys)
    return read_group_names(stage, listed) if len(listed) > 1 else dict.fromkeys(listed, "")


def build_standings_tables(view: StandingsView) -> list[PrintedStandings]:
    """A table for each pool, without the columns that are empty everywhere."""
    columns = [
        column
        for column in view.columns
        if column.key == "points" or any(line.cells.get(column.key) is not None for group in view.groups for line in group.lines)
    ]
    opening_notes = () if view.has_begun else (STARTING_ORDER,)
    notes = (*map(gettext, opening_notes), *(f"{column.name}: {column.sentence}" for column in columns))
    titles = read_group_titles(view.stage, (group.name for group in view.groups))
    last = len(view.groups) - 1
    return [
        PrintedStandings(
            columns=tuple(column.name for column in columns),
            rows=tuple(
                StandingRow(
                    rank=_format_rank(group, index),
                    party=_build_party(line),
                    cells=(
                        format_cell(line.points),
                        *(format_cell(line.cells.get(column.key), share=column.share) for column in columns[1:]),
                    ),
                    tied=line.shared,
                )
                for index, line in enumerate(group.lines)
            ),
            notes=notes if number == last else (),
            title=titles[group.name],
        )
        for number, group in enumerate(view.groups)
    ]


def read_cross_tables(stage: Stage, naming: Naming = IN_FULL) -> list[CrossTable]:
    grids = read_pool_grids(stage, naming)
    titles = read_group_titles(stage, (grid.name for grid in grids))
    return [_build_cross_table(grid, titles[grid.name]) for grid in grids]


def _build_cross_table(grid: PoolGrid, title: str) -> CrossTable:
    rows = tuple(
        CrossRow(_build_party(row.line), tuple(cell.text for cell in row.cells), (format_cell(row.line.points),)) for row in grid.rows
    )
    return CrossTable(rows, (gettext("Points"),), title)


def _format_rank(group: StandingsGroup, place: int) -> str:
    """Empty if the line shares the rank of the line above; a dash before anything counts."""
    if not group.has_begun:
        return "–"
    above = group.lines[place - 1].rank if place else None
    rank = group.lines[place].rank
    return "" if rank == above else str(rank)


def _build_party(line: StandingLine) -> Party:
    return Party(str(line.number), (line.name,), " · ".join(filter(None, (line.club, line.group))))
