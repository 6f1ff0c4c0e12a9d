"""Markers for texts that people read. The engine uses English msgids; the caller that shows them translates them."""

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

Translate = Callable[[str], str]


def _(message: str) -> str:
    """Mark a literal for the message catalogue and return it unchanged."""
    return message


class Text(str):
    """A msgid as a parameter of another message: translated before it is filled in."""

    __slots__ = ()


class SideRef(int):
    """The index of a side as a parameter of a message: shown as its name or letter."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class SideLabel:
    """The label of a box that each side has, as a parameter of a message: shown with the name or letter of its side."""

    label: str
    side: int

    def __str__(self) -> str:
        return self.label


def format_score(numbers: Sequence[int]) -> str:
    """The numbers of all sides in one text, joined by a dash; by a dot when one is negative, because a dash would look like a minus."""
    return (" · " if min(numbers, default=0) < 0 else "–").join(str(number).replace("-", "−") for number in numbers)


SIDE_LETTERS = ("A", "B", "C", "D", "E")


def join_round_name(stage: str, round_name: str, sign: str = " · ") -> str:
    """A stage and its round; “Final” alone where the stage has the name of the round."""
    return round_name if stage.casefold() == round_name.casefold() else f"{stage}{sign}{round_name}"


_LIKE_OTHERS = str.maketrans({
    "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "ı": "i", "ŧ": "t", "æ": "ae", "œ": "oe", "þ": "th",
})  # fmt: skip
"""Letters that no mark can be taken from, as somebody without them writes them."""


def build_plain_text(text: str) -> str:
    """The text in small letters without accents, in which “Šimić” stands before “Zanni” and “Østby” beside “Ostuni”."""
    if text.isascii():
        return text.casefold()
    letters = "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))
    return letters.casefold().translate(_LIKE_OTHERS)
