"""A pen draws on one page: lengths are millimetres from the top left corner, font sizes and line widths are points."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from paper.layout.fonts import BOLD, REGULAR, FontFace
from paper.layout.paper import MM, PageSize, Rect
from paper.layout.qr import Qr
from paper.layout.slots import Align, TextSlot, fit_in_slot
from paper.layout.text import FittedText, clean_text

HAIRLINE = 0.4
"""In points; a cheap printer drops thinner lines."""
LINE = 0.6
HEAVY = 1.2


class Pen(ABC):
    """What every print is drawn with, whatever writes the file."""

    def __init__(self, size: PageSize) -> None:
        self.size = size

    @abstractmethod
    def draw_line(self, x0: float, y0: float, x1: float, y1: float, width: float = LINE) -> None: ...

    @abstractmethod
    def draw_dashes(self, x0: float, y0: float, x1: float, y1: float) -> None: ...

    @abstractmethod
    def draw_frame(self, box: Rect, width: float = LINE) -> None: ...

    @abstractmethod
    def fill_box(self, box: Rect) -> None:
        """Fill the box with black."""

    @abstractmethod
    def fill_path(self, path: str, x: float, y: float, scale: float) -> None:
        """Fill a path of PDF operators (even-odd rule, y downwards) with its origin at (x, y); one unit is `scale` millimetres."""

    @abstractmethod
    def draw_qr(self, box: Rect, code: Qr) -> None:
        """Draw the code without its quiet zone; the caller leaves four modules of white around the box."""

    @abstractmethod
    def place_picture(self, name: str, box: Rect) -> None: ...

    @abstractmethod
    def write_fitted(self, slot: TextSlot, fitted: FittedText, *, white: bool) -> None:
        """Write the lines of a fitted text in its slot."""

    def draw_text(
        self,
        box: Rect,
        text: str,
        size: float,
        *,
        least: float = 5.5,
        lines: int = 1,
        face: FontFace = REGULAR,
        align: float = Align.LEFT,
        white: bool = False,
        names: bool = False,
    ) -> FittedText:
        """Draw any text inside the box, centred vertically: first smaller, then on more lines, at last shortened. Return what was drawn.

        In `names` a line ends between two persons.
        """
        slot = TextSlot(box, size, least, lines, face, align, names=names)
        fitted = fit_in_slot(slot, clean_text(text))
        if any(fitted.lines):
            self.write_fitted(slot, fitted, white=white)
        return fitted

    def draw_tick_box(self, x: float, y: float, side: float, *, ticked: bool = False) -> None:
        self.draw_frame(Rect(x, y, side, side), HAIRLINE)
        if ticked:
            self.draw_text(Rect(x, y, side, side), "✓", side * MM, face=BOLD, align=Align.CENTRE)


def join_texts(texts: Iterable[str], separator: str = " · ") -> str:
    """The texts that are not empty, with the separator between them."""
    return separator.join(text for text in texts if text)
