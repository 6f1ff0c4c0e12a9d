"""Importing a whole list of entries at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_create_with_history

from tournaments.entries.queries import read_existing_entries
from tournaments.entries.services import build_columns, find_next_number
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Member, Tournament
from tournaments.organizers.quotas import require_room_for_entries
from tournaments.people.services import find_or_create_clubs, find_or_create_persons, store_person_values
from tournaments.reading.headings import ColumnRole
from tournaments.reading.lists import ParsedList, ParsedRow, parse_list
from tournaments.refusals import ChangeRefused
from tournaments.transactions import write_tx


class ListRefused(ChangeRefused):
    """Nothing was stored; `read` has every row and its faults."""

    def __init__(self, parsed: ParsedList) -> None:
        super().__init__("list_refused", _("Nothing was imported: correct the marked rows first."))
        self.read = parsed


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
        _store_rows(locked, parsed.good_rows, numbers, actor)
    return ImportedEntries(len(numbers), min(numbers), max(numbers), len(parsed.bad_rows))


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
    entries = [
        Entry(tournament=tournament, **{**build_columns(entry_details, clubs), "number": number})
        for entry_details, number in zip(details, numbers, strict=True)
    ]
    bulk_create_with_history(entries, Entry, default_user=actor)
    Member.objects.bulk_create(
        Member(entry=entry, person=persons[name], tournament=tournament, position=position)
        for entry, entry_details in zip(entries, details, strict=True)
        for position, name in enumerate(entry_details.persons)
    )
    person_values = {
        persons[name]: values
        for entry_details in details
        for name, values in zip(entry_details.persons, entry_details.person_values, strict=True)
    }
    store_person_values(person_values, actor=actor)
