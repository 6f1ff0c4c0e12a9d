"""The tables of the hall: which match gets which table at publication, and which tables are out of use."""

from collections.abc import Iterable, Mapping, Sequence

from django.contrib.auth.models import AbstractBaseUser

from jobs.databases import write_tx
from pairing import Format, draw_from_json, format_by_key
from tournaments.halls.queries import read_place_by_heat, read_tables_by_place, read_unused_tables
from tournaments.locks import lock_for_director
from tournaments.models import Draw, HallTable, Match, Round, Seat, Tournament

SECOND_SITTING = 2


def set_tables_in_use(tournament: Tournament, *, actor: AbstractBaseUser, numbers: Iterable[int], in_use: bool) -> None:
    """Take tables out of use or into use, from the next publication on. Raises: PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        store_in_use(locked, numbers, in_use=in_use)


def set_table_places(tournament: Tournament, *, actor: AbstractBaseUser, numbers: Iterable[int], place: str) -> None:
    """Store the place of tables: a room, bar or village. An empty place removes it. Raises: PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        for number in sorted(set(numbers)):
            HallTable.objects.update_or_create(tournament=locked, number=number, defaults={"place": place})


def store_in_use(tournament: Tournament, numbers: Iterable[int], *, in_use: bool) -> None:
    """Call inside `write_tx`."""
    for number in sorted(set(numbers)):
        HallTable.objects.update_or_create(tournament=tournament, number=number, defaults={"in_use": in_use})


def assign_tables(tournament: Tournament, drafted: Round) -> None:
    """Assign tables to a round that is about to be published: those given at the door first, then fixed ones, then in order. Call inside
    `write_tx`.

    Tables out of use and tables of other published rounds are skipped. Where the hall has fewer tables than there are matches, the
    last matches wait for the second sitting. Heats play at the tables of their place: the first heat at the first place. Rounds that are
    played side by side use the same tables one after the other, unless a match of an earlier one waits already: then all of them wait.
    """
    matches = list(Match.objects.filter(round=drafted, kind=Match.Kind.PLAYED).order_by("position"))
    published_matches = Match.objects.filter(round__stage__tournament=tournament, round__state=Round.State.PUBLISHED)
    if format_by_key(drafted.stage.format_key).rounds_side_by_side:
        if published_matches.filter(round__stage=drafted.stage, kind=Match.Kind.PLAYED, table=None).exists():
            drafted.matches.update(table=None, sitting=SECOND_SITTING)
            return
        published_matches = published_matches.exclude(round__stage=drafted.stage)
    unavailable = read_unused_tables(tournament) | {
        table for table in published_matches.values_list("table", flat=True) if table is not None
    }
    at_door = _read_door_tables(drafted, matches)
    wished = {match: table for match, table in _read_fixed_tables(drafted).items() if table not in at_door.values()} | at_door
    fixed = {match: table for match, table in wished.items() if table not in unavailable and _is_in_hall(tournament, table)}
    usable = _list_usable_tables(tournament, unavailable | set(fixed.values()), max_needed=3 * len(matches))
    places = read_tables_by_place(tournament) if format_by_key(drafted.stage.format_key).in_venues else {}
    unplaced = [match for match in matches if match.pk not in fixed]
    assigned = _assign_by_place(places, drafted, unplaced, usable) if places else _assign_in_order(drafted, unplaced, usable)
    for match in matches:
        match.table = fixed.get(match.pk) or assigned.get(match.pk)
        match.sitting = 1 if match.table else SECOND_SITTING
    Match.objects.bulk_update(matches, ["table", "sitting"])


def _assign_by_place(
    places: Mapping[str, Sequence[int]], drafted: Round, matches: Sequence[Match], usable: Sequence[int]
) -> dict[int, int]:
    """Table by match where heats have places; a heat without one gets tables that stand at no place."""
    placed = {number for numbers in places.values() for number in numbers}
    heats = read_place_by_heat(drafted.stage, tuple(places))
    free = {heat: iter([number for number in usable if number in places[place]]) for heat, place in heats.items()}
    elsewhere = iter([number for number in usable if number not in placed])
    pairs = ((match.pk, next(free.get(match.pool, elsewhere), None)) for match in matches)
    return {match: table for match, table in pairs if table is not None}


def _assign_in_order(drafted: Round, matches: Sequence[Match], usable: Sequence[int]) -> dict[int, int]:
    """Table by match in the order of the format: one after the other, or for every entry of a fixed line its own. Matches that were not
    drawn get the remaining tables.
    """
    form = format_by_key(drafted.stage.format_key)
    if type(form).assign_tables is Format.assign_tables:
        return {match.pk: table for match, table in zip(matches, usable, strict=False)}
    drawn = draw_from_json({**drafted.draw.outcome, "request": drafted.draw.inputs})
    order = form.assign_tables(drawn.pairings, drawn.groups)
    spare = iter([table for place, table in enumerate(usable) if place not in order.values()])
    place_by_match = {match.pk: order.get(match.position) for match in matches}
    tables = {match: next(spare, None) if place is None else _table_at(usable, place) for match, place in place_by_match.items()}
    return {match: table for match, table in tables.items() if table is not None}


def _table_at(tables: Sequence[int], place: int) -> int | None:
    return tables[place] if place < len(tables) else None


def _list_usable_tables(tournament: Tournament, unavailable: set[int], *, max_needed: int) -> list[int]:
    """The tables that can be assigned, in order; where the size of the hall is not set, more than enough of them and all that
    have a place.
    """
    if tournament.table_count:
        return [number for number in range(1, tournament.table_count + 1) if number not in unavailable]
    placed_tables = HallTable.objects.filter(tournament=tournament).exclude(place="").values_list("number", flat=True)
    last = max([max_needed + len(unavailable), *placed_tables])
    return [number for number in range(1, last + 1) if number not in unavailable]


def _is_in_hall(tournament: Tournament, table: int) -> bool:
    return not tournament.table_count or table <= tournament.table_count


def _read_door_tables(drafted: Round, matches: Iterable[Match]) -> dict[int, int]:
    """Table by match for entries that were given it at the door, as the draw notes it."""
    changes = Draw.objects.filter(round=drafted).values_list("changes", flat=True).first() or ()
    tables = {position: table for change in changes if "door_tables" in change for position, table in change["door_tables"]["tables"]}
    return {match.pk: tables[match.position] for match in matches if match.position in tables}


def _read_fixed_tables(drafted: Round) -> dict[int, int]:
    """Table by match for entries with a fixed table; where two of them meet, the lower table counts."""
    seats = Seat.objects.filter(round=drafted, match__kind=Match.Kind.PLAYED, entry__fixed_table__isnull=False)
    wishes = seats.order_by("-entry__fixed_table").values_list("match_id", "entry__fixed_table")
    return {match: table for match, table in wishes if table is not None}
