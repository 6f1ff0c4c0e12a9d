"""What the fast path of the score sheets leans on inside reportlab: one test a part, so that a new release says which one changed."""

from pathlib import Path

from reportlab.pdfbase.pdfdoc import PDFDocument, PDFObject
from reportlab.pdfbase.ttfonts import TTFont

import paper
from paper.layout.fonts import FOLDER


class RawObject(PDFObject):
    __RefOnly__ = 1

    def format(self, document: PDFDocument) -> bytes:
        return b"<</Raw true>>"


def build_document() -> PDFDocument:
    return PDFDocument(compression=1, invariant=1, lang="it")


def test_an_object_under_a_name_has_a_number_and_can_be_found() -> None:
    document = build_document()
    raw = RawObject()
    document.Reference(raw, "raw")
    number, version = document.idToObjectNumberAndVersion["raw"]
    assert (document.idToObject["raw"], number > 0, version) == (raw, True, 0)


def test_pages_and_fonts_have_names_that_can_be_referred_to() -> None:
    document = build_document()
    assert document.Reference(document.Pages).name in document.idToObject
    assert "BasicFonts" in document.idToObject


def test_an_object_that_is_bytes_stands_in_the_file_as_it_is() -> None:
    document = build_document()
    document.addPage(RawObject())
    assert b"<</Raw true>>" in document.GetPDFData(None)


def test_the_signature_takes_bytes() -> None:
    document = build_document()
    before = document.signature.digest()
    document.signature.update(b"more")
    assert document.signature.digest() != before


def test_a_font_cuts_its_own_subset_for_each_document() -> None:
    font = TTFont("Probe", str(FOLDER / "SourceSans3-Regular.ttf"), asciiReadable=True)
    one, another = build_document(), build_document()
    ((subset, code),) = font.splitString("A", one)
    assert (subset, code) == (0, b"A")
    ((subset, code),) = font.splitString("è", one)
    assert (subset, len(code)) == (0, 1)
    assert font.getSubsetInternalName(0, one).startswith("/F")
    assert font.getSubsetInternalName(0, another).startswith("/F")
    assert font.face.getCharWidth(ord("A")) > 0
    assert ord("A") in font.face.charToGlyph


def test_nothing_but_the_fast_path_leans_on_it() -> None:
    """Lists, cards, certificates and brackets use the public canvas."""
    folder = Path(paper.__file__).parent
    leaning = {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*.py")
        if any(word in path.read_text(encoding="utf-8") for word in ("reportlab.pdfbase.pdfdoc", "SheetDocument(", "idToObject"))
    }
    assert leaning == {"layout/fonts.py", "layout/raw_object.py", "layout/sheet_document.py", "sheets/booklet.py", "sheets/slip.py"}
