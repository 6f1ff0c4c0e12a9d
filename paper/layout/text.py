"""Text that is safe to draw and fits its box: first smaller, then on more lines, at last shortened."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple, Protocol

LONGEST = 240
"""Most characters of one text in a print; names end at 80."""

MARKS_ON_A_LETTER = 3
"""Most accents on a letter; more would leave the line."""

LEADING = 1.14
"""Distance of two lines of text at size 1."""
TALLEST = 1.1
"""Height of one line at size 1, from the accent of a capital to the descender of a g."""

WORTH_A_LINE = 1.15
"""Factor by which the size must grow to justify a second line."""

BETWEEN_PERSONS = " – "
"""Between the persons of an entry: where a line of names may end, so that nobody's name is broken."""

_PLAIN = re.compile("[ -~¡-¬®-ſ–—‘’“”…♠♥♦♣✓]*")
"""Composed, visible text from left to right, which needs no further check; nearly every text matches."""

_INVISIBLE_KINDS = {"Cc", "Cf", "Cs", "Co", "Cn"}
_PICTURES = re.compile("[\U0001f000-\U0001faff]")
"""Emoji and signs of games, which no font of ours has."""
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


class TextMeasure(Protocol):
    def measure_width(self, text: str) -> float:
        """Width of the text at size 1."""
        ...


class FittedText(NamedTuple):
    size: float
    lines: tuple[str, ...]


def clean_text(text: str, longest: int = LONGEST) -> str:
    """The text on one line: composed, in visual order, without control, format or private characters, and without emoji unless it has
    nothing else; a long text is visibly cut.
    """
    cleaned = clean_flowing_text(text, longest)
    return cleaned if cleaned.isascii() else _reorder_visually(cleaned)


def clean_flowing_text(text: str, longest: int = LONGEST) -> str:
    """As `clean_text`, but in the order in which it is read: what is broken into lines is put in visual order line by line."""
    if len(text) > longest:
        text = text[: longest - 1] + "…"
    if not _PLAIN.fullmatch(text):
        text = _PICTURES.sub("", text).strip() or text
        text = _remove_invisible(unicodedata.normalize("NFC", text))
    return " ".join(text.split())


def _remove_invisible(text: str) -> str:
    characters = []
    marks = 0
    for character in text:
        kind = unicodedata.category(character)
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if kind in {"Zs", "Zl", "Zp"} or character in "\t\n\r":
            characters.append(" ")
        elif kind not in _INVISIBLE_KINDS and marks <= MARKS_ON_A_LETTER and not "\ufe00" <= character <= "\ufe0f":
            characters.append(character)
    return "".join(characters)


def _reorder_visually(text: str) -> str:
    """The text in visual order: stretches from right to left are reversed, numbers inside them keep their order."""
    if _PLAIN.fullmatch(text):
        return text
    directions = {unicodedata.bidirectional(character) for character in text}
    if not directions & {"R", "AL"}:
        return text
    if "AL" in directions:
        text = _join_arabic(text)
    return "".join(_reverse_stretch(stretch) if backwards else stretch for backwards, stretch in _split_directions(text))


def _join_arabic(text: str) -> str:
    """Every Arabic letter in the form that joins its neighbours, as characters of their own, which the font has."""
    from arabic_reshaper import ArabicReshaper  # noqa: PLC0415  # loaded with the first Arabic name

    joined: str = ArabicReshaper({"delete_harakat": False, "ARABIC LIGATURE ALLAH": False}).reshape(text)
    return joined


def _split_directions(text: str) -> Iterator[tuple[bool, str]]:
    """Stretches of the text, each with whether it runs from right to left: from a first to a last letter of such a script."""
    direction = [unicodedata.bidirectional(character) for character in text]
    start = 0
    while start < len(text):
        backwards = direction[start] in {"R", "AL"}
        end = start
        for index in range(start, len(text)):
            strong = direction[index] in {"R", "AL", "L"}
            if strong and (direction[index] != "L") != backwards:
                break
            if strong or not backwards:
                end = index
        yield backwards, text[start : end + 1]
        start = end + 1


def _reverse_stretch(stretch: str) -> str:
    units: list[str] = []
    for character in stretch:
        joins = units and (unicodedata.combining(character) or (character.isdecimal() and units[-1][-1].isdecimal()))
        if joins:
            units[-1] += character
        else:
            units.append(character)
    return "".join(reversed(units)).translate(_MIRRORED)


def fit_text(
    text: str, face: TextMeasure, width: float, height: float, *, size: float, least: float, lines: int = 1, names: bool = False
) -> FittedText:
    """The clean text at the largest size from `size` down to `least` that fits width and height in points; at `least` it is shortened.

    Several lines are used only if they allow a clearly larger size than one. A word is broken only at the least size. In `names`
    lines end between two persons, unless somebody's name is longer than a line at the least size. A low box may force a size below `least`.
    """
    size = min(size, height / TALLEST)
    least = min(least, size)
    width_at_1 = face.measure_width(text)
    if width_at_1 * size <= width:
        return FittedText(size, (text,))
    one_line_size = int(10 * width / width_at_1) / 10
    separator = BETWEEN_PERSONS if names else " "
    worth = max(least, one_line_size * WORTH_A_LINE) if one_line_size >= least else least
    on_lines = _fit_on_lines(text, face, width, height, size, worth, lines, separator) if lines > 1 else None
    if on_lines is not None:
        return on_lines
    if one_line_size >= least:
        return FittedText(one_line_size, (text,))
    if names:
        return fit_text(text, face, width, height, size=size, least=least, lines=lines)
    return _fit_at_least_size(text, face, width, _count_fitting_lines(lines, height, least), least)


def fits_whole(text: str, face: TextMeasure, width: float, height: float, *, size: float, lines: int) -> bool:
    """Whether the clean names fit width and height in points at this size on at most so many lines, each person's on one line."""
    fitted = fit_text(text, face, width, height, size=size, least=size, lines=lines, names=True)
    longest = max(map(face.measure_width, text.split(BETWEEN_PERSONS)))
    return size * TALLEST <= height and longest * size <= width and " ".join(fitted.lines) == text


def _fit_on_lines(
    text: str, face: TextMeasure, width: float, height: float, size: float, least: float, lines: int, separator: str
) -> FittedText | None:
    """The text on several lines that are broken at separators only; None if it does not fit at `least`."""
    *first_units, last_unit = text.split(separator)
    longest_unit = max(map(face.measure_width, (*(unit + separator.rstrip() for unit in first_units), last_unit)))
    while size >= least:
        if longest_unit * size <= width:
            wrapped = wrap_text(text, face, width / size, separator)
            if len(wrapped) <= _count_fitting_lines(lines, height, size):
                return FittedText(size, wrapped)
        size = round(size - max(0.3, size / 20), 1)
    return None


def _fit_at_least_size(text: str, face: TextMeasure, width: float, lines: int, least: float) -> FittedText:
    """The text at the least size, with words broken and the last line shortened if necessary."""
    wrapped = wrap_text(text, face, width / least)
    if len(wrapped) > lines:
        wrapped = _shorten_lines(wrapped, face, width / least, lines)
    return FittedText(least, wrapped)


def _count_fitting_lines(lines: int, height: float, size: float) -> int:
    """How many lines of this size fit the height: at least one, at most `lines`."""
    return max(1, min(lines, 1 + int((height / size - TALLEST) / LEADING)))


def wrap_text(text: str, face: TextMeasure, width: float, separator: str = " ") -> tuple[str, ...]:
    """Lines no wider than `width` at size 1, broken at separators; a word is broken only if it is wider than a line.

    What of the separator is visible ends the line before.
    """
    lines: list[str] = []
    line = ""
    units = text.split(separator)
    for index, unit in enumerate(units):
        end = "" if index == len(units) - 1 else separator.rstrip()
        candidate = f"{line} {unit}" if line else unit
        if face.measure_width(candidate + end) <= width:
            line = candidate + end
            continue
        if line:
            lines.append(line)
        *full_pieces, line = _split_word(unit + end, face, width)
        lines.extend(full_pieces)
    return (*lines, line)


def _split_word(word: str, face: TextMeasure, width: float) -> list[str]:
    pieces = [""]
    for character in word:
        if pieces[-1] and face.measure_width(pieces[-1] + character) > width:
            pieces.append("")
        pieces[-1] += character
    return pieces


def _shorten_lines(lines: tuple[str, ...], face: TextMeasure, width: float, count: int) -> tuple[str, ...]:
    """The first `count` lines, the last of them with an ellipsis."""
    last = lines[count - 1]
    while last and face.measure_width(f"{last}…") > width:
        last = last[:-1]
    return (*lines[: count - 1], f"{last.rstrip()}…")
