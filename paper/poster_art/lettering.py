"""Letters of posters: their faces, and texts that are fitted into a width."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from paper.layout import BOLD, MM, REGULAR, Align, FontFace, clean_text, fit_text
from paper.layout.text import BETWEEN_PERSONS, FittedText, wrap_text
from paper.poster_art.drawing import Drawing, Words, measure_capital

SERIF = FontFace("PlayfairDisplay-Black")
NARROW = FontFace("Anton-Regular")
SCRIPT = FontFace("Lobster-Regular")
LEADING = 1.22
"""Distance of two lines at size 1; display letters stand closer."""
DISPLAY_LEADING = {SERIF.name: 1.1, NARROW.name: 1.26, SCRIPT.name: 1.14}
ROOM_BELOW, ROOM_BELOW_CAPITALS, ROOM_FOR_ACCENTS = 0.24, 0.07, 0.2
"""Room below the base line at size 1, for the letters that go down, and above capitals with an accent."""
MOST_LINES = 8
"""A text that would be cut takes as many lines before it is."""
BETWEEN_FACTS, GLUE, SHORT_FACT = " · ", "\N{NO-BREAK SPACE}", 24
NUMBER = re.compile(r"(?<!\S)(\d{1,3}[ªº°]?) (?=\w)")
LEADERS = re.compile(
    r"(?<!\S)(a|ad|ai|al|alla|con|da|dal|dalla|del|della|delle|dei|di|e|ed|il|in|la|le|nel|o|per|su|sul|tra|un|una|"
    r"an|and|at|by|for|from|of|on|or|the|to|with) (?=\S)",
    re.IGNORECASE,
)
"""Numbers and small words of both languages belong to the word after them: no line ends with one."""
TIGHT = 0.9
"""Share of the usual leading within an item of a list."""
NARROWER = tuple(share / 20 for share in range(10, 20))
"""Shares of the width that are tried for lines of one length."""

__all__ = [
    "BOLD",
    "NARROW",
    "REGULAR",
    "SCRIPT",
    "SERIF",
    "Align",
    "Lettering",
    "SetText",
    "is_whole",
    "measure_leading",
    "set_text",
    "write_text",
]


@dataclass(frozen=True, slots=True)
class Lettering:
    """How a text is written: `size` at scale 1, shrunk to `least` of itself on at most `lines` lines before it is cut."""

    face: FontFace
    size: float
    colour: str
    lines: int
    least: float = 0.62
    capitals: bool = False
    names: bool = False
    """Whether lines end between two persons."""
    tight: bool = False
    """Whether it is one of several texts of a list, whose own lines stand closer to each other."""

    @property
    def leading(self) -> float:
        """Distance of two lines at size 1."""
        return measure_leading(self.face) * (TIGHT if self.tight else 1)


@dataclass(frozen=True, slots=True)
class SetText:
    """A text broken into lines at its size."""

    lines: tuple[str, ...]
    size: float
    lettering: Lettering

    @property
    def height(self) -> float:
        """From the top of the first line, with its accents, to below the letters of the last."""
        face, capitals = self.lettering.face, self.lettering.capitals
        below = ROOM_BELOW_CAPITALS if capitals else ROOM_BELOW
        return self.rise + self.size * (measure_capital(face) + below + self.lettering.leading * (len(self.lines) - 1))

    @property
    def rise(self) -> float:
        """Room for the accents of capitals in the first line."""
        accented = any(letter.isupper() and len(unicodedata.normalize("NFD", letter)) > 1 for letter in self.lines[0])
        return ROOM_FOR_ACCENTS * self.size if accented else 0

    @property
    def width(self) -> float:
        return max(map(self.lettering.face.measure_width, self.lines)) * self.size


def measure_leading(face: FontFace) -> float:
    return DISPLAY_LEADING.get(face.name, LEADING)


@lru_cache(maxsize=4096)
def set_text(text: str, lettering: Lettering, width: float, scale: float = 1.0) -> SetText:
    """Break and shrink the text so that it is no wider than `width`; several lines are about as long as each other, and short facts of it
    whole if possible.
    """
    plain = clean_text(text.upper() if lettering.capitals else text)
    glued = glue_facts(plain)
    fitted = _fit_whole(glued, lettering, width, scale)
    if not is_whole(fitted.lines, glued):
        glued, fitted = plain, _fit_whole(plain, lettering, width, scale)
    lines = _balance_lines(glued, fitted.lines, lettering.face, width * MM / fitted.size)
    return SetText(tuple(line.replace(GLUE, " ") for line in lines), fitted.size / MM, lettering)


def glue_facts(text: str) -> str:
    """The text with spaces that end no line: after numbers and small words, in short facts, before the point that follows a fact."""
    text = LEADERS.sub(rf"\1{GLUE}", NUMBER.sub(rf"\1{GLUE}", text))
    facts = text.split(BETWEEN_FACTS)
    if len(facts) == 1:
        return text
    return f"{GLUE}· ".join(fact.replace(" ", GLUE) if len(fact) <= SHORT_FACT else fact for fact in facts)


def _fit_whole(text: str, lettering: Lettering, width: float, scale: float) -> FittedText:
    """The text on as few lines as hold all of it."""
    size = lettering.size * scale * MM
    for lines in range(lettering.lines, MOST_LINES + 1):
        tall, least = size * (2 + LEADING * lines), size * lettering.least
        fitted = fit_text(text, lettering.face, width * MM, tall, size=size, least=least, lines=lines, names=lettering.names)
        if is_whole(fitted.lines, text):
            break
    return fitted


def is_whole(lines: tuple[str, ...], text: str) -> bool:
    """Whether nothing was cut, and no word broken."""
    return " ".join(lines) == text


def _balance_lines(text: str, lines: tuple[str, ...], face: FontFace, width: float) -> tuple[str, ...]:
    """The text on as many lines, those of each fact about as long as each other, unless it was cut or a word broken; width at size 1."""
    if len(lines) < 2 or not is_whole(lines, text) or lines[0].endswith(BETWEEN_PERSONS.rstrip()):
        return lines
    facts: list[list[str]] = [[]]
    for line in lines:
        facts[-1].append(line)
        if line.endswith(f"{GLUE}·"):
            facts.append([])
    return tuple(line for fact in facts if fact for line in _narrow_lines(fact, face, width))


def _narrow_lines(lines: list[str], face: FontFace, width: float) -> list[str]:
    """The same words on as many lines in the narrowest column that holds them."""
    text = " ".join(lines)
    longest_word = max(map(face.measure_width, text.split(" ")))
    for share in NARROWER if len(lines) > 1 else ():
        if longest_word <= width * share:
            narrower = wrap_text(text, face, width * share)
            if len(narrower) == len(lines):
                return list(narrower)
    return lines


def write_text(drawing: Drawing, setting: SetText, x: float, y: float, width: float, align: float) -> None:
    """Write the lines with their top at `y`, aligned in the width."""
    lettering = setting.lettering
    foot = y + setting.rise + setting.size * measure_capital(lettering.face)
    for line in setting.lines:
        left = x + (width - lettering.face.measure_width(line) * setting.size) * align
        drawing.items.append(Words(left, foot, line, lettering.face, setting.size, lettering.colour))
        foot += setting.size * lettering.leading
