"""Importing a whole list of entries at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_create_with_history

from tournaments.entries.queries import read_existing_entries
from tournaments.entries.services import EntryDetails, compose_entry_name, find_next_number
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Member, Tournament
from tournaments.people.services import find_or_create_clubs, find_or_create_persons
from tournaments.reading.headings import ColumnRole
from tournaments.reading.lists import ParsedList, ParsedRow, parse_list
from tournaments.refusals import ChangeRefused
from tournaments.transactions import write_tx


class ListRefused(ChangeRefused):
    """Nothing was stored; `read` has every row and its faults."""

    def __init__(self, parsed: ParsedList) -> None:
        super().__init__("list_refused", _("Nothing was brought in: some rows need correcting first."))
        self.read = parsed


@dataclass(frozen=True, slots=True)
class ImportedEntries:
    """Numbers of the first and the last new entry, and how many rows were left out."""

    first: int
    last: int
    left_out: int

    @property
    def count(self) -> int:
        return self.last - self.first + 1


def import_entries(
    tournament: Tournament,
    text: str,
    *,
    actor: AbstractBaseUser,
    roles: Sequence[ColumnRole] = (),
    only_good: bool = False,
) -> ImportedEntries:
    """Import the entries of a list, all of them or none.

    1. Parses the list again against the tournament's current entries. 2. Finds or creates persons and clubs.
    3. Gives numbers in the order of the list. With `only_good` faulty rows are left out instead of refusing the list.

    Raises: ListRefused with the parsed list; UnreadableListError; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        size = locked.entry_size
        parsed = parse_list(text, size=size, existing=read_existing_entries(locked), roles=roles)
        if not parsed.good_rows or (parsed.bad_rows and not only_good):
            raise ListRefused(parsed)
        first = find_next_number(locked)
        _store_rows(locked, parsed.good_rows, first, actor)
    return ImportedEntries(first, first + len(parsed.good_rows) - 1, len(parsed.bad_rows))


def _store_rows(tournament: Tournament, rows: Sequence[ParsedRow], first: int, actor: AbstractBaseUser) -> None:
    persons = find_or_create_persons((name for row in rows for name in row.persons), actor=actor)
    clubs = find_or_create_clubs(row.club for row in rows)
    entries = [
        Entry(
            tournament=tournament,
            number=number,
            name=compose_entry_name(EntryDetails(row.persons, name=row.name)),
            club=clubs.get(row.club),
            seed=row.seed,
            note=row.note,
        )
        for number, row in enumerate(rows, first)
    ]
    bulk_create_with_history(entries, Entry, default_user=actor)
    Member.objects.bulk_create(
        Member(entry=entry, person=persons[name], tournament=tournament, position=position)
        for entry, row in zip(entries, rows, strict=True)
        for position, name in enumerate(row.persons)
    )
