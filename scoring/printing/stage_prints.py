"""Standings and cross-tables of a stage as values for paper."""

from collections.abc import Iterable

from django.utils.translation import gettext, gettext_noop

from paper import CrossRow, CrossTable, Party, StandingRow, StandingsTable
from scoring.standings_pages.pools import Grid, pool_grids
from scoring.standings_pages.queries import Group, StandingLine, StandingsView, shown_cell
from tournaments.models import Stage
from tournaments.people.naming import IN_FULL, Naming
from tournaments.stages.groups import group_names

STARTING_ORDER = gettext_noop("Nothing counts yet: the entries stand in their starting order.")


def group_titles(stage: Stage, keys: Iterable[str]) -> dict[str, str]:
    """What stands above the part of each group; nothing above the only one."""
    listed = list(keys)
    return group_names(stage, listed) if len(listed) > 1 else dict.fromkeys(listed, "")


def standings_tables(view: StandingsView) -> list[StandingsTable]:
    """A table for every pool; columns that decide nothing anywhere are left out."""
    columns = [
        column
        for column in view.columns
        if column.key == "points" or any(line.cells.get(column.key) is not None for group in view.groups for line in group.lines)
    ]
    start = () if view.begun else (STARTING_ORDER,)
    notes = (*map(gettext, start), *(f"{column.name}: {column.sentence}" for column in columns))
    titles = group_titles(view.stage, (group.name for group in view.groups))
    last = len(view.groups) - 1
    return [
        StandingsTable(
            columns=tuple(column.name for column in columns),
            rows=tuple(
                StandingRow(
                    rank=_rank(group, place),
                    party=_party(line),
                    cells=(
                        shown_cell(line.points),
                        *(shown_cell(line.cells.get(column.key), share=column.share) for column in columns[1:]),
                    ),
                    tied=line.shared,
                )
                for place, line in enumerate(group.lines)
            ),
            notes=notes if number == last else (),
            title=titles[group.name],
        )
        for number, group in enumerate(view.groups)
    ]


def cross_tables_of(stage: Stage, naming: Naming = IN_FULL) -> list[CrossTable]:
    grids = pool_grids(stage, naming)
    titles = group_titles(stage, (grid.name for grid in grids))
    return [_cross_table(grid, titles[grid.name]) for grid in grids]


def _cross_table(grid: Grid, title: str) -> CrossTable:
    rows = tuple(CrossRow(_party(row.line), tuple(cell.text for cell in row.cells), (shown_cell(row.line.points),)) for row in grid.rows)
    return CrossTable(rows, (gettext("Points"),), title)


def _rank(group: Group, place: int) -> str:
    """Empty when it is that of the line above: they share it; a dash before anything counts."""
    if not group.begun:
        return "–"
    above = group.lines[place - 1].rank if place else None
    rank = group.lines[place].rank
    return "" if rank == above else str(rank)


def _party(line: StandingLine) -> Party:
    return Party(str(line.number), (line.name,), " · ".join(filter(None, (line.club, line.group))))
