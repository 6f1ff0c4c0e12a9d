"""Entries as the desk and the public page list them."""

from dataclasses import dataclass

from tournaments.importing.reading import Known
from tournaments.models import Entry, Member, Tournament
from tournaments.names import person_key


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


def entry_lines(tournament: Tournament) -> tuple[EntryLine, ...]:
    """Every entry by its number, the withdrawn ones too. Two queries."""
    entries = Entry.objects.filter(tournament=tournament).select_related("club").prefetch_related("members__person")
    return tuple(
        EntryLine(
            id=entry.pk,
            number=entry.number,
            name=entry.name,
            persons=tuple(str(member.person) for member in entry.members.all()),
            club=entry.club.name if entry.club else "",
            seed=entry.seed,
            state=entry.state,
            state_label=entry.get_state_display(),
            fixed_table=entry.fixed_table,
            note=entry.note,
        )
        for entry in entries.order_by("number")
    )
