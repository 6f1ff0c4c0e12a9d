"""Tables that flow over the pages of a book without splitting a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from paper.book import LEAST_NAME_SIZE, LONGEST_PARAGRAPH, Book
from paper.layout import BOLD, HAIRLINE, HEAVY, MM, REGULAR, Align, Rect, clean_text, fits_whole
from paper.layout.fonts import FontFace
from paper.layout.tags import TagKind, TagNode
from paper.layout.text import BETWEEN_PERSONS, LEADING, TALLEST, clean_flowing_text, wrap_text

TABLE_HEAD = 7.0
UNTITLED_HEAD = 1.0
"""The free part above a table whose columns have no headings."""
LEAST_SIZE = 5.5
MOST_LINES = 40
"""Most lines of a cell that flows."""
MOST_NAME_LINES = 12
LEAST_EVEN_SIZE, LEAST_EVEN_SHARE = 9.0, 0.8
"""Below this size in points, and this share of its own, a column is not made smaller for one line of the usual cell."""


@dataclass(frozen=True, slots=True)
class PrintColumn:
    """A column of a PrintTable; `size` is the font size in points, `lines` the most lines of a cell."""

    label: str
    share: float
    """Share of the page width; about millimetres."""
    size: float
    align: float = Align.LEFT
    bold: bool = False
    lines: int = 3
    names: bool = False
    """Whether its cells name persons: they are not smaller than `LEAST_NAME_SIZE`, nobody's name is broken, and nobody is left out:
    a row with longer names is higher.
    """
    flows: bool = False
    """Whether its cells are drawn at this size on as many lines as they need, and at each line break on a new one: the row grows."""

    @property
    def least(self) -> float:
        return LEAST_NAME_SIZE if self.names else LEAST_SIZE

    def choose_face(self, *, bold: bool = False) -> FontFace:
        return BOLD if self.bold or bold else REGULAR


class PrintTable:
    """Rows of one height under headings that are repeated on every page; a heavy line follows every `heavy_every` rows."""

    def __init__(self, book: Book, columns: Sequence[PrintColumn], row_height: float, *, growth: float = 1.0, heavy_every: int = 5) -> None:
        self._book = book
        self._columns = tuple(replace(column, size=column.size * growth) for column in columns)
        self._height = row_height * growth
        self._heavy_every = heavy_every
        self._rows = 0
        self._tag: TagNode | None = None

    def begin_rows(self, rows: Sequence[Sequence[str]] = ()) -> None:
        """Draw the headings on a page that has room for at least one row below them; `rows` are those to come, whose texts get one size."""
        book = self._book
        if rows:
            boxes = self.split_cells(Rect(book.area.x, 0, book.area.width, self._height))
            texts = zip(*rows, strict=True)
            columns = [*map(_even_out_column, self._columns, boxes, texts)]
            names_size = min((column.size for column in columns if column.names), default=0)
            self._columns = tuple(replace(column, size=names_size) if column.names else column for column in columns)
        if book.ensure_space(TABLE_HEAD + self._height):
            self._rows = 0
        self._draw_head()

    def keep_rows(self, count: int) -> None:
        """Begin a page if so many rows would be split here."""
        if self._book.ensure_space(count * self._height):
            self._draw_head()

    def keep_with(self, rows: Sequence[Sequence[str]], below: float) -> None:
        """Begin a page if these rows, which are drawn next, and so many millimetres below them would be split here and fit on a page."""
        height = sum(max((self._height, *self._list_cell_heights(row, bold=False))) for row in rows) + below
        if height + TABLE_HEAD <= self._book.bottom - self._book.top and self._book.ensure_space(height):
            self._draw_head()

    def draw_row(self, cells: Sequence[str], *, bold: bool = False, line_above: bool = False, height: float = 0.0) -> Rect:
        """Draw a row and return its strip so that the caller can draw more on it; `height` makes the row taller than the others."""
        book = self._book
        height = max(height, self._height, *self._list_cell_heights(cells, bold=bold))
        if book.ensure_space(height):
            self._draw_head()
        strip = book.take_strip(height)
        row = (self._tag or book.document.tag).add(TagKind.ROW)
        if line_above:
            book.pen.draw_line(strip.x, strip.y, strip.right, strip.y, HEAVY)
        for cell, column, box in zip(cells, self._columns, self.split_cells(strip), strict=True):
            with book.pen.tagged(row.add(TagKind.CELL)):
                self._draw_cell(box, cell, column, bold=bold)
        self._rows += 1
        heavy = self._heavy_every and self._rows % self._heavy_every == 0
        book.pen.draw_line(strip.x, strip.bottom, strip.right, strip.bottom, HEAVY if heavy else HAIRLINE)
        return strip

    def _list_cell_heights(self, cells: Sequence[str], *, bold: bool) -> Iterator[float]:
        """The height in millimetres that each cell needs whose row grows with it."""
        usual = Rect(self._book.area.x, 0, self._book.area.width, self._height)
        for cell, column, box in zip(cells, self._columns, self.split_cells(usual), strict=True):
            face = column.choose_face(bold=bold)
            if column.flows:
                yield 3 + len(_wrap_cell(cell, column, face, box.width)) * column.size * LEADING / MM
            elif column.names:
                yield _compute_name_height(clean_text(cell), column, face, box)

    def _draw_cell(self, box: Rect, cell: str, column: PrintColumn, *, bold: bool) -> None:
        pen, face = self._book.pen, column.choose_face(bold=bold)
        if not column.flows:
            lines = MOST_NAME_LINES if column.names and box.height > self._height else column.lines
            pen.draw_text(box, cell, column.size, least=column.least, lines=lines, face=face, align=column.align, names=column.names)
            return
        wrapped, step = _wrap_cell(cell, column, face, box.width), column.size * LEADING / MM
        top = box.y + (box.height - step * len(wrapped)) / 2
        for number, line in enumerate(wrapped):
            pen.draw_text(Rect(box.x, top + number * step, box.width, step), line, column.size, face=face, align=column.align)

    def split_cells(self, strip: Rect) -> tuple[Rect, ...]:
        """The inner box of each cell of a row; numbers that end at the right keep away from a text that begins there."""
        boxes = strip.split_columns(*(column.share for column in self._columns))
        return tuple(
            Rect(box.x + 1, box.y + 0.3, box.width - (3 if column.align == Align.RIGHT and box is not boxes[-1] else 2), box.height - 0.6)
            for box, column in zip(boxes, self._columns, strict=True)
        )

    def _draw_head(self) -> None:
        strip = self._book.take_strip(TABLE_HEAD if any(column.label for column in self._columns) else UNTITLED_HEAD)
        row = None
        if self._tag is None:  # headings on further pages repeat the first
            self._tag = self._book.document.tag.add(TagKind.TABLE)
            row = self._tag.add(TagKind.ROW)
        for column, box in zip(self._columns, self.split_cells(strip), strict=True):
            with self._book.pen.tagged(row.add(TagKind.HEADER_CELL) if row else None):
                self._book.pen.draw_text(box, column.label, 8.5, least=4.5, face=BOLD, align=column.align, lines=2)
        self._book.pen.draw_line(strip.x, strip.bottom, strip.right, strip.bottom, HEAVY)


def _even_out_column(column: PrintColumn, box: Rect, texts: Sequence[str]) -> PrintColumn:
    """The column at the size at which most of its texts fit one line, so that one row does not shout beside the next; only the longest
    eighth is smaller. Unchanged where most texts are too long for one line.
    """
    if column.align != Align.LEFT or column.flows:
        return column
    face = column.choose_face()
    widths = sorted(face.measure_width(clean_text(text)) for text in texts)
    usual = widths[len(widths) - 1 - len(widths) // 8]
    size = min(column.size, int(10 * box.width * MM / usual) / 10) if usual else column.size
    return replace(column, size=size) if size >= min(LEAST_EVEN_SIZE, LEAST_EVEN_SHARE * column.size) else column


def _wrap_cell(cell: str, column: PrintColumn, face: FontFace, width: float) -> tuple[str, ...]:
    """The lines of a cell that flows, in a box of this width in millimetres."""
    at_size_1 = width * MM / column.size
    lines = [line for text in cell.split("\n") for line in _wrap_text_or_names(text, column, face, at_size_1)]
    return tuple(lines[:MOST_LINES])


def _wrap_text_or_names(text: str, column: PrintColumn, face: FontFace, width: float) -> tuple[str, ...]:
    text = clean_flowing_text(text, LONGEST_PARAGRAPH)
    between_persons = column.names and all(face.measure_width(name) <= width for name in text.split(BETWEEN_PERSONS))
    return wrap_text(text, face, width, BETWEEN_PERSONS if between_persons else " ")


def _compute_name_height(names: str, column: PrintColumn, face: FontFace, box: Rect) -> float:
    """The height in millimetres of the row that names everybody at the least size; 0 if the usual row does."""
    if not names or fits_whole(names, face, box.width * MM, box.height * MM, size=column.least, lines=column.lines):
        return 0.0
    width = box.width * MM / column.least
    lines = sum(len(wrap_text(person, face, width)) for person in names.split(BETWEEN_PERSONS))
    return (TALLEST + LEADING * (min(lines, MOST_NAME_LINES) - 1)) * column.least / MM + 1.2
