"""A document gathers pages and the forms that they share, and becomes bytes: the same bytes whenever the same was drawn."""

from __future__ import annotations

import zlib
from threading import Lock

from reportlab.pdfbase.pdfdoc import PDFDocument, PDFObject

from paper.layout.fonts import BOLD, REGULAR, Face, Writer
from paper.layout.paper import MM, PageSize
from paper.layout.pen import Pen
from paper.layout.pictures import Picture
from paper.layout.text import clean

PRODUCER = "La Bella"

_SUBSETTING = Lock()
"""reportlab cuts subsets out of fonts that the whole process shares, and keeps its place in them while it does."""


class Document:
    def __init__(self, title: str, *, language: str) -> None:
        self._pdf = PDFDocument(compression=1, invariant=1, lang=language)
        self._pdf.info.producer = self._pdf.info.creator = self._pdf.info.author = PRODUCER
        self._pdf.info.title = clean(title)
        self._writers = {face: Writer(face, self._pdf) for face in (REGULAR, BOLD)}
        self._pages: list[Pen] = []
        self._forms: dict[str, Pen] = {}
        self._pictures: dict[str, Picture] = {}

    def page(self, size: PageSize) -> Pen:
        pen = self.draft(size)
        self._pages.append(pen)
        return pen

    def form(self, name: str, size: PageSize) -> Pen:
        """A pen whose drawing is stored once and stamped by `Pen.stamp`."""
        self._forms[name] = pen = self.draft(size)
        return pen

    def draft(self, size: PageSize) -> Pen:
        """A pen whose drawing is put on a page by `Pen.moved`."""
        return Pen(self.operators, size)

    def add_picture(self, name: str, picture: Picture) -> None:
        self._pictures[name] = picture

    def operators(self, face: Face, text: str, size: float) -> str:
        return self._writers[face].operators(text, size)

    def to_bytes(self) -> bytes:
        """The file. A document is written once."""
        resources = self._reference("resources", b"")
        for name, picture in self._pictures.items():
            self._reference(name, picture.stream())
        for name, pen in self._forms.items():
            self._reference(name, _form_stream(pen, resources))
        self._set_body("resources", self._resources())
        for number, pen in enumerate(self._pages):
            self._add_page(number, pen, resources)
        with _SUBSETTING:
            return bytes(self._pdf.GetPDFData(None))

    def _add_page(self, number: int, pen: Pen, resources: int) -> None:
        contents = self._reference(f"contents{number}", _stream(b"", pen.content))
        parent = self._number(self._pdf.Reference(self._pdf.Pages).name)
        width, height = (f"{length * MM:.2f}" for length in pen.size)
        body = f"<</Type/Page/Parent {parent} 0 R/MediaBox[0 0 {width} {height}]/Resources {resources} 0 R/Contents {contents} 0 R>>"
        self._pdf.addPage(_Written(body.encode()))

    def _resources(self) -> bytes:
        named = "".join(f"/{name} {self._number(name)} 0 R" for name in (*self._pictures, *self._forms))
        return f"<</Font {self._number('BasicFonts')} 0 R/XObject<<{named}>>>>".encode()

    def _reference(self, name: str, body: bytes) -> int:
        self._pdf.signature.update(body)
        self._pdf.Reference(_Written(body), name)
        return self._number(name)

    def _set_body(self, name: str, body: bytes) -> None:
        self._pdf.idToObject[name].body = body

    def _number(self, name: str) -> int:
        return int(self._pdf.idToObjectNumberAndVersion[name][0])


class _Written(PDFObject):
    """An object of the file that is bytes already: reportlab's own pages cost more than what is drawn on them."""

    __RefOnly__ = 1

    def __init__(self, body: bytes) -> None:
        self.body = body

    def format(self, document: PDFDocument) -> bytes:
        return self.body


def _form_stream(pen: Pen, resources: int) -> bytes:
    width, height = (f"{length * MM:.2f}" for length in pen.size)
    entries = f"/Type/XObject/Subtype/Form/BBox[0 0 {width} {height}]/Resources {resources} 0 R"
    return _stream(entries.encode(), pen.content)


def _stream(entries: bytes, content: bytes) -> bytes:
    packed = zlib.compress(content)
    return b"<<%s/Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (entries, len(packed), packed)
