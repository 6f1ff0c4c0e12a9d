"""The pen of everything that is not printed by the hundred: it draws on reportlab's canvas, and says what is what for those who listen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import combining

from paper.layout.fonts import FontFace, find_letter_before
from paper.layout.paper import MM, PageSize, Rect
from paper.layout.pen import HAIRLINE, LINE, Pen
from paper.layout.pictures import PrintPicture
from paper.layout.qr import Qr
from paper.layout.slots import TextSlot, place_lines
from paper.layout.tags import MarkedContent, TagKind, TagNode
from paper.layout.text import FittedText

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

    DrawingStep = Callable[[Canvas], None]
PATH_METHODS = {"m": "moveTo", "l": "lineTo", "c": "curveTo", "h": "close"}


class TextRun(NamedTuple):
    """A stretch of a line in one font; `offset` is its distance from the start of the line at size 1, if it does not just go on."""

    font: str
    text: str
    offset: float
    is_placed: bool


class TaggedStep(NamedTuple):
    """What is drawn at once, and the element to which it belongs; without one it is decoration."""

    tag: TagNode | None
    draw: DrawingStep
    text: int = 0
    """A number for each text, so that its last word is not joined to the first word of the next; 0 for anything else."""


class CanvasPen(Pen):
    """Notes what is drawn on one page, in order; the document draws it on its canvas at the end.

    Text without a tag becomes a paragraph of the document, anything else is decoration.
    """

    def __init__(self, size: PageSize, document_tag: TagNode, pictures: dict[str, PrintPicture]) -> None:
        super().__init__(size)
        self._height = size.height * MM
        self._document_tag = document_tag
        self._pictures = pictures
        self._tag: TagNode | None = document_tag
        self._steps: list[TaggedStep] = []

    @contextmanager
    def tagged(self, tag: TagNode | None) -> Iterator[None]:
        """Texts drawn meanwhile belong to this element; with None they are decoration, such as the head of a further page."""
        before, self._tag = self._tag, tag
        yield
        self._tag = before

    @contextmanager
    def figure(self, box: Rect, spoken: str) -> Iterator[None]:
        """What is drawn meanwhile is one picture, of which this is said; inside decoration it stays decoration."""
        if self._tag is None:
            yield
            return
        tag = self._document_tag.add(TagKind.FIGURE, spoken=spoken)
        tag.box = Rect(box.x * MM, self._turn(box.bottom), box.width * MM, box.height * MM)
        with self.tagged(tag):
            yield

    def draw_line(self, x0: float, y0: float, x1: float, y1: float, width: float = LINE) -> None:
        def draw(canvas: Canvas) -> None:
            canvas.setLineWidth(width)
            canvas.line(x0 * MM, self._turn(y0), x1 * MM, self._turn(y1))

        self._add_step(draw)

    def draw_dashes(self, x0: float, y0: float, x1: float, y1: float) -> None:
        def draw(canvas: Canvas) -> None:
            canvas.setLineWidth(HAIRLINE)
            canvas.setDash(3, 3)
            canvas.line(x0 * MM, self._turn(y0), x1 * MM, self._turn(y1))
            canvas.setDash()

        self._add_step(draw)

    def draw_frame(self, box: Rect, width: float = LINE) -> None:
        def draw(canvas: Canvas) -> None:
            canvas.setLineWidth(width)
            canvas.rect(box.x * MM, self._turn(box.bottom), box.width * MM, box.height * MM)

        self._add_step(draw)

    def fill_box(self, box: Rect) -> None:
        self._add_step(lambda canvas: canvas.rect(box.x * MM, self._turn(box.bottom), box.width * MM, box.height * MM, stroke=0, fill=1))

    def fill_path(self, path: str, x: float, y: float, scale: float) -> None:
        def draw(canvas: Canvas) -> None:
            canvas.saveState()
            canvas.transform(scale * MM, 0, 0, -scale * MM, x * MM, self._turn(y))
            outline, numbers = canvas.beginPath(), list[float]()
            for word in path.split():
                if word in PATH_METHODS:
                    getattr(outline, PATH_METHODS[word])(*numbers)
                    numbers = []
                else:
                    numbers.append(float(word))
            canvas.drawPath(outline, stroke=0, fill=1)  # even-odd, as a canvas fills by default
            canvas.restoreState()

        self._add_step(draw)

    def draw_qr(self, box: Rect, code: Qr) -> None:
        pixels = bytes(0 if dark else 255 for row in code.build_rows() for dark in row)
        self._draw_pixels("L", (code.side, code.side), pixels, box)

    def place_picture(self, name: str, box: Rect) -> None:
        picture = self._pictures[name]
        self._draw_pixels("L" if picture.grey else "RGB", (picture.width, picture.height), picture.pixels, box)

    def _draw_pixels(self, mode: str, size: tuple[int, int], pixels: bytes, box: Rect) -> None:
        from PIL import Image  # noqa: PLC0415 - a desk that prints nothing does not load it
        from reportlab.lib.utils import ImageReader  # noqa: PLC0415 - nor does it load this

        picture = ImageReader(Image.frombytes(mode, size, pixels))
        self._add_step(lambda canvas: canvas.drawImage(picture, box.x * MM, self._turn(box.bottom), box.width * MM, box.height * MM))

    def write_fitted(self, slot: TextSlot, fitted: FittedText, *, white: bool) -> None:
        def draw(canvas: Canvas) -> None:
            canvas.setFillGray(1 if white else 0)
            for line in place_lines(slot, fitted):
                text = canvas.beginText()
                for run in split_runs(slot.face, line.text):
                    if run.is_placed:
                        text.setTextOrigin(line.left + run.offset * fitted.size, self._height - line.foot)
                    text.setFont(run.font, fitted.size)
                    text.textOut(run.text)
                canvas.drawText(text)
            canvas.setFillGray(0)

        tag = self._tag
        element = tag.add(TagKind.PARAGRAPH) if tag is self._document_tag else tag
        self._steps.append(TaggedStep(element, draw, text=len(self._steps) + 1))

    def place_drawing(self, drawing: CanvasPen, x: float, y: float) -> None:
        """Copy the drawing of another pen of this document with its top left corner at (x, y)."""
        self._copy_steps(drawing, (1, 0, 0, 1, x * MM, self._turn(y + drawing.size.height)))

    def place_upside_down(self, drawing: CanvasPen, x: float, y: float) -> None:
        """Copy the drawing upside down; otherwise like `place_drawing`."""
        self._copy_steps(drawing, (-1, 0, 0, -1, (x + drawing.size.width) * MM, self._turn(y)))

    def _copy_steps(self, drawing: CanvasPen, matrix: tuple[float, ...]) -> None:
        def draw(canvas: Canvas) -> None:
            canvas.saveState()
            canvas.transform(*matrix)
            for step in drawing._steps:
                step.draw(canvas)
            canvas.restoreState()

        self._add_step(draw)

    def draw_on(self, canvas: Canvas, page: int) -> list[TagNode]:
        """Draw everything on the page with this number, each stretch marked as what it is; return the elements by number of their mark."""
        elements: list[TagNode] = []
        for (tag, _text), steps in groupby(self._steps, key=lambda step: (step.tag, step.text)):
            if tag is None:
                canvas.addLiteral("/Artifact BMC")
            else:
                canvas.addLiteral(f"/{tag.kind}<</MCID {len(elements)}>>BDC")
                tag.kids.append(MarkedContent(page, len(elements)))
                elements.append(tag)
            for step in steps:
                step.draw(canvas)
            canvas.addLiteral("EMC")
        return elements

    def _add_step(self, draw: DrawingStep) -> None:
        is_figure = self._tag is not None and self._tag.kind is TagKind.FIGURE
        self._steps.append(TaggedStep(self._tag if is_figure else None, draw))

    def _turn(self, y: float) -> float:
        """Points from the bottom of the page."""
        return self._height - y * MM


def split_runs(face: FontFace, text: str) -> list[TextRun]:
    """The clean text by font. An accent of the typeface is drawn around the middle of the letter before it; one of no font is left out."""
    runs: list[TextRun] = []
    end, is_placed = 0.0, True
    for index, character in enumerate(text):
        font, drawn = face.find_glyph(character)
        if not drawn:
            continue
        if combining(character) and font is face.font and index:
            half = face.measure_width(find_letter_before(text, index)) / 2
            runs.append(TextRun(font.fontName, drawn, end - half, is_placed=True))
            is_placed = True
        elif runs and runs[-1].font == font.fontName and not is_placed:
            runs[-1] = runs[-1]._replace(text=runs[-1].text + drawn)
        else:
            runs.append(TextRun(font.fontName, drawn, end, is_placed))
            is_placed = False
        end += face.measure_width(character)
    return runs
