"""The draw at the door: whoever has paid draws a seat of the first round at once."""

import datetime as dt
import secrets
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max

from jobs.databases import write_tx
from pairing import format_by_key
from tournaments.check_in.door_book import WALK_UP_SEATS, DoorBook, DoorSeat, GivenSeat, book_to_json
from tournaments.check_in.door_queries import find_door_refusal, find_present_seats, read_door_book
from tournaments.forbidden.services import read_forbidden_pairs
from tournaments.halls.queries import read_unused_tables
from tournaments.locks import lock_for_director
from tournaments.models import Announcement, Entry, Stage, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.services import FIRST_STAGE

SIDES = 2


def set_door_tables(tournament: Tournament, *, actor: AbstractBaseUser, on: bool) -> None:
    """Say that whoever has paid draws a seat at once, or no longer; seats that were given stay.

    The key of the lots is chosen when the first is said. Raises: ChangeRefused where no seat can be given; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        refusal = find_door_refusal(locked) if on else ""
        if refusal:
            raise ChangeRefused("no_door_tables", refusal)
        book = read_door_book(locked)
        _store_book(locked, replace(book, on=on, key=book.key or secrets.token_hex(8)))


def give_door_seat(tournament: Tournament, entry: Entry, at: dt.datetime) -> None:
    """Give an entry that is present a seat if it has none. Call inside the transaction that locked the tournament.

    Nothing where tables are not given, or where no seat is left.
    """
    book = read_door_book(tournament)
    seats = find_present_seats(tournament, book) if book.on else {}
    if not book.on or entry.number in seats or find_door_refusal(tournament):
        return
    if not book.lines:
        book = replace(book, expected=Entry.objects.filter(tournament=tournament).aggregate(last=Max("number"))["last"])
    free = _list_free_seats(tournament, entry, book, seats)
    if free:
        _store_book(tournament, book.give(entry.number, free, at))


def forget_door_seats(tournament: Tournament) -> int:
    """Take back every seat, because the first round is drawn again without them; return how many. Call inside `write_tx`."""
    book = read_door_book(tournament)
    count = len(find_present_seats(tournament, book))
    if book.lines:
        _store_book(tournament, DoorBook(book.on, secrets.token_hex(8)))
    return count


def _store_book(tournament: Tournament, book: DoorBook) -> None:
    """Nothing that is announced changes: neither the history nor what calendars follow."""
    Announcement.objects.get_or_create(tournament=tournament)
    Announcement.objects.filter(tournament=tournament).update(door_seats=book_to_json(book))


def _list_free_seats(tournament: Tournament, entry: Entry, book: DoorBook, seats: Mapping[int, GivenSeat]) -> list[DoorSeat]:
    """The seats among which the entry draws: at its own table, else at the tables for all who are entered; there apart from those whom it
    should not meet, as long as there is such a seat.
    """
    holders = {line.seat: number for number, line in seats.items()}
    own = [DoorSeat(entry.fixed_table, side) for side in range(SIDES)] if entry.fixed_table else []
    at_own = [seat for seat in own if seat not in holders and _is_usable(tournament, seat.table)]
    free = at_own or _list_open_seats(tournament, entry, holders.keys(), least=1 if entry.number <= book.expected else WALK_UP_SEATS)
    barred = set(holders.values()) & _read_barred_numbers(tournament, entry)
    return [seat for seat in free if holders.get(DoorSeat(seat.table, 1 - seat.side)) not in barred] or free


def _list_open_seats(tournament: Tournament, entry: Entry, taken: AbstractSet[DoorSeat], *, least: int) -> list[DoorSeat]:
    """The free seats of as many tables as the entries need, and of more tables until there are `least`, if the hall has them.

    Tables out of use are left out, and those of entries that always sit at one and are still to come.
    """
    expected = Entry.objects.filter(tournament=tournament).exclude(state=Entry.State.WITHDRAWN)
    seated = expected.filter(state=Entry.State.PRESENT).exclude(number=entry.number)
    coming = expected.exclude(pk__in=seated).exclude(pk=entry.pk).values_list("fixed_table", flat=True)
    reserved = {table for table in coming if table is not None}
    needed = -(-expected.count() // SIDES) - len(reserved)
    free: list[DoorSeat] = []
    for place, table in enumerate(_list_usable_tables(tournament, reserved, needed + len(taken) + least)):
        is_begun = any(DoorSeat(table, side) in taken for side in range(SIDES))
        if place < needed or is_begun or len(free) < least:
            free += [seat for side in range(SIDES) if (seat := DoorSeat(table, side)) not in taken]
    return free


def _list_usable_tables(tournament: Tournament, reserved: set[int], most: int) -> list[int]:
    """The tables of the hall without those out of use or `reserved`; where its size is not set, so many."""
    closed = read_unused_tables(tournament) | reserved
    last = tournament.table_count or most + len(closed)
    return [table for table in range(1, last + 1) if table not in closed]


def _is_usable(tournament: Tournament, table: int) -> bool:
    return (not tournament.table_count or table <= tournament.table_count) and table not in read_unused_tables(tournament)


def _read_barred_numbers(tournament: Tournament, entry: Entry) -> set[int]:
    """The numbers of those whom the entry should not meet: of its list of forbidden pairs, and of its club where clubs are kept apart."""
    numbers = dict(Entry.objects.filter(tournament=tournament).exclude(pk=entry.pk).values_list("pk", "number"))
    pairs = read_forbidden_pairs(tournament, {entry.pk, *numbers})
    barred = {numbers[pk] for pair in pairs if entry.pk in pair for pk in pair if pk != entry.pk}
    if entry.club_id and _keeps_clubs_apart(tournament):
        barred |= set(Entry.objects.filter(tournament=tournament, club=entry.club_id).values_list("number", flat=True))
    return barred


def _keeps_clubs_apart(tournament: Tournament) -> bool:
    stage = Stage.objects.get(tournament=tournament, number=FIRST_STAGE)
    chosen = format_by_key(stage.format_key)
    return bool(getattr(chosen.options_from(stage.options), "clubs_apart", True))
