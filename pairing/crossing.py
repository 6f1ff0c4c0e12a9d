"""Crossing pools in a bracket: the first of A meets the second of B, and pool mates meet as late as the bracket allows.

A *line* is a place of the bracket counted from 0 by its seed. Winners of pools keep the lines of the best seeds; within that bound a
placement is better when it has, in this order, fewer forbidden meetings, fewer pool mates who could meet in round 1, then 2 …, the
order of places in the pools and of seeds 1–2, 3–4, 5–8 …, clubs apart, neighbouring pools crossed, and entries near their line.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, pairwise
from typing import TypeAlias

from pairing.bracket import compute_seed_order
from pairing.clubs import Club, ClubPlacement, compute_fewest_together
from pairing.lots import Lots
from pairing.values import DrawRequest, Entrant, Json, Pair

Grade: TypeAlias = tuple[list[int], list[int], int, list[int], int, int]

MOST_SWAPS = 60_000
"""Of one search; of a large field few searches are made, because the first nearly always reaches the bound."""
MOST_SEARCHES = 24


@dataclass(frozen=True)
class PoolField:
    """The entries of a bracket in the order of their seeds, and the lines of the bracket that they fill."""

    width: int
    entrants: tuple[Entrant, ...]
    clubs: Mapping[int, Club]
    forbidden: Collection[Pair]

    @cached_property
    def slot_by_line(self) -> tuple[int, ...]:
        order = compute_seed_order(self.width)
        return tuple(sorted(range(self.width), key=order.__getitem__)[: len(self.entrants)])

    @cached_property
    def pools(self) -> tuple[Club, ...]:
        """The pool of each entry; an entry without a pool stands alone."""
        return tuple(entrant.pool or -1 - entrant.id for entrant in self.entrants)

    @cached_property
    def places(self) -> tuple[int, ...]:
        return tuple(list_pool_places(self.entrants).values())

    @cached_property
    def protected(self) -> int:
        """How many of the first lines are kept for the best: the winners of the pools, or the best quarter where seeds ignore pools."""
        count = len(set(self.pools))
        return count if len(set(self.pools[:count])) == count else min(len(self.entrants), max(1, self.width // 4))

    @cached_property
    def bands(self) -> tuple[range, ...]:
        """Lines worth the same: of protected seeds 1–2, 3–4, 5–8 …, those with a bye apart; then all others."""
        count = len(self.entrants)
        bounds = {0, min(self.width - count, self.protected), self.protected, count}
        bounds |= {1 << power for power in range(1, 11) if 1 << power < self.protected}
        return tuple(range(low, high) for low, high in pairwise(sorted(bounds)))

    @cached_property
    def classes(self) -> tuple[range, range]:
        """The lines of the protected, and all others."""
        return range(self.protected), range(self.protected, len(self.entrants))

    @cached_property
    def band_by_line(self) -> tuple[int, ...]:
        return tuple(band for band, lines in enumerate(self.bands) for _line in lines)

    def list_exchanges(self, *, in_bands: bool) -> list[Pair]:
        """The pairs of lines whose entries may be exchanged: of one band, or both protected, or neither."""
        return [pair for lines in (self.bands if in_bands else self.classes) for pair in combinations(lines, 2)]

    @cached_property
    def is_even(self) -> bool:
        """Whether all protected entries have a bye, or unprotected opponents of one place, so that all their lines are worth the same."""
        opposing = {self.width - 1 - line for line in range(self.protected)}
        apart = min(opposing) >= self.protected
        return apart and len({self.places[line] if line < len(self.entrants) else 0 for line in opposing}) == 1

    @cached_property
    def neighbours(self) -> frozenset[frozenset[Club]]:
        """Pools that cross: A with B, C with D …; none where the better winner is to have the easier match."""
        if not self.is_even:
            return frozenset()
        names = sorted({str(pool) for pool in self.pools}, key=lambda name: (len(name), name))
        return frozenset(frozenset(pair) for pair in zip(names[::2], names[1::2], strict=False))

    def compute_fewest(self) -> list[int]:
        """A lower bound for the pool mates within blocks of 2, 4, 8 … slots: each pool as if it were alone in the bracket."""
        bounds = [self._compute_fewest_alone(pool) for pool in sorted(set(self.pools), key=str)]
        return [sum(level) for level in zip(*bounds, strict=True)]

    def _compute_fewest_alone(self, pool: Club) -> list[int]:
        members = [index for index, name in enumerate(self.pools) if name == pool]
        inside = sum(index < self.protected for index in members)
        if inside != 1 or len(members) == 1:
            return compute_fewest_together(self.width, {}, self.slot_by_line, [pool] * len(members))
        lines, rest = self.slot_by_line[: self.protected], self.slot_by_line[self.protected :]
        by_line = [compute_fewest_together(self.width, {slot: pool}, rest, [pool] * (len(members) - 1)) for slot in lines]
        return [min(level) for level in zip(*by_line, strict=True)]


def list_pool_places(entrants: Sequence[Entrant]) -> dict[int, int]:
    """By id, which of its pool's entries each is: 1 for the best that goes on. `entrants` are in the order of their seeds."""
    counts: Counter[str | int] = Counter()
    places = {}
    for entrant in entrants:
        counts[entrant.pool or -entrant.id] += 1
        places[entrant.id] = counts[entrant.pool or -entrant.id]
    return places


def cross_pools(width: int, request: DrawRequest, clubs: Mapping[int, Club], lots: Lots) -> tuple[dict[int, Entrant], dict[str, Json]]:
    """Entries by slot, and the certificate: pool mates who could meet in round 1, 2 … and whether fewer are impossible."""
    seeded = tuple(sorted(request.entrants, key=lambda entrant: entrant.seed))
    inside = {entrant.id for entrant in seeded}
    pairs = [pair for pair in request.forbidden if inside.issuperset(pair)]
    pool_field = PoolField(width, seeded, clubs, pairs)
    fewest = pool_field.compute_fewest()
    best = _search_placement(pool_field, fewest, lots)
    meetings = [now - before for before, now in zip([0, *best.pools.together], best.pools.together, strict=False)]
    certificate = {"pool_meetings": meetings, "fewest_together": fewest, "pools_proven": best.pools.together == fewest}
    return {pool_field.slot_by_line[line]: seeded[index] for line, index in enumerate(best.at)}, certificate


def _search_placement(pool_field: PoolField, fewest: Sequence[int], lots: Lots) -> "CrossPlacement":
    """The best placement of several searches: within the bands of seeds first, in the whole classes where that is not enough."""
    best = _improve(_start_placement(pool_field, lots, by_lot=False), in_bands=True)
    searches = min(MOST_SEARCHES, 1 + MOST_SWAPS // 4 // max(1, len(pool_field.list_exchanges(in_bands=False))))
    for restart in range(searches):
        if best.pools.together == fewest and not any(best.count_forbidden()[:-1]):
            break
        start = CrossPlacement(pool_field, list(best.at)) if not restart else _start_placement(pool_field, lots, by_lot=True)
        best = min(best, _improve(start, in_bands=False), key=CrossPlacement.compute_grade)
    return best


@dataclass(slots=True)
class CrossPlacement:
    """A placement: `at` holds for every line the index of its entry."""

    pool_field: PoolField
    at: list[int]
    pools: ClubPlacement = field(init=False)
    clubs: ClubPlacement = field(init=False)

    def __post_init__(self) -> None:
        lines, entrants = self.pool_field, self.pool_field.entrants
        pools = {lines.slot_by_line[line]: lines.pools[index] for line, index in enumerate(self.at)}
        clubs = {lines.slot_by_line[line]: lines.clubs[entrants[index].id] for line, index in enumerate(self.at)}
        self.pools, self.clubs = ClubPlacement.from_slots(lines.width, pools), ClubPlacement.from_slots(lines.width, clubs)

    def compute_grade(self) -> Grade:
        """The quality of the placement, smaller is better."""
        return (self.count_forbidden(), list(self.pools.together), *self._compute_order_grade())

    def _compute_order_grade(self) -> tuple[int, list[int], int, int]:
        places, bands = self.pool_field.places, self.pool_field.band_by_line
        disorder = sum(abs(places[line] - places[index]) + abs(bands[line] - bands[index]) for line, index in enumerate(self.at))
        moved = sum(abs(line - index) for line, index in enumerate(self.at))
        return disorder, list(self.clubs.together), self._count_uncrossed(), moved

    def count_forbidden(self) -> list[int]:
        counts = [0] * (self.pools.levels + 1)
        if self.pool_field.forbidden:
            slot_of = {self.pool_field.entrants[index].id: self.pool_field.slot_by_line[line] for line, index in enumerate(self.at)}
            for first, second in self.pool_field.forbidden:
                counts[(slot_of[first] ^ slot_of[second]).bit_length()] += 1
        return counts

    def _count_uncrossed(self) -> int:
        """First matches between entries of different places whose pools are not neighbours."""
        pool_of = {self.pool_field.slot_by_line[line]: self.pool_field.pools[index] for line, index in enumerate(self.at)}
        matches = [frozenset((pool, pool_of[slot ^ 1])) for slot, pool in pool_of.items() if not slot % 2 and slot ^ 1 in pool_of]
        return sum(pair not in self.pool_field.neighbours for pair in matches)

    def swap_lines(self, first: int, second: int) -> None:
        slots = self.pool_field.slot_by_line
        self.at[first], self.at[second] = self.at[second], self.at[first]
        self.pools.swap_slots(slots[first], slots[second])
        self.clubs.swap_slots(slots[first], slots[second])

    def swap_if_better(self, first: int, second: int, grade: Grade) -> Grade:
        """Swap two lines and return the new grade; leave them where that is no better than `grade`."""
        self.swap_lines(first, second)
        ahead = (self.count_forbidden(), self.pools.together)
        if ahead <= grade[:2]:
            new = (ahead[0], list(ahead[1]), *self._compute_order_grade())
            if new < grade:
                return new
        self.swap_lines(first, second)
        return grade


def _improve(placement: CrossPlacement, *, in_bands: bool) -> CrossPlacement:
    """Exchange entries while that helps."""
    grade, swaps, better = placement.compute_grade(), 0, True
    pairs = placement.pool_field.list_exchanges(in_bands=in_bands)
    while better and swaps < MOST_SWAPS:
        before = grade
        for first, second in pairs:
            grade = placement.swap_if_better(first, second, grade)
        swaps += len(pairs)
        better = grade < before
    return placement


def _start_placement(pool_field: PoolField, lots: Lots, *, by_lot: bool) -> CrossPlacement:
    """One entry after the other on the free line that suits it best, in the order of the seeds or by lot."""
    spread = _PoolSpread(pool_field)
    at = [-1] * len(pool_field.entrants)
    for lines in pool_field.classes if by_lot else pool_field.bands:
        free = list(lines)
        for index in lots.draw_order(list(lines)) if by_lot else lines:
            ties = {line: lots.draw_number(1 << 20) if by_lot else abs(line - index) for line in free}
            grades = {line: (*spread.compute_crowd(line, pool_field.pools[index]), ties[line]) for line in free}
            line = min(free, key=grades.__getitem__)
            free.remove(line)
            spread.add_pool(line, pool_field.pools[index])
            at[line] = index
    return CrossPlacement(pool_field, at)


@dataclass(slots=True)
class _PoolSpread:
    """How many of each pool stand in every half, quarter, eighth … of the bracket, while it is filled."""

    pool_field: PoolField
    present: Counter[tuple[int, Club]] = field(default_factory=Counter)

    def list_blocks(self, line: int) -> list[int]:
        """The blocks of the line, the halves first, numbered as in a heap."""
        leaf = self.pool_field.width + self.pool_field.slot_by_line[line]
        return [leaf >> level for level in range(leaf.bit_length() - 2, 0, -1)]

    def add_pool(self, line: int, pool: Club) -> None:
        self.present.update((block, pool) for block in self.list_blocks(line))

    def compute_crowd(self, line: int, pool: Club) -> tuple[int, ...]:
        """How crowded the line is for a pool: its own entries; for its first the neighbours in the half; else away from its neighbour."""
        blocks = self.list_blocks(line)
        own = [self.present[block, pool] for block in blocks]
        rivals = [rival for pair in self.pool_field.neighbours if pool in pair for rival in pair - {pool}]
        nearest = sum(self.present[blocks[-1], rival] for rival in rivals)
        crowd = 0 if any(own) else sum(self.present[block, rival] for block in blocks[:1] for rival in rivals)
        return (*own, crowd, -nearest)
