"""Sizes of paper and boxes on it. Lengths are millimetres from the top left corner, y runs downwards."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

MM = 72 / 25.4
"""Points in a millimetre."""

MARGIN = 8.0
"""What every printer can reach, in millimetres."""


class PageSize(NamedTuple):
    width: float
    height: float

    @property
    def turned(self) -> PageSize:
        return PageSize(self.height, self.width)


A1 = PageSize(594.0, 841.0)
A2 = PageSize(420.0, 594.0)
A3 = PageSize(297.0, 420.0)
A4 = PageSize(210.0, 297.0)
A4_WIDE = A4.turned
A5 = PageSize(148.5, 210.0)


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> float:
        return self.x + self.width / 2

    def inset(self, across: float, down: float | None = None) -> Box:
        down = across if down is None else down
        return Box(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def holding(self, width: float, height: float) -> Box:
        """The largest box of this proportion inside the box, in its middle."""
        unit = min(self.width / width, self.height / height)
        across, down = width * unit, height * unit
        return Box(self.x + (self.width - across) / 2, self.y + (self.height - down) / 2, across, down)

    def columns(self, *shares: float) -> tuple[Box, ...]:
        """Cut into columns whose widths are in the proportion of `shares`."""
        unit = self.width / sum(shares)
        edges = [self.x]
        for share in shares:
            edges.append(edges[-1] + share * unit)
        return tuple(Box(left, self.y, right - left, self.height) for left, right in pairwise(edges))

    def rows(self, count: int) -> tuple[Box, ...]:
        step = self.height / count
        return tuple(Box(self.x, self.y + index * step, self.width, step) for index in range(count))
