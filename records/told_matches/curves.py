"""A curve as an SVG path, in the units of its drawing. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CurveFrame:
    """A drawing of `width` × `height` units, with a margin on each side; values run from `lowest` to `highest`, upwards."""

    width: int
    height: int
    lowest: float
    highest: float
    margin: int = 8

    def place_x(self, place: float, count: int) -> float:
        """The place of a value among `count` values."""
        return round(self.margin + (self.width - 2 * self.margin) * place / max(1, count - 1), 1)

    def place_y(self, value: float) -> float:
        span = (self.highest - self.lowest) or 1
        return round(self.height - self.margin - (self.height - 2 * self.margin) * (value - self.lowest) / span, 1)

    def draw_line(self, values: Sequence[float]) -> str:
        """The path through all values; a single one is a line across."""
        spread = [values[0], values[0]] if len(values) == 1 else values
        points = [f"{self.place_x(place, len(spread))} {self.place_y(value)}" for place, value in enumerate(spread)]
        return f"M{' L'.join(points)}" if points else ""
