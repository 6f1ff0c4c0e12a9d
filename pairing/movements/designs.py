"""Movements that are known to be perfect, built from finite fields and difference sets.

Players are 0, 1, 2 …; a movement is a list of rounds, a round a list of tables, a table a tuple of players. At a table
of four the first two are partners against the last two. Sources: Anderson, *Combinatorial Designs and Tournaments* (whist
tournaments); affine planes; our own search for the starters below, each of which the tests prove.
"""

from typing import TypeAlias

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

PRIMITIVE_ROOTS = {5: 2, 13: 2, 17: 3, 29: 2, 37: 2, 41: 6, 53: 2, 61: 2}
"""Primes p ≡ 1 modulo 4, each with a number whose powers are all of 1 … p − 1."""


def build_whist_movement(players: int) -> Movement | None:
    """Every two are partners exactly once and opponents exactly twice; None where no such movement is known here.

    For 4n players it has 4n − 1 rounds; for 4n + 1 players 4n + 1, and everybody sits out once.
    """
    if players in WHIST_STARTERS:
        return _rotate_starter(players, WHIST_STARTERS[players])
    if players == 16:
        return [[_split_into_partners(table, way) for table in tables] for way in range(3) for tables in build_affine_plane(4)]
    if players in PRIMITIVE_ROOTS:
        return _build_from_powers(players, PRIMITIVE_ROOTS[players])
    return None


def _rotate_starter(players: int, starter: tuple[tuple[int, int, int, int], ...]) -> Movement:
    circle = players - 1
    return [
        [tuple(circle if seat == INFINITY else (seat + turn) % circle for seat in table) for table in starter] for turn in range(circle)
    ]


def _build_from_powers(prime: int, root: int) -> Movement:
    """Table i is made of root^i times the four fourth roots of one, opposite ones being partners; player `turn` rests."""
    quarter = (prime - 1) // 4
    tables = [[pow(root, start + quarter * step, prime) for step in (0, 2, 1, 3)] for start in range(quarter)]
    return [[tuple((seat + turn) % prime for seat in table) for table in tables] for turn in range(prime)]


def _split_into_partners(table: TablePlayers, way: int) -> TablePlayers:
    """The same four players in one of the three ways of making partners."""
    first, second, third, fourth = table
    return ((first, second, third, fourth), (first, third, second, fourth), (first, fourth, second, third))[way]


def build_affine_plane(order: int) -> Movement:
    """The lines of an affine plane of order 3, 4 or 5: order² players, order + 1 rounds, every two meet exactly once."""
    multiply = _FIELD_OF_FOUR if order == 4 else [[one * other % order for other in range(order)] for one in range(order)]
    sloped = [
        [tuple(order * x + _add_in_field(multiply[slope][x], start, order) for x in range(order)) for start in range(order)]
        for slope in range(order)
    ]
    return [*sloped, [tuple(order * x + y for y in range(order)) for x in range(order)]]


_FIELD_OF_FOUR = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]


def _add_in_field(left: int, right: int, order: int) -> int:
    return left ^ right if order == 4 else (left + right) % order


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
