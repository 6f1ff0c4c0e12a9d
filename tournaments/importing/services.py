"""Bringing in a whole list of entries at once."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _
from simple_history.utils import bulk_create_with_history

from tournaments.entries.queries import known_in
from tournaments.entries.services import EntryDetails, next_number, shown_name
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Member, Tournament
from tournaments.people.services import clubs_by_name, persons_by_name
from tournaments.reading.headings import Role
from tournaments.reading.lists import ReadList, ReadRow, read_list
from tournaments.refusals import Refused
from tournaments.transactions import write_tx


class ListRefused(Refused):
    """Nothing was stored; `read` shows every row and what is wrong with it."""

    def __init__(self, read: ReadList) -> None:
        super().__init__("list_refused", _("Nothing was brought in: some rows need correcting first."))
        self.read = read


@dataclass(frozen=True, slots=True)
class Imported:
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
    roles: Sequence[Role] = (),
    only_good: bool = False,
) -> Imported:
    """Bring in the entries of a list, all of them or none.

    1. Reads the list anew against what the tournament holds at this moment. 2. Finds or makes persons and clubs.
    3. Gives numbers in the order of the list. With `only_good` bad rows are left out instead of stopping everything.

    Raises: ListRefused with the list as it was read; UnreadableListError; PermissionDenied.
    """
    with write_tx():
        locked = lock_for_director(tournament, actor)
        size = locked.entry_size
        read = read_list(text, size=size, known=known_in(locked), roles=roles)
        if not read.good or (read.bad and not only_good):
            raise ListRefused(read)
        first = next_number(locked)
        _store(locked, read.good, first, actor)
    return Imported(first, first + len(read.good) - 1, len(read.bad))


def _store(tournament: Tournament, rows: Sequence[ReadRow], first: int, actor: AbstractBaseUser) -> None:
    persons = persons_by_name((name for row in rows for name in row.persons), actor=actor)
    clubs = clubs_by_name(row.club for row in rows)
    entries = [
        Entry(
            tournament=tournament,
            number=number,
            name=shown_name(EntryDetails(row.persons, name=row.name)),
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
