"""Marks for what a person will read. The engine speaks English msgids; whoever shows them translates them."""

from collections.abc import Callable, Sequence

Translate = Callable[[str], str]


def _(message: str) -> str:
    """Mark a literal for the catalogue and return it as it is."""
    return message


class Text(str):
    """A msgid used as a parameter of another sentence: translated before it is put in."""

    __slots__ = ()


class SideRef(int):
    """The index of a side as a parameter of a sentence: shown by its name or letter."""

    __slots__ = ()


def dashed(numbers: Sequence[int]) -> str:
    """Points of the sides in one text; below zero a dash between them could not be told from a minus."""
    return (" · " if min(numbers, default=0) < 0 else "–").join(str(number).replace("-", "−") for number in numbers)


SIDE_LETTERS = ("A", "B", "C", "D", "E")
