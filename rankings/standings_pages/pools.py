"""Pools as cross tables: every entry against every other."""

from collections.abc import Callable
from dataclasses import dataclass

from rankings.standings_pages.queries import StandingLine, StandingsGroup, read_standings_view
from scoring.matches.rounds import MatchRow, build_match_row
from tournaments.models import Match, Round, Stage
from tournaments.models.prefetches import prefetch_seats
from tournaments.people.naming import IN_FULL, Naming


@dataclass(frozen=True, slots=True)
class PoolGridCell:
    """The meetings of two entries: games won and lost, and the code of the last match; empty where they have not met."""

    text: str = ""
    code: str = ""
    won: bool = False
    own: bool = False


@dataclass(frozen=True, slots=True)
class PoolGridRow:
    """`short` is the name by surnames, for a phone."""

    line: StandingLine
    short: str
    cells: tuple[PoolGridCell, ...]


@dataclass(frozen=True, slots=True)
class PoolGrid:
    name: str
    rows: tuple[PoolGridRow, ...]


def read_pool_grids(stage: Stage, naming: Naming = IN_FULL) -> tuple[PoolGrid, ...]:
    """One grid for each pool, in the order of places. Three queries."""
    meetings = _read_meetings(stage)
    surname_first = stage.tournament.surname_first

    def shorten(name: str) -> str:
        return naming.format_surnames(name, surname_first=surname_first)

    return tuple(_build_grid(group, meetings, shorten) for group in read_standings_view(stage, naming).groups)


def _read_meetings(stage: Stage) -> dict[tuple[int, int], list[tuple[MatchRow, bool]]]:
    """Matches by the numbers of the two entries, in both directions; true when the first number is side 0."""
    matches = Match.objects.filter(round__stage=stage, kind=Match.Kind.PLAYED).exclude(round__state=Round.State.DRAFT)
    meetings: dict[tuple[int, int], list[tuple[MatchRow, bool]]] = {}
    for match in matches.select_related("result").prefetch_related(prefetch_seats()).order_by("round__number"):
        row = build_match_row(match)
        if len(row.numbers) == 2:
            first, second = row.numbers
            meetings.setdefault((first, second), []).append((row, True))
            meetings.setdefault((second, first), []).append((row, False))
    return meetings


def _build_grid(
    group: StandingsGroup, meetings: dict[tuple[int, int], list[tuple[MatchRow, bool]]], shorten: Callable[[str], str]
) -> PoolGrid:
    rows = tuple(
        PoolGridRow(
            line,
            shorten(line.name),
            tuple(
                _build_cell(meetings.get((line.number, opponent.number), ()), own=line.number == opponent.number)
                for opponent in group.lines
            ),
        )
        for line in group.lines
    )
    return PoolGrid(group.name, rows)


def _build_cell(met: tuple[tuple[MatchRow, bool], ...] | list[tuple[MatchRow, bool]], *, own: bool) -> PoolGridCell:
    if own or not met:
        return PoolGridCell(own=own)
    won = [row.winner == (0 if first else 1) for row, first in met if not row.late]
    return PoolGridCell(" · ".join(map(_format_result, met)), met[-1][0].code, won=sum(won) * 2 > len(won))


def _format_result(meeting: tuple[MatchRow, bool]) -> str:
    row, first = meeting
    return "…" if row.late else "–".join(str(games) for games in (row.games_won if first else row.games_won[::-1]))
