"""Sweeps over several axes, and walks of which each run takes another part.

`make test` walks diagonals of the product, in which every value of every axis stands; `make proofs` walks all of it. Of a long walk whose
places fail each for itself, `make test` takes one part, chosen anew for every run; the run says which: `TURN=417` takes the same again.
So it does with files and cases that are marked `turns(n)`; without `--by-turns` all of them run.
"""

import os
import secrets
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


def choose_turn() -> int:
    """The turn of this run and of all its workers: that of the environment, or any."""
    return int(os.environ.setdefault("TURN", str(secrets.randbelow(1000))))


def is_turn(place: int, parts: int) -> bool:
    """Whether what stands at this place of a walk is in the part that this run takes, one of so many."""
    return (place + choose_turn()) % parts == 0


def take_turn(things: Iterable[Any], parts: int) -> list[Any]:
    """Of `parts` parts, each spread over the whole walk, the one whose turn it is."""
    return [thing for place, thing in enumerate(things) if is_turn(place, parts)]
