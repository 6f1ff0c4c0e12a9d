"""How far away the letters of the screen can be read, computed from the height of the picture."""

import math
from dataclasses import dataclass

CAPITAL = 0.66
"""Height of a capital of the site's typeface in its letter size (Source Sans 3: 660 of 1000 units)."""
LEAST_ANGLE = 16 / 60
"""Degrees that a capital must span at the eye to be read: ISO 9241-303 asks for 16 minutes of arc at least, and for 20 to 22 in comfort."""
LARGE, SMALL = 0.045, 0.045 * 0.62 * 0.85
"""Letter sizes as a share of the picture's height: of a match with its names, and of names in a whole hall (static/screen.css)."""
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


def compute_reading_distance(height: float, share: float) -> float:
    """Metres up to which letters of a share of the picture's height (in metres) are read."""
    return height * share * CAPITAL / math.tan(math.radians(LEAST_ANGLE))


def list_reading_distances() -> tuple[ReadingDistance, ...]:
    televisions = [(inches, None, inches * INCH / math.hypot(WIDE, 1)) for inches in DIAGONALS]
    projectors = [(None, width, width / WIDE) for width in WIDTHS]
    return tuple(
        ReadingDistance(inches, width, compute_reading_distance(height, LARGE), compute_reading_distance(height, SMALL))
        for inches, width, height in (*televisions, *projectors)
    )
