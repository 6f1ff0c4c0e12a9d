"""In which order a sheet is read to those who listen: the path of each of its parts below the sheet."""

from __future__ import annotations

from enum import IntEnum, auto

from paper.layout import TagKind, TagStep

MOST_ROWS = 1000
"""Of a block of rows; the rows of the next block come after them."""


class SheetPart(IntEnum):
    """The parts of a sheet in the order in which they are read."""

    TITLE = auto()
    GAME = auto()
    PLACE = auto()
    RULE = auto()
    LOGO = auto()
    ROUND = auto()
    TABLE = auto()
    CODE = auto()
    QR_CODE = auto()
    SIDES = auto()
    FACTS = auto()
    NOTES = auto()
    GRIDS = auto()
    RESULT = auto()
    CORRECTIONS = auto()
    SIGNATURES = auto()
    FOOT = auto()


def tag_part(part: SheetPart, number: int = 0) -> TagStep:
    """A paragraph, or the title; `number` tells several of one part apart."""
    return TagStep(part * MOST_ROWS + number, TagKind.TITLE if part is SheetPart.TITLE else TagKind.PARAGRAPH)


def tag_figure(part: SheetPart, spoken: str) -> TagStep:
    """A picture and what is said of it."""
    return TagStep(part * MOST_ROWS, TagKind.FIGURE, spoken=spoken)


def tag_words(place: int, spoken: str = "") -> TagStep:
    """Words of a paragraph; `spoken` is said instead of them, where their meaning has to be seen."""
    return TagStep(place, TagKind.SPAN, spoken=spoken)


def tag_table(grid: int) -> TagStep:
    return TagStep(SheetPart.GRIDS * MOST_ROWS + grid, TagKind.TABLE)


def tag_heading_row(row: int) -> TagStep:
    return TagStep(row, TagKind.ROW)


def tag_row(block: int) -> TagStep:
    """The title of a block of hands with its final score; its hands follow."""
    return TagStep((block + 1) * MOST_ROWS, TagKind.ROW)


def tag_heading(column: int, *, columns: int = 1, rows: int = 1) -> TagStep:
    """The heading of a column, or of several."""
    return TagStep(column, TagKind.HEADER_CELL, columns, rows)


def tag_row_heading(columns: int = 1, spoken: str = "") -> TagStep:
    """The heading of a row, in its first columns."""
    return TagStep(0, TagKind.HEADER_CELL, columns, heads_row=True, spoken=spoken)


def tag_cell(column: int) -> TagStep:
    return TagStep(column, TagKind.CELL)
