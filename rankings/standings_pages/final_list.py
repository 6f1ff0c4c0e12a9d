"""One final list over all stages: every entry once, those who went on before those who went out, and consolations where they belong."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, overload

from django.utils.translation import gettext as _

from pairing import FORMATS, build_match_title, format_by_key, format_reason
from pairing.codec import position_from_json
from pairing.format import Family
from rankings.standings_pages.chains import read_not_lost
from rankings.standings_pages.contradictions import read_open_points
from rankings.standings_pages.queries import MOST_WINNERS, PLACES, find_deciding_stage, has_one_ranking
from scoring.standings.stored import read_standings
from scoring.standings.team_ranking import read_team_of
from standings.season import StageOrder, compute_final_order, list_places
from standings.season.evenings import Order
from tournaments.models import Entry, Match, Round, Seat, Stage, StageEntry, Tournament
from tournaments.people.naming import IN_FULL, ListedClub, ListedEntry, Naming
from tournaments.stages.groups import read_group_names


@dataclass(frozen=True, slots=True)
class FinalLine:
    """An entry's place in the tournament; `stage` is the last stage that it played, `reached` its last match or its place there; `held` is
    how many places those of its rank hold, the entries of a team one.
    """

    rank: int
    shared: bool
    entry_id: int
    number: int
    name: str
    club: str
    stage: str
    reached: str
    consolation: bool
    held: int = 1

    @property
    def placed(self) -> bool:
        """Everybody in the final list has a place, unlike in standings before anything counts."""
        return True

    @property
    def place(self) -> str:
        return f"{self.rank}=" if self.shared else str(self.rank)


class _FinalPlace(NamedTuple):
    rank: int
    held: int
    entry_id: int


@dataclass(frozen=True)
class _FinalNames:
    """What the lines say beside the places: by entry its names and its last stage, and the ids of the stages of a consolation."""

    naming: Naming
    entries: Mapping[int, ListedEntry]
    last_stages: Mapping[int, Stage]
    aside: Collection[int]

    @cached_property
    def _reached(self) -> dict[int, dict[int, str] | dict[int, tuple[int, str]]]:
        """By stage and entry, the last match in a bracket, else place and group."""
        stages = set(self.last_stages.values())
        return {stage.pk: _read_last_matches(stage) if _is_bracket(stage) else _read_stage_places(stage) for stage in stages}

    def build_line(self, place: _FinalPlace) -> FinalLine:
        entry, stage = self.entries[place.entry_id], self.last_stages.get(place.entry_id)
        return FinalLine(
            rank=place.rank,
            shared=place.held > 1,
            entry_id=entry.pk,
            number=entry.number,
            name=self.naming.format_name(entry),
            club=self.naming.format_club(entry),
            stage=stage.name if stage else "",
            reached=self._format_reached(entry.pk, stage),
            consolation=stage is not None and stage.pk in self.aside,
            held=place.held,
        )

    def _format_reached(self, entry_id: int, stage: Stage | None) -> str:
        """The last match of an entry in a bracket; its place in the standings of other stages."""
        reached = self._reached[stage.pk].get(entry_id, "") if stage else ""
        if isinstance(reached, str):
            return reached
        rank, group = reached
        return " ".join(part for part in (group, _("place %(rank)d") % {"rank": rank}) if part)


class FinalLines(Sequence[FinalLine]):
    """Lines that are written when they are looked at: of thousands a page shows two hundred."""

    def __init__(self, places: Sequence[_FinalPlace], names: _FinalNames) -> None:
        self._places, self._names = places, names

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> FinalLine: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[FinalLine, ...]: ...

    def __getitem__(self, place: int | slice) -> FinalLine | tuple[FinalLine, ...]:
        if isinstance(place, slice):
            return tuple(map(self._names.build_line, self._places[place]))
        return self._names.build_line(self._places[place])


@dataclass(frozen=True, slots=True)
class FinalList:
    """`over` when everything is played; `provisional` while it is not, or while a result of a closed round is open."""

    lines: Sequence[FinalLine]
    stages: int
    over: bool
    provisional: bool


def read_final_orders(tournaments: Collection[int]) -> dict[int, Order]:
    """The final order of each tournament, by its id: ids of entries, best first, those who share a place together.

    Three queries, one for each stage whose standings are stale, and two for each stage of losers. Final list, podium, prizes, certificates,
    cash and seasons read this and nothing else.
    """
    orders: defaultdict[int, list[StageOrder]] = defaultdict(list)
    numbers = dict(Stage.objects.filter(tournament__in=tournaments).values_list("pk", "number"))
    stages = list(Stage.objects.filter(tournament__in=tournaments).select_related("standings", "tournament", "source").order_by("number"))
    strays = _read_strays(stages)
    for stage in stages:
        is_aside = stage.takes != Stage.Takes.FIRST
        places = _leave_out(_list_places(stage), strays[stage.pk])
        orders[stage.tournament_id].append(StageOrder(stage.number, places, numbers.get(stage.source_id or 0), is_aside))
    return {tournament: compute_final_order(orders[tournament]) for tournament in tournaments}


def read_final_teams(tournaments: Collection[int]) -> dict[int, int]:
    """The team of each entry of these tournaments whose last stage is played in teams, for `list_places`. One query where nobody is."""
    in_teams = [form.key for form in FORMATS if form.in_teams]
    played = set(Stage.objects.filter(tournament__in=tournaments, format_key__in=in_teams).values_list("tournament", flat=True))
    drawn = Stage.objects.filter(tournament__in=played, rounds__state__in=[Round.State.PUBLISHED, Round.State.CLOSED])
    stages = list(drawn.distinct().select_related("source").order_by("number")) if played else []
    by_tournament: defaultdict[int, list[Stage]] = defaultdict(list)
    for stage in stages:
        by_tournament[stage.tournament_id].append(stage)
    return {entry: team for own in by_tournament.values() for entry, team in _read_teams(_read_last_stages(own)).items()}


def read_final_list(tournament: Tournament, naming: Naming = IN_FULL) -> FinalList:
    """The final list with names; empty before the first published round. About ten queries."""
    stages = list(tournament.stages.filter(rounds__state__in=[Round.State.PUBLISHED, Round.State.CLOSED]).distinct().order_by("number"))
    is_over = tournament.state == Tournament.State.FINISHED
    is_provisional = not is_over or bool(read_open_points(tournament))
    if not stages:
        return FinalList((), 0, is_over, is_provisional)
    order = read_final_orders([tournament.pk])[tournament.pk]
    names = _FinalNames(naming, _read_listed_entries(tournament), _read_last_stages(stages), _list_consolations(stages))
    teams = _read_teams(names.last_stages)
    places = [
        _FinalPlace(rank, holders, entry)
        for rank, holders, together in list_places(order, teams)
        for entry in sorted(together, key=lambda pk: names.entries[pk].number)
    ]
    return FinalList(FinalLines(places, names), len(stages), is_over, is_provisional)


def _read_listed_entries(tournament: Tournament) -> dict[int, ListedEntry]:
    rows = Entry.objects.filter(tournament=tournament).order_by().values_list("pk", "number", "name", "hidden", "club__name")
    return {pk: ListedEntry(pk, number, name, hidden, ListedClub(club) if club else None) for pk, number, name, hidden, club in rows}


def find_consolations(tournament: Tournament) -> list[Stage]:
    """The stages that decide the consolations, by number: the last of each chain that begins with losers or with those left over."""
    stages = list(tournament.stages.filter(rounds__state__in=[Round.State.PUBLISHED, Round.State.CLOSED]).distinct().order_by("number"))
    aside = _list_consolations(stages)
    going_on = {stage.source_id for stage in stages if stage.takes == Stage.Takes.FIRST}
    return [stage for stage in stages if stage.pk in aside and stage.pk not in going_on]


def _list_consolations(stages: Iterable[Stage]) -> set[int]:
    """Ids of the consolations and of the stages filled from them; `stages` are in order."""
    aside: set[int] = set()
    for stage in stages:
        if stage.takes != Stage.Takes.FIRST or stage.source_id in aside:
            aside.add(stage.pk)
    return aside


def read_podium(tournament: Tournament, naming: Naming = IN_FULL) -> tuple[FinalLine, ...]:
    """The head of the final list down to the third place; empty while anything is played, where the deciding stage has several rankings or
    no winners yet, and where more share it than anybody could stand on.
    """
    stage = find_deciding_stage(tournament) if tournament.state == Tournament.State.FINISHED else None
    if stage is None or not has_one_ranking(stage):
        return ()
    first: list[FinalLine] = []
    for line in read_final_list(tournament, naming).lines:
        if line.rank > PLACES or len(first) > MOST_WINNERS:
            break
        first.append(line)
    return tuple(first) if len(first) <= MOST_WINNERS else ()


def _read_strays(stages: Iterable[Stage]) -> dict[int, frozenset[int]]:
    """By id of the stage, its entries that stand where another stage puts them: those of a stage of losers that did not lose in its rounds
    of the source, there and in whatever stage is filled from it. `stages` are in order.
    """
    strays: dict[int, frozenset[int]] = {}
    for stage in stages:
        strays[stage.pk] = strays.get(stage.source_id or 0, frozenset())
        if stage.takes == Stage.Takes.LOST and stage.source is not None:
            strays[stage.pk] |= read_not_lost(stage.source, (stage.lost_from, stage.lost_until))
    return strays


def _leave_out(places: Order, strays: Collection[int]) -> Order:
    left = (tuple(entry for entry in together if entry not in strays) for together in places)
    return tuple(together for together in left if together)


def _list_places(stage: Stage) -> Order:
    """The entries of a stage by rank; entries of the same rank in several pools stand together."""
    ranks: defaultdict[int, list[int]] = defaultdict(list)
    for line in read_standings(stage).lines:
        ranks[line.rank].append(line.entrant)
    return tuple(tuple(ranks[rank]) for rank in sorted(ranks))


def _read_last_stages(stages: Iterable[Stage]) -> dict[int, Stage]:
    by_pk = {stage.pk: stage for stage in stages}
    strays = _read_strays(by_pk.values())
    enrolled = StageEntry.objects.filter(stage__in=by_pk).order_by("stage__number").values_list("entry_id", "stage_id")
    return {entry: by_pk[stage] for entry, stage in enrolled if entry not in strays[stage]}


def _read_teams(last_stages: Mapping[int, Stage]) -> dict[int, int]:
    """The team of each entry whose last stage is played in teams: the entries of a team hold one place."""
    in_teams = [stage for stage in set(last_stages.values()) if format_by_key(stage.format_key).in_teams]
    return {entry: team for stage in in_teams for entry, team in read_team_of(stage).items() if last_stages.get(entry) == stage}


def _read_last_matches(stage: Stage) -> dict[int, str]:
    """The last match of every entry; a bye only where it gave a place, as a final to which nobody else came."""
    seats = Seat.objects.filter(round__stage=stage).exclude(round__state=Round.State.DRAFT)
    texts: dict[int, str] = {}
    for entry, bracket, kind in seats.order_by("round__number").values_list("entry_id", "match__bracket", "match__kind"):
        position = position_from_json(bracket) if bracket else None
        if position is not None and (kind == Match.Kind.PLAYED or position.is_for_one_place):
            texts[entry] = format_reason(build_match_title(position), _)
    return texts


def _read_stage_places(stage: Stage) -> dict[int, tuple[int, str]]:
    groups = read_standings(stage).groups
    names = read_group_names(stage, groups) if len(groups) > 1 else {}
    return {line.entrant: (line.rank, names.get(key, "")) for key, lines in groups.items() for line in lines}


def _is_bracket(stage: Stage) -> bool:
    return format_by_key(stage.format_key).family is Family.BRACKET
