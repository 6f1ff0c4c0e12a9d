"""Posters, leaflets and pictures of an evening: laid out once on an abstract page, then written as PDF or PNG.

write_poster(data, PosterLook.CLASSIC, A3)
write_leaflets(data, PosterLook.BOLD)
write_picture(draw_poster(data, PosterLook.FESTIVE, PosterShape.SQUARE))
"""

from paper.layout import A4, PageSize
from paper.poster_art.as_pdf import PdfPage, PlacedDrawing, write_pdf
from paper.poster_art.as_png import write_png
from paper.poster_art.composing import draw_poster
from paper.poster_art.drawing import Drawing
from paper.poster_art.results import draw_result
from paper.poster_art.values import WIDE, PosterData, PosterFact, PosterLook, PosterShape, ResultData

PIXELS = 1080
"""The width of a picture for chats: square, or upright with 1920 pixels of height."""

__all__ = [
    "PosterData",
    "PosterFact",
    "PosterLook",
    "PosterShape",
    "ResultData",
    "draw_poster",
    "draw_result",
    "write_leaflets",
    "write_picture",
    "write_poster",
    "write_result_poster",
]


def write_poster(data: PosterData, look: PosterLook, size: PageSize) -> bytes:
    """The poster as PDF on a page of the A series."""
    drawing = draw_poster(data, look, PosterShape.SHEET)
    return write_pdf([PdfPage(size, [PlacedDrawing(drawing, scale=size.width / WIDE)])], data.title, data.language)


def write_result_poster(data: ResultData, look: PosterLook, size: PageSize, language: str) -> bytes:
    """Winners or standings as a poster, PDF on a page of the A series."""
    drawing = draw_result(data, look, PosterShape.SHEET)
    return write_pdf([PdfPage(size, [PlacedDrawing(drawing, scale=size.width / WIDE)])], data.title, language)


def write_leaflets(data: PosterData, look: PosterLook) -> bytes:
    """Four leaflets on an A4, each laid out for its size, with lines to cut along."""
    drawing, across, down = draw_poster(data, look, PosterShape.LEAFLET), A4.width / 2, A4.height / 2
    placed = [PlacedDrawing(drawing, column * across, row * down, 0.5) for row in range(2) for column in range(2)]
    cuts = [(across, 0, across, A4.height), (0, down, A4.width, down)]
    return write_pdf([PdfPage(A4, placed, cuts)], data.title, data.language)


def write_picture(drawing: Drawing, pixels: int = PIXELS) -> bytes:
    """The drawing as PNG of so many pixels across."""
    return write_png(drawing, pixels)
