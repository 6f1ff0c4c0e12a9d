"""Who is who from evening to evening: recognised by name and club, divided and joined by a director's word, asked where it is not sure."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

Atom = tuple[int, int]
"""An entry, and a person in it; 0 for the entry itself, where teams are ranked."""
Ruling = Mapping[Atom, int]
"""A director's word: those of the same part are the same, those of another are somebody else."""
SHORTEST_WORD = 3
"""Shorter parts of a name say too little to ask whether two are the same."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """Somebody on one evening. `name` and `club` are as they compare, capitals and accents aside, the parts of the name in order; an erased
    person has no name, and is the same wherever the row is."""

    evening: int
    entry: int
    person: int
    name: str
    club: str

    @property
    def atom(self) -> Atom:
        return self.entry, self.person

    @property
    def key(self) -> Hashable:
        return (self.name, self.club) if self.name else self.person or self.entry


class Doubt(StrEnum):
    """Why names do not tell."""

    TWICE = "twice"
    """Two of this name and club on one evening."""
    DIVIDED = "divided"
    """The director told two of this name and club apart, and did not say which of them this is."""


@dataclass(frozen=True, slots=True)
class Player:
    """Appearances that count together, in the order of the evenings, one an evening."""

    appearances: tuple[Appearance, ...]
    doubt: Doubt | None = None

    @property
    def id(self) -> str:
        entry, person = self.appearances[0].atom
        return f"{entry}-{person}"

    @property
    def evenings(self) -> frozenset[int]:
        return frozenset(one.evening for one in self.appearances)


def recognised(appearances: Sequence[Appearance], rulings: Sequence[Ruling] = ()) -> tuple[Player, ...]:
    """Players in the order in which they first appear; `appearances` come in the order of the evenings, `rulings` in that of their making.

    Who was never decided about follows those of the same name and club; where these were told apart, nobody.
    """
    told: dict[Atom, Hashable] = {}
    for number, ruling in enumerate(rulings):
        told |= {atom: ("told", number, part) for atom, part in ruling.items()}
    known: defaultdict[Hashable, dict[Hashable, set[int]]] = defaultdict(dict)
    for one in appearances:
        if one.atom in told:
            known[one.key].setdefault(told[one.atom], set()).add(one.evening)
    groups: defaultdict[Hashable, list[Appearance]] = defaultdict(list)
    doubts: dict[Atom, Doubt] = {}
    for one in appearances:
        group, doubt = (told[one.atom], None) if one.atom in told else _followed(one, known[one.key])
        groups[group].append(one)
        doubts |= {one.atom: doubt} if doubt else {}
    players = [player for members in groups.values() for player in _once_an_evening(members, doubts)]
    place = {one.atom: number for number, one in enumerate(appearances)}
    return tuple(sorted(players, key=lambda player: place[player.appearances[0].atom]))


def _followed(one: Appearance, known: Mapping[Hashable, set[int]]) -> tuple[Hashable, Doubt | None]:
    """Whom somebody belongs to of whom nothing was said; `known` are the evenings of those of this name and club who were told."""
    if not known:
        return ("key", one.key), None
    player, evenings = next(iter(known.items()))
    if len(known) > 1:
        return one.atom, Doubt.DIVIDED
    return (one.atom, Doubt.TWICE) if one.evening in evenings else (player, None)


def _once_an_evening(members: Sequence[Appearance], doubts: Mapping[Atom, Doubt]) -> Iterator[Player]:
    """Who appears twice on an evening is two people: these stand alone until somebody says which of them is who."""
    times = Counter(one.evening for one in members)
    once = tuple(one for one in members if times[one.evening] == 1)
    if once:
        yield Player(once, doubts.get(once[0].atom))
    yield from (Player((one,), Doubt.TWICE) for one in members if times[one.evening] > 1)


class Likeness(StrEnum):
    """Why two may be one."""

    OTHER_CLUB = "other_club"
    """The same name with another club."""
    SPELLING = "spelling"
    """Nearly the same name."""


@dataclass(frozen=True, slots=True)
class Question:
    first: Player
    second: Player
    likeness: Likeness


def questions(players: Sequence[Player], rulings: Sequence[Ruling] = ()) -> tuple[Question, ...]:
    """Pairs that may be one person: never both on one evening, and nobody said yet that they are two."""
    by_word: defaultdict[str, list[int]] = defaultdict(list)
    for number, player in enumerate(players):
        for word in {word for one in player.appearances for word in one.name.split() if len(word) >= SHORTEST_WORD}:
            by_word[word].append(number)
    pairs = sorted({pair for numbers in by_word.values() for pair in combinations(numbers, 2)})
    found = (_question(players[first], players[second], rulings) for first, second in pairs)
    return tuple(one for one in found if one is not None)


def _question(first: Player, second: Player, rulings: Sequence[Ruling]) -> Question | None:
    if first.evenings & second.evenings or any(_told_apart(first, second, ruling) for ruling in rulings):
        return None
    spellings = [{(one.name, one.club) for one in player.appearances} for player in (first, second)]
    likenesses = {_likeness(one, other) for one in spellings[0] for other in spellings[1]}
    for likeness in (Likeness.OTHER_CLUB, Likeness.SPELLING):
        if likeness in likenesses:
            return Question(first, second, likeness)
    return None


def _told_apart(first: Player, second: Player, ruling: Ruling) -> bool:
    parts = [{ruling[one.atom] for one in player.appearances if one.atom in ruling} for player in (first, second)]
    return any(one != other for one in parts[0] for other in parts[1])


def _likeness(one: tuple[str, str], other: tuple[str, str]) -> Likeness | None:
    (name, club), (other_name, other_club) = one, other
    if name == other_name:
        return Likeness.OTHER_CLUB
    near = club == other_club or not club or not other_club
    return Likeness.SPELLING if near and _nearly_same(name.split(), other_name.split()) else None


def _nearly_same(words: list[str], others: list[str]) -> bool:
    """All parts but one are the same, and that one is missing, shortened, or has one slip."""
    left, right = Counter(words) - Counter(others), Counter(others) - Counter(words)
    common = len(words) - left.total()
    if left.total() + right.total() == 1:
        return common > 1
    if left.total() != 1 or right.total() != 1 or not common:
        return False
    one, other = next(iter(left)), next(iter(right))
    return one.startswith(other) or other.startswith(one) or _one_slip(one, other)


def _one_slip(one: str, other: str) -> bool:
    """A letter more, another letter, or two letters that changed places."""
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    return max(len(one), len(other)) == 1 or (len(one) == 2 and one == other[::-1])
