"""Boxes for one text: where its lines stand once it has been fitted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from paper.layout.fonts import CAP_HEIGHT, REGULAR, FontFace
from paper.layout.paper import MM, Rect
from paper.layout.text import LEADING, TALLEST, FittedText, fit_text


class Align:
    """Share of the free width that stays to the left of the text."""

    LEFT = 0.0
    CENTRE = 0.5
    RIGHT = 1.0


class TextSlot:
    """A box for one text, used again on many faces of one document and page size; it caches the operators of each text."""

    __slots__ = ("align", "box", "face", "foot", "height", "known", "largest", "least", "left", "lines", "names", "size", "width")

    def __init__(
        self,
        box: Rect,
        size: float,
        least: float = 5.5,
        lines: int = 1,
        face: FontFace = REGULAR,
        align: float = Align.LEFT,
        *,
        names: bool = False,
    ) -> None:
        self.box = box
        self.width = box.width * MM
        self.height = box.height * MM
        self.size = size
        self.least = least
        self.lines = lines
        self.names = names
        self.face = face
        self.align = align
        self.largest = min(size, self.height / TALLEST)
        self.left = (box.x + box.width * align) * MM
        self.foot = (box.y + (box.height + self.largest * CAP_HEIGHT / MM) / 2) * MM
        self.known: dict[str, str] = {}


class PlacedLine(NamedTuple):
    """A line of text; `left` and `foot` are its start in points from the top left corner of the page."""

    left: float
    foot: float
    text: str


def fit_in_slot(slot: TextSlot, text: str) -> FittedText:
    """The clean text as it fits the slot."""
    return fit_text(text, slot.face, slot.width, slot.height, size=slot.size, least=slot.least, lines=slot.lines, names=slot.names)


def place_lines(slot: TextSlot, fitted: FittedText) -> Iterator[PlacedLine]:
    """The lines that are not empty, centred in the height of the slot; a space ends each but the last, for who reads them as one text."""
    size, lines = fitted
    step = size * LEADING
    foot = (slot.box.y + slot.box.height / 2) * MM + (size * CAP_HEIGHT - step * (len(lines) - 1)) / 2
    for number, line in enumerate(lines):
        if line:
            left = slot.left - slot.face.measure_width(line) * size * slot.align
            yield PlacedLine(left, foot + number * step, line if number == len(lines) - 1 else f"{line} ")
