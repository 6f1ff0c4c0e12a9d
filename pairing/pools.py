"""Dividing entries into pools."""

from collections import Counter
from collections.abc import Sequence

from pairing.lots import Lots
from pairing.values import Entrant, EntryGroup

SMALLEST_POOL = 3


def count_pools(entrant_count: int, pool_size: int) -> int:
    """As many pools as are needed for none to exceed `pool_size`, but not so many that one has fewer than three entries."""
    if pool_size <= 0 or pool_size >= entrant_count:
        return 1
    needed = -(-entrant_count // pool_size)
    return max(1, min(needed, entrant_count // SMALLEST_POOL))


def format_pool_name(index: int) -> str:
    """A, B … Z, then AA, AB …"""
    letter = chr(ord("A") + index % 26)
    return letter if index < 26 else format_pool_name(index // 26 - 1) + letter


def compute_pool_order(name: str) -> tuple[int, str]:
    """What names of pools are sorted by: Z comes before AA."""
    return len(name), name


def rank_entrants(entrants: Sequence[Entrant], lots: Lots) -> list[Entrant]:
    """Seeds first, then by strength; equal entrants by lot."""
    return sorted(lots.draw_order(entrants), key=lambda entrant: (entrant.seed or len(entrants) + 1, -entrant.strength))


def fill_serpentine_pools(entrants: Sequence[Entrant], count: int, lots: Lots) -> tuple[EntryGroup, ...]:
    """Pools filled by rank from the first to the last and back again: 1 2 3 4, then 8 7 6 5, then 9 …"""
    members: list[list[int]] = [[] for _pool in range(count)]
    for index, entrant in enumerate(rank_entrants(entrants, lots)):
        row, column = divmod(index, count)
        members[column if row % 2 == 0 else count - 1 - column].append(entrant.id)
    return _build_groups(members)


def draw_pools(entrants: Sequence[Entrant], count: int, lots: Lots, *, clubs_apart: bool) -> tuple[EntryGroup, ...]:
    """Pools with the seeds drawn into different pools, `count` at a time, then everybody else by lot, clubs spread evenly if
    `clubs_apart`.
    """
    room = [len(entrants) // count + (index < len(entrants) % count) for index in range(count)]
    members: list[list[Entrant]] = [[] for _pool in range(count)]
    seeds = sorted((entrant for entrant in entrants if entrant.seed), key=lambda entrant: entrant.seed)
    for start in range(0, len(seeds), count):
        emptiest = sorted(lots.draw_order(range(count)), key=lambda pool: len(members[pool]) - room[pool])
        for entrant, pool in zip(seeds[start : start + count], emptiest, strict=False):
            members[pool].append(entrant)
    for entrant in _sort_by_club([entrant for entrant in entrants if not entrant.seed], lots, clubs_apart=clubs_apart):
        members[_choose_pool(entrant, members, room, lots, clubs_apart=clubs_apart)].append(entrant)
    return _build_groups([_draw_numbers(pool, lots) for pool in members])


def _sort_by_club(entrants: Sequence[Entrant], lots: Lots, *, clubs_apart: bool) -> list[Entrant]:
    """In drawn order; with `clubs_apart` the largest clubs first, because they are the hardest to place."""
    drawn = lots.draw_order(entrants)
    if not clubs_apart:
        return drawn
    size = Counter(entrant.affinity for entrant in drawn if entrant.affinity)
    return sorted(drawn, key=lambda entrant: (-size[entrant.affinity], entrant.affinity))


def _choose_pool(entrant: Entrant, members: Sequence[Sequence[Entrant]], room: Sequence[int], lots: Lots, *, clubs_apart: bool) -> int:
    free = [pool for pool in lots.draw_order(range(len(room))) if len(members[pool]) < room[pool]]
    if not clubs_apart or not entrant.affinity:
        return min(free, key=lambda pool: len(members[pool]) - room[pool])
    mates = [sum(member.affinity == entrant.affinity for member in pool) for pool in members]
    return min(free, key=lambda pool: (mates[pool], len(members[pool]) - room[pool]))


def _draw_numbers(pool: Sequence[Entrant], lots: Lots) -> list[int]:
    """Entry ids in the order of their numbers in the pool: seeds first, everybody else by lot."""
    return [entrant.id for entrant in sorted(lots.draw_order(pool), key=lambda entrant: entrant.seed or len(pool) + 10_000)]


def _build_groups(members: Sequence[Sequence[int]]) -> tuple[EntryGroup, ...]:
    return tuple(EntryGroup(format_pool_name(index), tuple(pool)) for index, pool in enumerate(members))
