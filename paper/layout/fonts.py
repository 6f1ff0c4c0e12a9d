"""The two weights of the typeface: widths of their characters, and how a document encodes them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING
from unicodedata import combining

if TYPE_CHECKING:
    from reportlab.pdfbase.pdfdoc import PDFDocument
    from reportlab.pdfbase.ttfonts import TTFont

FOLDER = Path(__file__).resolve().parents[2] / "static" / "fonts"
EAST_ASIAN_FILE = Path(__file__).resolve().parents[1] / "fonts" / "WenQuanYiMicroHei.ttc"
FALLBACK_FONT = "DejaVuSansCondensed"
"""Draws scripts that the typeface does not have: Arabic, Hebrew, Georgian, Armenian and others."""
EAST_ASIAN_FONT = "WenQuanYiMicroHei"
"""Draws Chinese, Japanese and Korean. Its file has 5 MB and is loaded when the first such name is met."""
LAST_BASIC_CODE = 0xFFFF
"""Last character that reportlab can name in the table from which a reader copies text."""
SUBSET_LOCK = Lock()
"""reportlab cuts subsets out of fonts that the whole process shares, and keeps its position in them meanwhile."""
UNKNOWN = "□"
"""Drawn for a character that no font has, such as a letter of a rare script."""


@cache
def _load_font(name: str) -> TTFont:
    from reportlab.pdfbase.pdfmetrics import registerFont  # noqa: PLC0415 - a desk that prints nothing does not load it
    from reportlab.pdfbase.ttfonts import TTFont  # noqa: PLC0415 - nor does it load this

    path = EAST_ASIAN_FILE if name == EAST_ASIAN_FONT else FOLDER / f"{name}.ttf"
    font = TTFont(name, str(path), subfontIndex=0, asciiReadable=True)
    registerFont(font)  # so that a canvas finds it by its name
    return font


class _Widths(dict[str, float]):
    """Width of each character at size 1, computed on first use."""

    def __init__(self, face: FontFace) -> None:
        self._face = face

    def __missing__(self, character: str) -> float:
        font, drawn = self._face.find_glyph(character)
        width = font.face.getCharWidth(ord(drawn)) / 1000 if drawn else 0.0
        return self.setdefault(character, width)


class FontFace:
    """One weight. All documents of the process share it, and none changes it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._widths = _Widths(self)

    def measure_width(self, text: str) -> float:
        """Width of the text at size 1."""
        return sum(map(self._widths.__getitem__, text))

    def find_glyph(self, character: str) -> tuple[TTFont, str]:
        """The font that has the character and what to draw in it: an empty text for a combining accent that no font has."""
        if ord(character) <= LAST_BASIC_CODE:
            for font in map(_load_font, (self.name, FALLBACK_FONT, EAST_ASIAN_FONT)):
                if ord(character) in font.face.charToGlyph:
                    return font, character
        return _load_font(self.name), "" if combining(character) else UNKNOWN

    @property
    def font(self) -> TTFont:
        return _load_font(self.name)


REGULAR = FontFace("SourceSans3-Regular")
BOLD = FontFace("SourceSans3-Bold")

CAP_HEIGHT = 0.66
"""Height of a capital or digit at size 1, in both weights."""


class _NotInFirstSubset(Exception):
    """The character is not in the first subset of the own font of the face, or it is a combining accent."""


_ESCAPES = {"(": r"\(", ")": r"\)", "\\": r"\\", "\r": r"\r"}


class _SubsetCodes(dict[int, str]):
    """Table for `str.translate`: the escaped code of each character of the first subset. Raises _NotInFirstSubset."""

    def __init__(self, face: FontFace, document: PDFDocument) -> None:
        self._face = face
        self._document = document

    def __missing__(self, code: int) -> str:
        font, drawn = self._face.find_glyph(chr(code))
        if font is self._face.font and not combining(chr(code)):
            ((subset, written),) = font.splitString(drawn, self._document)
            if subset == 0:
                return self.setdefault(code, _escape_string(written))
        raise _NotInFirstSubset


def _escape_string(code: bytes) -> str:
    return "".join(_ESCAPES.get(character, character) for character in code.decode("latin-1"))


class FontWriter:
    """Encodes texts of one face for one document."""

    def __init__(self, face: FontFace, document: PDFDocument) -> None:
        self._face = face
        self._document = document
        self._codes = _SubsetCodes(face, document)
        self._first = face.font.getSubsetInternalName(0, document)

    def build_text_operators(self, text: str, size: float) -> str:
        """The PDF operators that show the clean text at the current point of the text object."""
        try:
            return f"{self._first} {size:g} Tf({text.translate(self._codes)})Tj"
        except _NotInFirstSubset:
            return self._build_by_subset(text, size)

    def _build_by_subset(self, text: str, size: float) -> str:
        parts = []
        for index, character in enumerate(text):
            if combining(character) and not self._face.find_glyph(character)[1]:
                continue
            name, code = self._encode_character(character)
            operator = f"({_escape_string(code)})Tj"
            if index and combining(character) and name == self._first:
                half = 500 * self._face.measure_width(find_letter_before(text, index))
                operator = f"[{half:.0f}({_escape_string(code)}){-half:.0f}]TJ"
            parts.append(f"{name} {size:g} Tf{operator}")
        return " ".join(parts)

    def _encode_character(self, character: str) -> tuple[str, bytes]:
        font, drawn = self._face.find_glyph(character)
        ((subset, code),) = font.splitString(drawn, self._document)
        return str(font.getSubsetInternalName(subset, self._document)), code


def find_letter_before(text: str, place: int) -> str:
    """The letter under the accent at `place`: the typeface draws accents around the current point."""
    return next((letter for letter in reversed(text[:place]) if not combining(letter)), "")
