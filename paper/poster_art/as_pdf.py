"""Drawings as pages of a PDF, through reportlab's canvas; the same drawings always give the same bytes."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import singledispatch
from typing import TYPE_CHECKING, NamedTuple

from paper.layout import MM, REGULAR, PageSize, PrintPicture, Rect, clean_text
from paper.layout.archival import LEAST_VERSION, PRODUCER
from paper.layout.canvas_pen import split_runs
from paper.layout.fonts import SUBSET_LOCK
from paper.poster_art.drawing import Drawing, DrawingItem, Fill, Path, PictureItem, QrItem, Stroke, Words

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.pdfgen.pathobject import PDFPathObject

METHODS = {"M": "moveTo", "L": "lineTo", "C": "curveTo", "Z": "close"}
EVEN_ODD = 0


class PlacedDrawing(NamedTuple):
    """A drawing with its top left corner at (x, y) in millimetres; one of its units is `scale` millimetres."""

    drawing: Drawing
    x: float = 0.0
    y: float = 0.0
    scale: float = 1.0


class PdfPage(NamedTuple):
    """A page of so many millimetres, and where it is cut."""

    size: PageSize
    placed: Sequence[PlacedDrawing]
    cuts: Sequence[tuple[float, float, float, float]] = ()


def write_pdf(sheets: Sequence[PdfPage], title: str, language: str) -> bytes:
    from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415 - a desk that prints nothing does not load it

    canvas = Canvas(
        io.BytesIO(), pageCompression=1, invariant=1, pdfVersion=LEAST_VERSION, initialFontName=REGULAR.font.fontName, lang=language
    )
    canvas.setTitle(clean_text(title))
    for set_name in (canvas.setAuthor, canvas.setCreator, canvas.setProducer):
        set_name(PRODUCER)
    for sheet in sheets:
        _write_sheet(canvas, sheet)
    with SUBSET_LOCK:
        return bytes(canvas.getpdfdata())


def _write_sheet(canvas: Canvas, sheet: PdfPage) -> None:
    canvas.setPageSize((sheet.size.width * MM, sheet.size.height * MM))
    for drawing, x, y, scale in sheet.placed:
        canvas.saveState()
        canvas.translate(x * MM, (sheet.size.height - y) * MM)
        canvas.scale(scale * MM, scale * MM)
        clip = canvas.beginPath()
        clip.rect(0, -drawing.size.height, drawing.size.width, drawing.size.height)
        canvas.clipPath(clip, stroke=0, fill=0)
        canvas.setLineJoin(1)
        for item in drawing.items:
            _draw_item(item, canvas)
        canvas.restoreState()
    for x0, y0, x1, y1 in sheet.cuts:
        canvas.setLineWidth(0.4)
        canvas.setStrokeGray(0.45)
        canvas.setDash(4, 3)
        canvas.line(x0 * MM, (sheet.size.height - y0) * MM, x1 * MM, (sheet.size.height - y1) * MM)
    canvas.showPage()


@singledispatch
def _draw_item(item: DrawingItem, canvas: Canvas) -> None:
    raise TypeError(item)


@_draw_item.register(Fill)
def _(item: Fill, canvas: Canvas) -> None:
    canvas.setFillColor(_read_colour(item.colour))
    canvas.drawPath(_build_outline(canvas, item.path), stroke=0, fill=1, fillMode=EVEN_ODD)


@_draw_item.register(Stroke)
def _(item: Stroke, canvas: Canvas) -> None:
    canvas.setStrokeColor(_read_colour(item.colour))
    canvas.setLineWidth(item.width)
    canvas.drawPath(_build_outline(canvas, item.path), stroke=1, fill=0)


@_draw_item.register(Words)
def _(item: Words, canvas: Canvas) -> None:
    canvas.setFillColor(_read_colour(item.colour))
    text = canvas.beginText()
    for run in split_runs(item.face, item.text):
        if run.is_placed:
            text.setTextOrigin(item.x + run.offset * item.size, -item.foot)
        text.setFont(run.font, item.size)
        text.textOut(run.text)
    canvas.drawText(text)


@_draw_item.register(QrItem)
def _(item: QrItem, canvas: Canvas) -> None:
    pixels = bytes(0 if dark else 255 for row in item.qr.build_rows() for dark in row)
    _draw_pixels(canvas, "L", (item.qr.side, item.qr.side), pixels, item.box)


@_draw_item.register(PictureItem)
def _(item: PictureItem, canvas: Canvas) -> None:
    picture: PrintPicture = item.picture
    _draw_pixels(canvas, "L" if picture.grey else "RGB", (picture.width, picture.height), picture.pixels, item.box)


def _draw_pixels(canvas: Canvas, mode: str, size: tuple[int, int], pixels: bytes, box: Rect) -> None:
    from PIL import Image  # noqa: PLC0415 - a desk that prints nothing does not load it
    from reportlab.lib.utils import ImageReader  # noqa: PLC0415 - nor does it load this

    canvas.drawImage(ImageReader(Image.frombytes(mode, size, pixels)), box.x, -box.bottom, box.width, box.height)


def _build_outline(canvas: Canvas, path: Path) -> PDFPathObject:
    outline = canvas.beginPath()
    for letter, *numbers in path:
        turned = [number if index % 2 == 0 else -number for index, number in enumerate(numbers)]
        getattr(outline, METHODS[letter])(*turned)
    return outline


def _read_colour(colour: str) -> tuple[float, ...]:
    return tuple(part / 255 for part in bytes.fromhex(colour[1:]))
