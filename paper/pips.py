"""The suits of Italian and French packs as outlines for paper and web, because Unicode has no Italian suits.

Every outline lies in a square of 100 units with y downwards. Coordinates are whole numbers, so no locale changes them. Outlines are
filled by the even-odd rule: an outline inside another is a hole.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

PathStep = tuple[str, *tuple[int, ...]]
"""`("M", x, y)`, `("L", x, y)`, `("C", x1, y1, x2, y2, x, y)` or `("Z",)`, as in SVG."""


@dataclass(frozen=True)
class Pip:
    name: str
    steps: tuple[PathStep, ...]

    @property
    def svg_path(self) -> str:
        """The `d` attribute of an SVG path with `viewBox="0 0 100 100"` and `fill-rule="evenodd"`."""
        return " ".join(letter + ",".join(map(str, numbers)) for letter, *numbers in self.steps)

    @cached_property
    def pdf_path(self) -> str:
        """PDF path operators, with y downwards; a blank sheet has a hundred of them."""
        return " ".join(" ".join([*map(str, numbers), _OPERATORS[letter]]) for letter, *numbers in self.steps)


_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def _build_circle(x: int, y: int, radius: int) -> Iterator[PathStep]:
    bend = round(radius * 0.5523)
    yield ("M", x + radius, y)
    yield ("C", x + radius, y + bend, x + bend, y + radius, x, y + radius)
    yield ("C", x - bend, y + radius, x - radius, y + bend, x - radius, y)
    yield ("C", x - radius, y - bend, x - bend, y - radius, x, y - radius)
    yield ("C", x + bend, y - radius, x + radius, y - bend, x + radius, y)
    yield ("Z",)


def _build_polygon(*points: tuple[int, int]) -> Iterator[PathStep]:
    for index, (x, y) in enumerate(points):
        yield ("L" if index else "M", x, y)
    yield ("Z",)


COINS = Pip(
    "coins",
    (
        *_build_circle(50, 50, 46),
        *_build_circle(50, 50, 37),
        *_build_circle(50, 50, 29),
        *_build_polygon((50, 28), (56, 44), (72, 50), (56, 56), (50, 72), (44, 56), (28, 50), (44, 44)),
    ),
)

CUPS = Pip(
    "cups",
    (
        ("M", 16, 6),
        ("L", 84, 6),
        ("C", 86, 32, 76, 52, 57, 56),
        ("L", 57, 72),
        ("C", 60, 80, 70, 84, 78, 87),
        ("L", 78, 96),
        ("L", 22, 96),
        ("L", 22, 87),
        ("C", 30, 84, 40, 80, 43, 72),
        ("L", 43, 56),
        ("C", 24, 52, 14, 32, 16, 6),
        ("Z",),
        *_build_polygon((25, 14), (75, 14), (74, 22), (26, 22)),
    ),
)

SWORDS = Pip(
    "swords",
    (
        ("M", 50, 2),
        ("C", 55, 10, 58, 18, 58, 26),
        ("L", 58, 62),
        ("L", 78, 62),
        ("C", 84, 62, 84, 72, 78, 72),
        ("L", 56, 72),
        ("L", 56, 86),
        ("C", 62, 90, 60, 98, 50, 98),
        ("C", 40, 98, 38, 90, 44, 86),
        ("L", 44, 72),
        ("L", 22, 72),
        ("C", 16, 72, 16, 62, 22, 62),
        ("L", 42, 62),
        ("L", 42, 26),
        ("C", 42, 18, 45, 10, 50, 2),
        ("Z",),
        *_build_polygon((48, 22), (52, 22), (52, 56), (48, 56)),
    ),
)

CLUBS = Pip(
    "clubs",
    (
        ("M", 60, 4),
        ("C", 74, 2, 82, 14, 76, 26),
        ("C", 84, 28, 86, 38, 78, 42),
        ("C", 74, 44, 70, 44, 68, 42),
        ("L", 60, 58),
        ("C", 64, 62, 62, 70, 54, 70),
        ("L", 44, 92),
        ("C", 38, 100, 22, 94, 26, 84),
        ("L", 36, 62),
        ("C", 28, 62, 24, 52, 32, 48),
        ("C", 36, 46, 40, 46, 42, 48),
        ("L", 48, 32),
        ("C", 40, 30, 38, 20, 46, 16),
        ("C", 48, 8, 54, 5, 60, 4),
        ("Z",),
    ),
)

DIAMONDS = Pip(
    "diamonds",
    (
        ("M", 50, 2),
        ("C", 60, 20, 72, 36, 86, 50),
        ("C", 72, 64, 60, 80, 50, 98),
        ("C", 40, 80, 28, 64, 14, 50),
        ("C", 28, 36, 40, 20, 50, 2),
        ("Z",),
    ),
)

HEARTS = Pip(
    "hearts",
    (
        ("M", 50, 96),
        ("C", 40, 76, 6, 58, 6, 30),
        ("C", 6, 4, 42, 0, 50, 26),
        ("C", 58, 0, 94, 4, 94, 30),
        ("C", 94, 58, 60, 76, 50, 96),
        ("Z",),
    ),
)

SPADES = Pip(
    "spades",
    (
        ("M", 50, 3),
        ("C", 58, 22, 94, 40, 94, 62),
        ("C", 94, 84, 64, 86, 54, 70),
        ("C", 54, 84, 58, 92, 68, 97),
        ("L", 32, 97),
        ("C", 42, 92, 46, 84, 46, 70),
        ("C", 36, 86, 6, 84, 6, 62),
        ("C", 6, 40, 42, 22, 50, 3),
        ("Z",),
    ),
)

FLOWERS = Pip(
    "flowers",
    (
        ("M", 50, 3),
        ("C", 72, 3, 80, 26, 65, 41),
        ("C", 82, 33, 98, 44, 96, 61),
        ("C", 93, 82, 64, 84, 54, 66),
        ("C", 54, 82, 58, 92, 68, 97),
        ("L", 32, 97),
        ("C", 42, 92, 46, 82, 46, 66),
        ("C", 36, 84, 7, 82, 4, 61),
        ("C", 2, 44, 18, 33, 35, 41),
        ("C", 20, 26, 28, 3, 50, 3),
        ("Z",),
    ),
)

ITALIAN: Mapping[str, Pip] = {"D": COINS, "C": CUPS, "S": SWORDS, "B": CLUBS}
FRENCH: Mapping[str, Pip] = {"D": DIAMONDS, "C": HEARTS, "S": SPADES, "B": FLOWERS}
"""By the letter of the suit in the rules engine, for every pack."""

PACKS: Mapping[str, Mapping[str, Pip]] = {"italian": ITALIAN, "french": FRENCH}
