"""Keeping forbidden pairs apart in the formats that fix their meetings beforehand: brackets, pools and lines.

Every function takes what was drawn without regard to forbidden pairs, and exchanges entries until no exchange helps.
Without forbidden pairs nothing changes, so that the draws of earlier versions stay the same.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from pairing.clubs import Club, ClubPlacement
from pairing.values import DrawReason, EntryGroup, Pair, Pairing

FORBIDDEN_MET = "forbidden_met"
FORBIDDEN_CODES = frozenset({FORBIDDEN_MET, "forbidden_unavoidable"})


def separate_in_bracket(
    width: int, slots: Mapping[int, int], movable: Collection[int], clubs: Mapping[int, Club], pairs: Iterable[Pair]
) -> dict[int, int]:
    """Entry ids by slot, with forbidden pairs as far apart as the bracket allows, then clubs.

    Only entries in `movable` slots change places; seeds keep theirs.
    """
    forbidden = _list_pairs_within(set(slots.values()), pairs)
    if not forbidden:
        return dict(slots)
    placement = ClubPlacement.from_slots(width, {slot: clubs[entry] for slot, entry in slots.items()})
    search = _BracketExchange(dict(slots), {entry: slot for slot, entry in slots.items()}, placement, forbidden)
    while search.make_best_exchange(sorted(movable)):
        pass
    return search.slots


@dataclass(slots=True)
class _BracketExchange:
    slots: dict[int, int]
    slot_of: dict[int, int]
    placement: ClubPlacement
    pairs: list[Pair]
    mates: dict[int, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for first, second in self.pairs:
            self.mates.setdefault(first, []).append(second)
            self.mates.setdefault(second, []).append(first)

    def count_meetings(self) -> list[int]:
        """How many forbidden pairs could first meet in round 1, 2, …; compared from the first round on."""
        counts = [0] * (self.placement.levels + 1)
        for first, second in self.pairs:
            counts[(self.slot_of[first] ^ self.slot_of[second]).bit_length()] += 1
        return counts

    def make_best_exchange(self, movable: Sequence[int]) -> bool:
        """Make the exchange that keeps forbidden pairs apart longest, among equals the best for clubs; false when none helps."""
        now = least = self.count_meetings()
        best: list[Pair] = []
        entangled = {self.slot_of[entry] for pair in self.pairs for entry in pair}
        for slot in [slot for slot in movable if slot in entangled]:
            for target in movable:
                counts = self._count_meetings_after(now, slot, target)
                if counts < least:
                    least, best = counts, [(slot, target)]
                elif counts == least and counts < now:
                    best.append((slot, target))
        if not best:
            return False
        self._swap_slots(*min(best, key=lambda places: (self._count_clubs_after(*places), places)))
        return True

    def _count_meetings_after(self, now: Sequence[int], slot_a: int, slot_b: int) -> list[int]:
        """`count_meetings` if the entries of two slots changed places; only pairs with one of these entries move."""
        first, second = self.slots[slot_a], self.slots[slot_b]
        counts = list(now)
        for entry, place, stays in ((first, slot_b, second), (second, slot_a, first)):
            for mate in self.mates.get(entry, ()):
                if mate != stays:
                    slot = self.slot_of[mate]
                    counts[(self.slot_of[entry] ^ slot).bit_length()] -= 1
                    counts[(place ^ slot).bit_length()] += 1
        return counts

    def _count_clubs_after(self, slot_a: int, slot_b: int) -> list[int]:
        self.placement.swap_slots(slot_a, slot_b)
        together = list(self.placement.together)
        self.placement.swap_slots(slot_a, slot_b)
        return together

    def _swap_slots(self, slot_a: int, slot_b: int) -> None:
        if slot_a == slot_b:
            return
        first, second = self.slots[slot_a], self.slots[slot_b]
        self.slots[slot_a], self.slots[slot_b] = second, first
        self.slot_of[first], self.slot_of[second] = slot_b, slot_a
        self.placement.swap_slots(slot_a, slot_b)


def separate_in_groups(
    groups: Sequence[EntryGroup], movable: Collection[int], clubs: Mapping[int, Club], pairs: Iterable[Pair]
) -> tuple[EntryGroup, ...]:
    """The pools after exchanges of `movable` entries: as few forbidden pairs, then as few pairs of a club, in one pool as these
    give.
    """
    members = [list(group.members) for group in groups]
    forbidden = _list_pairs_within({entry for pool in members for entry in pool}, pairs)

    def compute_cost() -> tuple[int, int]:
        pool_of = {entry: place for place, pool in enumerate(members) for entry in pool}
        mates = [[clubs[entry] for entry in pool if entry in clubs] for pool in members]
        return sum(pool_of[first] == pool_of[second] for first, second in forbidden), sum(len(pool) - len(set(pool)) for pool in mates)

    _exchange_while_better(members, {entry for pair in forbidden for entry in pair} & set(movable), movable, compute_cost)
    return tuple(replace(group, members=tuple(pool)) for group, pool in zip(groups, members, strict=True))


def separate_in_lines(groups: Sequence[EntryGroup], ranks: Mapping[int, int], pairs: Iterable[Pair]) -> tuple[EntryGroup, ...]:
    """Two lines, whose members never meet their own line: forbidden pairs go into one line, and the sums of ranks change as little
    as possible.
    """
    members = [list(group.members) for group in groups]
    forbidden = _list_pairs_within(set(ranks), pairs)
    strength = [sum(ranks.get(entry, 0) for entry in line) for line in members]

    def compute_cost() -> tuple[int, int]:
        line_of = {entry: place for place, line in enumerate(members) for entry in line}
        moved = sum(abs(sum(ranks.get(entry, 0) for entry in line) - before) for line, before in zip(members, strength, strict=True))
        return sum(line_of[first] != line_of[second] for first, second in forbidden), moved

    _exchange_while_better(members, {entry for pair in forbidden for entry in pair}, ranks, compute_cost)
    return tuple(replace(group, members=tuple(line)) for group, line in zip(groups, members, strict=True))


def add_forbidden_reasons(pairings: Iterable[Pairing], pairs: Collection[Pair]) -> tuple[Pairing, ...]:
    """The pairings, with a reason added where a forbidden pair meets."""
    forbidden = {frozenset(pair) for pair in pairs}
    return tuple(_add_forbidden_reason(pairing, forbidden) for pairing in pairings) if forbidden else tuple(pairings)


def _add_forbidden_reason(pairing: Pairing, forbidden: Collection[frozenset[int]]) -> Pairing:
    if any(reason.code in FORBIDDEN_CODES for reason in pairing.reasons):
        return pairing
    forbidden_here = [pair for pair in map(sorted, forbidden) if set(pair) <= set(pairing.sides)]
    reasons = tuple(DrawReason.of(FORBIDDEN_MET, entrant=first, other=second) for first, second in sorted(forbidden_here))
    return replace(pairing, reasons=pairing.reasons + reasons) if reasons else pairing


def _exchange_while_better(
    groups: list[list[int]], entangled: Collection[int], movable: Collection[int], cost: Callable[[], tuple[int, int]]
) -> None:
    """Exchange an entangled entry with one of another group, each time the best way, until no exchange helps."""
    places = [(place, seat) for place, group in enumerate(groups) for seat in range(len(group))]
    while entangled and cost()[0]:
        least, best = cost(), None
        for first, second in product(places, places):
            if first[0] != second[0] and _get_entry(groups, first) in entangled and _get_entry(groups, second) in movable:
                _swap_places(groups, first, second)
                new_cost = cost()
                if new_cost < least:
                    least, best = new_cost, (first, second)
                _swap_places(groups, first, second)
        if best is None:
            return
        _swap_places(groups, *best)


def _get_entry(groups: Sequence[Sequence[int]], place: Pair) -> int:
    return groups[place[0]][place[1]]


def _swap_places(groups: list[list[int]], place_a: Pair, place_b: Pair) -> None:
    first, second = _get_entry(groups, place_a), _get_entry(groups, place_b)
    groups[place_a[0]][place_a[1]], groups[place_b[0]][place_b[1]] = second, first


def _list_pairs_within(ids: Collection[int], pairs: Iterable[Pair]) -> list[Pair]:
    return sorted({(min(pair), max(pair)) for pair in pairs if pair[0] in ids and pair[1] in ids})
