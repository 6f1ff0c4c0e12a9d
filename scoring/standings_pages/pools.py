"""Pools as grids: everybody against everybody, with what is played and what is still to come."""

from dataclasses import dataclass

from scoring.matches.rounds import MatchRow, match_row
from scoring.standings_pages.queries import Group, StandingLine, standings_view
from tournaments.models import Match, Round, Stage
from tournaments.people.naming import IN_FULL, Naming


@dataclass(frozen=True, slots=True)
class GridCell:
    """A line against a column: games won and lost in every meeting, and the last match; empty where they have not met."""

    text: str = ""
    code: str = ""
    won: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class GridRow:
    line: StandingLine
    cells: tuple[GridCell, ...]


@dataclass(frozen=True, slots=True)
class Grid:
    name: str
    rows: tuple[GridRow, ...]


def pool_grids(stage: Stage, naming: Naming = IN_FULL) -> tuple[Grid, ...]:
    """One grid for each pool, everybody in order of places. Four queries."""
    meetings = _meetings(stage)
    return tuple(_grid(group, meetings) for group in standings_view(stage, naming).groups)


def _meetings(stage: Stage) -> dict[tuple[int, int], list[tuple[MatchRow, bool]]]:
    """Matches by the numbers of the two entries, in both directions; true when the first of them is side 0."""
    matches = Match.objects.filter(round__stage=stage, kind=Match.Kind.PLAYED).exclude(round__state=Round.State.DRAFT)
    found: dict[tuple[int, int], list[tuple[MatchRow, bool]]] = {}
    for match in matches.select_related("result").prefetch_related("seats__entry").order_by("round__number"):
        row = match_row(match)
        if len(row.numbers) == 2:
            one, other = row.numbers
            found.setdefault((one, other), []).append((row, True))
            found.setdefault((other, one), []).append((row, False))
    return found


def _grid(group: Group, meetings: dict[tuple[int, int], list[tuple[MatchRow, bool]]]) -> Grid:
    rows = tuple(
        GridRow(line, tuple(_cell(meetings.get((line.number, other.number), ()), own=line is other) for other in group.lines))
        for line in group.lines
    )
    return Grid(group.name, rows)


def _cell(met: tuple[tuple[MatchRow, bool], ...] | list[tuple[MatchRow, bool]], *, own: bool) -> GridCell:
    if own or not met:
        return GridCell(own=own)
    won = [row.winner == (0 if first else 1) for row, first in met if not row.late]
    return GridCell(" · ".join(map(_result, met)), met[-1][0].code, won=sum(won) * 2 > len(won))


def _result(meeting: tuple[MatchRow, bool]) -> str:
    row, first = meeting
    return "…" if row.late else "–".join(str(games) for games in (row.games_won if first else row.games_won[::-1]))
