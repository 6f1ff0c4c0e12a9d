"""Letters of posters: their faces, and texts that are fitted into a width."""

from __future__ import annotations

from dataclasses import dataclass

from paper.layout import BOLD, MM, REGULAR, Align, FontFace, clean_text, fit_text
from paper.poster_art.drawing import Drawing, Words, measure_capital

SERIF = FontFace("PlayfairDisplay-Black")
NARROW = FontFace("Anton-Regular")
SCRIPT = FontFace("Lobster-Regular")
LEADING = 1.22
"""Distance of two lines at size 1; display letters stand closer."""
DISPLAY_LEADING = {SERIF.name: 1.1, NARROW.name: 1.26, SCRIPT.name: 1.14}
ROOM_BELOW = 0.24
"""Room below the base line at size 1, for the letters that go down."""

__all__ = ["BOLD", "NARROW", "REGULAR", "SCRIPT", "SERIF", "Align", "Lettering", "SetText", "measure_leading", "set_text", "write_text"]


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a text is written: `size` at scale 1, shrunk to `least` of itself on at most `lines` lines before it is cut."""

    face: FontFace
    size: float
    colour: str
    lines: int = 1
    least: float = 0.62
    capitals: bool = False


@dataclass(frozen=True, slots=True)
class SetText:
    """A text broken into lines at its size."""

    lines: tuple[str, ...]
    size: float
    lettering: Lettering

    @property
    def height(self) -> float:
        """From the top of the capitals of the first line to below the letters of the last; accents of capitals reach a little higher."""
        face = self.lettering.face
        return self.size * (measure_capital(face) + ROOM_BELOW + measure_leading(face) * (len(self.lines) - 1))

    @property
    def width(self) -> float:
        return max(map(self.lettering.face.measure_width, self.lines)) * self.size


def measure_leading(face: FontFace) -> float:
    return DISPLAY_LEADING.get(face.name, LEADING)


def set_text(text: str, lettering: Lettering, width: float, scale: float = 1.0) -> SetText:
    """Break and shrink the text so that it is no wider than `width`."""
    size = lettering.size * scale
    text = clean_text(text.upper() if lettering.capitals else text)
    tall = size * MM * (2 + LEADING * lettering.lines)
    fitted = fit_text(text, lettering.face, width * MM, tall, size=size * MM, least=size * MM * lettering.least, lines=lettering.lines)
    return SetText(fitted.lines, fitted.size / MM, lettering)


def write_text(drawing: Drawing, setting: SetText, x: float, y: float, width: float, align: float) -> None:
    """Write the lines with their top at `y`, aligned in the width."""
    lettering, block = setting.lettering, len(drawing.marks)
    foot = y + setting.size * measure_capital(lettering.face)
    for line in setting.lines:
        left = x + (width - lettering.face.measure_width(line) * setting.size) * align
        drawing.marks.append(Words(left, foot, line, lettering.face, setting.size, lettering.colour, block))
        foot += setting.size * measure_leading(lettering.face)
