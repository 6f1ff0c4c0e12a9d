"""Standings with what decides between equals, the final list, brackets and pools."""

from django.utils.translation import gettext as _

from api.callers.problems import Refused
from api.reads.finding import TournamentAccess
from api.reads.paging import find_next, read_offset
from api.reads.result_schemas import (
    BracketMatchOut,
    BracketOut,
    BracketPartOut,
    BracketRoundOut,
    BracketSlotOut,
    CellOut,
    CellPartOut,
    ColumnOut,
    ExplainedLineOut,
    FinalListOut,
    FinalPlaceOut,
    MeetingOut,
    PoolOut,
    PoolRowOut,
    PoolsOut,
    StandingOut,
    StandingsOut,
)
from pairing import format_by_key
from pairing.format import Family
from paper.bracket_geometry import BracketMatch, BracketSlot
from rankings.standings_pages.bracket import read_bracket_parts
from rankings.standings_pages.cells import explain_standings_line
from rankings.standings_pages.final_list import read_final_list
from rankings.standings_pages.pools import PoolGrid, read_pool_grids
from rankings.standings_pages.queries import StandingLine, read_standings_view
from tournaments.entries.exports import FileList, render_csv
from tournaments.models import Stage


def read_standings_page(access: TournamentAccess, stage: Stage, cursor: str, limit: int) -> StandingsOut:
    """The standings of a stage, group by group, each from its first place down."""
    view, offset = read_standings_view(stage, access.naming), read_offset(cursor)
    sizes = [len(group.lines) for group in view.groups]
    items: list[StandingOut] = []
    first = 0
    for group, size in zip(view.groups, sizes, strict=True):
        start, end = max(offset - first, 0), min(offset + limit - first, size)
        items += [_build_standing(line, group.name or line.group) for line in (group.lines[start:end] if start < end else ())]
        first += size
    columns = [ColumnOut(key=column.key, name=column.name, sentence=column.sentence, share=column.share) for column in view.columns]
    return StandingsOut(columns=columns, items=items, next=find_next(offset, limit, sum(sizes)))


def _build_standing(line: StandingLine, group: str) -> StandingOut:
    return StandingOut(
        place=line.rank if line.placed else None,
        shared=line.shared,
        entry=line.number,
        name=line.name,
        club=line.club,
        group=group,
        played=line.played,
        points=float(line.points),
        cells={key: None if value is None else float(value) for key, value in line.cells.items()},
    )


def read_explained_line(access: TournamentAccess, stage: Stage, number: int) -> ExplainedLineOut:
    """How every number of an entry came about. Raises: Refused for who does not play the stage."""
    explained = explain_standings_line(stage, number, access.naming)
    if not explained:
        raise Refused("not_found")
    cells = [
        CellOut(
            key=key,
            name=cell.column,
            sentence=cell.sentence,
            parts=[CellPartOut(label=part.label, value=part.value, counted=part.counted, match=part.code) for part in cell.parts],
            total=cell.total,
        )
        for key, cell in explained.items()
    ]
    return ExplainedLineOut(entry=number, name=next(iter(explained.values())).who, cells=cells)


def read_final_places(access: TournamentAccess, cursor: str, limit: int) -> FinalListOut:
    """The final list over all stages; provisional until everything is played."""
    final, offset = read_final_list(access.tournament, access.naming), read_offset(cursor)
    items = [
        FinalPlaceOut(
            place=line.rank,
            shared=line.shared,
            entry=line.number,
            name=line.name,
            club=line.club,
            stage=line.stage,
            reached=line.reached,
        )
        for line in final.lines[offset : offset + limit]
    ]
    return FinalListOut(items=items, next=find_next(offset, limit, len(final.lines)), provisional=final.provisional)


def render_final_list(access: TournamentAccess) -> bytes:
    """The final list as CSV, with headings in the language of the reader."""
    headings = (_("Place"), _("Number"), _("Name"), _("Club"), _("Stage"), _("Reached"))
    lines = read_final_list(access.tournament, access.naming).lines
    rows = tuple((line.place, line.number, line.name, line.club, line.stage, line.reached) for line in lines)
    return render_csv(FileList(access.tournament.name, headings, rows))


def read_bracket(access: TournamentAccess, stage: Stage) -> BracketOut:
    """Round by round, with the empty places; no parts where the stage has no bracket or is not drawn."""
    if format_by_key(stage.format_key).family is not Family.BRACKET:
        return BracketOut(parts=[])
    parts = [
        BracketPartOut(
            loose=part.loose,
            rounds=[
                BracketRoundOut(title=round_.title, matches=[_build_bracket_match(match) for match in round_.matches])
                for round_ in part.rounds
            ],
        )
        for part in read_bracket_parts(stage, access.naming)
    ]
    return BracketOut(parts=parts)


def _build_bracket_match(match: BracketMatch | None) -> BracketMatchOut | None:
    if match is None:
        return None
    return BracketMatchOut(code=match.code, label=match.label, late=match.late, slots=list(map(_build_slot, match.slots)))


def _build_slot(slot: BracketSlot) -> BracketSlotOut:
    number, score = (int(text) if text.isdecimal() else None for text in (slot.number, slot.score))
    return BracketSlotOut(entry=number, name=slot.name, score=score, won=slot.won, hint=slot.hint)


def read_pools(access: TournamentAccess, stage: Stage) -> PoolsOut:
    """Cross tables; none where the stage has no pools."""
    if format_by_key(stage.format_key).family is not Family.POOLS:
        return PoolsOut(pools=[])
    return PoolsOut(pools=[_build_pool(grid) for grid in read_pool_grids(stage, access.naming)])


def _build_pool(grid: PoolGrid) -> PoolOut:
    numbers = [row.line.number for row in grid.rows]
    rows = [
        PoolRowOut(
            place=row.line.rank if row.line.placed else None,
            entry=row.line.number,
            name=row.line.name,
            points=float(row.line.points),
            played=row.line.played,
            meetings=[
                MeetingOut(opponent=number, text=cell.text, match=cell.code, won=cell.won)
                for number, cell in zip(numbers, row.cells, strict=True)
                if cell.code
            ],
        )
        for row in grid.rows
    ]
    return PoolOut(name=grid.name, rows=rows)
