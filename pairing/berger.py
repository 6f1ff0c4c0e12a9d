"""Berger tables: every two meet once, and everybody deals first as often as possible equally.

Source: FIDE Handbook C.05, Annex 1.
"""

from pairing.values import Pair


def berger_round(size: int, number: int) -> list[Pair]:
    """Round `number` (from 1) of the table for `size` entrants, as pairs of numbers in published order, first dealer first.

    With an odd `size` the number `size + 1` is nobody: who is paired with it rests.
    """
    even = size + size % 2
    shift = (number - 1) * (even // 2)
    return [_top_pair(even, number)] + [_pair(even - 1, shift, board) for board in range(1, even // 2)]


def berger_round_count(size: int, *, double: bool = False) -> int:
    once = size + size % 2 - 1
    return 2 * once if double else once


def double_berger_round(size: int, number: int) -> list[Pair]:
    """Round `number` when everybody meets twice, the second time with the first dealers exchanged.

    The last two rounds of the first half are exchanged, so that nobody deals first three times in a row.
    """
    once = berger_round_count(size)
    if number > once:
        return [(second, first) for first, second in berger_round(size, number - once)]
    exchanged = {once: once - 1, once - 1: once} if once > 1 else {}
    return berger_round(size, exchanged.get(number, number))


def _top_pair(even: int, number: int) -> Pair:
    """The pair of the highest number, which deals first in every second round."""
    opponent = (number - 1) * (even // 2) % (even - 1) + 1
    return (opponent, even) if number % 2 else (even, opponent)


def _pair(circle: int, shift: int, board: int) -> Pair:
    return (shift + board) % circle + 1, (shift - board) % circle + 1
