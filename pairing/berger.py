"""Berger tables: every two entrants meet once, and first deals are shared as equally as possible.

Source: FIDE Handbook C.05, Annex 1.
"""

from pairing.values import Pair


def build_berger_round(size: int, number: int) -> list[Pair]:
    """Round `number` (from 1) of the table for `size` entrants: pairs of numbers in published order, the first dealer first.

    With an odd `size` the number `size + 1` is a dummy: its opponent has the bye.
    """
    even = size + size % 2
    shift = (number - 1) * (even // 2)
    return [_pair_highest_number(even, number)] + [_pair_board(even - 1, shift, board) for board in range(1, even // 2)]


def count_berger_rounds(size: int, *, double: bool = False) -> int:
    once = size + size % 2 - 1
    return 2 * once if double else once


def build_double_berger_round(size: int, number: int) -> list[Pair]:
    """Round `number` when everybody meets twice, the second time with the first dealers exchanged.

    The last two rounds of the first half change places, so that nobody deals first three times in a row.
    """
    once = count_berger_rounds(size)
    if number > once:
        return [(second, first) for first, second in build_berger_round(size, number - once)]
    exchanged = {once: once - 1, once - 1: once} if once > 1 else {}
    return build_berger_round(size, exchanged.get(number, number))


def _pair_highest_number(even: int, number: int) -> Pair:
    """The pair of the highest number, which deals first in every second round."""
    opponent = (number - 1) * (even // 2) % (even - 1) + 1
    return (opponent, even) if number % 2 else (even, opponent)


def _pair_board(circle: int, shift: int, board: int) -> Pair:
    return (shift + board) % circle + 1, (shift - board) % circle + 1
