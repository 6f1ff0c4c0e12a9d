"""The tables of the hall and who sits there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Max, QuerySet

from pairing import format_by_key
from tournaments.models import HallTable, Match, Round, Stage, StageEntry, Tournament
from tournaments.models.prefetches import prefetch_seats
from tournaments.people.sides import list_side_names

MIN_TABLES_SHOWN = 8


@dataclass(frozen=True, slots=True)
class HallTableLine:
    """A table: whether it is in use, and the match that is played there now."""

    number: int
    in_use: bool
    place: str
    code: str
    names: tuple[str, ...]


def read_places_by_table(tournament: Tournament) -> dict[int, str]:
    """The places of the tables that have one, by number. One query."""
    return dict(HallTable.objects.filter(tournament=tournament).exclude(place="").values_list("number", "place"))


def list_table_numbers(tournament: Tournament) -> range:
    """Every table up to the last one that has a row or is needed to seat all entries. Three queries."""
    used = _select_occupied(tournament).aggregate(last=Max("table"))["last"] or 0
    stated = HallTable.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"] or 0
    return range(1, max(MIN_TABLES_SHOWN, count_tables_needed(tournament), used, stated) + 1)


def read_table_lines(tournament: Tournament, numbers: Sequence[int]) -> tuple[HallTableLine, ...]:
    """The tables of these numbers, those of a page. Three queries."""
    rows = {table.number: table for table in HallTable.objects.filter(tournament=tournament, number__in=numbers)}
    matches = {match.table: match for match in _select_occupied(tournament).filter(table__in=numbers).prefetch_related(prefetch_seats())}
    return tuple(_build_table_line(number, rows.get(number), matches.get(number)) for number in numbers)


def _select_occupied(tournament: Tournament) -> QuerySet[Match]:
    """The matches of published rounds that have a table."""
    return Match.objects.filter(round__stage__tournament=tournament, round__state=Round.State.PUBLISHED, table__isnull=False)


def count_tables_needed(tournament: Tournament) -> int:
    """The number of tables that seat all entries at once. One query."""
    seats_at_one = tournament.game.seat_count // tournament.entry_size
    return tournament.entries.exclude(state="withdrawn").count() // seats_at_one


def _build_table_line(number: int, row: HallTable | None, match: Match | None) -> HallTableLine:
    return HallTableLine(
        number=number,
        in_use=row is None or row.in_use,
        place=row.place if row else "",
        code=match.code if match else "",
        names=list_side_names(match.seats.all()) if match else (),
    )


@dataclass(frozen=True, slots=True)
class VenuePlan:
    """Where heats are played: the tables of every place, and the place of every heat by its stage and its name.

    `stages` are those played in heats; matches of other stages may be played at any table.
    """

    stages: frozenset[int]
    places: Mapping[str, Sequence[int]]
    heats: Mapping[tuple[int, str], str]

    @property
    def tables(self) -> frozenset[int]:
        return frozenset(number for numbers in self.places.values() for number in numbers)

    def allows_table(self, match: Match, table: int) -> bool:
        """Whether the match may be played at the table; a heat without a place uses the tables that stand at no place."""
        if match.round.stage_id not in self.stages:
            return True
        place = self.heats.get((match.round.stage_id, match.pool))
        return table in self.places[place] if place else table not in self.tables


def read_unused_tables(tournament: Tournament) -> set[int]:
    return set(HallTable.objects.filter(tournament=tournament, in_use=False).values_list("number", flat=True))


def read_tables_by_place(tournament: Tournament) -> dict[str, list[int]]:
    """The tables at each place, the place with the lowest table number first. One query."""
    places: dict[str, list[int]] = {}
    for number, place in (
        HallTable.objects.filter(tournament=tournament).exclude(place="").order_by("number").values_list("number", "place")
    ):
        places.setdefault(place, []).append(number)
    return places


def read_venue_plan(tournament: Tournament, matches: Iterable[Match]) -> VenuePlan:
    """Where these matches may be played; they come with round and stage. Two queries where a stage is played in heats, none otherwise."""
    stages = {match.round.stage for match in matches if format_by_key(match.round.stage.format_key).in_venues}
    places = read_tables_by_place(tournament) if stages else {}
    heats = {(stage.pk, heat): place for stage in stages for heat, place in read_place_by_heat(stage, tuple(places)).items()}
    return VenuePlan(frozenset(stage.pk for stage in stages) if places else frozenset(), places, heats)


def read_place_by_heat(stage: Stage, places: Sequence[str]) -> dict[str, str]:
    """The place of every heat: heats and places are matched in order. Heats beyond the number of places have none."""
    if not format_by_key(stage.format_key).in_venues:
        return {}
    heats = StageEntry.objects.filter(stage=stage).exclude(pool="").order_by("pool").values_list("pool", flat=True).distinct()
    return dict(zip(heats, places, strict=False))
