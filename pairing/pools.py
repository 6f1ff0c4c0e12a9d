"""Dividing entries into pools."""

from collections import Counter
from collections.abc import Sequence

from pairing.lots import Lots
from pairing.values import Entrant, Group

SMALLEST_POOL = 3


def pool_count(entrant_count: int, pool_size: int) -> int:
    """As many pools as are needed for none to be larger than `pool_size`, unless one would have fewer than three entries."""
    if pool_size <= 0 or pool_size >= entrant_count:
        return 1
    wanted = -(-entrant_count // pool_size)
    return max(1, min(wanted, entrant_count // SMALLEST_POOL))


def pool_name(index: int) -> str:
    """A, B … Z, then AA, AB …"""
    letter = chr(ord("A") + index % 26)
    return letter if index < 26 else pool_name(index // 26 - 1) + letter


def ranked(entrants: Sequence[Entrant], lots: Lots) -> list[Entrant]:
    """Seeds first, then by strength; by lot where nothing tells two apart."""
    return sorted(lots.shuffled(entrants), key=lambda entrant: (entrant.seed or len(entrants) + 1, -entrant.strength))


def serpentine_pools(entrants: Sequence[Entrant], count: int, lots: Lots) -> tuple[Group, ...]:
    """By rank from the first pool to the last and back again: 1 2 3 4, then 8 7 6 5, then 9 …"""
    members: list[list[int]] = [[] for _pool in range(count)]
    for index, entrant in enumerate(ranked(entrants, lots)):
        row, column = divmod(index, count)
        members[column if row % 2 == 0 else count - 1 - column].append(entrant.id)
    return _groups(members)


def drawn_pools(entrants: Sequence[Entrant], count: int, lots: Lots, *, clubs_apart: bool) -> tuple[Group, ...]:
    """Seeds drawn into different pools, `count` of them at a time; then everybody else by lot, clubs spread evenly."""
    room = [len(entrants) // count + (index < len(entrants) % count) for index in range(count)]
    members: list[list[Entrant]] = [[] for _pool in range(count)]
    seeds = sorted((entrant for entrant in entrants if entrant.seed), key=lambda entrant: entrant.seed)
    for start in range(0, len(seeds), count):
        emptiest = sorted(lots.shuffled(range(count)), key=lambda pool: len(members[pool]) - room[pool])
        for entrant, pool in zip(seeds[start : start + count], emptiest, strict=False):
            members[pool].append(entrant)
    for entrant in _club_by_club([entrant for entrant in entrants if not entrant.seed], lots, clubs_apart=clubs_apart):
        members[_best_pool(entrant, members, room, lots, clubs_apart=clubs_apart)].append(entrant)
    return _groups([_numbers(pool, lots) for pool in members])


def _club_by_club(entrants: Sequence[Entrant], lots: Lots, *, clubs_apart: bool) -> list[Entrant]:
    """In drawn order; the largest clubs first when they are to be spread, because they are the hardest to place."""
    drawn = lots.shuffled(entrants)
    if not clubs_apart:
        return drawn
    size = Counter(entrant.club for entrant in drawn if entrant.club)
    return sorted(drawn, key=lambda entrant: (-size[entrant.club], entrant.club))


def _best_pool(entrant: Entrant, members: Sequence[Sequence[Entrant]], room: Sequence[int], lots: Lots, *, clubs_apart: bool) -> int:
    free = [pool for pool in lots.shuffled(range(len(room))) if len(members[pool]) < room[pool]]
    if not clubs_apart or not entrant.club:
        return min(free, key=lambda pool: len(members[pool]) - room[pool])
    mates = [sum(other.club == entrant.club for other in pool) for pool in members]
    return min(free, key=lambda pool: (mates[pool], len(members[pool]) - room[pool]))


def _numbers(pool: Sequence[Entrant], lots: Lots) -> list[int]:
    """Numbers in the pool: seeds first, everybody else by lot."""
    return [entrant.id for entrant in sorted(lots.shuffled(pool), key=lambda entrant: entrant.seed or len(pool) + 10_000)]


def _groups(members: Sequence[Sequence[int]]) -> tuple[Group, ...]:
    return tuple(Group(pool_name(index), tuple(pool)) for index, pool in enumerate(members))
