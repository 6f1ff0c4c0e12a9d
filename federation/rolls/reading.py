"""Lists of members, clubs and events as they come: CSV, XLSX, or pasted; every line that cannot be read is named."""

import csv
import datetime as dt
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from federation.models import EventFacts
from plugins.protocols import OwnField
from tournaments.people.names import clean_name, fold_name, validate_name
from tournaments.reading.files import read_file_sheets

HEADINGS: Mapping[str, tuple[str, ...]] = {
    "number": ("number", "numero", "tessera", "n tessera", "numero tessera", "card", "card number", "codice"),
    "name": ("name", "nome", "cognome e nome", "nome e cognome", "denominazione", "socio", "torneo", "tournament"),
    "surname": ("surname", "cognome"),
    "category": ("category", "categoria"),
    "province": ("province", "provincia", "prov"),
    "club": ("club", "circolo", "associazione", "numero circolo", "club number", "codice circolo"),
    "valid_until": ("valid until", "validita", "valida fino al", "scadenza", "expires"),
    "date": ("date", "data"),
    "class": ("class", "livello", "classe"),
}
CLASSES = {fold_name(word): value for value, word in (
    ("club", "club"), ("club", "circolo"), ("club", "di circolo"), ("provincial", "provincial"), ("provincial", "provinciale"),
    ("regional", "regional"), ("regional", "regionale"), ("national", "national"), ("national", "nazionale"),
)}  # fmt: skip
_ITALIAN_DATE = re.compile(r"(\d{1,2})[/.\-](\d{1,2})[/.\-](\d{4})")
MAX_WORD = 40
OWN = "own:"
"""Before the key of a column of a plug-in."""


@dataclass(frozen=True, slots=True)
class RollLine:
    """A line that could be read: its number in the list, and its cells by column."""

    line: int
    cells: Mapping[str, str]


@dataclass(slots=True)
class ReadRoll:
    """A list: good lines, and what is wrong by line."""

    lines: list[RollLine] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def read_roll(content: bytes, required: tuple[str, ...], own: Sequence[OwnField] = ()) -> ReadRoll:
    """The first sheet of a file by its headings; `own` are columns of a plug-in, whose cells are kept under `own:` and their key.

    Raises: UnreadableListError where it is no list at all.
    """
    text = read_file_sheets(content)[0].text
    rows = [(number, row) for number, row in _iterate_rows(text) if any(cell.strip() for cell in row)]
    roll = ReadRoll()
    columns = [_find_column(cell, own) for cell in rows[0][1]] if rows else []
    missing = [name for name in required if name not in columns]
    if missing:
        sentence = _("line 1: the first line names the columns, and there is none for “%(column)s”")
        roll.faults.append(sentence % {"column": missing[0]})
        return roll
    for number, row in rows[1:]:
        cells = {column: clean_name(cell) for column, cell in zip(columns, row, strict=False) if column}
        if "surname" in cells:
            cells["name"] = f"{cells.get('name', '')} {cells.pop('surname')}".strip()
        if fault := _find_fault(cells, required):
            roll.faults.append(_("line %(line)d: %(problem)s") % {"line": number, "problem": fault})
        else:
            roll.lines.append(RollLine(number, cells))
    return roll


def parse_day(text: str) -> dt.date | None:
    """“2026-11-21” and “21/11/2026”; None for nothing. Raises: ValueError."""
    if not text:
        return None
    italian = _ITALIAN_DATE.fullmatch(text)
    if italian:
        day, month, year = map(int, italian.groups())
        return dt.date(year, month, day)
    return dt.date.fromisoformat(text[:10])


def parse_class(text: str) -> str:
    """The class by its English or Italian word; that of a club for nothing. Raises: ValueError."""
    if not text:
        return EventFacts.EventClass.CLUB
    if fold_name(text) not in CLASSES:
        raise ValueError(text)
    return CLASSES[fold_name(text)]


def _iterate_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    heading = text.partition("\n")[0]
    delimiter = max("\t;,", key=heading.count)
    reader = csv.reader(io.StringIO(text), delimiter=delimiter)
    for row in reader:
        yield reader.line_num, row


def _find_column(cell: str, own: Sequence[OwnField]) -> str:
    folded = fold_name(cell)
    headings = {**HEADINGS, **{f"{OWN}{column.key}": tuple(map(fold_name, column.headings)) for column in own}}
    return next((name for name, words in headings.items() if folded in words), "")


def _find_fault(cells: Mapping[str, str], required: tuple[str, ...]) -> str:
    """What is wrong in a line; empty where nothing is."""
    for name in required:
        if not cells.get(name):
            return _("“%(column)s” is empty") % {"column": name}
    try:
        validate_name(cells.get("name") or "x")
    except ValidationError as error:
        return " ".join(error.messages)
    short = ("number", "category", "province", *(name for name in cells if name.startswith(OWN)))
    if any(len(cells.get(name, "")) > MAX_WORD for name in short):
        return _("a cell is longer than %(most)d characters") % {"most": MAX_WORD}
    for name in ("valid_until", "date"):
        try:
            parse_day(cells.get(name, ""))
        except ValueError:
            return _("“%(text)s” is no date: write it as 31/12/2026") % {"text": cells[name]}
    try:
        parse_class(cells.get("class", ""))
    except ValueError:
        return _("“%(text)s” is no class: write club, provincial, regional or national") % {"text": cells["class"]}
    return ""
