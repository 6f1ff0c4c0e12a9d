"""A PDF document: it collects pages and shared forms; the same drawing always gives the same bytes."""

from __future__ import annotations

import datetime as dt
import zlib
from threading import Lock

from reportlab.pdfbase.pdfdoc import PDFDocument, PDFObject, PDFObjectReference

from paper.layout.archival import LEAST_VERSION, build_colour_profile, build_metadata, rewrite_strictly
from paper.layout.fonts import BOLD, REGULAR, FontFace, FontWriter
from paper.layout.paper import MM, PageSize
from paper.layout.pen import Pen
from paper.layout.pictures import PrintPicture
from paper.layout.text import clean_text

PRODUCER = "La Bella"
UNDATED = dt.datetime(2000, 1, 1, tzinfo=dt.UTC)
"""Date of a file without one, so that the same drawing gives the same bytes."""

_SUBSET_LOCK = Lock()
"""reportlab cuts subsets out of fonts that the whole process shares, and keeps its position in them meanwhile."""


class Document:
    def __init__(self, title: str, *, language: str, subject: str = "", created: dt.datetime | None = None) -> None:
        """`created` is the date of the file; without it the file has a fixed one."""
        self._pdf = PDFDocument(compression=1, invariant=1, lang=language, pdfVersion=LEAST_VERSION)
        self._pdf.info.producer = self._pdf.info.creator = self._pdf.info.author = PRODUCER
        self._pdf.info.title = clean_text(title)
        self._pdf.info.subject = clean_text(subject)
        moment = (created or UNDATED).astimezone(dt.UTC)
        self._pdf.setDateFormatter(lambda *_parts: f"D:{moment:%Y%m%d%H%M%S}+00'00'")
        self._metadata = build_metadata(self._pdf.info.title, self._pdf.info.subject, PRODUCER, moment)
        self._writers = {face: FontWriter(face, self._pdf) for face in (REGULAR, BOLD)}
        self._pages: list[Pen] = []
        self._forms: dict[str, Pen] = {}
        self._pictures: dict[str, PrintPicture] = {}

    def add_page(self, size: PageSize) -> Pen:
        """A pen for a new page at the end."""
        pen = self.create_draft(size)
        self._pages.append(pen)
        return pen

    def add_form(self, name: str, size: PageSize) -> Pen:
        """A pen whose drawing is stored once and placed on pages with `Pen.place_form`."""
        self._forms[name] = pen = self.create_draft(size)
        return pen

    def add_numbered_form(self, name: str, size: PageSize) -> tuple[str, Pen]:
        """Like `add_form`, under the name with the next free number; also return that name."""
        numbered = f"{name}{len(self._forms)}"
        return numbered, self.add_form(numbered, size)

    def create_draft(self, size: PageSize) -> Pen:
        """A pen whose drawing is copied onto a page with `Pen.place_drawing`."""
        return Pen(self.build_text_operators, size)

    def add_picture(self, name: str, picture: PrintPicture) -> None:
        self._pictures[name] = picture

    def build_text_operators(self, face: FontFace, text: str, size: float) -> str:
        return self._writers[face].build_text_operators(text, size)

    def to_bytes(self, *, archival: bool = False) -> bytes:
        """The PDF file; `archival` makes it PDF/A-2b, for what is kept. Call it only once for a document."""
        resources = self._add_object("resources", b"")
        for name, picture in self._pictures.items():
            self._add_object(name, picture.build_stream())
        for name, pen in self._forms.items():
            self._add_object(name, _build_form_stream(pen, resources))
        self._set_body("resources", self._build_resources())
        for number, pen in enumerate(self._pages):
            self._write_page(number, pen, resources)
        if archival:
            self._mark_as_archival()
        with _SUBSET_LOCK:
            content = bytes(self._pdf.GetPDFData(None))
        return rewrite_strictly(content) if archival else content

    def _mark_as_archival(self) -> None:
        """What PDF/A-2b asks of the catalogue: the description of the file, and what its colours mean."""
        self._add_object("metadata", _build_plain_stream(b"/Type/Metadata/Subtype/XML", self._metadata))
        profile = self._add_object("profile", _build_stream(b"/N 3", build_colour_profile()))
        intent = f"<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(sRGB)/Info(sRGB)/DestOutputProfile {profile} 0 R>>"
        self._add_object("intents", f"[{intent}]".encode())
        catalogue = self._pdf.Catalog
        catalogue.__NoDefault__ = [*catalogue.__NoDefault__, "OutputIntents"]  # an entry that reportlab does not know
        catalogue.Metadata, catalogue.OutputIntents = PDFObjectReference("metadata"), PDFObjectReference("intents")

    def _write_page(self, number: int, pen: Pen, resources: int) -> None:
        contents = self._add_object(f"contents{number}", _build_stream(b"", pen.content))
        parent = self._get_object_number(self._pdf.Reference(self._pdf.Pages).name)
        width, height = (f"{length * MM:.2f}" for length in pen.size)
        body = f"<</Type/Page/Parent {parent} 0 R/MediaBox[0 0 {width} {height}]/Resources {resources} 0 R/Contents {contents} 0 R>>"
        self._pdf.addPage(_RawObject(body.encode()))

    def _build_resources(self) -> bytes:
        named = "".join(f"/{name} {self._get_object_number(name)} 0 R" for name in (*self._pictures, *self._forms))
        return f"<</Font {self._get_object_number('BasicFonts')} 0 R/XObject<<{named}>>>>".encode()

    def _add_object(self, name: str, body: bytes) -> int:
        self._pdf.signature.update(body)
        self._pdf.Reference(_RawObject(body), name)
        return self._get_object_number(name)

    def _set_body(self, name: str, body: bytes) -> None:
        self._pdf.idToObject[name].body = body

    def _get_object_number(self, name: str) -> int:
        return int(self._pdf.idToObjectNumberAndVersion[name][0])


class _RawObject(PDFObject):
    """A PDF object that is already bytes; page objects of reportlab take longer than drawing their content."""

    __RefOnly__ = 1

    def __init__(self, body: bytes) -> None:
        self.body = body

    def format(self, document: PDFDocument) -> bytes:
        return self.body


def _build_form_stream(pen: Pen, resources: int) -> bytes:
    width, height = (f"{length * MM:.2f}" for length in pen.size)
    entries = f"/Type/XObject/Subtype/Form/BBox[0 0 {width} {height}]/Resources {resources} 0 R"
    return _build_stream(entries.encode(), pen.content)


def _build_plain_stream(entries: bytes, content: bytes) -> bytes:
    """A stream that is not packed: archives read the description of a file without unpacking anything."""
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (entries, len(content), content)


def _build_stream(entries: bytes, content: bytes) -> bytes:
    packed = zlib.compress(content)
    return b"<<%s/Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (entries, len(packed), packed)
