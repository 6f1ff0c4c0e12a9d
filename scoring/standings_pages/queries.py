"""The standings as people read them: names, columns, and how each cell came about."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from pairing import format_by_key
from scoring.models import StandingsCache
from scoring.standings_pages.stored import PAYLOAD_FORMAT, compute_standings
from standings import TIE_BREAKS, point_system_by_key, tie_break_by_key
from tournaments.models import Stage, StageEntry, Tournament
from tournaments.people.naming import IN_FULL, Naming
from tournaments.stages.groups import Venue, group_names

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
    group: str
    """The venue or the line, where one ranking holds several."""
    played: int
    points: int | float
    cells: Mapping[str, int | float | None]
    pool: str = ""
    """The key of that venue or line."""
    placed: bool = True
    """Whether anything counts yet in its group; until then the lines stand in their starting order, and nobody has a place."""

    @property
    def place(self) -> str:
        if not self.placed:
            return "–"
        return f"{self.rank}=" if self.shared else str(self.rank)


@dataclass(frozen=True, slots=True)
class Group:
    """A pool, or everybody."""

    name: str
    lines: tuple[StandingLine, ...]

    @property
    def begun(self) -> bool:
        return any(line.placed for line in self.lines)


@dataclass(frozen=True, slots=True)
class StandingsView:
    stage: Stage
    columns: tuple[Column, ...]
    """Points first, then the tie-breaks in their order."""
    groups: tuple[Group, ...]
    seq: int

    @property
    def begun(self) -> bool:
        return any(group.begun for group in self.groups)


def in_venue(view: StandingsView, venue: Venue | None) -> StandingsView:
    """Only those who play there, each with its place among all; with None everybody. Where all play need not be said of each."""
    if venue is None:
        return view
    groups = (Group(group.name, tuple(replace(line, group="") for line in group.lines if line.pool == venue.key)) for group in view.groups)
    return replace(view, groups=tuple(groups))


def stages_of(tournament: Tournament) -> list[Stage]:
    """Stages of which something was published, the latest first."""
    drawn = tournament.stages.filter(rounds__state__in=["published", "closed"]).distinct()
    return list(drawn.select_related("standings", "tournament").order_by("-number"))


def deciding_stage(tournament: Tournament) -> Stage | None:
    """The stage in which the tournament is won: the last that was published, consolations and what follows them left out. One query.

    Where there is nothing else yet, the last of all.
    """
    stages = stages_of(tournament)
    aside: set[int] = set()
    for stage in reversed(stages):
        if stage.source_id in aside or stage.takes != Stage.Takes.FIRST:
            aside.add(stage.pk)
    return next((stage for stage in stages if stage.pk not in aside), stages[0] if stages else None)


def standings_view(stage: Stage, naming: Naming = IN_FULL) -> StandingsView:
    """From the stored standings, or computed when nothing is stored yet. One query for the entries otherwise."""
    cache: StandingsCache | None = getattr(stage, "standings", None)
    payload = payload_of(stage)
    enrolled = StageEntry.objects.filter(stage=stage).select_related("entry__club")
    entries = {one.entry_id: one for one in enrolled}
    names = group_names(stage, (one.pool for one in enrolled)) if format_by_key(stage.format_key).ranked_together else {}
    return StandingsView(
        stage=stage,
        columns=_columns(payload),
        groups=tuple(_group(group, payload, entries, names, naming) for group in payload["groups"]),
        seq=cache.seq if cache else 0,
    )


def payload_of(stage: Stage) -> Mapping[str, Any]:
    """The stored standings where there are any of this release, else computed. No query where the stage comes with its standings."""
    cache: StandingsCache | None = getattr(stage, "standings", None)
    current = cache is not None and cache.payload.get("format") == PAYLOAD_FORMAT
    return cache.payload if cache and current else compute_standings(stage)


def shown_cell(value: float | None, *, share: bool = False) -> str:
    """A share of something is shown in percent, rounded; below zero with a minus; nothing where the tie-break had nothing to decide."""
    if value is None:
        return ""
    if share:
        return f"{number_format(round(100 * value, 1), 1)} %"
    shown = str(value) if isinstance(value, int) else str(number_format(round(value, 1), 1))
    return shown.replace("-", "−")


def tie_break_lines() -> tuple[Column, ...]:
    """Every tie-break there is, in words."""
    return tuple(Column(one.key, _(one.name), _(one.sentence), one.share) for one in TIE_BREAKS)


def _columns(payload: Mapping[str, Any]) -> tuple[Column, ...]:
    system = point_system_by_key(payload["points"])
    breaks = [tie_break_by_key(key) for key in payload["tie_breaks"]]
    points = Column(POINTS, _("Points"), _(system.sentence))
    return (points, *(Column(one.key, _(one.name), _(one.sentence), one.share) for one in breaks))


def _group(
    group: Mapping[str, Any],
    payload: Mapping[str, Any],
    enrolled: Mapping[int, StageEntry],
    names: Mapping[str, str],
    naming: Naming,
) -> Group:
    lines = tuple(_line(line, payload, enrolled, names, naming) for line in group["lines"])
    if any(line.played or line.points for line in lines):
        return Group(group["name"], lines)
    return Group(group["name"], tuple(replace(line, placed=False, shared=False) for line in lines))


def _line(
    line: Mapping[str, Any], payload: Mapping[str, Any], enrolled: Mapping[int, StageEntry], names: Mapping[str, str], naming: Naming
) -> StandingLine:
    one = enrolled[line["entry"]]
    entry = one.entry
    return StandingLine(
        rank=line["rank"],
        shared=len(line["tied"]) > 1,
        entry_id=entry.pk,
        number=entry.number,
        name=naming.of(entry),
        club=naming.club(entry),
        group=names.get(one.pool, ""),
        pool=one.pool,
        played=payload["played"].get(str(entry.pk), 0),
        points=line["points"],
        cells=dict(zip(payload["tie_breaks"], line["cells"], strict=True)),
    )
