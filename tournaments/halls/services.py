"""The tables of the hall: who gets which when a round is published, and which are out of use."""

from collections.abc import Iterable, Mapping, Sequence

from django.contrib.auth.models import AbstractBaseUser

from pairing import Format, draw_from_json, format_by_key
from tournaments.halls.queries import out_of_use, venue_by_heat, venues_of
from tournaments.locks import lock_for_director
from tournaments.models import HallTable, Match, Round, Seat, Tournament
from tournaments.transactions import write_tx

SECOND_SITTING = 2


def set_tables_in_use(tournament: Tournament, *, actor: AbstractBaseUser, numbers: Iterable[int], in_use: bool) -> None:
    """Take tables out of use, or back into it, from the next publication on. Raises: PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        mark_in_use(locked, numbers, in_use=in_use)


def place_tables(tournament: Tournament, *, actor: AbstractBaseUser, numbers: Iterable[int], place: str) -> None:
    """Say where tables stand: in which room, bar or village. An empty place takes that back. Raises: PermissionDenied."""
    with write_tx():
        locked = lock_for_director(tournament, actor)
        for number in sorted(set(numbers)):
            HallTable.objects.update_or_create(tournament=locked, number=number, defaults={"place": place})


def mark_in_use(tournament: Tournament, numbers: Iterable[int], *, in_use: bool) -> None:
    """Call inside `write_tx`."""
    for number in sorted(set(numbers)):
        HallTable.objects.update_or_create(tournament=tournament, number=number, defaults={"in_use": in_use})


def give_tables(tournament: Tournament, drafted: Round) -> None:
    """Tables for a round that is about to be published: fixed ones first, then in order. Call inside `write_tx`.

    Passed over are those out of use and those of other rounds being played. Where the hall has fewer tables than there are matches, the
    last ones wait for the second sitting. Heats play where the tables stand that are theirs: the first heat at the first place.
    """
    matches = list(Match.objects.filter(round=drafted, kind=Match.Kind.PLAYED).order_by("position"))
    others = Match.objects.filter(round__stage__tournament=tournament, round__state=Round.State.PUBLISHED)
    taken = out_of_use(tournament) | {table for table in others.values_list("table", flat=True) if table is not None}
    fixed = {match: table for match, table in _wishes(drafted).items() if table not in taken and _in_hall(tournament, table)}
    usable = _usable(tournament, taken | set(fixed.values()), most=3 * len(matches))
    places = venues_of(tournament) if format_by_key(drafted.stage.format_key).in_venues else {}
    others_to_seat = [match for match in matches if match.pk not in fixed]
    given = _in_venues(places, drafted, others_to_seat, usable) if places else _in_order(drafted, others_to_seat, usable)
    for match in matches:
        match.table = fixed.get(match.pk) or given.get(match.pk)
        match.sitting = 1 if match.table else SECOND_SITTING
    Match.objects.bulk_update(matches, ["table", "sitting"])


def _in_venues(places: Mapping[str, Sequence[int]], drafted: Round, matches: Sequence[Match], usable: Sequence[int]) -> dict[int, int]:
    """Tables by match where heats have places; a heat without one plays at tables that stand nowhere in particular."""
    placed = {number for numbers in places.values() for number in numbers}
    heats = venue_by_heat(drafted.stage, tuple(places))
    free = {heat: iter([number for number in usable if number in places[place]]) for heat, place in heats.items()}
    elsewhere = iter([number for number in usable if number not in placed])
    found = ((match.pk, next(free.get(match.pool, elsewhere), None)) for match in matches)
    return {match: table for match, table in found if table is not None}


def _in_order(drafted: Round, matches: Sequence[Match], usable: Sequence[int]) -> dict[int, int]:
    """As the format has them: one after the other, or every entry of a fixed line at its own. Who was not drawn takes what is left over."""
    form = format_by_key(drafted.stage.format_key)
    if type(form).table_order is Format.table_order:
        return {match.pk: table for match, table in zip(matches, usable, strict=False)}
    drawn = draw_from_json({**drafted.draw.outcome, "request": drafted.draw.inputs})
    order = form.table_order(drawn.pairings, drawn.groups)
    spare = iter([table for place, table in enumerate(usable) if place not in order.values()])
    found = {match.pk: order.get(match.position) for match in matches}
    tables = {match: next(spare, None) if place is None else _at(usable, place) for match, place in found.items()}
    return {match: table for match, table in tables.items() if table is not None}


def _at(tables: Sequence[int], place: int) -> int | None:
    return tables[place] if place < len(tables) else None


def _usable(tournament: Tournament, taken: set[int], *, most: int) -> list[int]:
    """Tables that can be given, in order; where nobody said how many the hall has, more than enough of them and all that have a place."""
    if tournament.table_count:
        return [number for number in range(1, tournament.table_count + 1) if number not in taken]
    known = HallTable.objects.filter(tournament=tournament).exclude(place="").values_list("number", flat=True)
    last = max([most + len(taken), *known])
    return [number for number in range(1, last + 1) if number not in taken]


def _in_hall(tournament: Tournament, table: int) -> bool:
    return not tournament.table_count or table <= tournament.table_count


def _wishes(drafted: Round) -> dict[int, int]:
    """Table by match, for entries that always play at one; where two of them meet, the lower table is theirs."""
    seats = Seat.objects.filter(round=drafted, match__kind=Match.Kind.PLAYED, entry__fixed_table__isnull=False)
    wishes = seats.order_by("-entry__fixed_table").values_list("match_id", "entry__fixed_table")
    return {match: table for match, table in wishes if table is not None}
