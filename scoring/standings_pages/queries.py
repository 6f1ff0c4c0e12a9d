"""The standings for pages: names, columns and cells."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from pairing import format_by_key
from scoring.models import StandingsCache
from scoring.standings_pages.stored import PAYLOAD_FORMAT, compute_standings
from standings import TIE_BREAKS, point_system_by_key, tie_break_by_key
from tournaments.models import Stage, StageEntry, Tournament
from tournaments.people.names import fold_name
from tournaments.people.naming import IN_FULL, Naming
from tournaments.stages.groups import Venue, read_group_names

POINTS = "points"


@dataclass(frozen=True, slots=True)
class StandingsColumn:
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
class StandingsGroup:
    """A pool, or all entries."""

    name: str
    lines: tuple[StandingLine, ...]

    @property
    def has_begun(self) -> bool:
        return any(line.placed for line in self.lines)


@dataclass(frozen=True, slots=True)
class StandingsView:
    stage: Stage
    columns: tuple[StandingsColumn, ...]
    """Points first, then the tie-breaks in their order."""
    groups: tuple[StandingsGroup, ...]
    seq: int

    @property
    def has_begun(self) -> bool:
        return any(group.has_begun for group in self.groups)


def filter_by_venue(view: StandingsView, venue: Venue | None) -> StandingsView:
    """Only the lines of that venue, each with its overall place and without the venue's name; with None all lines."""
    if venue is None:
        return view
    groups = (
        StandingsGroup(group.name, tuple(replace(line, group="") for line in group.lines if line.pool == venue.key))
        for group in view.groups
    )
    return replace(view, groups=tuple(groups))


def filter_by_text(view: StandingsView, search_text: str, entry_ids: Collection[int] = ()) -> StandingsView:
    """Only the lines with that number, with that text in name or club, or of the entries in `entry_ids`; with no text all lines."""
    text = fold_name(search_text)
    if not text:
        return view
    groups = (
        StandingsGroup(group.name, tuple(line for line in group.lines if _is_searched(line, text, entry_ids))) for group in view.groups
    )
    return replace(view, groups=tuple(group for group in groups if group.lines))


def _is_searched(line: StandingLine, text: str, entry_ids: Collection[int]) -> bool:
    if text.isdecimal():
        return line.number == int(text)
    return line.entry_id in entry_ids or text in fold_name(f"{line.name} {line.club}")


def list_published_stages(tournament: Tournament) -> list[Stage]:
    """Stages with a published round, the latest first."""
    drawn = tournament.stages.filter(rounds__state__in=["published", "closed"]).distinct()
    return list(drawn.select_related("standings", "tournament").order_by("-number"))


def find_deciding_stage(tournament: Tournament) -> Stage | None:
    """The stage that decides the tournament: the last published one, without consolations and their followers. One query.

    If only such stages exist, the last of all.
    """
    stages = list_published_stages(tournament)
    aside: set[int] = set()
    for stage in reversed(stages):
        if stage.source_id in aside or stage.takes != Stage.Takes.FIRST:
            aside.add(stage.pk)
    return next((stage for stage in stages if stage.pk not in aside), stages[0] if stages else None)


def read_standings_view(stage: Stage, naming: Naming = IN_FULL) -> StandingsView:
    """Built from the stored standings, or computed if none are stored. One query for the entries otherwise."""
    cache: StandingsCache | None = getattr(stage, "standings", None)
    payload = read_payload(stage)
    enrolled = StageEntry.objects.filter(stage=stage).select_related("entry__club")
    entries = {stage_entry.entry_id: stage_entry for stage_entry in enrolled}
    names = (
        read_group_names(stage, (stage_entry.pool for stage_entry in enrolled)) if format_by_key(stage.format_key).ranked_together else {}
    )
    return StandingsView(
        stage=stage,
        columns=_build_columns(payload),
        groups=tuple(_build_group(group, payload, entries, names, naming) for group in payload["groups"]),
        seq=cache.seq if cache else 0,
    )


def read_payload(stage: Stage) -> Mapping[str, Any]:
    """The stored standings if they are of this format, else computed. No query if the stage comes with its standings."""
    cache: StandingsCache | None = getattr(stage, "standings", None)
    current = cache is not None and cache.payload.get("format") == PAYLOAD_FORMAT
    return cache.payload if cache and current else compute_standings(stage)


def format_cell(value: float | None, *, share: bool = False) -> str:
    """A share in percent, rounded; a negative number with a minus sign; empty where the tie-break had nothing to decide."""
    if value is None:
        return ""
    if share:
        return f"{number_format(round(100 * value, 1), 1)} %"
    text = str(value) if isinstance(value, int) else str(number_format(round(value, 1), 1))
    return text.replace("-", "−")


def list_tie_break_columns() -> tuple[StandingsColumn, ...]:
    """Every tie-break with its name and sentence."""
    return tuple(StandingsColumn(tie_break.key, _(tie_break.name), _(tie_break.sentence), tie_break.share) for tie_break in TIE_BREAKS)


def _build_columns(payload: Mapping[str, Any]) -> tuple[StandingsColumn, ...]:
    system = point_system_by_key(payload["points"])
    breaks = [tie_break_by_key(key) for key in payload["tie_breaks"]]
    points = StandingsColumn(POINTS, _("Points"), _(system.sentence))
    return (points, *(StandingsColumn(tie_break.key, _(tie_break.name), _(tie_break.sentence), tie_break.share) for tie_break in breaks))


def _build_group(
    group: Mapping[str, Any],
    payload: Mapping[str, Any],
    enrolled: Mapping[int, StageEntry],
    names: Mapping[str, str],
    naming: Naming,
) -> StandingsGroup:
    lines = tuple(_build_line(line, payload, enrolled, names, naming) for line in group["lines"])
    if any(line.played or line.points for line in lines):
        return StandingsGroup(group["name"], lines)
    return StandingsGroup(group["name"], tuple(replace(line, placed=False, shared=False) for line in lines))


def _build_line(
    line: Mapping[str, Any], payload: Mapping[str, Any], enrolled: Mapping[int, StageEntry], names: Mapping[str, str], naming: Naming
) -> StandingLine:
    stage_entry = enrolled[line["entry"]]
    entry = stage_entry.entry
    return StandingLine(
        rank=line["rank"],
        shared=len(line["tied"]) > 1,
        entry_id=entry.pk,
        number=entry.number,
        name=naming.format_name(entry),
        club=naming.format_club(entry),
        group=names.get(stage_entry.pool, ""),
        pool=stage_entry.pool,
        played=payload["played"].get(str(entry.pk), 0),
        points=line["points"],
        cells=dict(zip(payload["tie_breaks"], line["cells"], strict=True)),
    )
