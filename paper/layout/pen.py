"""A pen draws on one page or form: lengths are millimetres from the top left corner, font sizes and line widths are points."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from paper.layout.fonts import BOLD, CAP_HEIGHT, REGULAR, FontFace
from paper.layout.paper import MM, PageSize, Rect
from paper.layout.qr import Qr
from paper.layout.text import LEADING, TALLEST, FittedText, clean_text, fit_text

HAIRLINE = 0.4
"""In points; a cheap printer drops thinner lines."""
LINE = 0.6
HEAVY = 1.2


class Align:
    """Share of the free width that stays to the left of the text."""

    LEFT = 0.0
    CENTRE = 0.5
    RIGHT = 1.0


OperatorBuilder = Callable[[FontFace, str, float], str]
"""Builds the operators that show a clean text in a face and size."""


class TextSlot:
    """A box for one text, used again on many sheets of one document and page size; it caches the operators of each text."""

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


class Pen:
    """Collects PDF operators for one page or form."""

    def __init__(self, build_operators: OperatorBuilder, size: PageSize) -> None:
        self.size = size
        self._shown = build_operators
        self._height = size.height * MM
        self._width = 1.0
        self._operators: list[str] = []

    @property
    def content(self) -> bytes:
        return "\n".join(self._operators).encode("latin-1")

    def draw_line(self, x0: float, y0: float, x1: float, y1: float, width: float = LINE) -> None:
        self._set_width(width)
        self._add_operators(f"{self._format_point(x0, y0)} m {self._format_point(x1, y1)} l S")

    def draw_dashes(self, x0: float, y0: float, x1: float, y1: float) -> None:
        self._set_width(HAIRLINE)
        self._add_operators(f"[3 3]0 d {self._format_point(x0, y0)} m {self._format_point(x1, y1)} l S []0 d")

    def draw_frame(self, box: Rect, width: float = LINE) -> None:
        self._set_width(width)
        self._add_operators(f"{self._format_rectangle(box)} re S")

    def fill_box(self, box: Rect) -> None:
        """Fill the box with black."""
        self._add_operators(f"{self._format_rectangle(box)} re f")

    def fill_path(self, path: str, x: float, y: float, scale: float) -> None:
        """Fill a path of PDF operators (even-odd rule, y downwards) with its origin at (x, y); one unit is `scale` millimetres."""
        unit = scale * MM
        self._add_operators(f"q {unit:.4g} 0 0 {-unit:.4g} {self._format_point(x, y)} cm {path} f* Q")

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
        fitted, operators = self._fit_in_slot(TextSlot(box, size, least, lines, face, align, names=names), clean_text(text))
        if operators:
            self._operators.append(f"1 g {operators} 0 g" if white else operators)
        return fitted

    def draw_upright_text(
        self, box: Rect, text: str, size: float, *, least: float = 5.5, lines: int = 1, face: FontFace = REGULAR
    ) -> FittedText:
        """Draw text from the bottom of the box upwards, for headings of narrow columns; otherwise like `draw_text`."""
        turned_pen = Pen(self._shown, PageSize(box.height, box.width))
        fitted = turned_pen.draw_text(Rect(0, 0, box.height, box.width), text, size, least=least, lines=lines, face=face)
        self._add_operators(f"q 0 1 -1 0 {self._format_point(box.right, box.bottom)} cm")
        self._operators.extend(turned_pen._operators)
        self._add_operators("Q")
        return fitted

    def draw_in_slot(self, slot: TextSlot, text: str) -> None:
        """Draw text in a slot that is used on many sheets; otherwise like `draw_text`."""
        operators = slot.known.get(text)
        if operators is None:
            operators = slot.known[text] = self._fit_in_slot(slot, clean_text(text))[1]
        if operators:
            self._operators.append(operators)

    def _fit_in_slot(self, slot: TextSlot, text: str) -> tuple[FittedText, str]:
        text_width = slot.face.measure_width(text) * slot.largest
        if text_width <= slot.width:  # nearly everything, and so without what several lines need
            return FittedText(slot.largest, (text,)), self._build_single_line(slot, text, text_width) if text else ""
        fitted = fit_text(text, slot.face, slot.width, slot.height, size=slot.size, least=slot.least, lines=slot.lines, names=slot.names)
        size, lines = fitted
        step = size * LEADING / MM
        x = slot.box.x + slot.box.width * slot.align
        y = slot.box.y + (slot.box.height + size * CAP_HEIGHT / MM - step * (len(lines) - 1)) / 2
        operators = [self._build_line(x, y + index * step, line, size, slot.face, slot.align) for index, line in enumerate(lines) if line]
        return fitted, " ".join(operators)

    def _build_single_line(self, slot: TextSlot, text: str, text_width: float) -> str:
        left, bottom = slot.left - text_width * slot.align, self._height - slot.foot
        return f"BT {left:.1f} {bottom:.1f} Td {self._shown(slot.face, text, slot.largest)} ET"

    def draw_tick_box(self, x: float, y: float, side: float, *, ticked: bool = False) -> None:
        self.draw_frame(Rect(x, y, side, side), HAIRLINE)
        if ticked:
            self.draw_text(Rect(x, y, side, side), "✓", side * MM, face=BOLD, align=Align.CENTRE)

    def draw_qr(self, box: Rect, code: Qr) -> None:
        """Draw the code without its quiet zone; the caller leaves four modules of white around the box."""
        width, height = box.width * MM, box.height * MM
        self._add_operators(
            f"q {width:.2f} 0 0 {height:.2f} {self._format_point(box.x, box.bottom)} cm "
            f"BI/W {code.side}/H {code.side}/IM true/D[1 0]/F/AHx ID {code.hex_digits}> EI Q"
        )

    def place_form(self, name: str, x: float = 0.0, y: float = 0.0, *, height: float) -> None:
        """Place a form of this height with its top left corner at (x, y)."""
        self._add_operators(f"q 1 0 0 1 {self._format_point(x, y + height)} cm /{name} Do Q")

    def place_picture(self, name: str, box: Rect) -> None:
        width, height = box.width * MM, box.height * MM
        self._add_operators(f"q {width:.2f} 0 0 {height:.2f} {self._format_point(box.x, box.bottom)} cm /{name} Do Q")

    def place_drawing(self, drawing: Pen, x: float, y: float) -> None:
        """Copy the drawing of another pen of this document with its top left corner at (x, y)."""
        self._add_operators(f"q 1 0 0 1 {self._format_point(x, y + drawing.size.height)} cm")
        self._operators.extend(drawing._operators)
        self._add_operators("Q")

    def place_upside_down(self, drawing: Pen, x: float, y: float) -> None:
        """Copy the drawing upside down; otherwise like `place_drawing`."""
        self._add_operators(f"q -1 0 0 -1 {self._format_point(x + drawing.size.width, y)} cm")
        self._operators.extend(drawing._operators)
        self._add_operators("Q")

    def _build_line(self, x: float, y: float, text: str, size: float, face: FontFace, align: float) -> str:
        left = x * MM
        if align:
            left -= face.measure_width(text) * size * align
        return f"BT {left:.1f} {self._height - y * MM:.1f} Td {self._shown(face, text, size)} ET"

    def _set_width(self, width: float) -> None:
        if width != self._width:
            self._width = width
            self._add_operators(f"{width:g} w")

    def _format_point(self, x: float, y: float) -> str:
        return f"{x * MM:.2f} {self._height - y * MM:.2f}"

    def _format_rectangle(self, box: Rect) -> str:
        return f"{self._format_point(box.x, box.bottom)} {box.width * MM:.2f} {box.height * MM:.2f}"

    def _add_operators(self, operators: str) -> None:
        self._operators.append(operators)


def join_texts(texts: Iterable[str], separator: str = " · ") -> str:
    """The texts that are not empty, with the separator between them."""
    return separator.join(text for text in texts if text)
