"""Pairs that must not meet, in the formats that fix their meetings beforehand: brackets, pools and lines.

Every function takes what was drawn as if nobody were forbidden anything, and exchanges entries until no exchange helps. Without
forbidden pairs nothing is touched, so that such draws stay what they were.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from pairing.clubs import Club, Placement
from pairing.values import Group, Pair, Pairing, Reason

MET = "forbidden_met"
SAID = frozenset({MET, "forbidden_unavoidable"})


def in_bracket(
    width: int, slots: Mapping[int, int], movable: Collection[int], clubs: Mapping[int, Club], pairs: Iterable[Pair]
) -> dict[int, int]:
    """Entry ids by slot, the forbidden pairs as far apart as the bracket allows, then clubs.

    Only entries in `movable` slots change places; seeds keep theirs.
    """
    wanted = _within(set(slots.values()), pairs)
    if not wanted:
        return dict(slots)
    placement = Placement.of(width, {slot: clubs[entry] for slot, entry in slots.items()})
    search = _Bracket(dict(slots), {entry: slot for slot, entry in slots.items()}, placement, wanted)
    while search.improve(sorted(movable)):
        pass
    return search.slots


@dataclass(slots=True)
class _Bracket:
    slots: dict[int, int]
    slot_of: dict[int, int]
    placement: Placement
    pairs: list[Pair]
    mates: dict[int, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for one, other in self.pairs:
            self.mates.setdefault(one, []).append(other)
            self.mates.setdefault(other, []).append(one)

    def meeting(self) -> list[int]:
        """How many forbidden pairs could first meet in round 1, 2, …; compared from the first round on."""
        counts = [0] * (self.placement.levels + 1)
        for one, other in self.pairs:
            counts[(self.slot_of[one] ^ self.slot_of[other]).bit_length()] += 1
        return counts

    def improve(self, movable: Sequence[int]) -> bool:
        """Make the exchange that keeps the forbidden pairs apart longest, of several the best for clubs; false when none helps."""
        now = least = self.meeting()
        best: list[Pair] = []
        entangled = {self.slot_of[entry] for pair in self.pairs for entry in pair}
        for slot in [slot for slot in movable if slot in entangled]:
            for other in movable:
                told = self._meeting_after(now, slot, other)
                if told < least:
                    least, best = told, [(slot, other)]
                elif told == least and told < now:
                    best.append((slot, other))
        if not best:
            return False
        self._swap(*min(best, key=lambda places: (self._clubs_after(*places), places)))
        return True

    def _meeting_after(self, now: Sequence[int], one: int, other: int) -> list[int]:
        """`meeting` if the entries of two slots changed places: only pairs with one of the two move."""
        first, second = self.slots[one], self.slots[other]
        counts = list(now)
        for entry, place, stays in ((first, other, second), (second, one, first)):
            for mate in self.mates.get(entry, ()):
                if mate != stays:
                    slot = self.slot_of[mate]
                    counts[(self.slot_of[entry] ^ slot).bit_length()] -= 1
                    counts[(place ^ slot).bit_length()] += 1
        return counts

    def _clubs_after(self, one: int, other: int) -> list[int]:
        self.placement.swap(one, other)
        told = list(self.placement.together)
        self.placement.swap(one, other)
        return told

    def _swap(self, one: int, other: int) -> None:
        if one == other:
            return
        first, second = self.slots[one], self.slots[other]
        self.slots[one], self.slots[other] = second, first
        self.slot_of[first], self.slot_of[second] = other, one
        self.placement.swap(one, other)


def in_groups(groups: Sequence[Group], movable: Collection[int], clubs: Mapping[int, Club], pairs: Iterable[Pair]) -> tuple[Group, ...]:
    """The pools with as few forbidden pairs, then as few pairs of a club, inside one of them as exchanges of `movable` entries give."""
    members = [list(group.members) for group in groups]
    wanted = _within({entry for pool in members for entry in pool}, pairs)

    def cost() -> tuple[int, int]:
        pool_of = {entry: place for place, pool in enumerate(members) for entry in pool}
        mates = [[clubs[entry] for entry in pool if entry in clubs] for pool in members]
        return sum(pool_of[one] == pool_of[other] for one, other in wanted), sum(len(pool) - len(set(pool)) for pool in mates)

    _exchange_between(members, {entry for pair in wanted for entry in pair} & set(movable), movable, cost)
    return tuple(replace(group, members=tuple(pool)) for group, pool in zip(groups, members, strict=True))


def in_lines(groups: Sequence[Group], ranks: Mapping[int, int], pairs: Iterable[Pair]) -> tuple[Group, ...]:
    """Two lines whose members never meet those of their own line: forbidden pairs go into one line, ranks change as little as possible."""
    members = [list(group.members) for group in groups]
    wanted = _within(set(ranks), pairs)
    strength = [sum(ranks.get(entry, 0) for entry in line) for line in members]

    def cost() -> tuple[int, int]:
        line_of = {entry: place for place, line in enumerate(members) for entry in line}
        moved = sum(abs(sum(ranks.get(entry, 0) for entry in line) - before) for line, before in zip(members, strength, strict=True))
        return sum(line_of[one] != line_of[other] for one, other in wanted), moved

    _exchange_between(members, {entry for pair in wanted for entry in pair}, ranks, cost)
    return tuple(replace(group, members=tuple(line)) for group, line in zip(groups, members, strict=True))


def with_meetings_told(pairings: Iterable[Pairing], pairs: Collection[Pair]) -> tuple[Pairing, ...]:
    """Where two meet who were to be kept apart, the pairing says so."""
    forbidden = {frozenset(pair) for pair in pairs}
    return tuple(_told(pairing, forbidden) for pairing in pairings) if forbidden else tuple(pairings)


def _told(pairing: Pairing, forbidden: Collection[frozenset[int]]) -> Pairing:
    if any(reason.code in SAID for reason in pairing.reasons):
        return pairing
    found = [pair for pair in map(sorted, forbidden) if set(pair) <= set(pairing.sides)]
    reasons = tuple(Reason.of(MET, entrant=one, other=other) for one, other in sorted(found))
    return replace(pairing, reasons=pairing.reasons + reasons) if reasons else pairing


def _exchange_between(
    groups: list[list[int]], entangled: Collection[int], movable: Collection[int], cost: Callable[[], tuple[int, int]]
) -> None:
    """Exchange an entangled entry with one of another group, each time the best way there is, until nothing helps."""
    places = [(place, seat) for place, group in enumerate(groups) for seat in range(len(group))]
    while entangled and cost()[0]:
        least, best = cost(), None
        for one, other in product(places, places):
            if one[0] != other[0] and _at(groups, one) in entangled and _at(groups, other) in movable:
                _swap(groups, one, other)
                told = cost()
                if told < least:
                    least, best = told, (one, other)
                _swap(groups, one, other)
        if best is None:
            return
        _swap(groups, *best)


def _at(groups: Sequence[Sequence[int]], place: Pair) -> int:
    return groups[place[0]][place[1]]


def _swap(groups: list[list[int]], one: Pair, other: Pair) -> None:
    first, second = _at(groups, one), _at(groups, other)
    groups[one[0]][one[1]], groups[other[0]][other[1]] = second, first


def _within(ids: Collection[int], pairs: Iterable[Pair]) -> list[Pair]:
    return sorted({(min(pair), max(pair)) for pair in pairs if pair[0] in ids and pair[1] in ids})
