"""One entry written on one line: “Rossi Mario / Bianchi Anna, Bar Sport”."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_NUMBERING = re.compile(r"^\s*(?:\d{1,4}\s*[.)]\s*(?=\D)|\d{1,4}(?:\s*[°:\-–—]\s*|\s+)(?=[^\W\d_]))")
_BULLET = re.compile(r"^\s*[*•·●○▪◦✓✔☑✅\-–—]+\s*(?=[^\W_])")
_MESSAGE_HEAD = re.compile(
    r"^\s*\[?\d{1,2}[/.]\d{1,2}[/.]\d{2,4},?\s+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s*[ap]m)?\]?\s*(?:[-–]\s*)?[^:]{1,40}:\s+", re.IGNORECASE
)
"""“[28/11/26, 19:40:02] Nina: ”: when and by whom a message was written, where it was copied with them."""
_PICTURE = "[\u2300-\u27bf\u2b00-\u2bff\ufe0f\u200d\U0001f000-\U0001faff]"
_PICTURES = re.compile(rf"(?:(?<=[^\W_])|(?<=[)\]]))\s*{_PICTURE}+|^\s*{_PICTURE}+(?=\s*[^\W\d_])")
"""“✅” beside a name, a club or a number says that somebody ticked it off; a picture alone stays, and is refused as a name."""
_TELEPHONE = re.compile(
    r"[(\[]?(?:\b(?:tel|cell|telefono|cellulare|phone|mobile)\b[.:]*\s*)?(?<![\w+])(\+?\d(?:[\s./-]{0,2}\d){7,14})(?!\w)[)\]]?",
    re.IGNORECASE,
)
"""Eight digits or more, as people group them, with the word before it: no name and no club holds so many."""
_PLACE_OF_NUMBER = "\N{TELEPHONE SIGN}"
_NUMBER_BEHIND_CLUB = re.compile(rf"([(\[][^()\[\]]*[)\]])[\s,;:.–-]*({_PLACE_OF_NUMBER})\s*$")
_CLUB_IN_BRACKETS = re.compile(r"^(?P<rest>.+?)\s*[(\[](?P<club>[^()\[\]]*)[)\]]\s*$")
_REMARK = re.compile(
    r"\s*[(\[]\s*(riserv[ae]|(?:di|in) riserva|lista d[’']attesa|in (?:lista d[’'])?attesa|(?:da|non) conferma(?:re|t[oaie])|"
    r"confermat[oaie]|forse|assent[ei]|(?:in )?ritardo|arriva(?:no)? (?:in ritardo|tardi|dopo)|"
    r"reserve|waiting list|to be confirmed|not confirmed|confirmed|maybe|absent|late)\s*[)\]]",
    re.IGNORECASE,
)
"""“(riserva)”: what somebody noted beside the names is no club."""
_STRONG_SEPARATORS = (
    re.compile(r"\s*/\s*"),
    re.compile(r"\s*&\s*"),
    re.compile(r"\s*\+\s*"),
    re.compile(r"\s+[-–—]\s+|\s*[–—]\s*"),
    re.compile(r"\s+(?:e|ed|and)\s+"),
)
_AND_IN_CAPITALS = re.compile(r"\s+E\s+")
_WEAK_SEPARATOR = re.compile(r"\s*[,;]\s*")
_HYPHEN = re.compile(r"-")


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """The names as they were written, unchecked: there may be too few or too many."""

    persons: tuple[str, ...]
    club: str = ""
    phones: tuple[str, ...] = ()
    """The telephone number that stood beside each person, empty for none; no longer than `persons`."""


def split_line(text: str, size: int) -> ParsedLine:
    """Parse one line for an entry of `size` persons. With every separator, the text after the last person is the club.

    The head of a message, bullets and numbers before the line are left out, and pictures, remarks and telephone numbers do not become
    part of a name.
    """
    text = _PICTURES.sub(" ", _MESSAGE_HEAD.sub("", _REMARK.sub("", text), count=1))
    text = _BULLET.sub("", _NUMBERING.sub("", _BULLET.sub("", text), count=1)).strip()
    numbers = _TELEPHONE.findall(text)
    if not numbers:
        return _split_names(text, size)
    marked = _TELEPHONE.sub(_PLACE_OF_NUMBER, text).strip(" ,;:-–")
    line = _split_names(_NUMBER_BEHIND_CLUB.sub(r"\2 \1", marked), size)
    return _give_numbers(line, numbers)


def read_remark(text: str) -> str:
    """What a line says in brackets that is neither a name nor a club, empty where it says nothing of the kind."""
    return ", ".join(_REMARK.findall(text))


def _give_numbers(line: ParsedLine, numbers: Sequence[str]) -> ParsedLine:
    """Each number belongs to the person beside whose name it stood; one beside the club, or alone, to the first who has none."""
    waiting = list(numbers)
    persons, phones = [], []
    for piece in line.persons:
        own = [waiting.pop(0) for _number in range(min(piece.count(_PLACE_OF_NUMBER), len(waiting)))]
        if name := piece.replace(_PLACE_OF_NUMBER, " ").strip(" ,;:-–"):
            persons.append(name)
            phones.append(" ".join(own[:1]))
        else:
            waiting = own + waiting
    for place, phone in enumerate(phones):
        phones[place] = phone or (waiting.pop(0) if waiting else "")
    club = line.club.replace(_PLACE_OF_NUMBER, " ").strip(" ,;:-–")
    return ParsedLine(tuple(persons), club, tuple(" ".join(phone.split()) for phone in phones))


def _split_names(text: str, size: int) -> ParsedLine:
    names_text, club = _split_bracketed_club(text)
    pieces = _split_strongly(names_text, size)
    if len(pieces) > 1:
        pieces = _split_club_from_last(pieces)
    else:
        pieces = _WEAK_SEPARATOR.split(names_text)
        if len(pieces) == 1 and size == 2 and names_text.count("-") == 1:
            pieces = _HYPHEN.split(names_text)
    pieces = [piece.strip() for piece in pieces if piece.strip()]
    if not club and len(pieces) == size + 1 and not _names_two_players(names_text, size):
        club = pieces.pop()
    return ParsedLine(tuple(pieces), club)


def has_strong_separator(text: str) -> bool:
    """Whether the text contains a sign that only ever separates persons."""
    return any(separator.search(text) for separator in _STRONG_SEPARATORS) or _has_capital_and(text)


def _has_capital_and(text: str) -> bool:
    return text.isupper() and bool(_AND_IN_CAPITALS.search(text))


def _split_strongly(text: str, size: int) -> list[str]:
    """Split at the first kind of separator that occurs; for single players only before the first comma."""
    if _names_two_players(text, size):
        return _STRONG_SEPARATORS[0].split(text)
    if size == 1:
        return _STRONG_SEPARATORS[3].split(text) if "," not in text and ";" not in text else [text]
    for separator in _STRONG_SEPARATORS:
        if separator.search(text):
            return separator.split(text)
    return _AND_IN_CAPITALS.split(text) if _has_capital_and(text) else [text]


def _names_two_players(text: str, size: int) -> bool:
    """Whether a line for a single player names two (“Rossi / Bianchi”) and not one with a club."""
    return size == 1 and bool(_STRONG_SEPARATORS[0].search(_WEAK_SEPARATOR.split(text)[0]))


def _split_club_from_last(pieces: list[str]) -> list[str]:
    """Split the club from the last person. Where the persons before are written “Rossi, Mario”, the last one is too."""
    *earlier_pieces, last = pieces
    surname_first = any(_WEAK_SEPARATOR.search(piece) for piece in earlier_pieces)
    if not surname_first:
        return [*earlier_pieces, *_WEAK_SEPARATOR.split(last, maxsplit=1)]
    surname, *rest = _WEAK_SEPARATOR.split(last, maxsplit=2)
    first_name, *club = rest or [""]
    return [_WEAK_SEPARATOR.sub(" ", piece) for piece in earlier_pieces] + [f"{surname} {first_name}", *club]


def _split_bracketed_club(text: str) -> tuple[str, str]:
    club_match = _CLUB_IN_BRACKETS.match(text)
    return (club_match["rest"], club_match["club"].strip()) if club_match else (text, "")
