"""Text that is safe to draw, and text that keeps inside its box: first smaller, then on more lines, at last shortened."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple, Protocol

LONGEST = 240
"""Characters of one text that any print looks at; names end at 80 long before."""

MARKS_ON_A_LETTER = 3
"""More accents than any language stacks would climb out of the line."""

LEADING = 1.14
"""Distance of two lines of text at size 1."""
TALLEST = 1.1
"""Height of one line at size 1, from the accent of a capital to the tail of a g."""

WORTH_A_LINE = 1.15
"""How much larger a text must become for a second line to be worth it."""

_PLAIN = re.compile("[ -~¡-¬®-ſ–—‘’“”…♠♥♦♣✓]*")
"""Composed, visible, from left to right: what nearly every text is, and needs no closer look."""

_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
_MIRRORED = str.maketrans("()[]{}<>«»", ")(][}{><»«")


class Measure(Protocol):
    def width(self, text: str) -> float:
        """Width of the text at size 1."""
        ...


class Fitted(NamedTuple):
    size: float
    lines: tuple[str, ...]


def clean(text: str, longest: int = LONGEST) -> str:
    """One line without control, format or private characters, composed, in visual order; longer ones are visibly cut."""
    if len(text) > longest:
        text = text[: longest - 1] + "…"
    if not _PLAIN.fullmatch(text):
        text = _visible(unicodedata.normalize("NFC", text))
    return " ".join(text.split())


def _visible(text: str) -> str:
    kept = []
    marks = 0
    for character in text:
        kind = unicodedata.category(character)
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if kind in {"Zs", "Zl", "Zp"} or character in "\t\n\r":
            kept.append(" ")
        elif kind not in _UNSEEN and marks <= MARKS_ON_A_LETTER and not "\ufe00" <= character <= "\ufe0f":
            kept.append(character)
    return _left_to_right("".join(kept))


def _left_to_right(text: str) -> str:
    """Turn the stretches that are written from right to left; numbers inside them keep their order."""
    if not any(unicodedata.bidirectional(character) in {"R", "AL"} for character in text):
        return text
    return "".join(_turned(stretch) if backwards else stretch for backwards, stretch in _stretches(text))


def _stretches(text: str) -> Iterator[tuple[bool, str]]:
    """Stretches, each with whether it runs from right to left: from a first to a last letter of such a script."""
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


def _turned(stretch: str) -> str:
    units: list[str] = []
    for character in stretch:
        joins = units and (unicodedata.combining(character) or (character.isdecimal() and units[-1][-1].isdecimal()))
        if joins:
            units[-1] += character
        else:
            units.append(character)
    return "".join(reversed(units)).translate(_MIRRORED)


def fit(text: str, face: Measure, width: float, height: float, *, size: float, least: float, lines: int = 1) -> Fitted:
    """The clean text as large as the room in points allows, from `size` down to `least`; at `least` it is shortened.

    Several lines are used only where they are clearly larger than one. A word is broken only at the least size.
    A low room may force a size below `least`.
    """
    size = min(size, height / TALLEST)
    least = min(least, size)
    across = face.width(text)
    if across * size <= width:
        return Fitted(size, (text,))
    alone = int(10 * width / across) / 10
    several = _on_lines(text, face, width, height, size, max(least, alone * WORTH_A_LINE), lines) if lines > 1 else None
    if several is not None:
        return several
    if alone >= least:
        return Fitted(alone, (text,))
    return _at_least(text, face, width, _room(lines, height, least), least)


def stands(text: str, face: Measure, width: float, height: float, *, size: float, lines: int) -> bool:
    """Whether the clean text stands whole in the room in points, at this size on at most so many lines."""
    return size * TALLEST <= height and len(wrap(text, face, width / size)) <= _room(lines, height, size)


def _on_lines(text: str, face: Measure, width: float, height: float, size: float, least: float, lines: int) -> Fitted | None:
    """The text on several lines with all words whole."""
    longest_word = max(map(face.width, text.split(" ")))
    while size >= least:
        if longest_word * size <= width:
            wrapped = wrap(text, face, width / size)
            if len(wrapped) <= _room(lines, height, size):
                return Fitted(size, wrapped)
        size = round(size - max(0.3, size / 20), 1)
    return None


def _at_least(text: str, face: Measure, width: float, lines: int, least: float) -> Fitted:
    wrapped = wrap(text, face, width / least)
    if len(wrapped) > lines:
        wrapped = _shortened(wrapped, face, width / least, lines)
    return Fitted(least, wrapped)


def _room(lines: int, height: float, size: float) -> int:
    """Lines of this size that fit the height, at least one and at most `lines`."""
    return max(1, min(lines, 1 + int((height / size - TALLEST) / LEADING)))


def wrap(text: str, face: Measure, width: float) -> tuple[str, ...]:
    """Lines no wider than `width` at size 1, broken at spaces, inside a word only where it is too wide alone."""
    lines: list[str] = []
    current = ""
    for word in text.split(" "):
        joined = f"{current} {word}" if current else word
        if face.width(joined) <= width:
            current = joined
            continue
        if current:
            lines.append(current)
        *whole, current = _pieces(word, face, width)
        lines.extend(whole)
    return (*lines, current)


def _pieces(word: str, face: Measure, width: float) -> list[str]:
    pieces = [""]
    for character in word:
        if pieces[-1] and face.width(pieces[-1] + character) > width:
            pieces.append("")
        pieces[-1] += character
    return pieces


def _shortened(lines: tuple[str, ...], face: Measure, width: float, count: int) -> tuple[str, ...]:
    last = lines[count - 1]
    while last and face.width(f"{last}…") > width:
        last = last[:-1]
    return (*lines[: count - 1], f"{last.rstrip()}…")
