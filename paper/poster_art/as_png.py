"""Drawings as pictures: the items of a page at so many pixels, drawn larger and then reduced, so that edges are smooth."""

from __future__ import annotations

import io
from functools import lru_cache, singledispatchmethod
from typing import TYPE_CHECKING

from paper.layout.canvas_pen import split_runs
from paper.layout.fonts import FontFace
from paper.layout.paper import Rect
from paper.poster_art.drawing import Drawing, DrawingItem, Fill, Path, PictureItem, QrItem, Stroke, Words, flatten_path

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

FINER = 2
"""How many times larger it is drawn than asked for: a whole number, so that the mean of each square of pixels is the picture."""
COLOURS = 256


def write_png(drawing: Drawing, width: int) -> bytes:
    """The page as PNG of so many pixels across, below a megabyte by few colours."""
    from PIL import Image  # noqa: PLC0415 - a desk without pictures does not load it

    height = round(width * drawing.size.height / drawing.size.width)
    painter = _Painter(drawing, width * FINER, height * FINER)
    for item in drawing.items:
        painter.paint_item(item)
    file = io.BytesIO()
    painter.image.reduce(FINER).quantize(COLOURS, dither=Image.Dither.NONE).save(file, "PNG")
    return file.getvalue()


class _Painter:
    def __init__(self, drawing: Drawing, width: int, height: int) -> None:
        from PIL import Image, ImageDraw  # noqa: PLC0415 - a desk without pictures does not load it

        self._unit = width / drawing.size.width
        self.image: Image.Image = Image.new("RGB", (width, height), "white")
        self._draw: ImageDraw.ImageDraw = ImageDraw.Draw(self.image)

    @singledispatchmethod
    def paint_item(self, item: DrawingItem) -> None:
        raise TypeError(item)

    @paint_item.register
    def _(self, item: Fill) -> None:
        outlines = self._scale_outlines(item.path)
        if len(outlines) == 1:
            self._draw.polygon(outlines[0], fill=item.colour)
        else:
            self._fill_even_odd(outlines, item.colour)

    @paint_item.register
    def _(self, item: Stroke) -> None:
        width = max(1, round(item.width * self._unit))
        for outline in self._scale_outlines(item.path):
            closed = [*outline, *outline[:2]] if item.path[-1][0] == "Z" else outline
            self._draw.line(closed, fill=item.colour, width=width, joint="curve")

    @paint_item.register
    def _(self, item: Words) -> None:
        x, y = item.x * self._unit, item.foot * self._unit
        for run in split_runs(item.face, item.text):
            font = _load_font(run.font, item.face, round(item.size * self._unit))
            if run.is_placed:
                x = (item.x + run.offset * item.size) * self._unit
            self._draw.text((x, y), run.text, font=font, fill=item.colour, anchor="ls")
            x += font.getlength(run.text)

    @paint_item.register
    def _(self, item: QrItem) -> None:
        rows, box = item.qr.build_rows(), self._scale_box(item.box)
        step = (box[2] - box[0]) / item.qr.side
        for row, modules in enumerate(rows):
            for column, dark in enumerate(modules):
                if dark:
                    left, top = box[0] + column * step, box[1] + row * step
                    self._draw.rectangle((round(left), round(top), round(left + step) - 1, round(top + step) - 1), fill="black")

    @paint_item.register
    def _(self, item: PictureItem) -> None:
        from PIL import Image  # noqa: PLC0415 - a desk without pictures does not load it

        left, top, right, bottom = (round(edge) for edge in self._scale_box(item.box))
        mode = "L" if item.picture.grey else "RGB"
        picture = Image.frombytes(mode, (item.picture.width, item.picture.height), item.picture.pixels).convert("RGB")
        self.image.paste(picture.resize((max(1, right - left), max(1, bottom - top)), Image.Resampling.LANCZOS), (left, top))

    def _fill_even_odd(self, outlines: list[list[tuple[float, float]]], colour: str) -> None:
        from PIL import Image, ImageChops, ImageDraw  # noqa: PLC0415 - a desk without pictures does not load it

        points = [point for outline in outlines for point in outline]
        left, top = (int(min(point[axis] for point in points)) - 1 for axis in (0, 1))
        right, bottom = (int(max(point[axis] for point in points)) + 2 for axis in (0, 1))
        mask = Image.new("1", (right - left, bottom - top))
        for outline in outlines:
            layer = Image.new("1", mask.size)
            ImageDraw.Draw(layer).polygon([(x - left, y - top) for x, y in outline], fill=1)
            mask = ImageChops.logical_xor(mask, layer)
        self.image.paste(colour, (left, top), mask)

    def _scale_outlines(self, path: Path) -> list[list[tuple[float, float]]]:
        return [[(x * self._unit, y * self._unit) for x, y in outline] for outline in flatten_path(path)]

    def _scale_box(self, box: Rect) -> tuple[float, float, float, float]:
        return box.x * self._unit, box.y * self._unit, box.right * self._unit, box.bottom * self._unit


@lru_cache(maxsize=128)
def _load_font(name: str, face: FontFace, size: int) -> ImageFont.FreeTypeFont:
    """The font of that name at this size: that of the face, or one that stands in for its missing letters."""
    from PIL import ImageFont  # noqa: PLC0415 - a desk without pictures does not load it
    from reportlab.pdfbase.pdfmetrics import getFont  # noqa: PLC0415 - nor does it load this

    return ImageFont.truetype(getFont(name).face.filename, size, layout_engine=ImageFont.Layout.BASIC)
