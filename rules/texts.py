"""Marks for what a person will read. The engine speaks English msgids; whoever shows them translates them."""

from collections.abc import Callable

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


SIDE_LETTERS = ("A", "B", "C", "D", "E")
