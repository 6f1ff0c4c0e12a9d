"""Victory points: the difference of points of a match, turned into shares of a fixed sum."""

from collections.abc import Sequence

import numpy as np

from standings.results import Numbers, Scoreboard

FIBUR_THREE_HANDS = (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500)
"""Burraco over three hands, 20 victory points: puntiburraco.it, eburraco.com (article 17 of FIBUR's code)."""
FIBUR_FOUR_HANDS = (100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000)
"""Over four hands, from the same tables."""


def compute_victory_points(board: Scoreboard, steps: Sequence[int]) -> Numbers:
    """Shares of `2 * len(steps)` points for every row: half each, and one more for every step that the difference is above.

    A match that was not played gives the side that came three fifths and the other nothing.
    """
    half = len(steps)
    difference = board.scored - board.conceded
    share = np.sign(difference) * np.searchsorted(np.asarray(steps, dtype=np.int64), np.abs(difference), side="left")
    unplayed = np.where(board.won, compute_unplayed_share(half), 0)
    return np.where(board.met, half + share, unplayed).astype(np.int64)


def compute_unplayed_share(half: int) -> int:
    """What a bye or a walk-over is worth: three fifths of the sum, 12 of 20."""
    return (6 * half + 4) // 5
