"""How far away the letters of the screen can be read, and how large they must be for the farthest seat.

A letter's size is in hundredths of the height of a 16:9 picture; screens and projectors are called by their diagonal.
"""

import math
from dataclasses import dataclass

CAPITAL = 0.66
"""Height of a capital of the site's typeface in its letter size (Source Sans 3: 660 of 1000 units)."""
LEAST_ANGLE = 16 / 60
"""Degrees that a capital must span at the eye to be read: ISO 9241-303 asks for 16 minutes of arc at least, which is 1/215 of the
distance, and for 20 to 22 in comfort."""
LARGE, SMALL = 0.045, 0.03
"""Least letter sizes as a share of the picture's height where no seat is stated: of a row of a list, and of names in a whole hall."""
WIDE = 16 / 9
INCH = 0.0254
DIAGONALS = (43, 55, 65, 75)
"""Of televisions, in inches."""
WIDTHS = (2.0, 3.0)
"""Of pictures of a projector, in metres."""


@dataclass(frozen=True, slots=True)
class ReadingDistance:
    """Metres up to which the large and the small letters of a screen are read; one of `inches` and `width` (in metres) says which."""

    inches: int | None
    width: float | None
    large: float
    small: float


@dataclass(frozen=True, slots=True)
class Seat:
    """The farthest seat: `distance` metres from a picture with a `diagonal` in metres."""

    diagonal: float
    distance: float

    @property
    def letter(self) -> float:
        """The least size of letters that are read there, in hundredths of the picture's height."""
        return 100 * self.distance * math.tan(math.radians(LEAST_ANGLE)) / CAPITAL / compute_picture_height(self.diagonal)

    def compute_reach(self, letter: float) -> float:
        """Metres up to which letters of that size are read."""
        return compute_reading_distance(compute_picture_height(self.diagonal), letter / 100)

    def compute_diagonal(self, letter: float) -> float:
        """Diagonal in metres of the picture whose letters of that size are read from the seat."""
        return self.diagonal * self.letter / letter


def compute_picture_height(diagonal: float) -> float:
    """Height of a 16:9 picture, in the unit of its diagonal. A 4:3 picture of that diagonal is higher, and its letters are as large."""
    return diagonal / math.hypot(WIDE, 1)


def compute_reading_distance(height: float, share: float) -> float:
    """Metres up to which letters of a share of the picture's height (in metres) are read."""
    return height * share * CAPITAL / math.tan(math.radians(LEAST_ANGLE))


def list_reading_distances() -> tuple[ReadingDistance, ...]:
    televisions = [(inches, None, compute_picture_height(inches * INCH)) for inches in DIAGONALS]
    projectors = [(None, width, width / WIDE) for width in WIDTHS]
    return tuple(
        ReadingDistance(inches, width, compute_reading_distance(height, LARGE), compute_reading_distance(height, SMALL))
        for inches, width, height in (*televisions, *projectors)
    )
