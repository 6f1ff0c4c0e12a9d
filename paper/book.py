"""Pages with the same head and foot, and tables that flow over them without splitting a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from paper.layout import A4, BOLD, HAIRLINE, HEAVY, MM, REGULAR, Align, Box, Document, PageSize, Pen, clean, joined
from paper.layout.text import LEADING, wrap
from paper.values import PrintHead
from rules.texts import _

MARGIN = 12.0
HEAD = 21.0
FOOT = 6.0
HEADING = 10.0
TABLE_HEAD = 7.0
LONGEST_PARAGRAPH = 20_000
WIDEST_LOGO = 45.0


@dataclass(frozen=True, slots=True)
class Column:
    label: str
    share: float
    """Of the width of the page; about millimetres."""
    size: float = 10
    align: float = Align.LEFT
    bold: bool = False
    lines: int = 3


class Book:
    """Pages are opened as the cursor runs down; `y` is where the next thing goes."""

    def __init__(self, head: PrintHead, title: str, size: PageSize = A4) -> None:
        self.head = head
        self.document = Document(joined((head.tournament, title), " – "), language=head.language)
        self.area = Box(0, 0, *size).inset(MARGIN)
        self.y = 0.0
        self._title = title
        self._size = size
        self._pages: list[Pen] = []
        if head.logo is not None:
            self.document.add_picture("logo", head.logo)

    @property
    def pen(self) -> Pen:
        return self._pages[-1]

    @property
    def bottom(self) -> float:
        return self.area.bottom - FOOT

    @property
    def rest(self) -> Box:
        """What is left of this page."""
        return Box(self.area.x, self.y, self.area.width, self.bottom - self.y)

    def say(self, message: str) -> str:
        return self.head.translate(message)

    def turn(self) -> Pen:
        """Open a page."""
        pen = self.document.page(self._size)
        self._pages.append(pen)
        self._draw_head(pen)
        self.y = self.area.y + HEAD
        return pen

    def need(self, height: float) -> bool:
        """Make sure that this height is left, on a new page where it is not; whether a page was opened."""
        if self._pages and self.y + height <= self.bottom:
            return False
        self.turn()
        return True

    def keep(self, height: float) -> None:
        """What is this high begins on a new page where it would be split here and would not be there."""
        if height <= self.bottom - self.area.y - HEAD:
            self.need(height)

    def growth(self, rows: float, below: float = 0.0, most: float = 1.4) -> float:
        """How much larger what is this high may become on a page of its own with so much below it; 1 where it takes several."""
        free = self.bottom - self.area.y - HEAD - below - 0.5
        return max(1.0, min(most, free / rows)) if rows else 1.0

    def take(self, height: float) -> Box:
        """The next strip of this height."""
        self.need(height)
        strip = Box(self.area.x, self.y, self.area.width, height)
        self.y += height
        return strip

    def heading(self, text: str, *, followed_by: float = 0.0) -> None:
        """A title that stays with the thing below it."""
        self.need(HEADING + followed_by)
        self.pen.fitted(self.take(HEADING).inset(0, 1.2), text, 13, face=BOLD)

    def paragraph(self, text: str, size: float = 10) -> None:
        """Flows over lines and pages."""
        step = size * LEADING * 1.05 / MM
        for line in wrap(clean(text, LONGEST_PARAGRAPH), REGULAR, self.area.width * MM / size):
            self.pen_at(step).fitted(self.take(step), line, size)
        self.y += step * 0.4

    def pen_at(self, height: float) -> Pen:
        self.need(height)
        return self.pen

    def to_bytes(self) -> bytes:
        if not self._pages:
            self.turn()
        for number, pen in enumerate(self._pages, start=1):
            self._draw_foot(pen, number)
        return self.document.to_bytes()

    def _draw_head(self, pen: Pen) -> None:
        area, head = self.area, self.head
        left = area.x
        if head.logo is not None:
            wide = max(18.0, min(WIDEST_LOGO, (HEAD - 5) * head.logo.width / head.logo.height))
            pen.picture("logo", Box(left, area.y, wide, HEAD - 5).holding(head.logo.width, head.logo.height))
            left += wide + 3
        width = area.right - left
        pen.fitted(Box(left, area.y, width * 0.68, 8.5), head.tournament, 17, least=8, face=BOLD, lines=2)
        pen.fitted(Box(left, area.y + 9, width * 0.68, 6.5), joined((self._title, head.subtitle)), 13, least=7, face=BOLD)
        right = Box(left + width * 0.7, area.y, width * 0.3, 7)
        pen.fitted(right, head.date, 10, least=6, align=Align.RIGHT)
        pen.fitted(Box(right.x, area.y + 9, right.width, 6.5), head.venue, 10, least=6, align=Align.RIGHT, lines=2)
        pen.line(area.x, area.y + HEAD - 3.5, area.right, area.y + HEAD - 3.5, HEAVY)

    def _draw_foot(self, pen: Pen, number: int) -> None:
        strip = Box(self.area.x, self.bottom + 1.5, self.area.width, FOOT - 1.5)
        left, right = strip.columns(3, 1)
        pen.line(strip.x, strip.y - 0.5, strip.right, strip.y - 0.5, HAIRLINE)
        pen.fitted(left, self.head.footer, 8, least=5.5)
        page = self.say(_("Page %(page)s of %(pages)s")) % {"page": number, "pages": len(self._pages)}
        pen.fitted(right, page, 8, align=Align.RIGHT)


def nothing_yet(head: PrintHead, title: str) -> bytes:
    """A paper that would have no page at all: what opens it says so, instead of a file that no reader takes."""
    book = Book(head, title)
    book.turn()
    book.paragraph(book.say(_("There is nothing to print here yet.")), 12)
    return book.to_bytes()


class Table:
    """Rows of one height under headings that come back on every page."""

    def __init__(self, book: Book, columns: Sequence[Column], row_height: float, *, growth: float = 1.0, heavy_every: int = 5) -> None:
        self._book = book
        self._columns = tuple(replace(column, size=column.size * growth) for column in columns)
        self._height = row_height * growth
        self._heavy_every = heavy_every
        self._rows = 0

    def head(self) -> None:
        book = self._book
        if book.need(TABLE_HEAD + self._height):
            self._rows = 0
        self._draw_head()

    def row(self, cells: Sequence[str], *, bold: bool = False, line_above: bool = False, height: float = 0.0) -> Box:
        """The strip of the row, higher than the others where it needs to be, for whatever else is drawn on it."""
        book, height = self._book, max(height, self._height)
        if book.need(height):
            self._draw_head()
        strip = book.take(height)
        if line_above:
            book.pen.line(strip.x, strip.y, strip.right, strip.y, HEAVY)
        for cell, column, box in zip(cells, self._columns, self.boxes(strip), strict=True):
            face = BOLD if column.bold or bold else REGULAR
            book.pen.fitted(box, cell, column.size, least=5.5, lines=column.lines, face=face, align=column.align)
        self._rows += 1
        heavy = self._heavy_every and self._rows % self._heavy_every == 0
        book.pen.line(strip.x, strip.bottom, strip.right, strip.bottom, HEAVY if heavy else HAIRLINE)
        return strip

    def boxes(self, strip: Box) -> tuple[Box, ...]:
        return tuple(box.inset(1, 0.3) for box in strip.columns(*(column.share for column in self._columns)))

    def _draw_head(self) -> None:
        strip = self._book.take(TABLE_HEAD)
        for column, box in zip(self._columns, self.boxes(strip), strict=True):
            self._book.pen.fitted(box, column.label, 8.5, least=4.5, face=BOLD, align=column.align, lines=2)
        self._book.pen.line(strip.x, strip.bottom, strip.right, strip.bottom, HEAVY)
