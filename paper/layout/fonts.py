"""The two weights of the house's typeface, how wide their letters are, and how a document writes them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from unicodedata import combining

from reportlab.pdfbase.pdfdoc import PDFDocument
from reportlab.pdfbase.ttfonts import TTFont

FOLDER = Path(__file__).resolve().parents[2] / "static" / "fonts"
STAND_IN = "DejaVuSansCondensed"
"""Draws the scripts that the typeface lacks."""
BASIC = 0xFFFF
"""Last character that reportlab can name in the table from which a reader copies text."""
UNKNOWN = "□"
"""Drawn for a character that no font here has, such as an emoji."""


@cache
def _font(name: str) -> TTFont:
    return TTFont(name, str(FOLDER / f"{name}.ttf"), asciiReadable=True)


class _Widths(dict[str, float]):
    """Width of each character at size 1, filled as characters are met."""

    def __init__(self, face: Face) -> None:
        self._face = face

    def __missing__(self, character: str) -> float:
        font, drawn = self._face.glyph(character)
        width = font.face.getCharWidth(ord(drawn)) / 1000 if drawn else 0.0
        return self.setdefault(character, width)


class Face:
    """One weight. Shared by all documents of the process, and never changed by them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._widths = _Widths(self)

    def width(self, text: str) -> float:
        """Width at size 1."""
        return sum(map(self._widths.__getitem__, text))

    def glyph(self, character: str) -> tuple[TTFont, str]:
        """The font that has the character, and what to draw in it: nothing for an accent that no font has."""
        for font in (_font(self.name), _font(STAND_IN)):
            if ord(character) <= BASIC and ord(character) in font.face.charToGlyph:
                return font, character
        return _font(self.name), "" if combining(character) else UNKNOWN

    @property
    def font(self) -> TTFont:
        return _font(self.name)


REGULAR = Face("SourceSans3-Regular")
BOLD = Face("SourceSans3-Bold")

CAP_HEIGHT = 0.66
"""Height of a capital or digit at size 1, of both weights."""


class _Elsewhere(Exception):
    """A character that is not in the first subset of the face's own font, or that stands on the letter before it."""


_ESCAPES = {"(": r"\(", ")": r"\)", "\\": r"\\", "\r": r"\r"}


class _Codes(dict[int, str]):
    """For `str.translate`: what a document writes for each character of the first subset."""

    def __init__(self, face: Face, document: PDFDocument) -> None:
        self._face = face
        self._document = document

    def __missing__(self, code: int) -> str:
        font, drawn = self._face.glyph(chr(code))
        if font is self._face.font and not combining(chr(code)):
            ((subset, written),) = font.splitString(drawn, self._document)
            if subset == 0:
                return self.setdefault(code, _escaped(written))
        raise _Elsewhere


def _escaped(written: bytes) -> str:
    return "".join(_ESCAPES.get(character, character) for character in written.decode("latin-1"))


class Writer:
    """Writes strings of one face into one document."""

    def __init__(self, face: Face, document: PDFDocument) -> None:
        self._face = face
        self._document = document
        self._codes = _Codes(face, document)
        self._first = face.font.getSubsetInternalName(0, document)

    def operators(self, text: str, size: float) -> str:
        """The operators that show the clean text at the point where the text object stands."""
        try:
            return f"{self._first} {size:g} Tf({text.translate(self._codes)})Tj"
        except _Elsewhere:
            return self._by_subset(text, size)

    def _by_subset(self, text: str, size: float) -> str:
        parts = []
        for place, character in enumerate(text):
            if combining(character) and not self._face.glyph(character)[1]:
                continue
            name, code = self._written(character)
            shown = f"({_escaped(code)})Tj"
            if place and combining(character) and name == self._first:
                half = 500 * self._face.width(_letter_before(text, place))
                shown = f"[{half:.0f}({_escaped(code)}){-half:.0f}]TJ"
            parts.append(f"{name} {size:g} Tf{shown}")
        return " ".join(parts)

    def _written(self, character: str) -> tuple[str, bytes]:
        font, drawn = self._face.glyph(character)
        ((subset, code),) = font.splitString(drawn, self._document)
        return str(font.getSubsetInternalName(subset, self._document)), code


def _letter_before(text: str, place: int) -> str:
    """The letter that the accent at `place` stands on: the typeface draws accents around the point where the pen is."""
    return next((letter for letter in reversed(text[:place]) if not combining(letter)), "")
