"""The points that two sides can have together in so many tricks: the exact set, by dynamic programming over the pack."""

from functools import cache, lru_cache

from rules.feasibility import CountRows, compute_count_rows, list_bits
from rules.games.sancagna.tables import ALL, PACK, PLAIN_POINTS, SCARTINA, TURNED_POINTS, SancagnaTable, split_card

_WIDTH = ALL + 1
"""The pair (a, b) is the bit a + _WIDTH·b; a and b never pass 72 together, so sums do not run over."""
_ANY_TRUMP = 0
OutValues = tuple[tuple[int, ...], ...]
"""Alternatives of the values of the cards out of play, as far as they are known."""


@cache
def build_side_rows(table: SancagnaTable, out: OutValues = ((),)) -> CountRows:
    """S4: possible points of one side by its tricks, without the cards that are known to be out of play."""
    masks: dict[tuple[int, bool], int] = {}
    for worths in out:
        for cell, points in compute_count_rows(list_values_in_play(worths), cards_per_trick=table.seats, tricks=table.tricks).masks.items():
            masks[cell] = masks.get(cell, 0) | points
    return CountRows(masks)


@cache
def list_values_in_play(out: tuple[int, ...]) -> tuple[int, ...]:
    """List the points of all cards except those worth `out`."""
    values = sorted(PACK.card_values(_ANY_TRUMP))
    for worth in out:
        values.remove(worth)
    return tuple(values)


def list_values_out_of_play(turned: str | None, trump: str | None, bottom: str | None) -> OutValues:
    """S2: list what the turned and the bottom card can be worth. A bottom card of unknown suit may be a trump or not."""
    turned_value = (TURNED_POINTS[turned],) if turned in TURNED_POINTS else ()
    suit, rank = split_card(bottom or "")
    if rank not in TURNED_POINTS:
        return (turned_value,)
    bottom_values = {TURNED_POINTS[rank]} if suit and suit == trump else {PLAIN_POINTS[rank]}
    if not suit or trump is None:
        bottom_values = {TURNED_POINTS[rank], PLAIN_POINTS[rank]}
    if turned not in (None, SCARTINA) and rank == turned:
        bottom_values = {PLAIN_POINTS[rank]}
    return tuple((*turned_value, worth) for worth in sorted(bottom_values))


@cache
def build_pair_mask(table: SancagnaTable, out: OutValues, tricks: tuple[int | None, int | None], played: tuple[int, int]) -> int:
    """Build a bitmask of all pairs of points of two sides with so many tricks each (None: not known).

    `played` is the fewest and the most tricks that both have won together.
    """
    mask = 0
    for first in _list_trick_counts(table, tricks[0]):
        for second in _list_trick_counts(table, tricks[1]):
            if played[0] <= first + second <= played[1]:
                for worths in out:
                    mask |= compute_disjoint_pairs(list_values_in_play(worths), first * table.seats, second * table.seats)
    return mask


def has_pair(mask: int, points: tuple[int, int]) -> bool:
    return bool(mask >> (points[0] + _WIDTH * points[1]) & 1)


@lru_cache(maxsize=256)
def list_pairs(mask: int) -> tuple[tuple[int, int], ...]:
    """The pairs of points of a mask."""
    row = (1 << _WIDTH) - 1
    rows = range(-(-mask.bit_length() // _WIDTH))
    return tuple((first, second) for second in rows for first in list_bits(mask >> second * _WIDTH & row))


@lru_cache(maxsize=256)
def list_sums(mask: int) -> tuple[int, ...]:
    """The sums of the pairs of a mask, smallest first."""
    return tuple(sorted({sum(pair) for pair in list_pairs(mask)}))


def _list_trick_counts(table: SancagnaTable, tricks: int | None) -> range:
    return range(table.tricks + 1) if tricks is None else range(tricks, tricks + 1)


@cache
def compute_disjoint_pairs(values: tuple[int, ...], first: int, second: int) -> int:
    """Compute the pairs of points of two disjoint sets of `first` and `second` cards: `_compute_reach` counts, worthless cards fill up."""
    reach, worthless = _compute_reach(values), values.count(0)
    mask = 0
    for spare in range(min(worthless, first) + 1):
        for other_spare in range(min(worthless - spare, second) + 1):
            mask |= reach.get((first - spare, second - other_spare), 0)
    return mask


@cache
def _compute_reach(values: tuple[int, ...]) -> dict[tuple[int, int], int]:
    """By number of cards of each side, a bitmask of the pairs of points that the cards worth something can give."""
    reach = {(0, 0): 1}
    for value in filter(None, values):
        grown = dict(reach)
        for (first, second), mask in reach.items():
            grown[first + 1, second] = grown.get((first + 1, second), 0) | mask << value
            grown[first, second + 1] = grown.get((first, second + 1), 0) | mask << _WIDTH * value
        reach = grown
    return reach
