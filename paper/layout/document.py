"""A PDF document drawn through reportlab's public canvas, with tags; the same drawing always gives the same bytes."""

from __future__ import annotations

import datetime as dt
import io
from typing import TYPE_CHECKING

from paper.layout.archival import LEAST_VERSION, PRODUCER, FileDescription, TaggedPages, finish_file
from paper.layout.canvas_pen import CanvasPen
from paper.layout.fonts import REGULAR, SUBSET_LOCK
from paper.layout.paper import MM, PageSize
from paper.layout.pictures import PrintPicture
from paper.layout.tags import TagKind, TagNode
from paper.layout.text import clean_text

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas


class Document:
    def __init__(self, title: str, *, language: str, subject: str = "", created: dt.datetime | None = None) -> None:
        """`created` is the date of the file; without it the file has a fixed one."""
        self._description = FileDescription(clean_text(title), clean_text(subject), language, created)
        self._pages: list[CanvasPen] = []
        self._pictures: dict[str, PrintPicture] = {}
        self.tag = TagNode(TagKind.DOCUMENT)

    def add_page(self, size: PageSize) -> CanvasPen:
        """A pen for a new page at the end."""
        pen = self.create_draft(size)
        self._pages.append(pen)
        return pen

    def create_draft(self, size: PageSize) -> CanvasPen:
        """A pen whose drawing is copied onto a page with `CanvasPen.place_drawing`."""
        return CanvasPen(size, self.tag, self._pictures)

    def add_picture(self, name: str, picture: PrintPicture) -> None:
        self._pictures[name] = picture

    def to_bytes(self, *, archival: bool = False) -> bytes:
        """The PDF file; `archival` makes it PDF/A-2b with tags, for what is kept. Call it only once for a document."""
        from reportlab.pdfgen.canvas import Canvas  # noqa: PLC0415 - a desk that prints nothing does not load it

        canvas = Canvas(
            io.BytesIO(),
            pageCompression=1,
            invariant=1,
            pdfVersion=LEAST_VERSION,
            initialFontName=REGULAR.font.fontName,
            lang=self._description.language,
        )
        canvas.setDateFormatter(lambda *_parts: self._description.pdf_date)
        canvas.setTitle(self._description.title)
        canvas.setSubject(self._description.subject)
        for set_name in (canvas.setAuthor, canvas.setCreator, canvas.setProducer):
            set_name(PRODUCER)
        elements = [self._draw_page(canvas, number, pen) for number, pen in enumerate(self._pages)]
        with SUBSET_LOCK:
            content = bytes(canvas.getpdfdata())
        return finish_file(content, self._description, TaggedPages(self.tag, elements)) if archival else content

    def _draw_page(self, canvas: Canvas, number: int, pen: CanvasPen) -> list[TagNode]:
        canvas.setPageSize((pen.size.width * MM, pen.size.height * MM))
        elements = pen.draw_on(canvas, number)
        canvas.showPage()
        return elements
