"""How people are called. Whatever everybody may see asks a `Naming` for every name; nothing else decides what the public reads."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from django.utils.translation import gettext

from tournaments.models import Entry, Member, Person, Substitution, Tournament
from tournaments.people.names import GONE, NAME_SEPARATOR, first_name_and_initial, fold_name, initials, person_key

Form = Tournament.PublicNames
EXAMPLES = 3


class Naming:
    """By their full names: for the staff, for sheets and for official papers."""

    def of(self, entry: Entry) -> str:
        """“Rossi – Bianchi”, or what the team calls itself."""
        return entry.name

    def names(self, entry: Entry) -> tuple[str, ...]:
        """Those of its persons, erased ones left out; the one of the team where it has its own. The entry comes with its members."""
        persons = self.persons(entry)
        return persons if NAME_SEPARATOR.join(persons) == entry.name else (entry.name,)

    def persons(self, entry: Entry) -> tuple[str, ...]:
        """Who they are, also where the team has a name of its own; nobody where that is not told."""
        return tuple(member.person.name for member in entry.members.all() if member.person.name)

    def person(self, person: Person, entry: Entry) -> str:
        """Somebody who plays or played for the entry; empty where no name is told."""
        return str(person)

    def number(self, entry: Entry) -> str:
        """What stands before the name; empty where the name is the number."""
        return str(entry.number)

    def numbered(self, entry: Entry) -> str:
        return f"{self.number(entry)} {self.of(entry)}".strip()

    def club(self, entry: Entry) -> str:
        return entry.club.name if entry.club else ""

    def words(self, text: str) -> str:
        """What the staff wrote in words of its own, which may hold names."""
        return text

    def called(self, wanted: str) -> frozenset[int]:
        """Ids of entries that are found by this name although it is not shown."""
        return frozenset()


IN_FULL = Naming()


class PublicNaming(Naming):
    """As the director chose for a tournament, and by number alone for who asked to be hidden.

    Nothing is read before it is needed: full names cost no query, short ones three, however many entries there are.
    """

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.form = Form(tournament.public_names)

    @property
    def shortens(self) -> bool:
        return self.form is not Form.FULL

    @cached_property
    def tells_all(self) -> bool:
        return not self.shortens and not Entry.objects.filter(tournament=self.tournament, hidden=True).exists()

    def of(self, entry: Entry) -> str:
        if self._by_number(entry):
            return gettext("No. %(number)d") % {"number": entry.number}
        return NAME_SEPARATOR.join(self._told[entry.pk]) if self.shortens else super().of(entry)

    def names(self, entry: Entry) -> tuple[str, ...]:
        if self._by_number(entry):
            return (self.of(entry),)
        return self._told[entry.pk] if self.shortens else super().names(entry)

    def persons(self, entry: Entry) -> tuple[str, ...]:
        return () if self._by_number(entry) or self.shortens else super().persons(entry)

    def person(self, person: Person, entry: Entry) -> str:
        if self._by_number(entry):
            return ""
        return self._short(person.name) if self.shortens else super().person(person, entry)

    def number(self, entry: Entry) -> str:
        return "" if self._by_number(entry) else super().number(entry)

    def club(self, entry: Entry) -> str:
        return "" if entry.hidden else super().club(entry)

    def words(self, text: str) -> str:
        return text if text and self.tells_all else ""

    def called(self, wanted: str) -> frozenset[int]:
        """Who types a whole name finds it; part of one finds only what everybody reads. Two queries, none where all names are told."""
        key = person_key(wanted)
        if not key or self.tells_all:
            return frozenset()
        persons = Member.objects.filter(tournament=self.tournament).values_list("entry_id", "person__name")
        teams = Entry.objects.filter(tournament=self.tournament).values_list("pk", "name")
        return frozenset(pk for names in (persons, teams) for pk, name in names if person_key(name) == key)

    def examples(self) -> tuple[str, ...]:
        """How everybody reads the first entries."""
        return tuple(map(self.of, Entry.objects.filter(tournament=self.tournament).order_by("number")[:EXAMPLES]))

    def _by_number(self, entry: Entry) -> bool:
        return entry.hidden or self.form is Form.NUMBERS

    def _short(self, name: str) -> str:
        if not name:
            return GONE
        if self.form is Form.INITIALS:
            return initials(name) or GONE
        return first_name_and_initial(name, surname_first=self.tournament.surname_first) or GONE

    @cached_property
    def _told(self) -> Mapping[int, tuple[str, ...]]:
        """By the id of the entry, the names of its persons or the one of its team, with its number where another entry has the same."""
        entries = Entry.objects.filter(tournament=self.tournament).values_list("pk", "number", "name")
        players: defaultdict[int, list[str]] = defaultdict(list)
        for pk, name in Member.objects.filter(tournament=self.tournament).order_by("position").values_list("entry_id", "person__name"):
            players[pk].append(name)
        replaced: defaultdict[int, list[str]] = defaultdict(list)
        changes = Substitution.objects.filter(entry__tournament=self.tournament)
        for pk, leaves, comes in changes.values_list("entry_id", "leaves__name", "comes__name"):
            replaced[pk] += [leaves, comes]
        numbers = {pk: number for pk, number, _name in entries}
        told = {pk: self._names(number, name, players[pk], replaced[pk]) for pk, number, name in entries}
        times = Counter(map(_folded, told.values()))
        return {pk: names if times[_folded(names)] == 1 else _with_number(names, numbers[pk]) for pk, names in told.items()}

    def _names(self, number: int, name: str, players: Sequence[str], replaced: Sequence[str]) -> tuple[str, ...]:
        """A team keeps the name that it gave itself, unless somebody's is in it."""
        own = name != NAME_SEPARATOR.join(player or GONE for player in players)
        if own and not _holds_any(name, [*players, *replaced]):
            return (name,)
        short = tuple(map(self._short, players))
        return short if len(set(short)) == len(short) else tuple(f"{one} ({number}.{at})" for at, one in enumerate(short, start=1))


def _folded(names: Sequence[str]) -> str:
    return fold_name(" ".join(names))


def _with_number(names: Sequence[str], number: int) -> tuple[str, ...]:
    return (*names[:-1], f"{names[-1]} ({number})")


def _holds_any(text: str, names: Iterable[str]) -> bool:
    """Whether a word of one of the names is in the text; a long one also as a part of another word."""
    folded = fold_name(text)
    parts = [part for name in names for part in fold_name(name).split()]
    return not set(parts).isdisjoint(folded.split()) or any(len(part) > 3 and part in folded for part in parts)
