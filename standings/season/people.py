"""Who is who from evening to evening: the same name is the same person until a director says otherwise, or two of that name play on
one evening. Then membership number and club suggest who is who, and the director decides.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import groupby

PersonKey = tuple[int, int]
"""An entry and a person in it; person 0 means the entry itself, where teams are ranked."""
IdentityRuling = Mapping[PersonKey, int]
"""A director's ruling: appearances with the same number are one person, those with different numbers are different people."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """A person on one evening. `name` and `club` are normalised for comparison, without capitals and accents, with the parts of the
    name sorted; an erased person has no name, and is the same person wherever the same row appears.
    """

    evening: int
    entry: int
    person: int
    name: str
    club: str
    membership: str = ""

    @property
    def atom(self) -> PersonKey:
        return self.entry, self.person

    @property
    def key(self) -> Hashable:
        return self.name or self.person or self.entry


class IdentityDoubt(StrEnum):
    """Why a name does not decide who somebody is."""

    TWICE = "twice"
    """Two people of this name play on one evening."""
    DIVIDED = "divided"
    """The director separated two people of this name, and did not say which of them this is."""


@dataclass(frozen=True)
class SeasonPlayer:
    """Appearances that count together, in the order of the evenings, one an evening. With a `doubt` they count together as membership
    number and club suggest, and nobody has decided it.
    """

    appearances: tuple[Appearance, ...]
    doubt: IdentityDoubt | None = None

    @cached_property
    def id(self) -> str:
        entry, person = self.appearances[0].atom
        return f"{entry}-{person}"

    @cached_property
    def evenings(self) -> frozenset[int]:
        return frozenset(appearance.evening for appearance in self.appearances)

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(appearance.name for appearance in self.appearances) - {""}


def recognise_players(appearances: Sequence[Appearance], rulings: Sequence[IdentityRuling] = ()) -> tuple[SeasonPlayer, ...]:
    """Players in the order in which they first appear; `appearances` come in the order of the evenings, `rulings` in the order they
    were made. Of several rulings about an appearance the latest counts; who appears later under a name follows the ruling about it.
    """
    ruled: dict[PersonKey, Hashable] = {}
    for number, ruling in enumerate(rulings):
        ruled |= {atom: ("ruled", number, part) for atom, part in ruling.items()}
    groups: defaultdict[Hashable, list[Appearance]] = defaultdict(list)
    by_key: defaultdict[Hashable, tuple[dict[Hashable, None], list[Appearance]]] = defaultdict(lambda: ({}, []))
    for appearance in appearances:
        known_groups, undecided = by_key[appearance.key]
        if appearance.atom in ruled:
            groups[ruled[appearance.atom]].append(appearance)
            known_groups[ruled[appearance.atom]] = None
        else:
            undecided.append(appearance)
    doubts: dict[PersonKey, IdentityDoubt] = {}
    for key, (known_groups, undecided) in by_key.items():
        for appearance, group, doubt in _assign(key, undecided, {group: groups[group] for group in known_groups}):
            groups[group].append(appearance)
            doubts |= {appearance.atom: doubt} if doubt else {}
    place = {appearance.atom: number for number, appearance in enumerate(appearances)}
    ordered = (sorted(members, key=lambda appearance: place[appearance.atom]) for members in groups.values())
    players = [player for members in ordered for player in _split_same_evening(members, doubts)]
    return tuple(sorted(players, key=lambda player: place[player.appearances[0].atom]))


_IdentifierReader = Callable[[Appearance], str]
_Assignment = tuple[Appearance, Hashable, IdentityDoubt | None]


def _assign(key: Hashable, undecided: Sequence[Appearance], known: Mapping[Hashable, Sequence[Appearance]]) -> list[_Assignment]:
    """The group of every appearance of one name that no ruling is about; `known` are the groups of those that have one."""
    evenings = [appearance.evening for appearance in undecided]
    occupied = {appearance.evening for members in known.values() for appearance in members}
    if len(known) <= 1 and len(set(evenings)) == len(evenings) and occupied.isdisjoint(evenings):
        group = next(iter(known), ("name", key))
        return [(appearance, group, None) for appearance in undecided]
    return list(_Namesakes(key, undecided, known).assign())


class _Namesakes:
    """People of one name who cannot all be one, told apart as far as membership numbers and clubs allow."""

    def __init__(self, key: Hashable, undecided: Sequence[Appearance], known: Mapping[Hashable, Sequence[Appearance]]) -> None:
        self.key, self.undecided = key, undecided
        self.doubt = IdentityDoubt.DIVIDED if len(known) > 1 else IdentityDoubt.TWICE
        self.groups: dict[Hashable, list[Appearance]] = {group: list(members) for group, members in known.items()}

    def assign(self) -> Iterator[_Assignment]:
        """Evening by evening: by membership number, which leaves no doubt; by club, which is a suggestion; the rest together."""
        yield from self._begin()
        started = {appearance.atom for members in self.groups.values() for appearance in members}
        for _evening, members in groupby(self.undecided, key=lambda appearance: appearance.evening):
            together = [appearance for appearance in members if appearance.atom not in started]
            by_card = self._match(together, lambda appearance: appearance.membership)
            rest = [appearance for appearance in together if appearance.atom not in by_card]
            by_club = self._match(rest, lambda appearance: appearance.club)
            alone = len(rest) - len(by_club) > 1
            for appearance in together:
                group = by_card.get(appearance.atom) or by_club.get(appearance.atom)
                doubt = None if appearance.atom in by_card else self.doubt
                yield appearance, group or (appearance.atom if alone else ("name", self.key)), doubt

    def _begin(self) -> Iterator[_Assignment]:
        """Where nobody decided, those of the evening with most of them begin a group each, unless nothing tells them apart."""
        if self.groups:
            return
        times = Counter(appearance.evening for appearance in self.undecided)
        fullest = max(times, key=lambda evening: times[evening])
        first = [appearance for appearance in self.undecided if appearance.evening == fullest]
        for certain, identifiers in ((True, [member.membership for member in first]), (False, [member.club for member in first])):
            if len(set(identifiers)) == len(identifiers) and (all(identifiers) or not certain):
                self.groups = {appearance.atom: [appearance] for appearance in first}
                yield from ((appearance, appearance.atom, None if certain else self.doubt) for appearance in first)
                return

    def _match(self, together: Sequence[Appearance], read_identifier: _IdentifierReader) -> dict[PersonKey, Hashable]:
        """The groups of those of one evening whose identifier belongs to one group, and to nobody else of the evening."""
        identifiers = Counter(read_identifier(appearance) for appearance in together)
        matched: dict[PersonKey, Hashable] = {}
        for appearance in together:
            identifier = read_identifier(appearance)
            free = [group for group in self.groups if identifier and self._is_free(group, appearance, read_identifier)]
            if len(free) == 1 and identifiers[identifier] == 1:
                matched[appearance.atom] = free[0]
        claims = Counter(matched.values())
        matched = {atom: group for atom, group in matched.items() if claims[group] == 1}
        for appearance in together:
            if appearance.atom in matched:
                self.groups[matched[appearance.atom]].append(appearance)
        return matched

    def _is_free(self, group: Hashable, appearance: Appearance, read_identifier: _IdentifierReader) -> bool:
        members = self.groups[group]
        plays_already = any(member.evening == appearance.evening for member in members)
        return not plays_already and any(read_identifier(member) == read_identifier(appearance) for member in members)


def _split_same_evening(members: Sequence[Appearance], doubts: Mapping[PersonKey, IdentityDoubt]) -> Iterator[SeasonPlayer]:
    """Nobody plays twice on an evening: such appearances stand alone until the director says which is which."""
    times = Counter(appearance.evening for appearance in members)
    once = tuple(appearance for appearance in members if times[appearance.evening] == 1)
    if once:
        yield SeasonPlayer(once, next((doubts[appearance.atom] for appearance in once if appearance.atom in doubts), None))
    yield from (SeasonPlayer((appearance,), IdentityDoubt.TWICE) for appearance in members if times[appearance.evening] > 1)
