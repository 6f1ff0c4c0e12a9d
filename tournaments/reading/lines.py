"""One entry written freely on one line: “Rossi Mario / Bianchi Anna, Bar Sport”."""

import re
from dataclasses import dataclass

_NUMBERING = re.compile(r"^\s*\d{1,4}\s*[.)]\s+")
_CLUB_IN_BRACKETS = re.compile(r"^(?P<rest>.+?)\s*[(\[](?P<club>[^()\[\]]*)[)\]]\s*$")
_STRONG = (
    re.compile(r"\s*/\s*"),
    re.compile(r"\s*&\s*"),
    re.compile(r"\s*\+\s*"),
    re.compile(r"\s+[-–—]\s+|\s*[–—]\s*"),
    re.compile(r"\s+(?:e|ed|and)\s+"),
)
_AND_IN_CAPITALS = re.compile(r"\s+E\s+")
_WEAK = re.compile(r"\s*[,;]\s*")
_HYPHEN = re.compile(r"-")


@dataclass(frozen=True, slots=True)
class Line:
    """Names as they stood, unjudged: there may be too few or too many."""

    persons: tuple[str, ...]
    club: str = ""


def split_line(text: str, size: int) -> Line:
    """Read one line for an entry of `size` persons. Whatever the separators, what follows the last person is the club."""
    text = _NUMBERING.sub("", text, count=1).strip()
    rest, club = _take_bracketed_club(text)
    pieces = _strong_pieces(rest, size)
    if len(pieces) > 1:
        pieces = _with_last_piece_split(pieces)
    else:
        pieces = _WEAK.split(rest)
        if len(pieces) == 1 and size == 2 and rest.count("-") == 1:
            pieces = _HYPHEN.split(rest)
    pieces = [piece.strip() for piece in pieces if piece.strip()]
    if not club and len(pieces) == size + 1 and not _two_where_one_plays(rest, size):
        club = pieces.pop()
    return Line(tuple(pieces), club)


def has_strong_separator(text: str) -> bool:
    """Does a sign stand here that only ever separates persons?"""
    return any(separator.search(text) for separator in _STRONG) or _capitals_and(text)


def _capitals_and(text: str) -> bool:
    return text.isupper() and bool(_AND_IN_CAPITALS.search(text))


def _strong_pieces(text: str, size: int) -> list[str]:
    """Split at the first kind of separator that occurs; a single player's line has persons only before the first comma."""
    if _two_where_one_plays(text, size):
        return _STRONG[0].split(text)
    if size == 1:
        return _STRONG[3].split(text) if "," not in text and ";" not in text else [text]
    for separator in _STRONG:
        if separator.search(text):
            return separator.split(text)
    return _AND_IN_CAPITALS.split(text) if _capitals_and(text) else [text]


def _two_where_one_plays(text: str, size: int) -> bool:
    """“Rossi / Bianchi” where everybody enters alone: two persons, not one with a club."""
    return size == 1 and bool(_STRONG[0].search(_WEAK.split(text)[0]))


def _with_last_piece_split(pieces: list[str]) -> list[str]:
    """Take the club off the last person. Where the others are written “Rossi, Mario”, so is the last."""
    *others, last = pieces
    surname_first = any(_WEAK.search(piece) for piece in others)
    if not surname_first:
        return [*others, *_WEAK.split(last, maxsplit=1)]
    surname, *rest = _WEAK.split(last, maxsplit=2)
    first_name, *club = rest or [""]
    return [_WEAK.sub(" ", piece) for piece in others] + [f"{surname} {first_name}", *club]


def _take_bracketed_club(text: str) -> tuple[str, str]:
    found = _CLUB_IN_BRACKETS.match(text)
    return (found["rest"], found["club"].strip()) if found else (text, "")
