"""Adding, changing and withdrawing single entries."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.core.exceptions import ValidationError
from django.db.models import Max, ProtectedError, RestrictedError
from django.utils.translation import gettext_lazy as _

from jobs.databases import write_tx
from tournaments.cash.book import note_fees_paid
from tournaments.entries.queries import read_existing_entries
from tournaments.fields.declaration import DeclaredField
from tournaments.fields.declared import ENTRY_FIELDS, TYPED_FIELDS, read_values
from tournaments.fields.details import EntryDetails
from tournaments.locks import lock_for_director, lock_with_right
from tournaments.models import Club, Entry, Member, Person, Tournament
from tournaments.people.services import delete_unused_persons, find_or_create_clubs, find_or_create_persons, store_person_values
from tournaments.permissions import Right
from tournaments.quotas import require_room_for_entries
from tournaments.reading.faults import describe_fault
from tournaments.reading.lists import find_row_faults
from tournaments.reading.repetitions import find_repetition_faults
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen


def add_entry(tournament: Tournament, details: EntryDetails, *, actor: AbstractBaseUser) -> Entry:
    """Enter one pair, team or player.

    1. Checks names, repetitions and seed. 2. Finds or creates persons and club. 3. Gives the next number, which no entry had before.

    Raises: ValidationError by field (`person_0`, `club`, `seed`, `fixed_table` …); ChangeRefused (quota); PermissionDenied.
    """
    with write_tx():
        return enter_under_lock(lock_with_right(tournament, actor, Right.REGISTER), details, actor)


def edit_entry(entry: Entry, details: EntryDetails, *, actor: AbstractBaseUser, seen: Seen = UNSEEN) -> Entry:
    """Change an entry; its number and its results stay. A changed name makes another person; the first person is not renamed.

    Raises: as `add_entry`; ChangeRefused when the page showed something else.
    """
    with write_tx():
        locked = lock_with_right(entry.tournament, actor, Right.REGISTER)
        seen.check()
        current = Entry.objects.select_for_update().get(pk=entry.pk)
        _check_details(locked, details, without=current)
        _save_entry(current, details, actor)
    return current


def enter_under_lock(locked: Tournament, details: EntryDetails, actor: AbstractBaseUser | None) -> Entry:
    """As `add_entry`, under the tournament's lock. Without an actor somebody enrolled without the desk: then what is stored of a known
    person stays as it is.

    Raises: ValidationError by field; QuotaReached.
    """
    require_room_for_entries(locked, 1)
    _check_details(locked, details, without=None)
    entry = Entry(tournament=locked, number=find_next_number(locked))
    _save_entry(entry, details, actor)
    return entry


def change_unattended(locked: Tournament, entry: Entry, details: EntryDetails) -> None:
    """Change names and club of an entry without the desk, under the tournament's lock; what the desk alone notes stays, and the name of a
    team as long as the same people play in it.

    Raises: ValidationError by field.
    """
    values = {**read_values(entry), "club": details.values["club"]}
    if list(entry.members.values_list("person__name", flat=True)) != list(details.persons):
        values["name"] = ""
    kept = EntryDetails(details.persons, person_values=details.person_values, **values)
    _check_details(locked, kept, without=entry)
    _save_entry(entry, kept, None)


def delete_untouched(entry: Entry) -> bool:
    """Delete an entry that played, paid and was drawn nowhere, with persons who play nowhere else; its number is not given again.

    Returns whether it was deleted. Call under the tournament's lock.
    """
    if entry.fee_paid_cents or entry.state == Entry.State.PRESENT or entry.again_of_id is not None:
        return False
    key, persons = entry.pk, [member.person for member in entry.members.select_related("person")]
    try:
        entry.delete()  # what refers to it is looked for before anything is deleted
    except (ProtectedError, RestrictedError):
        return False
    Entry.history.filter(id=key).update(name="", note="")
    delete_unused_persons(persons)
    return True


def withdraw_entry(entry: Entry, *, actor: AbstractBaseUser) -> Entry:
    """Withdraw an entry from the next draws. Its results stay. Raises: ChangeRefused for a phantom; PermissionDenied."""
    return _set_state(entry, Entry.State.WITHDRAWN, actor)


def readmit_entry(entry: Entry, *, actor: AbstractBaseUser) -> Entry:
    """Undo a withdrawal: the entry plays again from the next draw on. Raises: ChangeRefused for a phantom; PermissionDenied."""
    return _set_state(entry, Entry.State.ENTERED, actor)


def find_next_number(tournament: Tournament) -> int:
    """One more than any entry had, those that were deleted too."""
    highest = [rows.filter(tournament=tournament).aggregate(highest=Max("number"))["highest"] for rows in (Entry.objects, Entry.history)]
    return max(number or 0 for number in highest) + 1


def build_columns(details: EntryDetails, clubs: Mapping[str, Club], fields: Iterable[DeclaredField] = ENTRY_FIELDS) -> dict[str, Any]:
    """The columns of the entry for its declared fields."""
    columns = {field.name: details.values[field.key] for field in fields}
    return {**columns, "name": details.entry_name, "club": clubs.get(details.values["club"])}


def _set_state(entry: Entry, state: Entry.State, actor: AbstractBaseUser) -> Entry:
    with write_tx():
        lock_for_director(entry.tournament, actor)
        current = Entry.objects.select_for_update().get(pk=entry.pk)
        if current.phantom:
            raise ChangeRefused("phantom", _("A phantom plays in this seat: change it on the page of the entry."))
        if current.state != state:
            current.state = state
            current._history_user = actor  # type: ignore[attr-defined]  # noqa: SLF001 - the name by which django-simple-history is told
            current.save()
    return current


def _check_details(tournament: Tournament, details: EntryDetails, *, without: Entry | None) -> None:
    existing = read_existing_entries(tournament, without=without)
    problems: dict[str, list[str]] = {}
    for fault in (*find_row_faults(details, tournament.entry_size), *find_repetition_faults(details, existing)):
        problems.setdefault(fault.field, []).append(describe_fault(fault))
    if problems:
        raise ValidationError(problems)


def _save_entry(entry: Entry, details: EntryDetails, actor: AbstractBaseUser | None) -> None:
    """Store the row, what it paid now, and its members. Members are replaced only when the persons change, so that seats keep theirs."""
    paid_before = entry.fee_paid_cents
    for name, value in build_columns(details, find_or_create_clubs([details.values["club"]]), TYPED_FIELDS).items():
        setattr(entry, name, value)
    entry.save()
    if actor is not None:
        note_fees_paid(entry.tournament, [entry], actor=actor, before=paid_before)
    members = list(entry.members.select_related("person"))
    persons = {member.person.name: member.person for member in members}
    known_names = set(persons)
    if list(persons) != list(details.persons):
        attempt = members[0].attempt if members else 0
        entry.members.all().delete()
        persons = find_or_create_persons(details.persons, entry.tournament, actor=actor)
        _create_members(entry, persons, details.persons, attempt)
        delete_unused_persons(member.person for member in members)
    _store_typed_values(persons, details, known_names, actor)


def _store_typed_values(
    persons: Mapping[str, Person], details: EntryDetails, known_names: Collection[str], actor: AbstractBaseUser | None
) -> None:
    """Store what was typed about each person. An empty box empties only what it showed: of somebody who was in the entry before.

    Without an actor only what is not stored yet: a stranger who types a known name changes nothing about that person.
    """
    if actor is None:
        people = zip((persons[name] for name in details.persons), details.person_values, strict=True)
        new = {person: {key: text for key, text in values.items() if text and not getattr(person, key)} for person, values in people}
        store_person_values(new, actor=None)
        return
    typed_values = {
        persons[name]: {key: value for key, value in values.items() if value or name in known_names}
        for name, values in zip(details.persons, details.person_values, strict=True)
    }
    store_person_values(typed_values, actor=actor)


def _create_members(entry: Entry, persons: Mapping[str, Person], names: Sequence[str], attempt: int) -> None:
    Member.objects.bulk_create(
        Member(entry=entry, person=persons[name], tournament_id=entry.tournament_id, position=position, attempt=attempt)
        for position, name in enumerate(names)
    )
