"""A pen draws on one page or form, in millimetres from the top left corner; font sizes and line widths are points."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from paper.layout.fonts import BOLD, CAP_HEIGHT, REGULAR, Face
from paper.layout.paper import MM, Box, PageSize
from paper.layout.qr import Qr
from paper.layout.text import LEADING, TALLEST, Fitted, clean, fit

HAIRLINE = 0.4
"""Points. A cheap printer loses anything thinner."""
LINE = 0.6
HEAVY = 1.2


class Align:
    """The part of the free width that stands left of the text."""

    LEFT = 0.0
    CENTRE = 0.5
    RIGHT = 1.0


Operators = Callable[[Face, str, float], str]
"""What the document writes to show a clean text in a face and size."""


class Slot:
    """A box for one text. Kept for many sheets of one document and size, it remembers what was written in it before."""

    __slots__ = ("align", "box", "face", "foot", "height", "known", "largest", "least", "left", "lines", "size", "width")

    def __init__(self, box: Box, size: float, least: float = 5.5, lines: int = 1, face: Face = REGULAR, align: float = Align.LEFT) -> None:
        self.box = box
        self.width = box.width * MM
        self.height = box.height * MM
        self.size = size
        self.least = least
        self.lines = lines
        self.face = face
        self.align = align
        self.largest = min(size, self.height / TALLEST)
        self.left = (box.x + box.width * align) * MM
        self.foot = (box.y + (box.height + self.largest * CAP_HEIGHT / MM) / 2) * MM
        self.known: dict[str, str] = {}


class Pen:
    def __init__(self, shown: Operators, size: PageSize) -> None:
        self.size = size
        self._shown = shown
        self._height = size.height * MM
        self._width = 1.0
        self._operators: list[str] = []

    @property
    def content(self) -> bytes:
        return "\n".join(self._operators).encode("latin-1")

    def line(self, x0: float, y0: float, x1: float, y1: float, width: float = LINE) -> None:
        self._set_width(width)
        self._add(f"{self._point(x0, y0)} m {self._point(x1, y1)} l S")

    def dashes(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self._set_width(HAIRLINE)
        self._add(f"[3 3]0 d {self._point(x0, y0)} m {self._point(x1, y1)} l S []0 d")

    def frame(self, box: Box, width: float = LINE) -> None:
        self._set_width(width)
        self._add(f"{self._rectangle(box)} re S")

    def block(self, box: Box) -> None:
        """A black box."""
        self._add(f"{self._rectangle(box)} re f")

    def shape(self, path: str, x: float, y: float, scale: float) -> None:
        """Fill a path (even-odd) in PDF operators with y downwards, its origin at (x, y), its unit `scale` millimetres."""
        unit = scale * MM
        self._add(f"q {unit:.4g} 0 0 {-unit:.4g} {self._point(x, y)} cm {path} f* Q")

    def fitted(
        self,
        box: Box,
        text: str,
        size: float,
        *,
        least: float = 5.5,
        lines: int = 1,
        face: Face = REGULAR,
        align: float = Align.LEFT,
        white: bool = False,
    ) -> Fitted:
        """Whatever a person wrote, within the box, in its vertical middle: smaller, then on more lines, at last shortened."""
        found, operators = self._fit(Slot(box, size, least, lines, face, align), clean(text))
        if operators:
            self._operators.append(f"1 g {operators} 0 g" if white else operators)
        return found

    def upright(self, box: Box, text: str, size: float, *, least: float = 5.5, lines: int = 1, face: Face = REGULAR) -> Fitted:
        """Like `fitted` from the bottom of the box upwards, for headings of narrow columns."""
        lying = Pen(self._shown, PageSize(box.height, box.width))
        found = lying.fitted(Box(0, 0, box.height, box.width), text, size, least=least, lines=lines, face=face)
        self._add(f"q 0 1 -1 0 {self._point(box.right, box.bottom)} cm")
        self._operators.extend(lying._operators)
        self._add("Q")
        return found

    def write(self, slot: Slot, text: str) -> None:
        """Like `fitted`, for a slot that comes back on many sheets."""
        operators = slot.known.get(text)
        if operators is None:
            operators = slot.known[text] = self._fit(slot, clean(text))[1]
        if operators:
            self._operators.append(operators)

    def _fit(self, slot: Slot, text: str) -> tuple[Fitted, str]:
        across = slot.face.width(text) * slot.largest
        if across <= slot.width:  # nearly everything, and so without what several lines need
            return Fitted(slot.largest, (text,)), self._alone(slot, text, across) if text else ""
        found = fit(text, slot.face, slot.width, slot.height, size=slot.size, least=slot.least, lines=slot.lines)
        size, lines = found
        step = size * LEADING / MM
        x = slot.box.x + slot.box.width * slot.align
        y = slot.box.y + (slot.box.height + size * CAP_HEIGHT / MM - step * (len(lines) - 1)) / 2
        shown = [self._show(x, y + place * step, line, size, slot.face, slot.align) for place, line in enumerate(lines) if line]
        return found, " ".join(shown)

    def _alone(self, slot: Slot, text: str, across: float) -> str:
        left, bottom = slot.left - across * slot.align, self._height - slot.foot
        return f"BT {left:.1f} {bottom:.1f} Td {self._shown(slot.face, text, slot.largest)} ET"

    def tick_box(self, x: float, y: float, side: float, *, ticked: bool = False) -> None:
        self.frame(Box(x, y, side, side), HAIRLINE)
        if ticked:
            self.fitted(Box(x, y, side, side), "✓", side * MM, face=BOLD, align=Align.CENTRE)

    def qr(self, box: Box, code: Qr) -> None:
        """The code without its quiet zone: leave four modules of white around the box."""
        width, height = box.width * MM, box.height * MM
        self._add(
            f"q {width:.2f} 0 0 {height:.2f} {self._point(box.x, box.bottom)} cm "
            f"BI/W {code.side}/H {code.side}/IM true/D[1 0]/F/AHx ID {code.hexadecimal}> EI Q"
        )

    def stamp(self, name: str, x: float = 0.0, y: float = 0.0, *, height: float) -> None:
        """Put a form of this height with its top left corner at (x, y)."""
        self._add(f"q 1 0 0 1 {self._point(x, y + height)} cm /{name} Do Q")

    def picture(self, name: str, box: Box) -> None:
        width, height = box.width * MM, box.height * MM
        self._add(f"q {width:.2f} 0 0 {height:.2f} {self._point(box.x, box.bottom)} cm /{name} Do Q")

    def moved(self, other: Pen, x: float, y: float) -> None:
        """Put what another pen of this document drew with its top left corner at (x, y)."""
        self._add(f"q 1 0 0 1 {self._point(x, y + other.size.height)} cm")
        self._operators.extend(other._operators)
        self._add("Q")

    def turned(self, other: Pen, x: float, y: float) -> None:
        """Like `moved`, upside down."""
        self._add(f"q -1 0 0 -1 {self._point(x + other.size.width, y)} cm")
        self._operators.extend(other._operators)
        self._add("Q")

    def _show(self, x: float, y: float, text: str, size: float, face: Face, align: float) -> str:
        left = x * MM
        if align:
            left -= face.width(text) * size * align
        return f"BT {left:.1f} {self._height - y * MM:.1f} Td {self._shown(face, text, size)} ET"

    def _set_width(self, width: float) -> None:
        if width != self._width:
            self._width = width
            self._add(f"{width:g} w")

    def _point(self, x: float, y: float) -> str:
        return f"{x * MM:.2f} {self._height - y * MM:.2f}"

    def _rectangle(self, box: Box) -> str:
        return f"{self._point(box.x, box.bottom)} {box.width * MM:.2f} {box.height * MM:.2f}"

    def _add(self, operators: str) -> None:
        self._operators.append(operators)


def joined(texts: Iterable[str], separator: str = " · ") -> str:
    return separator.join(text for text in texts if text)
