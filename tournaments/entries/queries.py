"""Entries as the desk and the public page list them."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from tournaments.fields.declaration import DeclaredField
from tournaments.fields.declared import FIELDS
from tournaments.models import Entry, Member, Person, Round, Stage, StageEntry, Tournament
from tournaments.people.names import compute_person_key, contains_words, fold_name
from tournaments.people.naming import IN_FULL, Naming
from tournaments.reading.repetitions import UNIQUE_FIELDS
from tournaments.reading.rows import ExistingEntries


@dataclass(frozen=True, slots=True)
class EntryLine:
    """One entry in a list. `persons` in the order of their seats; `state` and `state_label` are those of the model.

    `values`: the declared values by key, those of its persons as a tuple in the order of the seats; for the public only public fields.
    """

    id: int
    number: int
    name: str
    persons: tuple[str, ...]
    club: str
    state: str
    state_label: str
    values: dict[str, Any]

    @property
    def withdrawn(self) -> bool:
        return self.state == Entry.State.WITHDRAWN


def read_existing_entries(tournament: Tournament, *, without: Entry | None = None, until: int | None = None) -> ExistingEntries:
    """The persons and unique values of the tournament, except those of the entry `without` (the persons of its other attempts too), and
    of entries with keys above `until`.
    Two queries.
    """
    members = Member.objects.filter(tournament=tournament)
    entries = Entry.objects.filter(tournament=tournament)
    if until is not None:
        members, entries = members.filter(entry__lte=until), entries.filter(pk__lte=until)
    if without is not None:
        members, entries = members.exclude(entry__in=list_attempts(without)), entries.exclude(pk=without.pk)
    values: dict[tuple[str, Any], int] = {}
    for number, *unique_values in entries.values_list("number", *(field.name for field in UNIQUE_FIELDS)):
        values |= {(field.key, value): number for field, value in zip(UNIQUE_FIELDS, unique_values, strict=True) if value is not None}
    return ExistingEntries(
        persons={compute_person_key(name): number for name, number in members.values_list("person__name", "entry__number") if name},
        values=values,
    )


def list_attempts(entry: Entry) -> list[int]:
    """The keys of the entry, of those that it entered again after, and of those that entered again after it. A query for each."""
    keys, earlier = [entry.pk], entry.again_of_id
    while earlier is not None:
        keys.append(earlier)
        earlier = Entry.objects.filter(pk=earlier).values_list("again_of", flat=True).first()
    while (later := Entry.objects.filter(again_of=keys[0]).values_list("pk", flat=True).first()) is not None:
        keys.insert(0, later)
    return keys


def read_entry_lines(tournament: Tournament, naming: Naming = IN_FULL) -> tuple[EntryLine, ...]:
    """All entries by number, withdrawn ones too. Two queries, however many entries: no list of ids is sent to the database."""
    entries = list(Entry.objects.filter(tournament=tournament).select_related("club").order_by("number"))
    return _build_lines(entries, Member.objects.filter(tournament=tournament), naming)


def build_entry_lines(entries: Sequence[Entry], naming: Naming = IN_FULL) -> tuple[EntryLine, ...]:
    """The lines of the entries of a page, which come with their clubs. One query."""
    return _build_lines(entries, Member.objects.filter(entry__in=[entry.pk for entry in entries]), naming)


def _build_lines(entries: Sequence[Entry], members: QuerySet[Member], naming: Naming) -> tuple[EntryLine, ...]:
    persons: dict[int, list[Person]] = {}
    for member in members.select_related("person").order_by("entry", "position"):
        persons.setdefault(member.entry_id, []).append(member.person)
    fields = [field for field in FIELDS if field.public or naming is IN_FULL]
    return tuple(_build_line(entry, persons.get(entry.pk, []), fields, naming) for entry in entries)


def _build_line(entry: Entry, persons: Sequence[Person], fields: Iterable[DeclaredField], naming: Naming) -> EntryLine:
    club = naming.format_club(entry)
    values = {
        field.key: tuple(map(field.read_value, persons)) if field.is_of_person else field.read_value(entry)
        for field in fields
        if field.key not in ("club", "name")
    }
    return EntryLine(
        id=entry.pk,
        number=entry.number,
        name=naming.format_name(entry),
        persons=tuple(naming.format_person(person, entry) for person in persons),
        club=club,
        state=entry.state,
        state_label=gettext("phantom") if entry.phantom else entry.get_state_display(),
        values={**values, "club": club},
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
    return tuple(line for line in lines if line.id in entry_ids or contains_words(" ".join((line.name, *line.persons, line.club)), text))


def list_club_names(tournament: Tournament) -> tuple[str, ...]:
    """The clubs of this tournament, without those of other tournaments. One query."""
    names = Entry.objects.filter(tournament=tournament, club__isnull=False).order_by("club__name")
    return tuple(names.values_list("club__name", flat=True).distinct())


def count_entries(tournament: Tournament) -> dict[str, int]:
    """How many entries are "playing", "here" and "withdrawn", and what was "paid" in cents, by withdrawn ones too. One query."""
    withdrawn, here = Q(state=Entry.State.WITHDRAWN), Q(state=Entry.State.PRESENT)
    return Entry.objects.filter(tournament=tournament).aggregate(
        playing=Count("pk", filter=~withdrawn),
        here=Count("pk", filter=here),
        withdrawn=Count("pk", filter=withdrawn & Q(phantom=False)),
        paid=Coalesce(Sum("fee_paid_cents"), 0),
    )


def list_left_out(tournament: Tournament) -> frozenset[int]:
    """Numbers of the entries that came when every stage that takes its entries from the list was drawn, and that nobody has admitted since.

    Two queries at most.
    """
    rounds = Round.objects.filter(stage=OuterRef("pk"))
    drawn = list(Stage.objects.filter(tournament=tournament, source=None).values_list(Exists(rounds), flat=True))
    if not drawn or not all(drawn):
        return frozenset()
    entries = Entry.objects.filter(tournament=tournament, phantom=False).exclude(state=Entry.State.WITHDRAWN)
    return frozenset(entries.filter(~Exists(StageEntry.objects.filter(entry=OuterRef("pk")))).values_list("number", flat=True))
