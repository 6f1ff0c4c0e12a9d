"""Adding, changing and withdrawing single entries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournaments.entries.queries import read_existing_entries
from tournaments.locks import lock_for_director, lock_for_staff
from tournaments.models import Entry, Member, Person, Tournament
from tournaments.people.names import NAME_SEPARATOR
from tournaments.people.services import delete_unused_persons, find_or_create_clubs, find_or_create_persons
from tournaments.reading.faults import describe_fault
from tournaments.reading.lists import ParsedRow, find_repetition_faults, find_row_faults
from tournaments.transactions import write_tx


@dataclass(frozen=True, slots=True)
class EntryDetails:
    """The typed facts of an entry: clean names, in the order of the seats. An empty `name` is made from the persons."""

    persons: tuple[str, ...]
    club: str = ""
    seed: int | None = None
    name: str = ""
    note: str = ""
    fixed_table: int | None = None
    fee_paid_cents: int = 0
    hidden: bool = False


def add_entry(tournament: Tournament, details: EntryDetails, *, actor: AbstractBaseUser) -> Entry:
    """Enter one pair, team or player.

    1. Checks names, repetitions and seed. 2. Finds or creates persons and club. 3. Gives the next number, which no entry had before.

    Raises: ValidationError by field (`person_0`, `club`, `seed`, `fixed_table` …); PermissionDenied.
    """
    with write_tx():
        locked = lock_for_staff(tournament, actor)
        _check_details(locked, details, without=None)
        entry = Entry(tournament=locked, number=find_next_number(locked))
        _save_entry(entry, details, actor)
    return entry


def edit_entry(entry: Entry, details: EntryDetails, *, actor: AbstractBaseUser) -> Entry:
    """Change an entry; its number and its results stay. A changed name makes another person; the first person is not renamed.

    Raises: as `add_entry`.
    """
    with write_tx():
        locked = lock_for_staff(entry.tournament, actor)
        current = Entry.objects.select_for_update().get(pk=entry.pk)
        _check_details(locked, details, without=current)
        _save_entry(current, details, actor)
    return current


def withdraw_entry(entry: Entry, *, actor: AbstractBaseUser) -> Entry:
    """Withdraw an entry from the next draws. Its results stay. Raises: PermissionDenied."""
    return _set_state(entry, Entry.State.WITHDRAWN, actor)


def readmit_entry(entry: Entry, *, actor: AbstractBaseUser) -> Entry:
    """Undo a withdrawal: the entry plays again from the next draw on. Raises: PermissionDenied."""
    return _set_state(entry, Entry.State.ENTERED, actor)


def find_next_number(tournament: Tournament) -> int:
    highest = Entry.objects.filter(tournament=tournament).aggregate(highest=Max("number"))["highest"]
    return (highest or 0) + 1


def compose_entry_name(details: EntryDetails) -> str:
    """The team's own name, else the names of its persons."""
    return details.name or NAME_SEPARATOR.join(details.persons)


def _set_state(entry: Entry, state: Entry.State, actor: AbstractBaseUser) -> Entry:
    with write_tx():
        lock_for_director(entry.tournament, actor)
        current = Entry.objects.select_for_update().get(pk=entry.pk)
        if current.state != state:
            current.state = state
            current._history_user = actor  # type: ignore[attr-defined]  # noqa: SLF001 - the name by which django-simple-history is told
            current.save()
    return current


def _check_details(tournament: Tournament, details: EntryDetails, *, without: Entry | None) -> None:
    size = tournament.entry_size
    row = ParsedRow(0, "", details.persons, details.club, details.seed, details.name, details.note)
    faults = (*find_row_faults(row, size), *find_repetition_faults(row, read_existing_entries(tournament, without=without)))
    problems: dict[str, list[str]] = {}
    for fault in faults:
        problems.setdefault(fault.field, []).append(describe_fault(fault))
    same_table = Entry.objects.filter(tournament=tournament, fixed_table=details.fixed_table, fixed_table__isnull=False)
    holder = same_table.exclude(pk=without.pk if without else 0).first()
    if holder is not None:
        sentence = _("Entry %(number)d always plays at this table: choose another one.") % {"number": holder.number}
        problems["fixed_table"] = [sentence]
    if problems:
        raise ValidationError(problems)


def _save_entry(entry: Entry, details: EntryDetails, actor: AbstractBaseUser) -> None:
    """Store the row and its members. Members are replaced only when the persons change, so that seats keep theirs."""
    entry.name = compose_entry_name(details)
    entry.club = find_or_create_clubs([details.club]).get(details.club)
    entry.seed = details.seed
    entry.note = details.note
    entry.hidden = details.hidden
    entry.fixed_table = details.fixed_table
    entry.fee_paid_cents = details.fee_paid_cents
    entry.save()
    members = list(entry.members.select_related("person"))
    if [member.person.name for member in members] != list(details.persons):
        entry.members.all().delete()
        _create_members(entry, find_or_create_persons(details.persons, actor=actor), details.persons)
        delete_unused_persons(member.person for member in members)


def _create_members(entry: Entry, persons: Mapping[str, Person], names: Sequence[str]) -> None:
    Member.objects.bulk_create(
        Member(entry=entry, person=persons[name], tournament_id=entry.tournament_id, position=position)
        for position, name in enumerate(names)
    )
