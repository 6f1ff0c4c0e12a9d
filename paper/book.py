"""Pages with a common head and foot."""

from __future__ import annotations

from paper.layout import A4, BOLD, HAIRLINE, HEAVY, MM, REGULAR, Align, CanvasPen, Document, PageSize, Rect, join_texts
from paper.layout.tags import TagKind, TagNode
from paper.layout.text import LEADING, clean_flowing_text, wrap_text
from paper.values import PrintHead
from rules.texts import _

MARGIN = 12.0
HEAD = 21.0
FOOT = 6.0
FOOT_GAP = 3.0
"""Free between the lowest content and the line above the foot, so that it and the last line of a table are not taken for one."""
NOTICE = 9.0
HEADING = 10.0
LONGEST_PARAGRAPH = 20_000
WIDEST_LOGO = 45.0
LEAST_NAME_SIZE = 8.0
"""Names on what hangs on a wall are not smaller than this, in points."""


class Book:
    """Opens pages as content is added; `y` is the top of the next element in millimetres."""

    def __init__(self, head: PrintHead, title: str, size: PageSize = A4) -> None:
        self.head = head
        self.document = Document(
            join_texts((head.tournament, title), " – "), language=head.language, subject=head.subtitle, created=head.printed_at
        )
        self.area = Rect(0, 0, *size).inset(MARGIN)
        self.y = 0.0
        self._title = title
        self._size = size
        self._pages: list[CanvasPen] = []
        if head.logo is not None:
            self.document.add_picture("logo", head.logo)

    @property
    def pen(self) -> CanvasPen:
        return self._pages[-1]

    @property
    def bottom(self) -> float:
        return self.area.bottom - FOOT

    @property
    def top(self) -> float:
        """Where the content of a page begins."""
        return self.area.y + HEAD + (NOTICE if self.head.notice else 0.0)

    @property
    def free_area(self) -> Rect:
        """The free part of the current page."""
        return Rect(self.area.x, self.y, self.area.width, self.bottom - self.y)

    def count_pages(self) -> int:
        return len(self._pages)

    def translate_text(self, message: str) -> str:
        return self.head.translate(message)

    def open_page(self) -> CanvasPen:
        """Open a page, draw its head and put the cursor below it."""
        pen = self.document.add_page(self._size)
        is_first = not self._pages
        self._pages.append(pen)
        with pen.tagged(self.document.tag if is_first else None):  # who listens hears the head once
            self._draw_head(pen, self.document.tag.add(TagKind.TITLE) if is_first else None)
        self.y = self.top
        return pen

    def ensure_space(self, height: float) -> bool:
        """Open a page unless this height is free on the current one; return whether a page was opened."""
        if self._pages and self.y + height <= self.bottom:
            return False
        self.open_page()
        return True

    def keep_together(self, block_height: float) -> None:
        """Open a page if a block of this height would be split here and fits on a single page."""
        if block_height <= self.bottom - self.top:
            self.ensure_space(block_height)

    def compute_growth(self, content_height: float, below: float = 0.0, most: float = 1.4) -> float:
        """Factor from 1 to `most` by which content of this height can grow to fill one page above `below`; 1 if it needs more pages."""
        free = self.bottom - self.top - below - 0.5
        return max(1.0, min(most, free / content_height)) if content_height else 1.0

    def take_strip(self, height: float) -> Rect:
        """Reserve the next strip of this height, on a new page if necessary."""
        self.ensure_space(height)
        strip = Rect(self.area.x, self.y, self.area.width, height)
        self.y += height
        return strip

    def add_heading(self, text: str, *, followed_by: float = 0.0) -> None:
        """Draw a title on the same page as the `followed_by` millimetres below it."""
        self.ensure_space(HEADING + followed_by)
        with self.pen.tagged(self.document.tag.add(TagKind.HEADING)):
            self.pen.draw_text(self.take_strip(HEADING).inset(0, 1.2), text, 13, face=BOLD)

    def add_paragraph(self, text: str, size: float, *, followed_by: float = 0.0) -> None:
        """Draw a text that flows over lines and pages; its last line is on the same page as the `followed_by` millimetres below it."""
        line_height = size * LEADING * 1.05 / MM
        tag = self.document.tag.add(TagKind.PARAGRAPH)
        lines = wrap_text(clean_flowing_text(text, LONGEST_PARAGRAPH), REGULAR, self.area.width * MM / size)
        for number, line in enumerate(lines, start=1):
            with self.get_pen_for(line_height + (followed_by if number == len(lines) else 0)).tagged(tag):
                self.pen.draw_text(self.take_strip(line_height), line, size)
        self.y += line_height * 0.4

    def get_pen_for(self, height: float) -> CanvasPen:
        """The pen of a page on which this height is free."""
        self.ensure_space(height)
        return self.pen

    def to_bytes(self) -> bytes:
        if not self._pages:
            self.open_page()
        for number, pen in enumerate(self._pages, start=1):
            with pen.tagged(None):
                self._draw_foot(pen, number)
        return self.document.to_bytes(archival=True)

    def _draw_head(self, pen: CanvasPen, tag: TagNode | None) -> None:
        area, head = self.area, self.head
        left = area.x
        if head.logo is not None:
            wide = max(18.0, min(WIDEST_LOGO, (HEAD - 5) * head.logo.width / head.logo.height))
            place = Rect(left, area.y, wide, HEAD - 5).fit_proportion(head.logo.width, head.logo.height)
            with pen.figure(place, self.translate_text(_("Logo"))):
                pen.place_picture("logo", place)
            left += wide + 3
        width = area.right - left
        with pen.tagged(tag):
            pen.draw_text(Rect(left, area.y, width * 0.68, 8.5), head.tournament, 17, least=8, face=BOLD, lines=2)
            pen.draw_text(Rect(left, area.y + 9, width * 0.68, 6.5), join_texts((self._title, head.subtitle)), 13, least=7, face=BOLD)
        right = Rect(left + width * 0.7, area.y, width * 0.3, 7)
        pen.draw_text(right, head.date, 10, least=6, align=Align.RIGHT)
        pen.draw_text(Rect(right.x, area.y + 7.5, right.width, 9.5), head.venue, 10, least=6, align=Align.RIGHT, lines=3)
        pen.draw_line(area.x, area.y + HEAD - 3.5, area.right, area.y + HEAD - 3.5, HEAVY)
        if head.notice:
            frame = Rect(area.x, area.y + HEAD - 1.5, area.width, NOTICE - 1.5)
            pen.draw_frame(frame, HEAVY)
            pen.draw_text(frame.inset(2, 0.5), head.notice, 12, least=8, face=BOLD, align=Align.CENTRE)

    def _draw_foot(self, pen: CanvasPen, number: int) -> None:
        strip = Rect(self.area.x, self.bottom + FOOT_GAP + 0.5, self.area.width, FOOT - 1.5)
        left, right = strip.split_columns(3, 1)
        pen.draw_line(strip.x, strip.y - 0.5, strip.right, strip.y - 0.5, HAIRLINE)
        pen.draw_text(left, self.head.footer, 8, least=5.5)
        page = self.translate_text(_("Page %(page)s of %(pages)s")) % {"page": number, "pages": len(self._pages)}
        pen.draw_text(right, page, 8, align=Align.RIGHT)


def render_empty_paper(head: PrintHead, title: str) -> bytes:
    """A page which says that there is nothing to print yet: no reader opens a PDF without pages."""
    book = Book(head, title)
    book.open_page()
    book.add_paragraph(book.translate_text(_("There is nothing to print here yet.")), 12)
    return book.to_bytes()
