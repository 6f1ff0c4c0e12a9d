"""Paper sizes and boxes. Lengths are millimetres from the top left corner, with y downwards."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

MM = 72 / 25.4
"""Points in a millimetre."""

MARGIN = 8.0
"""Margin that every printer can print up to, in millimetres."""


class PageSize(NamedTuple):
    width: float
    height: float

    @property
    def rotated(self) -> PageSize:
        return PageSize(self.height, self.width)


A3 = PageSize(297.0, 420.0)
A4 = PageSize(210.0, 297.0)
A3_WIDE = A3.rotated
A4_WIDE = A4.rotated
A5 = PageSize(148.5, 210.0)


class Rect(NamedTuple):
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
    def center_x(self) -> float:
        return self.x + self.width / 2

    def inset(self, across: float, down: float | None = None) -> Rect:
        down = across if down is None else down
        return Rect(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def fit_proportion(self, width: float, height: float) -> Rect:
        """The largest box with the proportion of `width` to `height`, centred inside this box."""
        unit = min(self.width / width, self.height / height)
        across, down = width * unit, height * unit
        return Rect(self.x + (self.width - across) / 2, self.y + (self.height - down) / 2, across, down)

    def split_columns(self, *shares: float) -> tuple[Rect, ...]:
        """Columns whose widths have the proportion of `shares`."""
        unit = self.width / sum(shares)
        edges = [self.x]
        for share in shares:
            edges.append(edges[-1] + share * unit)
        return tuple(Rect(left, self.y, right - left, self.height) for left, right in pairwise(edges))

    def split_rows(self, count: int) -> tuple[Rect, ...]:
        """Rows of equal height."""
        step = self.height / count
        return tuple(Rect(self.x, self.y + index * step, self.width, step) for index in range(count))
