"""A club's list of members, read from the text of a table with headings: number, name, issuer, kind, valid until, suspended."""

import csv
import datetime as dt
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import CardKind
from tournaments.models.treasury import MAX_CARD
from tournaments.people.names import MAX_NAME_LENGTH, clean_name, fold_name, validate_name
from tournaments.reading.files import MAX_ROWS, UnreadableListError

HEADINGS = {
    "number": "numero, n, nr, num, n tessera, numero tessera, tessera, number, card, card number, membership, membership number",
    "name": "nome, nominativo, cognome e nome, nome e cognome, socio, name, member, full name",
    "surname": "cognome, surname, last name",
    "issuer": "rilasciata da, ente, associazione, emessa da, circolo, issuer, issued by, association",
    "kind": "tipo, qualifica, categoria socio, kind, type",
    "valid_until": "scadenza, valida fino al, valido fino al, scade il, scade, valid until, expires, expiry",
    "suspended": "sospesa, sospeso, suspended, stato, state",
}
"""The words above a column, in small letters without signs, by what it holds."""
COLUMNS = {word.strip(): column for column, words in HEADINGS.items() for word in words.split(",")}
KINDS = {
    CardKind.ASSOCIATE: ("associate", "stessa associazione", "altro circolo", "affiliato", "associato"),
    CardKind.DAY: ("day", "day card", "giornata", "giornaliera", "di giornata"),
}
SUSPENDED = frozenset({"si", "yes", "x", "1", "sospeso", "sospesa", "suspended"})
_ITALIAN_DATE = re.compile(r"(\d{1,2})[/.\-](\d{1,2})[/.\-](\d{2}|\d{4})")


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A row of the list that can be stored."""

    number: str
    name: str
    issuer: str
    kind: CardKind
    valid_until: dt.date | None
    suspended: bool


@dataclass(frozen=True, slots=True)
class MemberFault:
    """A row that cannot be stored, by its line in the text, and why."""

    line: int
    sentence: str


def parse_member_list(text: str) -> tuple[list[MemberRow], list[MemberFault]]:
    """The rows, and the faults of all others. Raises: UnreadableListError without a heading for number and name."""
    lines = [line for line in text.replace("\r", "\n").split("\n") if line.strip()]
    table = list(csv.reader(lines, delimiter=_find_delimiter(lines[0]) if lines else ";"))
    if len(table) > MAX_ROWS:
        raise UnreadableListError(_("The list has more than 20,000 rows: import it in parts."))
    columns = [COLUMNS.get(fold_name(cell).strip(" .°")) for cell in table[0]] if table else []
    if "number" not in columns or not {"name", "surname"} & set(columns):
        raise UnreadableListError(_("Write headings above the columns: Number and Name, then Issued by, Kind, Valid until, Suspended."))
    rows, faults, numbers = [], [], set[str]()
    for line, cells in enumerate(table[1:], start=2):
        try:
            row = _parse_row(dict(_pair_cells(columns, cells)), numbers)
        except (ValueError, ValidationError) as error:
            faults.append(MemberFault(line, " ".join(error.messages) if isinstance(error, ValidationError) else str(error)))
            continue
        rows.append(row)
    return rows, faults


def _find_delimiter(heading: str) -> str:
    return max("\t;,", key=heading.count)


def _pair_cells(columns: Sequence[str | None], cells: Sequence[str]) -> Iterator[tuple[str, str]]:
    yield from ((column, clean_name(cell)) for column, cell in zip(columns, cells, strict=False) if column)


def _parse_row(cells: Mapping[str, str], numbers: set[str]) -> MemberRow:
    """The row, whose number joins those of the rows above. Raises: ValueError or ValidationError with the sentence."""
    number, name = cells.get("number", ""), " ".join(filter(None, (cells.get("name", ""), cells.get("surname", ""))))
    if not number or len(number) > MAX_CARD:
        raise ValueError(_("write a number of at most 30 characters"))
    if not name or len(name) > MAX_NAME_LENGTH:
        raise ValueError(_("write a name"))
    for text in (name, cells.get("issuer", "")):
        validate_name(text)
    valid_until = parse_day(cells.get("valid_until", ""))
    if number.casefold() in numbers:
        raise ValueError(_("number %(number)s is there twice") % {"number": number})
    numbers.add(number.casefold())
    return MemberRow(
        number,
        name,
        cells.get("issuer", "")[:MAX_NAME_LENGTH],
        _read_kind(cells.get("kind", "")),
        valid_until,
        fold_name(cells.get("suspended", "")) in SUSPENDED,
    )


def _read_kind(text: str) -> CardKind:
    folded = fold_name(text)
    return next((kind for kind, words in KINDS.items() if folded in words), CardKind.MEMBER)


def parse_day(text: str) -> dt.date | None:
    """“31/12/2026”, “31.12.26” or “2026-12-31”; None for an empty text. Raises: ValueError with the sentence."""
    if not text:
        return None
    match = _ITALIAN_DATE.fullmatch(text)
    try:
        if match is None:
            return dt.date.fromisoformat(text[:10])
        day, month, year = map(int, match.groups())
        return dt.date(year + 2000 if year < 100 else year, month, day)
    except ValueError:
        raise ValueError(_("“%(text)s” is no date: write it as 31/12/2026") % {"text": text}) from None
