"""Entries as the desk and the public page list them."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Sum

from tournaments.models import Entry, Member, Tournament
from tournaments.people.names import fold_name, person_key
from tournaments.people.naming import IN_FULL, Naming
from tournaments.reading.lists import Known


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One entry in a list. `persons` in the order of their seats; `state` and `state_label` as the model knows them."""

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


def known_in(tournament: Tournament, *, without: Entry | None = None) -> Known:
    """Persons and seeds that the tournament already holds, those of the entry `without` apart. Two queries."""
    members = Member.objects.filter(tournament=tournament)
    seeds = Entry.objects.filter(tournament=tournament, seed__isnull=False)
    if without is not None:
        members, seeds = members.exclude(entry=without), seeds.exclude(pk=without.pk)
    return Known(
        persons={person_key(name): number for name, number in members.values_list("person__name", "entry__number") if name},
        seeds={seed: number for seed, number in seeds.values_list("seed", "number") if seed is not None},
    )


def entry_lines(tournament: Tournament, naming: Naming = IN_FULL) -> tuple[EntryLine, ...]:
    """Every entry by its number, the withdrawn ones too. Two queries, however many entries: no list of ids goes to the database."""
    entries = {entry.pk: entry for entry in Entry.objects.filter(tournament=tournament).select_related("club").order_by("number")}
    persons: dict[int, list[str]] = {}
    for member in Member.objects.filter(tournament=tournament).select_related("person").order_by("entry", "position"):
        if member.entry_id in entries:  # entered since
            persons.setdefault(member.entry_id, []).append(naming.person(member.person, entries[member.entry_id]))
    return tuple(
        EntryLine(
            id=entry.pk,
            number=entry.number,
            name=naming.of(entry),
            persons=tuple(persons.get(entry.pk, ())),
            club=naming.club(entry),
            seed=entry.seed,
            state=entry.state,
            state_label=entry.get_state_display(),
            fixed_table=entry.fixed_table,
            fee_paid_cents=entry.fee_paid_cents,
            note=entry.note,
        )
        for entry in entries.values()
    )


def filter_lines(lines: Iterable[EntryLine], wanted: str, called: Collection[int] = ()) -> tuple[EntryLine, ...]:
    """Those whose number is `wanted`, or whose names or club hold it, or who are `called` so; everybody when nothing is wanted."""
    text = fold_name(wanted)
    if not text:
        return tuple(lines)
    if text.isdecimal():
        return tuple(line for line in lines if line.number == int(text))
    return tuple(line for line in lines if line.id in called or text in fold_name(" ".join((line.name, *line.persons, line.club))))


def club_names(tournament: Tournament) -> tuple[str, ...]:
    """Clubs that play in this tournament; those of others are not ours to show."""
    names = Entry.objects.filter(tournament=tournament, club__isnull=False).order_by("club__name")
    return tuple(names.values_list("club__name", flat=True).distinct())


def paid_total(tournament: Tournament) -> int:
    """In cents, the withdrawn ones too: they paid."""
    return Entry.objects.filter(tournament=tournament).aggregate(total=Sum("fee_paid_cents"))["total"] or 0
