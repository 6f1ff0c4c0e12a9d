"""The fast path of what is printed by the hundred: pages and shared forms; the same drawing gives the same bytes."""

from __future__ import annotations

import datetime as dt
import zlib
from typing import TYPE_CHECKING

from paper.layout.archival import LEAST_VERSION, PRODUCER, FileDescription, TaggedPages, finish_file
from paper.layout.fonts import BOLD, REGULAR, SUBSET_LOCK, FontFace, FontWriter
from paper.layout.paper import MM, PageSize
from paper.layout.pictures import PrintPicture
from paper.layout.sheet_pen import SheetPen
from paper.layout.tags import TagKind, TagNode, TagTree
from paper.layout.text import clean_text

if TYPE_CHECKING:
    from paper.layout.raw_object import RawObject


class SheetDocument:
    def __init__(self, title: str, *, language: str, subject: str = "", created: dt.datetime | None = None, archival: bool = False) -> None:
        """`created` is the date of the file; without it that is fixed. `archival` makes it PDF/A-2b with tags, for what is kept."""
        from reportlab.pdfbase.pdfdoc import PDFDocument  # noqa: PLC0415 - a desk that prints nothing does not load it

        self._archival = archival
        self._pdf = PDFDocument(compression=1, invariant=1, lang=language, pdfVersion=LEAST_VERSION)
        self._pdf.info.producer = self._pdf.info.creator = self._pdf.info.author = PRODUCER
        self._pdf.info.title = clean_text(title)
        self._pdf.info.subject = clean_text(subject)
        self._description = FileDescription(clean_text(title), clean_text(subject), language, created)
        self._pdf.setDateFormatter(lambda *_parts: self._description.pdf_date)
        self._writers = {face: FontWriter(face, self._pdf) for face in (REGULAR, BOLD)}
        self._pages: list[SheetPen] = []
        self._forms: dict[str, SheetPen] = {}
        self._pictures: dict[str, PrintPicture] = {}

    def add_page(self, size: PageSize) -> SheetPen:
        """A pen for a new page at the end."""
        pen = self.create_draft(size)
        self._pages.append(pen)
        return pen

    def add_form(self, name: str, size: PageSize) -> SheetPen:
        """A pen whose drawing is stored once and placed on pages with `SheetPen.place_form`."""
        self._forms[name] = pen = self.create_draft(size)
        return pen

    def add_numbered_form(self, name: str, size: PageSize) -> tuple[str, SheetPen]:
        """Like `add_form`, under the name with the next free number; also return that name."""
        numbered = f"{name}{len(self._forms)}"
        return numbered, self.add_form(numbered, size)

    def create_draft(self, size: PageSize) -> SheetPen:
        """A pen whose drawing is copied onto a page with `SheetPen.place_drawing`."""
        return SheetPen(self.build_text_operators, size, is_tagged=self._archival)

    def add_picture(self, name: str, picture: PrintPicture) -> None:
        self._pictures[name] = picture

    def build_text_operators(self, face: FontFace, text: str, size: float) -> str:
        return self._writers[face].build_text_operators(text, size)

    def to_bytes(self) -> bytes:
        """The PDF file. Call it only once for a document."""
        resources = self._add_object("resources", b"")
        for name, picture in self._pictures.items():
            self._add_object(name, picture.build_stream())
        for name, pen in self._forms.items():
            self._add_object(name, _build_form_stream(pen, resources))
        self._set_body("resources", self._build_resources())
        tags = TaggedPages(TagNode(TagKind.DOCUMENT), [])
        tree = TagTree(tags.root)
        for number, pen in enumerate(self._pages):
            content, elements = pen.build_tagged_content(number, tree) if self._archival else (pen.content, [])
            self._write_page(number, pen.size, content, resources)
            tags.elements.append(elements)
        tree.close()
        with SUBSET_LOCK:
            file = bytes(self._pdf.GetPDFData(None))
        return finish_file(file, self._description, tags) if self._archival else file

    def _write_page(self, number: int, size: PageSize, content: bytes, resources: int) -> None:
        contents = self._add_object(f"contents{number}", _build_stream(b"", content))
        parent = self._get_object_number(self._pdf.Reference(self._pdf.Pages).name)
        width, height = (f"{length * MM:.2f}" for length in size)
        body = f"<</Type/Page/Parent {parent} 0 R/MediaBox[0 0 {width} {height}]/Resources {resources} 0 R/Contents {contents} 0 R>>"
        self._pdf.addPage(_build_object(body.encode()))

    def _build_resources(self) -> bytes:
        named = "".join(f"/{name} {self._get_object_number(name)} 0 R" for name in (*self._pictures, *self._forms))
        return f"<</Font {self._get_object_number('BasicFonts')} 0 R/XObject<<{named}>>>>".encode()

    def _add_object(self, name: str, body: bytes) -> int:
        self._pdf.signature.update(body)
        self._pdf.Reference(_build_object(body), name)
        return self._get_object_number(name)

    def _set_body(self, name: str, body: bytes) -> None:
        self._pdf.idToObject[name].body = body

    def _get_object_number(self, name: str) -> int:
        return int(self._pdf.idToObjectNumberAndVersion[name][0])


def _build_object(body: bytes) -> RawObject:
    from paper.layout.raw_object import RawObject  # noqa: PLC0415 - it is one of reportlab's

    return RawObject(body)


def _build_form_stream(pen: SheetPen, resources: int) -> bytes:
    width, height = (f"{length * MM:.2f}" for length in pen.size)
    entries = f"/Type/XObject/Subtype/Form/BBox[0 0 {width} {height}]/Resources {resources} 0 R"
    return _build_stream(entries.encode(), pen.content)


def _build_stream(entries: bytes, content: bytes) -> bytes:
    packed = zlib.compress(content)
    return b"<<%s/Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (entries, len(packed), packed)
