"""The tables of the hall and who sits there."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pairing import format_by_key
from rules import game_by_key
from tournaments.models import HallTable, Match, Round, Seat, Stage, StageEntry, Tournament
from tournaments.people.sides import side_names

FEWEST_SHOWN = 8


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table: whether it may be given, and the match that is played there now."""

    number: int
    in_use: bool
    place: str
    code: str
    names: tuple[str, ...]


def places_by_table(tournament: Tournament) -> dict[int, str]:
    """Where the tables stand that have a place of their own. One query."""
    return dict(HallTable.objects.filter(tournament=tournament).exclude(place="").values_list("number", "place"))


def table_lines(tournament: Tournament) -> tuple[TableLine, ...]:
    """Every table up to the last one known or needed: as many as seat all entries. Four queries."""
    rows = {table.number: table for table in HallTable.objects.filter(tournament=tournament)}
    playing = Match.objects.filter(round__stage__tournament=tournament, round__state=Round.State.PUBLISHED, table__isnull=False)
    matches = {match.table: match for match in playing}
    seats: dict[int, list[Seat]] = {}
    for seat in Seat.objects.filter(match__in=playing).select_related("entry"):
        seats.setdefault(seat.match_id, []).append(seat)
    names = {match_id: side_names(seated) for match_id, seated in seats.items()}
    last = max(FEWEST_SHOWN, tables_needed(tournament), *rows, *(number for number in matches if number is not None))
    return tuple(_line(number, rows.get(number), matches.get(number), names) for number in range(1, last + 1))


def tables_needed(tournament: Tournament) -> int:
    """As many as seat all entries at once. One query."""
    seats_at_one = game_by_key(tournament.game_key).seat_count // tournament.entry_size
    return tournament.entries.exclude(state="withdrawn").count() // seats_at_one


def _line(number: int, row: HallTable | None, match: Match | None, names: Mapping[int, Sequence[str]]) -> TableLine:
    return TableLine(
        number=number,
        in_use=row is None or row.in_use,
        place=row.place if row else "",
        code=match.code if match else "",
        names=tuple(names.get(match.pk, ())) if match else (),
    )


@dataclass(frozen=True, slots=True)
class Venues:
    """Where heats are played: the tables of every place, and the place of every heat by its stage and its name.

    `stages` are those played in heats. Whoever plays anywhere else may sit at any table.
    """

    stages: frozenset[int]
    places: Mapping[str, Sequence[int]]
    heats: Mapping[tuple[int, str], str]

    @property
    def tables(self) -> frozenset[int]:
        return frozenset(number for numbers in self.places.values() for number in numbers)

    def holds(self, match: Match, table: int) -> bool:
        """Whether the table stands where the match is played; a heat without a place plays where no place has tables."""
        if match.round.stage_id not in self.stages:
            return True
        place = self.heats.get((match.round.stage_id, match.pool))
        return table in self.places[place] if place else table not in self.tables


def out_of_use(tournament: Tournament) -> set[int]:
    return set(HallTable.objects.filter(tournament=tournament, in_use=False).values_list("number", flat=True))


def venues_of(tournament: Tournament) -> dict[str, list[int]]:
    """The tables that stand at each place, the place with the lowest number first. One query."""
    places: dict[str, list[int]] = {}
    for number, place in (
        HallTable.objects.filter(tournament=tournament).exclude(place="").order_by("number").values_list("number", "place")
    ):
        places.setdefault(place, []).append(number)
    return places


def venues_for(tournament: Tournament, matches: Iterable[Match]) -> Venues:
    """Where these matches may be played; they come with round and stage. Two queries where a stage is played in heats, none elsewhere."""
    stages = {match.round.stage for match in matches if format_by_key(match.round.stage.format_key).in_venues}
    places = venues_of(tournament) if stages else {}
    heats = {(stage.pk, heat): place for stage in stages for heat, place in venue_by_heat(stage, tuple(places)).items()}
    return Venues(frozenset(stage.pk for stage in stages) if places else frozenset(), places, heats)


def venue_by_heat(stage: Stage, places: Sequence[str]) -> dict[str, str]:
    """The place of every heat: they are matched in their order. No place where there are fewer than heats."""
    if not format_by_key(stage.format_key).in_venues:
        return {}
    heats = StageEntry.objects.filter(stage=stage).exclude(pool="").order_by("pool").values_list("pool", flat=True).distinct()
    return dict(zip(heats, places, strict=False))
