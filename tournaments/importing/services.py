"""Importing a whole list of entries: a short one at once, a long one as a job, in parts."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import Max
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_create_with_history

from jobs.databases import write_tx
from jobs.dispatcher import enqueue_job
from jobs.models import Job
from tournaments.cash.book import note_fees_paid
from tournaments.entries.queries import read_existing_entries
from tournaments.entries.services import build_columns, find_next_number
from tournaments.locks import lock_for_director
from tournaments.models import Club, Entry, Member, Person, Tournament
from tournaments.people.name_parts import guess_surname_first
from tournaments.people.services import find_or_create_clubs, find_or_create_persons, store_person_values
from tournaments.quotas import require_room_for_entries
from tournaments.reading.headings import ColumnRole
from tournaments.reading.lists import ParsedList, parse_list
from tournaments.reading.rows import ParsedRow
from tournaments.refusals import ChangeRefused

IMPORT_JOB = "import_list"
IMPORTED_AT_ONCE = 200
"""Most entries that are imported during a request; more become a job, which stores them in parts of so many."""


class ListRefused(ChangeRefused):
    """Nothing was stored; `read` has every row and its faults."""

    def __init__(self, parsed: ParsedList) -> None:
        super().__init__("list_refused", _("Nothing was imported: correct the marked rows first."))
        self.read = parsed


FEWEST_THAT_SHOW_IT, MANY_TIMES = 3, 4
"""So many names must show that surnames come first, and so many times as many as show the contrary."""


@dataclass(frozen=True, slots=True)
class ImportOrder:
    """What the director confirmed: the list, the keys of the roles of its columns, what a row is, and whether faulty rows are left out."""

    text: str
    roles: tuple[str, ...]
    one_person_a_row: bool | None
    only_good: bool


@dataclass(frozen=True, slots=True)
class ImportedEntries:
    """How many entries are new, their lowest and highest number, and how many rows were left out."""

    count: int
    first: int
    last: int
    left_out: int


def import_entries(
    tournament: Tournament,
    text: str,
    *,
    actor: AbstractBaseUser,
    roles: Sequence[ColumnRole] = (),
    one_person_a_row: bool | None = None,
    only_good: bool = False,
) -> ImportedEntries:
    """Import the entries of a list, all of them or none.

    1. Parses the list again against the tournament's current entries. 2. Finds or creates persons and clubs.
    3. Gives numbers (`choose_numbers`). With `only_good` faulty rows are left out instead of refusing the list.

    Raises: ListRefused with the parsed list; UnreadableListError; QuotaReached; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        size = locked.entry_size
        parsed = parse_list(text, size=size, existing=read_existing_entries(locked), roles=roles, one_person_a_row=one_person_a_row)
        if not parsed.good_rows or (parsed.bad_rows and not only_good):
            raise ListRefused(parsed)
        require_room_for_entries(locked, len(parsed.good_rows))
        numbers = choose_numbers(parsed.good_rows, find_next_number(locked))
        _note_order_of_names(locked, parsed.good_rows)
        _store_rows(locked, parsed.good_rows, numbers, actor)
    return ImportedEntries(len(numbers), min(numbers), max(numbers), len(parsed.bad_rows))


def order_import(tournament: Tournament, order: ImportOrder, parsed: ParsedList, *, actor: AbstractBaseUser, page: str) -> Job:
    """Enqueue the import of a long list, which `parsed` shows as it is understood now; nothing is stored yet. `page` is where to go then.

    Raises: ListRefused with `parsed`; QuotaReached; PermissionDenied.
    """
    if not parsed.good_rows or (parsed.bad_rows and not order.only_good):
        raise ListRefused(parsed)
    with write_tx():
        locked = lock_for_director(tournament, actor)
        require_room_for_entries(locked, len(parsed.good_rows))
        newest = Entry.objects.filter(tournament=locked).aggregate(newest=Max("pk"))["newest"] or 0
        token = secrets.token_hex(8)
        keys = {"tournament": locked.pk, "actor": actor.pk, "newest": newest, "token": token, "page": page}
        digest = hashlib.sha256(order.text.encode()).hexdigest()
        return enqueue_job(IMPORT_JOB, arguments={**asdict(order), **keys}, owner=actor, dedupe_key=f"{locked.pk} {digest}")


def import_part(tournament: Tournament, rows: Sequence[ParsedRow], numbers: Sequence[int] | None, *, actor: AbstractBaseUser) -> None:
    """Import some rows of a list that was checked: with their numbers, or after the highest there is. All of them or none.

    Raises: ChangeRefused where a number or a person was entered meanwhile; QuotaReached; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        require_room_for_entries(locked, len(rows))
        chosen = numbers or range(first := find_next_number(locked), first + len(rows))
        if Entry.objects.filter(tournament=locked, number__in=chosen).exists() or _are_entered(locked, rows):
            raise ChangeRefused("entered_meanwhile", _("Somebody of this list was entered by hand meanwhile."))
        _note_order_of_names(locked, rows)
        _store_rows(locked, rows, chosen, actor)


def _are_entered(tournament: Tournament, rows: Sequence[ParsedRow]) -> bool:
    attempts = {(name, row.attempt) for row in rows for name in row.details.persons}
    members = Member.objects.filter(tournament=tournament, person__name__in={name for name, _attempt in attempts})
    return not attempts.isdisjoint(members.values_list("person__name", "attempt"))


def _note_order_of_names(tournament: Tournament, rows: Sequence[ParsedRow]) -> None:
    """A first list that writes surnames first says so for the whole tournament: names that do not show it themselves are read alike."""
    if tournament.surname_first or Entry.objects.filter(tournament=tournament).exists():
        return
    given_first, surname_first = guess_surname_first(name for row in rows for name in row.details.persons)
    if surname_first >= FEWEST_THAT_SHOW_IT and surname_first > MANY_TIMES * given_first:
        tournament.surname_first = True
        tournament.save(update_fields=["surname_first"])


def choose_numbers(rows: Sequence[ParsedRow], first: int) -> list[int]:
    """The numbers of the list, where nobody is entered yet and every row has its own; else one after the other from `first`."""
    numbers = [row.details.values["number"] for row in rows]
    if first == 1 and None not in numbers and len(set(numbers)) == len(numbers):
        return numbers
    return list(range(first, first + len(rows)))


def _store_rows(tournament: Tournament, rows: Sequence[ParsedRow], numbers: Sequence[int], actor: AbstractBaseUser) -> None:
    details = [row.details for row in rows]
    names = [name for entry_details in details for name in entry_details.persons]
    persons = find_or_create_persons(names, tournament, actor=actor)
    clubs = find_or_create_clubs(entry_details.values["club"] for entry_details in details)
    for attempt in sorted({row.attempt for row in rows}):
        numbered = [(row, number) for row, number in zip(rows, numbers, strict=True) if row.attempt == attempt]
        _store_attempt(tournament, numbered, attempt, persons, clubs, actor)
    person_values = {
        persons[name]: values
        for entry_details in details
        for name, values in zip(entry_details.persons, entry_details.person_values, strict=True)
    }
    store_person_values(person_values, actor=actor)


def _store_attempt(
    tournament: Tournament,
    numbered: Sequence[tuple[ParsedRow, int]],
    attempt: int,
    persons: Mapping[str, Person],
    clubs: Mapping[str, Club],
    actor: AbstractBaseUser,
) -> None:
    """Store the rows of one attempt with their numbers. Those of the attempt before are stored already, and play no more."""
    before = Member.objects.filter(tournament=tournament, attempt=attempt - 1) if attempt else Member.objects.none()
    earlier = dict(before.values_list("person", "entry"))
    entries = [
        Entry(
            tournament=tournament,
            again_of_id=earlier[persons[row.details.persons[0]].pk] if attempt else None,
            **{**build_columns(row.details, clubs), "number": number},
        )
        for row, number in numbered
    ]
    bulk_create_with_history(entries, Entry, default_user=actor)
    for lost in Entry.objects.filter(pk__in=[entry.again_of_id for entry in entries if attempt]).exclude(state=Entry.State.WITHDRAWN):
        lost.state = Entry.State.WITHDRAWN
        lost.save()
    note_fees_paid(tournament, entries, actor=actor)
    Member.objects.bulk_create(
        Member(entry=entry, person=persons[name], tournament=tournament, position=position, attempt=attempt)
        for entry, (row, _number) in zip(entries, numbered, strict=True)
        for position, name in enumerate(row.details.persons)
    )
