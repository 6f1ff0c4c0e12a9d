"""Which points two sides can have together in so many tricks: the exact set, by dynamic programming over the pack."""

from collections.abc import Iterator
from functools import cache

from rules.feasibility import Rows, rows
from rules.games.sancagna.tables import ALL, PACK, PLAIN_POINTS, SCARTINA, TURNED_POINTS, Table, suit_and_rank

_WIDTH = ALL + 1
"""The pair (a, b) is the bit a + _WIDTH·b; a and b never pass 72 together, so sums do not run over."""
_ANY_TRUMP = 0
Outs = tuple[tuple[int, ...], ...]
"""Alternatives of what the cards out of play are worth, as far as they are known."""


@cache
def side_rows(table: Table, out: Outs = ((),)) -> Rows:
    """S4: points of one side by its tricks; without the cards that are known to be out of play."""
    masks: dict[tuple[int, bool], int] = {}
    for worths in out:
        for cell, points in rows(in_play(worths), cards_per_trick=table.seats, tricks=table.tricks).masks.items():
            masks[cell] = masks.get(cell, 0) | points
    return Rows(masks)


@cache
def in_play(out: tuple[int, ...]) -> tuple[int, ...]:
    """Points of all cards but those worth `out`."""
    values = sorted(PACK.values(_ANY_TRUMP))
    for worth in out:
        values.remove(worth)
    return tuple(values)


def out_of_play(turned: str | None, trump: str | None, bottom: str | None) -> Outs:
    """S2: what the turned and the bottom card are worth. A bottom card of unknown suit may be a trump or not."""
    known = (TURNED_POINTS[turned],) if turned in TURNED_POINTS else ()
    suit, rank = suit_and_rank(bottom or "")
    if rank not in TURNED_POINTS:
        return (known,)
    worths = {TURNED_POINTS[rank]} if suit and suit == trump else {PLAIN_POINTS[rank]}
    if not suit or trump is None:
        worths = {TURNED_POINTS[rank], PLAIN_POINTS[rank]}
    if turned not in (None, SCARTINA) and rank == turned:
        worths = {PLAIN_POINTS[rank]}
    return tuple((*known, worth) for worth in sorted(worths))


@cache
def pair_mask(table: Table, out: Outs, tricks: tuple[int | None, int | None], played: tuple[int, int]) -> int:
    """All pairs of points, as bits, of two sides with so many tricks (None: not known).

    `played` is the fewest and the most tricks that both have won together.
    """
    mask = 0
    for first in _counts(table, tricks[0]):
        for second in _counts(table, tricks[1]):
            if played[0] <= first + second <= played[1]:
                for worths in out:
                    mask |= shared(in_play(worths), first * table.seats, second * table.seats)
    return mask


def allows(mask: int, points: tuple[int, int]) -> bool:
    return bool(mask >> (points[0] + _WIDTH * points[1]) & 1)


def pairs(mask: int) -> Iterator[tuple[int, int]]:
    """The pairs of points of a mask."""
    while mask:
        low = mask & -mask
        second, first = divmod(low.bit_length() - 1, _WIDTH)
        yield first, second
        mask ^= low


def _counts(table: Table, known: int | None) -> range:
    return range(table.tricks + 1) if known is None else range(known, known + 1)


@cache
def shared(values: tuple[int, ...], first: int, second: int) -> int:
    """Pairs of points of two disjoint sets of `first` and `second` of these cards: `_reach` counts, and worthless ones fill up."""
    reach, worthless = _reach(values), values.count(0)
    mask = 0
    for spare in range(min(worthless, first) + 1):
        for other in range(min(worthless - spare, second) + 1):
            mask |= reach.get((first - spare, second - other), 0)
    return mask


@cache
def _reach(values: tuple[int, ...]) -> dict[tuple[int, int], int]:
    """By number of cards of each side, pairs of points that the cards worth something can give."""
    reach = {(0, 0): 1}
    for value in filter(None, values):
        grown = dict(reach)
        for (first, second), mask in reach.items():
            grown[first + 1, second] = grown.get((first + 1, second), 0) | mask << value
            grown[first, second + 1] = grown.get((first, second + 1), 0) | mask << _WIDTH * value
        reach = grown
    return reach
