"""How entries and persons are named. Everything public takes every name from a `Naming`; nothing else decides what the public reads."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, TypeAlias

from django.utils.translation import gettext

from tournaments.models import Entry, Member, Person, Substitution, Tournament
from tournaments.people.name_parts import format_surnames, split_name
from tournaments.people.names import (
    ERASED_NAME,
    NAME_SEPARATOR,
    compute_person_key,
    fold_name,
    format_first_name_and_initial,
    format_initials,
)

NameForm = Tournament.PublicNames
EXAMPLE_COUNT = 3


class ListedClub(NamedTuple):
    name: str


class ListedEntry(NamedTuple):
    """What a naming needs of an entry, for lists of thousands: a model costs ten times as much."""

    pk: int
    number: int
    name: str
    hidden: bool
    club: ListedClub | None


class ListedPerson(NamedTuple):
    """The same of a person who is not erased."""

    name: str

    def __str__(self) -> str:
        return self.name


AnyEntry: TypeAlias = Entry | ListedEntry
AnyPerson: TypeAlias = Person | ListedPerson


class Naming:
    """Full names: for the staff, for sheets and for official papers."""

    def format_name(self, entry: AnyEntry) -> str:
        """“Rossi – Bianchi”, or the team's own name."""
        return entry.name

    @property
    def is_shortened(self) -> bool:
        """Whether names are displayed in parts only."""
        return False

    def format_surnames(self, name: str, *, surname_first: bool) -> str:
        """A displayed name for where space is short: “Loi – Manca”; as it is where names are shortened anyway."""
        return name if self.is_shortened else format_surnames(name, surname_first=surname_first)

    def list_names(self, entry: Entry) -> tuple[str, ...]:
        """The names of the entry's persons without erased ones; or the team's own name. The entry comes with its members."""
        persons = self.list_persons(entry)
        return persons if NAME_SEPARATOR.join(persons) == entry.name else (entry.name,)

    def list_persons(self, entry: Entry) -> tuple[str, ...]:
        """The names of the persons, also where the team has its own name; empty where names are hidden or shortened."""
        if entry.phantom:
            return ()
        return tuple(member.person.name for member in entry.members.all() if member.person.name)

    def list_listed_persons(self, entry: Entry, *, surname_first: bool) -> tuple[str, ...]:
        """The names of `list_persons` with the surname in front, for lists in alphabetical order."""
        if entry.phantom:
            return ()
        return tuple(
            split_name(member.person.name, surname_first=surname_first, surname=member.person.surname).listed
            for member in entry.members.all()
            if member.person.name
        )

    def format_person(self, person: AnyPerson, entry: AnyEntry) -> str:
        """The name of somebody who plays or played for the entry; empty where names are hidden."""
        return str(person)

    def format_number(self, entry: AnyEntry) -> str:
        """The number before the name; empty where the name is the number."""
        return str(entry.number)

    def format_numbered_name(self, entry: AnyEntry) -> str:
        return f"{self.format_number(entry)} {self.format_name(entry)}".strip()

    def format_club(self, entry: AnyEntry) -> str:
        return entry.club.name if entry.club else ""

    def filter_staff_text(self, text: str) -> str:
        """A free text of the staff, which may contain names; empty where names are hidden."""
        return text

    def find_hidden_matches(self, search_text: str) -> frozenset[int]:
        """Ids of the entries that have this whole name although it is not displayed."""
        return frozenset()


IN_FULL = Naming()


class PublicNaming(Naming):
    """Names as the director chose for the tournament, and the number alone for entries that are hidden.

    Nothing is read before it is needed: full names cost no query, short ones three, however many entries there are.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.form = NameForm(tournament.public_names)

    @property
    def is_shortened(self) -> bool:
        return self.form is not NameForm.FULL

    @cached_property
    def shows_all_names(self) -> bool:
        return not self.is_shortened and not Entry.objects.filter(tournament=self.tournament, hidden=True).exists()

    def format_name(self, entry: AnyEntry) -> str:
        if self._is_by_number(entry):
            return gettext("No. %(number)d") % {"number": entry.number}
        return NAME_SEPARATOR.join(self._public_names[entry.pk]) if self.is_shortened else super().format_name(entry)

    def list_names(self, entry: Entry) -> tuple[str, ...]:
        if self._is_by_number(entry):
            return (self.format_name(entry),)
        return self._public_names[entry.pk] if self.is_shortened else super().list_names(entry)

    def list_persons(self, entry: Entry) -> tuple[str, ...]:
        return () if self._is_by_number(entry) or self.is_shortened else super().list_persons(entry)

    def list_listed_persons(self, entry: Entry, *, surname_first: bool) -> tuple[str, ...]:
        return () if self._is_by_number(entry) or self.is_shortened else super().list_listed_persons(entry, surname_first=surname_first)

    def format_person(self, person: AnyPerson, entry: AnyEntry) -> str:
        if self._is_by_number(entry):
            return ""
        return self._shorten(person.name) if self.is_shortened else super().format_person(person, entry)

    def format_number(self, entry: AnyEntry) -> str:
        return "" if self._is_by_number(entry) else super().format_number(entry)

    def format_club(self, entry: AnyEntry) -> str:
        return "" if entry.hidden else super().format_club(entry)

    def filter_staff_text(self, text: str) -> str:
        return text if text and self.shows_all_names else ""

    def find_hidden_matches(self, search_text: str) -> frozenset[int]:
        """Ids of the entries with this whole name; part of a name finds only what is displayed.

        Two queries, none where all names are shown.
        """
        key = compute_person_key(search_text)
        if not key or self.shows_all_names:
            return frozenset()
        persons = Member.objects.filter(tournament=self.tournament).values_list("entry_id", "person__name")
        teams = Entry.objects.filter(tournament=self.tournament).values_list("pk", "name")
        return frozenset(pk for names in (persons, teams) for pk, name in names if compute_person_key(name) == key)

    def list_examples(self) -> tuple[str, ...]:
        """The displayed names of the first entries."""
        return tuple(map(self.format_name, Entry.objects.filter(tournament=self.tournament).order_by("number")[:EXAMPLE_COUNT]))

    def _is_by_number(self, entry: AnyEntry) -> bool:
        return entry.hidden or self.form is NameForm.NUMBERS

    def _shorten(self, name: str) -> str:
        if not name:
            return ERASED_NAME
        if self.form is NameForm.SHORT:
            return name
        if self.form is NameForm.INITIALS:
            return format_initials(name) or ERASED_NAME
        return format_first_name_and_initial(name, surname_first=self.tournament.surname_first) or ERASED_NAME

    @cached_property
    def _public_names(self) -> Mapping[int, tuple[str, ...]]:
        """The displayed names of persons or team by id of the entry, with its number where another entry has the same names."""
        entries = Entry.objects.filter(tournament=self.tournament).values_list("pk", "number", "name")
        players: defaultdict[int, list[str]] = defaultdict(list)
        for pk, name in Member.objects.filter(tournament=self.tournament).order_by("position").values_list("entry_id", "person__name"):
            players[pk].append(name)
        replaced: defaultdict[int, list[str]] = defaultdict(list)
        changes = Substitution.objects.filter(entry__tournament=self.tournament)
        for pk, leaves, comes in changes.values_list("entry_id", "leaves__name", "comes__name"):
            replaced[pk] += [leaves, comes]
        numbers = {pk: number for pk, number, _name in entries}
        names_by_entry = {pk: self._build_names(number, name, players[pk], replaced[pk]) for pk, number, name in entries}
        times = Counter(map(_fold_names, names_by_entry.values()))
        return {pk: names if times[_fold_names(names)] == 1 else _append_number(names, numbers[pk]) for pk, names in names_by_entry.items()}

    def _build_names(self, number: int, name: str, players: Sequence[str], replaced: Sequence[str]) -> tuple[str, ...]:
        """The displayed names of an entry; a team keeps its own name unless it contains a person's name."""
        own = name != NAME_SEPARATOR.join(player or ERASED_NAME for player in players)
        if own and not _contains_any_name(name, [*players, *replaced]):
            return (name,)
        short = tuple(map(self._shorten, players))
        return (
            short
            if len(set(short)) == len(short)
            else tuple(f"{short_name} ({number}.{position})" for position, short_name in enumerate(short, start=1))
        )


def _fold_names(names: Sequence[str]) -> str:
    return fold_name(" ".join(names))


def _append_number(names: Sequence[str], number: int) -> tuple[str, ...]:
    return (*names[:-1], f"{names[-1]} ({number})")


def _contains_any_name(text: str, names: Iterable[str]) -> bool:
    """Whether a word of one of the names is a word of the text; longer than three letters also as a part of a word."""
    folded = fold_name(text)
    parts = [part for name in names for part in fold_name(name).split()]
    return not set(parts).isdisjoint(folded.split()) or any(len(part) > 3 and part in folded for part in parts)
