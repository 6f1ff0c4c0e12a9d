"""Entries of people who come alone: by wish, by lot, or strong with weak.

The lot is one that anybody can repeat with a calculator of hashes: people are ordered by the SHA-256 of “seed:number”, and neighbours play
together. Wishes come first: two who name each other, then one who names somebody who named nobody.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum


class Method(StrEnum):
    LOT = "lot"
    STRENGTH = "strength"
    """Strong with weak: who plays best with who is learning; the lot decides among equals."""


@dataclass(frozen=True, slots=True)
class Single:
    """`wish` is the number of whom this person would like to play with; `strength` from 1 (learning) to 3."""

    number: int
    strength: int = 2
    wish: int | None = None


@dataclass(frozen=True, slots=True)
class Grouping:
    """`groups`: numbers of those who play together, those by wish first (`wished` of them). `left`: too few for one more."""

    groups: tuple[tuple[int, ...], ...]
    wished: int
    left: tuple[int, ...]


def compute_lot(seed: str, number: int) -> str:
    """What the person draws: hexadecimal, the lowest first."""
    return hashlib.sha256(f"{seed}:{number}".encode()).hexdigest()


def group_singles(singles: Iterable[Single], size: int, method: Method, seed: str) -> Grouping:
    """Put people together, `size` in an entry, from 2. Who came last is left over where the count does not come out even.

    Raises: ValueError for a size below 2.
    """
    if size < 2:
        raise ValueError("entries of one person need no partner")
    waiting = {single.number: single for single in sorted(singles, key=lambda single: single.number)}
    wished = _take_wishes(waiting) if size == 2 else []
    count = len(waiting) // size * size
    drawn, left = list(waiting.values())[:count], list(waiting)[count:]
    drawn.sort(key=lambda single: compute_lot(seed, single.number))
    groups = _cut_by_strength(drawn, size) if method is Method.STRENGTH else _cut(drawn, size)
    numbers = [tuple(sorted(single.number for single in group)) for group in groups]
    return Grouping((*wished, *numbers), len(wished), tuple(left))


def _take_wishes(waiting: dict[int, Single]) -> list[tuple[int, ...]]:
    """The pairs by wish, taken out of `waiting`: wishes of both first, then those of one whose partner named nobody who is here."""
    pairs: list[tuple[int, ...]] = []
    for of_both in (True, False):
        for single in list(waiting.values()):
            partner = waiting.get(single.wish) if single.wish is not None else None
            if single.number not in waiting or partner is None or partner.number == single.number:
                continue
            agrees = partner.wish == single.number if of_both else partner.wish not in waiting
            if agrees:
                pairs.append(tuple(sorted((single.number, partner.number))))
                del waiting[single.number], waiting[partner.number]
    return pairs


def _cut(drawn: Sequence[Single], size: int) -> list[Sequence[Single]]:
    return [drawn[start : start + size] for start in range(0, len(drawn), size)]


def _cut_by_strength(drawn: Sequence[Single], size: int) -> list[Sequence[Single]]:
    """The strongest, one in each group; the next in the opposite order, and so on: sums are as equal as that can make them."""
    ranked = sorted(drawn, key=lambda single: -single.strength)
    count = len(ranked) // size
    rows = [ranked[row * count : (row + 1) * count] for row in range(size)]
    turned = [row if place % 2 == 0 else row[::-1] for place, row in enumerate(rows)]
    return [list(group) for group in zip(*turned, strict=True)]
