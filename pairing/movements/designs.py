"""Movements that are known to be perfect, built from finite fields and difference sets.

Players are 0, 1, 2 …; a movement is a list of rounds, a round a list of tables, a table a tuple of players. At a table
of four the first two are partners against the last two. Sources: Anderson, *Combinatorial Designs and Tournaments* (whist
tournaments); Ray-Chaudhuri and Wilson, *Solution of Kirkman's schoolgirl problem* (1971); Bose, *On the construction of balanced incomplete
block designs* (1939); affine planes; our own search for the starters below. The tests prove every one.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from pairing.movements.fields import FiniteField, build_field

TablePlayers: TypeAlias = tuple[int, ...]
Movement: TypeAlias = list[list[TablePlayers]]

INFINITY = -1

WHIST_STARTERS: dict[int, tuple[tuple[int, int, int, int], ...]] = {
    4: ((INFINITY, 0, 1, 2),),
    8: ((INFINITY, 0, 3, 2), (1, 5, 4, 6)),
    12: ((INFINITY, 0, 1, 7), (2, 5, 10, 3), (4, 6, 9, 8)),
    20: ((INFINITY, 0, 6, 4), (1, 2, 12, 18), (3, 13, 9, 14), (5, 17, 10, 7), (8, 16, 11, 15)),
    28: ((INFINITY, 0, 20, 18), (1, 8, 5, 22), (2, 13, 11, 10), (3, 26, 9, 15), (4, 23, 24, 19), (6, 21, 7, 16), (12, 25, 17, 14)),
    40: (
        (INFINITY, 0, 32, 28), (1, 23, 17, 20), (2, 21, 34, 35), (3, 13, 8, 31), (4, 15, 27, 25),
        (5, 10, 6, 36), (7, 22, 24, 37), (9, 16, 19, 33), (11, 29, 38, 30), (12, 18, 14, 26),
    ),
    24: ((INFINITY, 0, 1, 14), (2, 8, 13, 22), (3, 6, 10, 21), (4, 5, 15, 20), (7, 11, 9, 17), (12, 19, 16, 18)),
}  # fmt: skip
"""First rounds for 4n players; the others follow by adding 1, 2 … modulo 4n − 1, while the last player stays."""


def build_whist_movement(players: int) -> Movement | None:
    """Every two are partners exactly once and opponents exactly twice; None where no such movement is known here.

    For 4n players it has 4n − 1 rounds; for 4n + 1 players 4n + 1, and everybody sits out once.
    """
    if players in WHIST_STARTERS:
        return _rotate_starter(players, WHIST_STARTERS[players])
    if players == 16:
        return [[_split_into_partners(table, way) for table in tables] for way in range(3) for tables in build_affine_plane(4)]
    field = build_field(players) if players % 4 == 1 else None
    return _build_from_powers(field) if field else None


def _rotate_starter(players: int, starter: tuple[tuple[int, int, int, int], ...]) -> Movement:
    circle = players - 1
    return [
        [tuple(circle if seat == INFINITY else (seat + turn) % circle for seat in table) for table in starter] for turn in range(circle)
    ]


def _build_from_powers(field: FiniteField) -> Movement:
    """Table i is made of root^i times the four fourth roots of one, opposite ones being partners; player `turn` rests."""
    quarter = (field.order - 1) // 4
    tables = [[field.power(start + quarter * step) for step in (0, 2, 1, 3)] for start in range(quarter)]
    return [[tuple(field.sums[seat][turn] for seat in table) for table in tables] for turn in range(field.order)]


def _split_into_partners(table: TablePlayers, way: int) -> TablePlayers:
    """The same four players in one of the three ways of making partners."""
    first, second, third, fourth = table
    return ((first, second, third, fourth), (first, third, second, fourth), (first, fourth, second, third))[way]


def build_affine_plane(order: int) -> Movement:
    """The lines of an affine plane of order 3, 4 or 5: order² players, order + 1 rounds, every two meet exactly once."""
    field = build_field(order)
    if field is None:
        raise ValueError(order)
    sloped = [
        [tuple(order * x + field.sums[field.products[slope][x]][start] for x in range(order)) for start in range(order)]
        for slope in range(order)
    ]
    return [*sloped, [tuple(order * x + y for y in range(order)) for x in range(order)]]


def build_resolvable_design(players: int, size: int) -> Movement | None:
    """Everybody at a table in every round, every two meet exactly once: (players − 1) / (size − 1) rounds; None where none is known here.

    With one player less, who is taken out of it, `size` − 1 rest in each round, everybody once.
    """
    if players % size == size - 1 and (full := build_resolvable_design(players + 1, size)):
        return [[table for table in tables if players not in table] for tables in full]
    if size == 3 and players % 6 == 3:
        return _build_kirkman_of_two(players) or _build_kirkman_of_three(players)
    return _build_bose(players) if size == 4 and players % 12 == 4 else None


def _build_kirkman_of_two(players: int) -> Movement | None:
    """2q + 1 players for q = 6t + 1: 15, 27, 39, 51 … A player is an element of the field on one of two levels, or the last one."""
    field = build_field((players - 1) // 2)
    if field is None or field.order % 6 != 1:
        return None
    t, two = field.order // 6, field.sums[1][1]
    m = field.find_exponent(field.sums[field.power(t)][1]) - field.find_exponent(two)
    starts = (*range(t), *range(2 * t, 3 * t), *range(4 * t, 5 * t))
    first = [((0, 0), (0, 1), (INFINITY, 0))]
    first += [((field.power(i), 0), (field.power(i + t), 0), (field.power(i + m), 1)) for i in starts]
    first += [((field.power(i + m + t), 1), (field.power(i + m + 3 * t), 1), (field.power(i + m + 5 * t), 1)) for i in range(t)]
    return [list(_shift_blocks(first, field, turn)) for turn in range(field.order)]


def _build_kirkman_of_three(players: int) -> Movement | None:
    """3q players for q = 6t + 1: 21, 39, 57 … A player is an element of the field on one of three levels."""
    field = build_field(players // 3)
    if field is None or field.order % 6 != 1:
        return None
    t = field.order // 6
    across = [tuple((field.power(i + 2 * t * level), level) for level in range(3)) for i in range(6 * t)]
    first = [tuple((0, level) for level in range(3))]
    first += [tuple((field.power(i + 2 * t * step), level) for step in range(3)) for i in range(t) for level in range(3)]
    first += [across[i + step * t] for i in range(t) for step in (1, 3, 5)]
    rest = [across[i + step * t] for i in range(t) for step in (0, 2, 4)]
    turns = range(field.order)
    return [
        *(list(_shift_blocks(first, field, turn)) for turn in turns),
        *([table for turn in turns for table in _shift_blocks([block], field, turn)] for block in rest),
    ]


def _build_bose(players: int) -> Movement | None:
    """3q + 1 players for q = 4t + 1 at tables of four: 28, 40, 52 … A player is an element on one of three levels, or the last one."""
    field = build_field((players - 1) // 3)
    if field is None or field.order % 4 != 1:
        return None
    t = field.order // 4
    first = [((INFINITY, 0), *((0, level) for level in range(3)))]
    for i in range(t):
        own, next_level = (field.power(i), field.power(i + 2 * t)), (field.power(i + t), field.power(i + 3 * t))
        first += [(*((x, level) for x in own), *((x, (level + 1) % 3) for x in next_level)) for level in range(3)]
    return [list(_shift_blocks(first, field, turn)) for turn in range(field.order)]


def _shift_blocks(blocks: Sequence[tuple[tuple[int, int], ...]], field: FiniteField, turn: int) -> Iterator[TablePlayers]:
    """Add `turn` to every element; players are numbered level by level, the one at infinity last."""
    levels = 1 + max(level for block in blocks for _element, level in block)
    for block in blocks:
        yield tuple(
            levels * field.order if element == INFINITY else level * field.order + field.sums[element][turn] for element, level in block
        )


def build_rotation(tables: int, seats: int) -> Movement | None:
    """Seat s moves on by s tables after every round: nobody meets twice in as many rounds as there are tables.

    None unless that holds: no difference of two seats may share a factor with the number of tables.
    """
    if any(tables % factor == 0 for factor in range(2, seats)) or tables < seats:
        return None
    return [
        [tuple(seats * ((table + seat * turn) % tables) + seat for seat in range(seats)) for table in range(tables)]
        for turn in range(tables)
    ]
