"""Drawing lots that anybody can repeat: everything random in a draw comes from its seed through this module.

Only `random.Random(text).random()` is used, because Python promises the same numbers from it in every version.
"""

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Lots:
    """A reproducible source of lots, made from a seed and a `purpose`; different purposes give independent drawings."""

    def __init__(self, seed: str, purpose: str = "") -> None:
        self._random = random.Random(f"{purpose}\x1f{seed}").random  # noqa: S311 - a draw is public, not a secret

    def draw_number(self, limit: int) -> int:
        return int(self._random() * limit)

    def draw_order(self, items: Sequence[T]) -> list[T]:
        """A new list of the items in drawn order (Fisher and Yates)."""
        drawn = list(items)
        for last in range(len(drawn) - 1, 0, -1):
            partner = self.draw_number(last + 1)
            drawn[last], drawn[partner] = drawn[partner], drawn[last]
        return drawn

    def draw_item(self, items: Sequence[T]) -> T:
        return items[self.draw_number(len(items))]


def compute_commitment(seed: str) -> str:
    """The hash that is published before a draw, so that the seed revealed afterwards cannot have been chosen to fit."""
    return hashlib.sha256(f"la-bella-seed:{seed}".encode()).hexdigest()
