"""The standings as people read them: names, columns, and how each cell came about."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scoring.models import StandingsCache
from scoring.queries.standings import PAYLOAD_FORMAT, compute_standings, group_tally
from scoring.standings import TIE_BREAKS, explain_cell, explain_points, point_system_by_key, tie_break_by_key, tied_on_points
from tournaments.models import Entry, Stage, Tournament

POINTS = "points"


@dataclass(frozen=True, slots=True)
class Column:
    key: str
    name: str
    sentence: str
    share: bool = False


@dataclass(frozen=True, slots=True)
class StandingLine:
    rank: int
    shared: bool
    entry_id: int
    number: int
    name: str
    club: str
    played: int
    points: int
    cells: Mapping[str, int | float | None]


@dataclass(frozen=True, slots=True)
class Group:
    """A pool, or everybody."""

    name: str
    lines: tuple[StandingLine, ...]


@dataclass(frozen=True, slots=True)
class StandingsView:
    stage: Stage
    columns: tuple[Column, ...]
    """Points first, then the tie-breaks in their order."""
    groups: tuple[Group, ...]
    seq: int


@dataclass(frozen=True, slots=True)
class PartView:
    round: int
    opponent: str
    value: str
    counted: bool


@dataclass(frozen=True, slots=True)
class CellView:
    """How a cell came about."""

    who: str
    column: str
    sentence: str
    parts: tuple[PartView, ...]


def stages_of(tournament: Tournament) -> list[Stage]:
    """Stages of which something was published, the latest first."""
    drawn = tournament.stages.filter(rounds__state__in=["published", "closed"]).distinct()
    return list(drawn.select_related("standings", "tournament").order_by("-number"))


def standings_view(stage: Stage) -> StandingsView:
    """From the stored standings, or computed when nothing is stored yet. One query for the entries otherwise."""
    cache: StandingsCache | None = getattr(stage, "standings", None)
    current = cache is not None and cache.payload.get("format") == PAYLOAD_FORMAT
    payload = cache.payload if cache and current else compute_standings(stage)
    entries = {entry.pk: entry for entry in Entry.objects.filter(stage_entries__stage=stage).select_related("club")}
    return StandingsView(
        stage=stage,
        columns=_columns(payload),
        groups=tuple(Group(group["name"], tuple(_line(line, payload, entries) for line in group["lines"])) for group in payload["groups"]),
        seq=cache.seq if cache else 0,
    )


def explain(stage: Stage, number: int, key: str) -> CellView | None:
    """The cell of the entry with that number under a column; nothing when there is no such cell."""
    entries = {entry.pk: entry for entry in Entry.objects.filter(stage_entries__stage=stage)}
    entry_id = next((pk for pk, entry in entries.items() if entry.number == number), None)
    if entry_id is None:
        return None
    tally, lines, scheme = group_tally(stage, entry_id)
    line = next(one for one in lines if one.entrant == entry_id)
    if key == POINTS:
        name, found = _("Points"), explain_points(tally, point_system_by_key(scheme.points).sentence, entry_id)
    elif key in scheme.tie_breaks:
        name, found = _(tie_break_by_key(key).name), explain_cell(tally, key, line, tied_on_points(tally, entry_id))
    else:
        return None
    parts = tuple(
        PartView(
            round=part.round,
            opponent=entries[part.opponent].name if part.opponent in entries else "",
            value=f"{part.value}–{part.against}" if part.against else str(part.value),
            counted=part.counted,
        )
        for part in found.parts
    )
    return CellView(entries[entry_id].name, name, _(found.sentence), parts)


def shown_cell(value: float | None, *, share: bool = False) -> str:
    """A share of something is shown in percent; nothing where the tie-break had nothing to decide."""
    if value is None:
        return ""
    if share:
        return f"{number_format(100 * value, 1)} %"
    return str(value) if isinstance(value, int) else number_format(value, 3)


def tie_break_lines() -> tuple[Column, ...]:
    """Every tie-break there is, in words."""
    return tuple(Column(one.key, _(one.name), _(one.sentence), one.share) for one in TIE_BREAKS)


def _columns(payload: Mapping[str, Any]) -> tuple[Column, ...]:
    system = point_system_by_key(payload["points"])
    breaks = [tie_break_by_key(key) for key in payload["tie_breaks"]]
    points = Column(POINTS, _("Points"), _(system.sentence))
    return (points, *(Column(one.key, _(one.name), _(one.sentence), one.share) for one in breaks))


def _line(line: Mapping[str, Any], payload: Mapping[str, Any], entries: Mapping[int, Entry]) -> StandingLine:
    entry = entries[line["entry"]]
    return StandingLine(
        rank=line["rank"],
        shared=len(line["tied"]) > 1,
        entry_id=entry.pk,
        number=entry.number,
        name=entry.name,
        club=entry.club.name if entry.club else "",
        played=payload["played"].get(str(entry.pk), 0),
        points=line["points"],
        cells=dict(zip(payload["tie_breaks"], line["cells"], strict=True)),
    )
