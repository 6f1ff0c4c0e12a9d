"""Who is who over many evenings, from cards, names and answers. Pure: no database, no clock."""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

Answer = Mapping[int, int]
"""Of one answer the part of each appearance, by its key: one part is one person, another part somebody else."""


class PlayedEvening(NamedTuple):
    """A person in an entry on one evening. `key` is the player's, `person` the row that holds the name; `name` and `card` are folded.

    `hidden`: public pages name the entry by its number. A club has ten thousands of these, and a tuple is made three times as fast.
    """

    key: int
    evening: int
    person: int
    name: str
    card: str = ""
    entry: int = 0
    position: int = 0
    hidden: bool = False


@dataclass(frozen=True)
class KnownPerson:
    """Evenings that are one person's, in their order; its `key` is that of the first."""

    evenings: tuple[PlayedEvening, ...]

    @property
    def key(self) -> int:
        return self.evenings[0].key

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(evening.name for evening in self.evenings)

    @cached_property
    def cards(self) -> frozenset[str]:
        return frozenset(evening.card for evening in self.evenings if evening.card)

    @cached_property
    def keys(self) -> frozenset[int]:
        return frozenset(evening.key for evening in self.evenings)

    @cached_property
    def dates(self) -> frozenset[int]:
        return frozenset(evening.evening for evening in self.evenings)


@dataclass(frozen=True)
class Recognised:
    """Everybody, in the order of the first evening, and the names under which nobody has answered yet who is who."""

    persons: tuple[KnownPerson, ...]
    questions: tuple[tuple[KnownPerson, ...], ...]

    @cached_property
    def by_key(self) -> dict[int, KnownPerson]:
        return {key: person for person in self.persons for key in person.keys}

    @cached_property
    def first_keys(self) -> dict[int, int]:
        """By key of an appearance the key of its person."""
        return {key: person.key for person in self.persons for key in person.keys}


def recognise_persons(evenings: Sequence[PlayedEvening], answers: Sequence[Answer]) -> Recognised:
    """`evenings` come in their order, `answers` oldest first.

    1. What was answered last about an appearance counts. 2. One card is one person. 3. A name without a card is whoever was answered to
    have it, if that is one person who does not play the same evening; else somebody new, until it is answered.
    """
    latest: dict[int, tuple[int, int]] = {}
    for number, answer in enumerate(answers):
        latest |= {key: (number, part) for key, part in answer.items()}
    groups = _group(evenings, latest)
    order = {evening.key: place for place, evening in enumerate(evenings)}
    split = [part for members in groups for part in _split_evenings(sorted(members, key=lambda played: order[played.key]))]
    persons = tuple(sorted((KnownPerson(tuple(part)) for part in split), key=lambda person: order[person.key]))
    return Recognised(persons, tuple(_list_questions(persons, answers)))


def _group(evenings: Sequence[PlayedEvening], latest: Mapping[int, tuple[int, int]]) -> Iterable[list[PlayedEvening]]:
    groups: defaultdict[Hashable, list[PlayedEvening]] = defaultdict(list)
    by_card: defaultdict[str, set[Hashable]] = defaultdict(set)
    by_name: defaultdict[str, set[Hashable]] = defaultdict(set)
    players: defaultdict[tuple[str, int], set[int]] = defaultdict(set)
    for evening in evenings:
        players[evening.name, evening.evening].add(evening.person)
    for evening in (played for played in evenings if played.key in latest):
        group = ("answered", *latest[evening.key])
        groups[group].append(evening)
        by_name[evening.name].add(group)
        if evening.card:
            by_card[evening.card].add(group)
    for evening in (played for played in evenings if played.key not in latest):
        namesakes = players[evening.name, evening.evening]
        followed = by_card[evening.card] if evening.card else _choose_followed(by_name[evening.name], groups, evening, namesakes)
        if len(followed) == 1:
            group_of: Hashable = next(iter(followed))
        else:
            group_of = ("card", evening.card) if evening.card and not followed else ("alone", evening.person, evening.evening)
        groups[group_of].append(evening)
    return groups.values()


def _choose_followed(
    candidates: Collection[Hashable], groups: Mapping[Hashable, Sequence[PlayedEvening]], evening: PlayedEvening, players: Collection[int]
) -> Collection[Hashable]:
    """Who was answered to have the name; nobody where a namesake plays the same evening: then it is asked again."""
    busy = any(played.evening == evening.evening and played.person != evening.person for group in candidates for played in groups[group])
    return () if busy or len(players) > 1 else candidates


def _split_evenings(members: Sequence[PlayedEvening]) -> Iterable[list[PlayedEvening]]:
    """Nobody plays twice on an evening, but whoever entered again, as the same row: such a one stands alone until it is answered."""
    rows: defaultdict[int, set[int]] = defaultdict(set)
    for member in members:
        rows[member.evening].add(member.person)
    once = [member for member in members if len(rows[member.evening]) == 1]
    if once:
        yield once
    twice: defaultdict[tuple[int, int], list[PlayedEvening]] = defaultdict(list)
    for member in members:
        if len(rows[member.evening]) > 1:
            twice[member.evening, member.person].append(member)
    yield from twice.values()


def _list_questions(persons: Sequence[KnownPerson], answers: Sequence[Answer]) -> Iterable[tuple[KnownPerson, ...]]:
    """The persons of every name of which two could be one, and nobody has answered that they are not."""
    by_name: defaultdict[str, list[KnownPerson]] = defaultdict(list)
    for person in persons:
        for name in person.names:
            by_name[name].append(person)
    about: defaultdict[int, list[int]] = defaultdict(list)
    for number, answer in enumerate(answers):
        for key in answer:
            about[key].append(number)
    for name in sorted(by_name):
        namesakes = by_name[name]
        pairs = ((first, second) for place, first in enumerate(namesakes) for second in namesakes[place + 1 :])
        if any(_may_be_one(first, other, answers, about) for first, other in pairs):
            yield tuple(namesakes)


def _may_be_one(first: KnownPerson, second: KnownPerson, answers: Sequence[Answer], about: Mapping[int, Sequence[int]]) -> bool:
    if first.dates & second.dates or (first.cards and second.cards and not first.cards & second.cards):
        return False
    times = Counter(number for person in (first, second) for number in {n for key in person.keys for n in about.get(key, ())})
    return not any(
        _parts_of(first, answers[number]).isdisjoint(_parts_of(second, answers[number])) for number, n in times.items() if n == 2
    )


def _parts_of(person: KnownPerson, answer: Answer) -> set[int]:
    return {answer[key] for key in person.keys if key in answer}
