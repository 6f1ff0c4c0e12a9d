"""An abstract page: shapes, words, codes and pictures at their places. PDF and PNG are written from the same items.

Lengths are units from the top left corner, with y downwards; sizes of letters are units, too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from paper.layout import FontFace, PageSize, PrintPicture, Qr, Rect

Step = tuple[str, *tuple[float, ...]]
Path = tuple[Step, ...]
"""Steps of an outline: `("M", x, y)`, `("L", x, y)`, `("C", x1, y1, x2, y2, x, y)`, `("Z",)`. Filled by the even-odd rule."""
BELOW_LETTERS, BELOW_CAPITALS = 0.22, 0.07
"""How far letters go below their base line at size 1."""
BEND = 0.5523
"""How far the handles of a quarter of a circle reach, at radius 1."""


class Fill(NamedTuple):
    path: Path
    colour: str


class Stroke(NamedTuple):
    path: Path
    colour: str
    width: float


class Words(NamedTuple):
    """One line of clean text; `x` is its left end, `foot` its base line."""

    x: float
    foot: float
    text: str
    face: FontFace
    size: float
    colour: str

    @property
    def box(self) -> Rect:
        """From the top of its capitals to below its longest letters; capitals alone go down no further than a comma."""
        width, capital = self.face.measure_width(self.text) * self.size, measure_capital(self.face)
        below = BELOW_CAPITALS if self.text == self.text.upper() else BELOW_LETTERS
        return Rect(self.x, self.foot - self.size * capital, width, self.size * (capital + below))


class QrItem(NamedTuple):
    """A QR code without its quiet zone."""

    box: Rect
    qr: Qr


class PictureItem(NamedTuple):
    box: Rect
    picture: PrintPicture


DrawingItem = Fill | Stroke | Words | QrItem | PictureItem


@dataclass
class Drawing:
    """The items of one page in the order in which they are drawn."""

    size: PageSize
    items: list[DrawingItem] = field(default_factory=list)

    @property
    def page(self) -> Rect:
        return Rect(0, 0, self.size.width, self.size.height)

    def fill(self, path: Path, colour: str) -> None:
        self.items.append(Fill(path, colour))

    def stroke(self, path: Path, colour: str, width: float) -> None:
        self.items.append(Stroke(path, colour, width))


def measure_capital(face: FontFace) -> float:
    """Height of a capital at size 1."""
    height: float = face.font.face.capHeight / 1000
    return height


def build_polygon(*points: tuple[float, float]) -> Path:
    first, *others = points
    return (("M", *first), *(("L", *point) for point in others), ("Z",))


def build_line(*points: tuple[float, float]) -> Path:
    return build_polygon(*points)[:-1]


def build_box(box: Rect) -> Path:
    return build_polygon((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))


def build_circle(x: float, y: float, radius: float) -> Path:
    return build_ellipse(Rect(x - radius, y - radius, 2 * radius, 2 * radius))


def build_ellipse(box: Rect) -> Path:
    across, down = box.width / 2, box.height / 2
    x, y, bend_x, bend_y = box.x + across, box.y + down, across * BEND, down * BEND
    return (
        ("M", box.right, y),
        ("C", box.right, y + bend_y, x + bend_x, box.bottom, x, box.bottom),
        ("C", x - bend_x, box.bottom, box.x, y + bend_y, box.x, y),
        ("C", box.x, y - bend_y, x - bend_x, box.y, x, box.y),
        ("C", x + bend_x, box.y, box.right, y - bend_y, box.right, y),
        ("Z",),
    )


def build_rounded_box(box: Rect, radius: float) -> Path:
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    bend = radius * (1 - BEND)
    return (
        ("M", x + radius, y),
        ("L", right - radius, y),
        ("C", right - bend, y, right, y + bend, right, y + radius),
        ("L", right, bottom - radius),
        ("C", right, bottom - bend, right - bend, bottom, right - radius, bottom),
        ("L", x + radius, bottom),
        ("C", x + bend, bottom, x, bottom - bend, x, bottom - radius),
        ("L", x, y + radius),
        ("C", x, y + bend, x + bend, y, x + radius, y),
        ("Z",),
    )


def build_star(x: float, y: float, outer: float, inner: float, points: int) -> Path:
    corners = []
    for index in range(2 * points):
        radius, angle = (inner if index % 2 else outer), math.radians(-90 + index * 180 / points)
        corners.append((x + radius * math.cos(angle), y + radius * math.sin(angle)))
    return build_polygon(*corners)


def move_path(path: Iterable[Sequence[object]], x: float, y: float, scale: float = 1.0, turn: float = 0.0) -> Path:
    """The path enlarged around its origin, turned clockwise by `turn` degrees, then moved to (x, y)."""
    cos, sin = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale
    moved: list[Step] = []
    for letter, *numbers in path:
        values = [float(str(number)) for number in numbers]
        points = zip(values[::2], values[1::2], strict=True)
        moved.append((str(letter), *(value for px, py in points for value in (x + px * cos - py * sin, y + px * sin + py * cos))))
    return tuple(moved)


def flatten_path(path: Path, steps: int = 14) -> list[list[tuple[float, float]]]:
    """Each outline of the path as the corners of a polygon."""
    outlines: list[list[tuple[float, float]]] = []
    for letter, *numbers in path:
        if letter == "M":
            outlines.append([(numbers[0], numbers[1])])
        elif letter == "L":
            outlines[-1].append((numbers[0], numbers[1]))
        elif letter == "C":
            outlines[-1].extend(_list_curve_points(outlines[-1][-1], numbers, steps))
    return outlines


def _list_curve_points(start: tuple[float, float], numbers: Sequence[float], steps: int) -> Iterable[tuple[float, float]]:
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, numbers
    for index in range(1, steps + 1):
        t = index / steps
        s = 1 - t
        a, b, c, d = s**3, 3 * s * s * t, 3 * s * t * t, t**3
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def mix_colours(one: str, other: str, share: float) -> str:
    """The colour between two, at `share` of the way to the other."""
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + "".join(f"{round(first + (second - first) * share):02x}" for first, second in pairs)
