"""Sweeps over several axes.

`make test` walks diagonals of the product, in which every value of every axis stands; `make proofs` walks all of it.
"""

from collections.abc import Collection, Iterable
from itertools import product
from typing import Any

import pytest


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
