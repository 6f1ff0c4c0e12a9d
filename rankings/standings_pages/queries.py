"""The standings for pages: names, columns and cells, and the winners."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import overload

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from pairing import format_by_key
from scoring.models import StandingsCache
from scoring.standings.stored import StageStandings, read_standings
from standings import TIE_BREAKS, RankedLine, TieBreak, point_system_by_key, tie_break_by_key
from tournaments.models import Stage, StageEntry, Tournament
from tournaments.people.names import contains_words, fold_name
from tournaments.people.naming import IN_FULL, ListedClub, ListedEntry, Naming
from tournaments.stages.groups import Venue, read_group_names

POINTS = "points"
PLACES = 3
MOST_WINNERS = 12
"""Entries on a podium; where more share the first places, there is none."""


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


class StandingLines(Sequence[StandingLine]):
    """The lines of a group, built with their names when they are looked at: of thousands a page shows two hundred."""

    def __init__(
        self,
        ranked: Sequence[RankedLine],
        keys: Sequence[str],
        entries: Mapping[int, tuple[ListedEntry, str]],
        names: Mapping[str, str],
        naming: Naming,
        holders: Mapping[int, int],
        *,
        placed: bool,
    ) -> None:
        """`keys` of the tie-breaks, `entries` with their pools by id, `names` of the pools, how many hold each place."""
        self._ranked, self._keys, self._entries, self._names = ranked, keys, entries, names
        self._naming, self._holders, self._placed = naming, holders, placed

    def __len__(self) -> int:
        return len(self._ranked)

    @overload
    def __getitem__(self, place: int) -> StandingLine: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[StandingLine, ...]: ...

    def __getitem__(self, place: int | slice) -> StandingLine | tuple[StandingLine, ...]:
        return tuple(map(self._build, self._ranked[place])) if isinstance(place, slice) else self._build(self._ranked[place])

    def __iter__(self) -> Iterator[StandingLine]:
        return map(self._build, self._ranked)

    @property
    def has_parts(self) -> bool:
        return any(self._names.values())

    def list_clubs(self) -> Iterator[tuple[str, int | float, int]]:
        for line in self._ranked:
            entry = self._entries[line.entrant][0]
            yield self._naming.format_club(entry), line.points, entry.number

    def find_place(self, entry_id: int) -> int | None:
        return next((place for place, line in enumerate(self._ranked) if line.entrant == entry_id), None)

    def _build(self, line: RankedLine) -> StandingLine:
        entry, pool = self._entries[line.entrant]
        return StandingLine(
            rank=line.rank,
            shared=self._placed and self._holders[line.rank] > 1,
            entry_id=line.entrant,
            number=entry.number,
            name=self._naming.format_name(entry),
            club=self._naming.format_club(entry),
            group=self._names.get(pool, ""),
            pool=pool,
            played=line.played,
            points=line.points,
            cells=dict(zip(self._keys, line.cells, strict=True)),
            placed=self._placed,
        )


@dataclass(frozen=True, slots=True)
class StandingsGroup:
    """A pool, or all entries."""

    name: str
    lines: Sequence[StandingLine]

    @property
    def has_begun(self) -> bool:
        return any(line.placed for line in self.lines[:1])

    @property
    def has_parts(self) -> bool:
        """Whether the lines belong to venues or lines of their own."""
        return self.lines.has_parts if isinstance(self.lines, StandingLines) else any(line.group for line in self.lines)

    def find_place(self, entry_id: int) -> int | None:
        """Where the entry stands among the lines, from 0; None in a group that it does not play in."""
        if isinstance(self.lines, StandingLines):
            return self.lines.find_place(entry_id)
        return next((place for place, line in enumerate(self.lines) if line.entry_id == entry_id), None)

    def list_clubs(self) -> Iterator[tuple[str, int | float, int]]:
        """Club, points and number of every line."""
        if isinstance(self.lines, StandingLines):
            return self.lines.list_clubs()
        return ((line.club, line.points, line.number) for line in self.lines)


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

    def find_line(self, entry_id: int) -> tuple[StandingsGroup, StandingLine] | None:
        """The line of an entry, and its group."""
        places = ((group, group.find_place(entry_id)) for group in self.groups)
        return next(((group, group.lines[place]) for group, place in places if place is not None), None)


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
    return line.entry_id in entry_ids or contains_words(f"{line.name} {line.club}", text)


def list_published_stages(tournament: Tournament) -> list[Stage]:
    """Stages with a published round, the latest first."""
    drawn = tournament.stages.filter(rounds__state__in=["published", "closed"]).distinct()
    return list(drawn.select_related("standings").order_by("-number"))


def find_deciding_stage(tournament: Tournament) -> Stage | None:
    """The stage that decides the tournament, as `choose_deciding_stage`. One query."""
    return choose_deciding_stage(list_published_stages(tournament))


def choose_deciding_stage(stages: Sequence[Stage]) -> Stage | None:
    """The first of `stages`, which come latest first, without consolations and their followers; if only such stages exist, the first."""
    aside: set[int] = set()
    for stage in reversed(stages):
        if stage.source_id in aside or stage.takes != Stage.Takes.FIRST:
            aside.add(stage.pk)
    return next((stage for stage in stages if stage.pk not in aside), stages[0] if stages else None)


def read_standings_view(stage: Stage, naming: Naming = IN_FULL) -> StandingsView:
    """Built from the current standings (`read_standings`). One query for the entries otherwise."""
    cache: StandingsCache | None = getattr(stage, "standings", None)
    standings = read_standings(stage)
    entries = _read_ranked_entries(stage)
    pools = {pool for _entry, pool in entries.values()}
    chosen = format_by_key(stage.format_key)
    names = read_group_names(stage, pools) if chosen.ranked_together and not chosen.in_teams else {}
    return StandingsView(
        stage=stage,
        columns=_build_columns(standings),
        groups=tuple(
            StandingsGroup(name, _build_lines(lines, standings.tie_breaks, entries, names, naming, in_teams=chosen.in_teams))
            for name, lines in standings.groups.items()
        ),
        seq=cache.seq if cache else 0,
    )


def has_one_ranking(stage: Stage) -> bool:
    """Whether a stage ranks all its entries together and something has counted."""
    groups = list(read_standings(stage).groups.values())
    return len(groups) == 1 and any(line.played or line.points for line in groups[0])


def _read_ranked_entries(stage: Stage, keys: Sequence[int] | None = None) -> dict[int, tuple[ListedEntry, str]]:
    """By id, the entries of the stage, or only those with these `keys`, with their pools. One query."""
    clubs: dict[str, ListedClub] = {}
    columns = ("pool", "entry_id", "entry__number", "entry__name", "entry__hidden", "entry__club__name")
    enrolled = StageEntry.objects.filter(stage=stage) if keys is None else StageEntry.objects.filter(stage=stage, entry__in=keys)
    rows = enrolled.order_by().values_list(*columns)
    return {
        pk: (ListedEntry(pk, number, name, hidden, clubs.setdefault(club, ListedClub(club)) if club else None), pool)
        for pool, pk, number, name, hidden, club in rows
    }


def format_cell(value: float | None, *, share: bool = False) -> str:
    """A share in percent, rounded; a negative number with a minus sign; empty where the tie-break had nothing to decide.

    What is counted in hundredths is shown whole, any other fraction to a tenth.
    """
    if value is None:
        return ""
    if share:
        return f"{number_format(round(100 * value, 1), 1)} %"
    if isinstance(value, int):
        return str(value).replace("-", "−")
    decimals = 2 if value == round(value, 2) != round(value, 1) else 1
    text = str(number_format(round(value, decimals), decimals))
    return text.replace("-", "−")


def list_tie_break_columns() -> tuple[StandingsColumn, ...]:
    """Every tie-break with its name and sentence."""
    return tuple(map(_build_column, TIE_BREAKS))


def _build_columns(standings: StageStandings) -> tuple[StandingsColumn, ...]:
    system = point_system_by_key(standings.points)
    points = StandingsColumn(POINTS, _("Points"), _(system.sentence))
    return (points, *(_build_column(tie_break_by_key(key)) for key in standings.tie_breaks))


def _build_column(tie_break: TieBreak) -> StandingsColumn:
    return StandingsColumn(tie_break.key, _(tie_break.title), _(tie_break.sentence), tie_break.share)


def _build_lines(
    lines: Sequence[RankedLine],
    keys: Sequence[str],
    entries: Mapping[int, tuple[ListedEntry, str]],
    names: Mapping[str, str],
    naming: Naming,
    *,
    in_teams: bool,
    placed: bool | None = None,
) -> StandingLines:
    """The lines of a group with names; before anything counts nobody has a place (`placed`, where not all lines of the group are here).
    Entries of one team do not share its place.
    """
    if placed is None:
        placed = any(line.played or line.points for line in lines)
    if in_teams:
        holders = Counter(rank for rank, _pool in {(line.rank, entries[line.entrant][1]) for line in lines})
    else:
        holders = Counter([line.rank for line in lines])
    return StandingLines(tuple(lines), tuple(keys), entries, names, naming, holders, placed=placed)
