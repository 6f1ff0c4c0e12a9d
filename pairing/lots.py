"""Lots that anybody can draw again: everything random in a draw comes from its seed through this module.

Only `random.Random(text).random()` is used, because Python promises that one to be the same in every version.
"""

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Lots:
    """Lots drawn from a seed and, for independent drawings, a `purpose`."""

    def __init__(self, seed: str, purpose: str = "") -> None:
        self._random = random.Random(f"{purpose}\x1f{seed}").random  # noqa: S311 - a draw is public, not a secret

    def below(self, limit: int) -> int:
        return int(self._random() * limit)

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A new list in drawn order (Fisher and Yates)."""
        drawn = list(items)
        for last in range(len(drawn) - 1, 0, -1):
            other = self.below(last + 1)
            drawn[last], drawn[other] = drawn[other], drawn[last]
        return drawn

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]


def commitment(seed: str) -> str:
    """What is published before a draw, so that the seed shown after it cannot have been chosen to fit."""
    return hashlib.sha256(f"la-bella-seed:{seed}".encode()).hexdigest()
