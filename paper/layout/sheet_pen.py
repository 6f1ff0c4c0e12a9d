"""The fast path of what is printed by the hundred: a pen that writes PDF operators itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from paper.layout.fonts import FontFace
from paper.layout.paper import MM, PageSize, Rect
from paper.layout.pen import HAIRLINE, LINE, Pen
from paper.layout.qr import Qr
from paper.layout.slots import TextSlot, fit_in_slot, place_lines
from paper.layout.tags import MarkedContent, TagKind, TagNode, TagPath, TagStep, TagTree
from paper.layout.text import FittedText, clean_text

_UNTAGGED = nullcontext()
OperatorBuilder = Callable[[FontFace, str, float], str]
"""Builds the operators that show a clean text in a face and size."""


class SheetPen(Pen):
    """Collects PDF operators for one page or form."""

    def __init__(self, build_operators: OperatorBuilder, size: PageSize, *, is_tagged: bool = False) -> None:
        super().__init__(size)
        self._is_tagged = is_tagged
        self._shown = build_operators
        self._height = size.height * MM
        self._width = 1.0
        self._path: TagPath = ()
        self._operators: list[str] = []
        self._beginnings: list[tuple[int, TagPath]] = []
        """Of elements: how many operators come before, and the path to what those after it belong to."""

    @property
    def content(self) -> bytes:
        return "\n".join(self._operators).encode("latin-1")

    def tagged(self, *path: TagStep) -> AbstractContextManager[None]:
        """What is drawn meanwhile belongs to the element with this path, wherever it stands among what is drawn."""
        return self._note_path(path) if self._is_tagged else _UNTAGGED

    @contextmanager
    def _note_path(self, path: TagPath) -> Iterator[None]:
        before = self._path
        self._begin_element(path)
        yield
        self._begin_element(before)

    def _begin_element(self, path: TagPath) -> None:
        self._path = path
        self._beginnings.append((len(self._operators), path))

    def build_tagged_content(self, page: int, tree: TagTree) -> tuple[bytes, list[TagNode]]:
        """The operators in stretches that are marked as what they are, and the element of each mark; what has no tag is decoration."""
        marker = _Marker(page, tree)
        start = 0
        for end, path in (*self._beginnings, (len(self._operators), ())):
            for operators in self._operators[start:end]:
                marker.add_operators(operators)
            marker.begin_element(path)
            start = end
        return "\n".join(marker.marked).encode("latin-1"), marker.elements

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
        self._add_operators(f"{self._format_rectangle(box)} re f")

    def fill_path(self, path: str, x: float, y: float, scale: float) -> None:
        unit = scale * MM
        self._add_operators(f"q {unit:.4g} 0 0 {-unit:.4g} {self._format_point(x, y)} cm {path} f* Q")

    def write_fitted(self, slot: TextSlot, fitted: FittedText, *, white: bool) -> None:
        operators = self._build_lines(slot, fitted)
        self._add_operators(f"1 g {operators} 0 g" if white else operators)

    def draw_upright_text(self, box: Rect, text: str, size: float, *, least: float, lines: int, face: FontFace) -> FittedText:
        """Draw text from the bottom of the box upwards, for headings of narrow columns; otherwise like `draw_text`."""
        turned_pen = SheetPen(self._shown, PageSize(box.height, box.width))
        fitted = turned_pen.draw_text(Rect(0, 0, box.height, box.width), text, size, least=least, lines=lines, face=face)
        self._add_operators(f"q 0 1 -1 0 {self._format_point(box.right, box.bottom)} cm")
        self._operators.extend(turned_pen._operators)
        self._add_operators("Q")
        return fitted

    def draw_in_slot(self, slot: TextSlot, text: str) -> None:
        """Draw text in a slot that is used on many sheets; otherwise like `draw_text`."""
        operators = slot.known.get(text)
        if operators is None:
            operators = slot.known[text] = self._build_slot_operators(slot, clean_text(text))
        if operators:
            self._operators.append(operators)

    def _build_slot_operators(self, slot: TextSlot, text: str) -> str:
        text_width = slot.face.measure_width(text) * slot.largest
        if text_width <= slot.width:  # nearly everything, and so without what several lines need
            left = slot.left - text_width * slot.align
            return f"BT {left:.1f} {self._height - slot.foot:.1f} Td {self._shown(slot.face, text, slot.largest)} ET" if text else ""
        return self._build_lines(slot, fit_in_slot(slot, text))

    def _build_lines(self, slot: TextSlot, fitted: FittedText) -> str:
        return " ".join(
            f"BT {line.left:.1f} {self._height - line.foot:.1f} Td {self._shown(slot.face, line.text, fitted.size)} ET"
            for line in place_lines(slot, fitted)
        )

    def draw_qr(self, box: Rect, code: Qr) -> None:
        width, height = box.width * MM, box.height * MM
        self._add_operators(
            f"q {width:.2f} 0 0 {height:.2f} {self._format_point(box.x, box.bottom)} cm "
            f"BI/W {code.side}/H {code.side}/IM true/D[1 0]/F/AHx ID {code.hex_digits}> EI Q"
        )

    def place_form(self, name: str, *, height: float) -> None:
        """Place a form of this height in the top left corner."""
        self._add_operators(f"q 1 0 0 1 {self._format_point(0, height)} cm /{name} Do Q")

    def place_picture(self, name: str, box: Rect) -> None:
        width, height = box.width * MM, box.height * MM
        self._add_operators(f"q {width:.2f} 0 0 {height:.2f} {self._format_point(box.x, box.bottom)} cm /{name} Do Q")

    def place_drawing(self, drawing: SheetPen, x: float, y: float, *path: TagStep) -> None:
        """Copy the drawing of another pen with its top left corner at (x, y), its elements below the one with this path."""
        self._add_operators(f"q 1 0 0 1 {self._format_point(x, y + drawing.size.height)} cm")
        start = len(self._operators)
        self._beginnings.extend((start + place, below and path + below) for place, below in drawing._beginnings)
        self._operators.extend(drawing._operators)
        self._add_operators("Q")

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


class _Marker:
    """Cuts the operators of a page into stretches of one element each."""

    def __init__(self, page: int, tree: TagTree) -> None:
        self.marked: list[str] = []
        self.elements: list[TagNode] = []
        self._stretch: list[str] = []
        self._page = page
        self._tree = tree
        self._element: TagNode | None = None

    def begin_element(self, path: TagPath) -> None:
        self.end_stretch()
        self._element = self._tree.find_node(path) if path else None

    def add_operators(self, operators: str) -> None:
        """Every text is a stretch of its own, so that its last word is not joined to the first word of the next."""
        if _is_boundary(operators):
            self.end_stretch()
            self.marked.append(operators)
            return
        if "BT " in operators:
            self.end_stretch()
        self._stretch.append(operators)

    def end_stretch(self) -> None:
        """Write what was collected: a figure is its lines too, of everything else only the text is read."""
        if not self._stretch:
            return
        operators, element = "\n".join(self._stretch), self._element
        self._stretch = []
        if element is None or (element.kind is not TagKind.FIGURE and "BT " not in operators):
            self.marked.append(f"/Artifact BMC\n{operators}\nEMC")
            return
        self.marked.append(f"/{element.kind}<</MCID {len(self.elements)}>>BDC\n{operators}\nEMC")
        element.kids.append(MarkedContent(self._page, len(self.elements)))
        self.elements.append(element)


def _is_boundary(operators: str) -> bool:
    """Whether the operators open or close a state of the page, which no mark may cross."""
    return operators == "Q" or (operators.startswith("q ") and operators.endswith(" cm"))
