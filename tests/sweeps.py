"""Sweeps over several axes.

`make test` walks diagonals of the product, in which every value of every axis stands; `make proofs` walks all of it.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import product
from typing import Any

import pytest

from rules.game import Game


def choose_sizes(games: Sequence[Game]) -> list[Any]:
    """Parameters, one a game: what depends on the size of a table is tried with the first game of each; the others are marked `proof`."""
    first = {(game.side_count, game.seat_count): game for game in reversed(games)}.values()
    return [pytest.param(game, id=game.key, marks=() if game in first else pytest.mark.proof) for game in games]


def sweep(*axes: Collection[Any], diagonals: int = 1) -> list[Any]:
    """Parameters for `pytest.mark.parametrize`; the cases off the diagonals are marked `proof`."""
    chosen = {
        tuple((step + diagonal * (place > 0)) % len(axis) for place, axis in enumerate(axes))
        for diagonal in range(diagonals)
        for step in range(max(map(len, axes)))
    }
    places: Iterable[tuple[int, ...]] = product(*(range(len(axis)) for axis in axes))
    values: Iterable[tuple[Any, ...]] = product(*axes)
    return [pytest.param(*case, marks=() if place in chosen else pytest.mark.proof) for place, case in zip(places, values, strict=True)]
