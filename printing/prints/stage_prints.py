"""Standings, cross-tables and the results of a round as values for paper."""

from collections.abc import Iterable

from django.utils.translation import gettext, gettext_noop

from paper import CrossRow, CrossTable, Party, PrintedResult, PrintedStandings, StandingRow
from printing.prints.heads import build_side_party
from rankings.standings_pages.pools import PoolGrid, read_pool_grids
from rankings.standings_pages.queries import StandingLine, StandingsGroup, StandingsView, format_cell
from rules.texts import format_score
from scoring.ledger.match_log import State
from scoring.matches.rounds import MatchRow, build_match_row, list_game_points
from scoring.standings.carried import list_carried_stages
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.models.prefetches import prefetch_seated_persons
from tournaments.people.naming import IN_FULL, Naming
from tournaments.people.sides import group_by_side
from tournaments.stages.groups import Venue, read_group_names

STARTING_ORDER = gettext_noop("No results yet: entries are in their starting order.")
SIGNED_STATES = frozenset({State.CONFIRMED, State.LOCKED})


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
    carried = [gettext("Points carried from “%(stage)s”.") % {"stage": earlier.stage.name} for earlier in list_carried_stages(view.stage)]
    notes = (*map(gettext, opening_notes), *carried, *(f"{column.name}: {column.sentence}" for column in columns))
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


def read_printed_results(round_: Round, naming: Naming = IN_FULL, venue: Venue | None = None) -> list[PrintedResult]:
    """The matches of a round by table, byes last; only those of `venue` if there is one. Three queries."""
    matches = round_.matches.filter(pool=venue.key) if venue else round_.matches.all()
    listed = matches.select_related("result").prefetch_related(prefetch_seated_persons())
    ordered = sorted(listed, key=lambda match: (match.kind == Match.Kind.BYE, match.table is None, match.table or 0, match.position))
    return [_build_result(match, build_match_row(match, naming), naming) for match in ordered]


def read_results_by_round(tournament: Tournament) -> dict[Round, list[PrintedResult]]:
    """The results of all published rounds in their order, each by table. Three queries."""
    listed = Match.objects.filter(round__stage__tournament=tournament).exclude(round__state=Round.State.DRAFT)
    joined = listed.select_related("result", "round__stage").prefetch_related(prefetch_seated_persons())
    by_round: dict[Round, list[PrintedResult]] = {}
    for match in sorted(joined, key=_compute_archive_position):
        by_round.setdefault(match.round, []).append(_build_result(match, build_match_row(match), IN_FULL))
    return by_round


def _compute_archive_position(match: Match) -> tuple[int, int, bool, int, int]:
    """Stage and round, then the table, byes last."""
    is_bye = match.kind == Match.Kind.BYE
    return (match.round.stage.number, match.round.number, is_bye or match.table is None, match.table or 0, match.position)


def _build_result(match: Match, row: MatchRow, naming: Naming) -> PrintedResult:
    parties = tuple(build_side_party(side, naming) for side in group_by_side(match.seats.all()))
    if row.bye:
        return PrintedResult("–", parties, state=gettext("bye"))
    return PrintedResult(
        table=str(match.table or "–"),
        parties=parties,
        score="" if row.crowded else row.result,
        games=() if row.crowded else tuple(format_score(points) for points in list_game_points(match)),
        points=tuple(format_score([points]) for _name, points in row.lines if points is not None),
        state="" if row.state in SIGNED_STATES and not row.is_forfeit else row.state_label,
        is_awaited=not row.settled,
    )
