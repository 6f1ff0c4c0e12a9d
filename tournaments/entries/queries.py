"""Entries as the desk and the public page list them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Sum

from tournaments.models import Entry, Member, Tournament
from tournaments.people.names import compute_person_key, fold_name
from tournaments.people.naming import IN_FULL, Naming
from tournaments.reading.lists import ExistingEntries


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One entry in a list. `persons` in the order of their seats; `state` and `state_label` are those of the model."""

    id: int
    number: int
    name: str
    persons: tuple[str, ...]
    club: str
    seed: int | None
    state: str
    state_label: str
    fixed_table: int | None
    fee_paid_cents: int
    note: str

    @property
    def withdrawn(self) -> bool:
        return self.state == Entry.State.WITHDRAWN


def read_existing_entries(tournament: Tournament, *, without: Entry | None = None) -> ExistingEntries:
    """The persons and seeds of the tournament, except those of the entry `without`. Two queries."""
    members = Member.objects.filter(tournament=tournament)
    seeds = Entry.objects.filter(tournament=tournament, seed__isnull=False)
    if without is not None:
        members, seeds = members.exclude(entry=without), seeds.exclude(pk=without.pk)
    return ExistingEntries(
        persons={compute_person_key(name): number for name, number in members.values_list("person__name", "entry__number") if name},
        seeds={seed: number for seed, number in seeds.values_list("seed", "number") if seed is not None},
    )


def read_entry_lines(tournament: Tournament, naming: Naming = IN_FULL) -> tuple[EntryLine, ...]:
    """All entries by number, withdrawn ones too. Two queries, however many entries: no list of ids is sent to the database."""
    entries = {entry.pk: entry for entry in Entry.objects.filter(tournament=tournament).select_related("club").order_by("number")}
    persons: dict[int, list[str]] = {}
    for member in Member.objects.filter(tournament=tournament).select_related("person").order_by("entry", "position"):
        if member.entry_id in entries:  # entered since
            persons.setdefault(member.entry_id, []).append(naming.format_person(member.person, entries[member.entry_id]))
    return tuple(
        EntryLine(
            id=entry.pk,
            number=entry.number,
            name=naming.format_name(entry),
            persons=tuple(persons.get(entry.pk, ())),
            club=naming.format_club(entry),
            seed=entry.seed,
            state=entry.state,
            state_label=entry.get_state_display(),
            fixed_table=entry.fixed_table,
            fee_paid_cents=entry.fee_paid_cents,
            note=entry.note,
        )
        for entry in entries.values()
    )


def filter_lines(lines: Iterable[EntryLine], search_text: str, entry_ids: Collection[int] = ()) -> tuple[EntryLine, ...]:
    """The lines whose number is `search_text`, whose names or club contain it, or whose id is in `entry_ids`;
    all lines for an empty text.
    """
    text = fold_name(search_text)
    if not text:
        return tuple(lines)
    if text.isdecimal():
        return tuple(line for line in lines if line.number == int(text))
    return tuple(line for line in lines if line.id in entry_ids or text in fold_name(" ".join((line.name, *line.persons, line.club))))


def list_club_names(tournament: Tournament) -> tuple[str, ...]:
    """The clubs of this tournament, without those of other tournaments. One query."""
    names = Entry.objects.filter(tournament=tournament, club__isnull=False).order_by("club__name")
    return tuple(names.values_list("club__name", flat=True).distinct())


def sum_paid_cents(tournament: Tournament) -> int:
    """Paid fees in cents, those of withdrawn entries too. One query."""
    return Entry.objects.filter(tournament=tournament).aggregate(total=Sum("fee_paid_cents"))["total"] or 0
