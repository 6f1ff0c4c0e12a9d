"""The CSV twin of a result: one line a person, with the event, the entry and the person side by side, and the same signature.

Matches and hands are left out; their digest stays, because it is part of what is signed.
"""

import csv
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from tournaments.entries.exports import FORMULA_SIGNS

Json = Any
PRIZE_SEPARATOR = " | "
YES, NO = "yes", "no"
EVENT_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "format": ("format",),
    "version": ("version",),
    "made_at": ("made_at",),
    "program": ("program", "name"),
    "release": ("program", "release"),
    "event_id": ("event", "id"),
    "event": ("event", "name"),
    "date": ("event", "date"),
    "class": ("event", "class"),
    "state": ("event", "state"),
    "organizer": ("event", "organizer", "name"),
    "organizer_number": ("event", "organizer", "number"),
    "venue": ("event", "venue", "name"),
    "town": ("event", "venue", "town"),
    "game": ("event", "game", "key"),
    "game_name": ("event", "game", "name"),
    "options": ("event", "game", "options"),
    "stages": ("event", "stages"),
}
ENTRY_COLUMNS = ("place", "shared", "entry", "entry_name", "club", "points", "entry_state", "prizes")
PERSON_COLUMNS = ("person", "name", "card_number", "card_issuer", "card_kind", "card_valid_until")
END_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "ledger_entries": ("ledger", "entries"),
    "ledger_digest": ("ledger", "digest"),
    "matches_sha256": ("matches_sha256",),
    "signature_algorithm": ("signature", "algorithm"),
    "signature_key": ("signature", "key"),
    "signature": ("signature", "value"),
}
COLUMNS = (*EVENT_COLUMNS, *ENTRY_COLUMNS, *PERSON_COLUMNS, *END_COLUMNS)
NUMBERS, JSON_TEXTS = {"version", "ledger_entries", "place", "entry"}, {"options", "stages"}
OPTIONAL = {"ledger": ("ledger_entries", "ledger_digest"), "signature": ("signature_algorithm", "signature_key", "signature")}
MAX_DIGITS = 9


@dataclass(frozen=True, slots=True)
class TableFault:
    """What is wrong in a line of a table."""

    line: int
    place: str
    sentence: str


@dataclass(slots=True)
class ReadTable:
    """The document of a table, the line of each of its places, and what cannot be read."""

    document: Json
    lines: dict[str, int] = field(default_factory=dict)
    faults: list[TableFault] = field(default_factory=list)


# -------------------------------------------------------------------------------------------------------------------- writing


def format_table(document: Json) -> bytes:
    """UTF-8 with a byte order mark and semicolons, as spreadsheets in Italy open it."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=";", lineterminator="\r\n")
    writer.writerow(COLUMNS)
    common = {**EVENT_COLUMNS, **END_COLUMNS}
    event = {name: _format_cell(name, _find(document, path)) for name, path in common.items()}
    persons = {person["id"]: person for person in document["persons"]}
    for entry in document["entries"]:
        for person in [persons[key] for key in entry["persons"]] or [None]:
            cells = event | _format_entry(entry) | _format_person(person)
            writer.writerow([_neutralise(cells[name]) for name in COLUMNS])
    return stream.getvalue().encode("utf-8-sig")


def _find(document: Json, path: tuple[str, ...]) -> Json:
    for name in path:
        document = None if document is None else document[name]
    return document


def _format_cell(name: str, value: Json) -> str:
    if name in JSON_TEXTS:
        return json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return "" if value is None else str(value)


def _format_entry(entry: Json) -> dict[str, str]:
    return {
        "place": _format_cell("place", entry["place"]),
        "shared": YES if entry["shared"] else NO,
        "entry": str(entry["number"]),
        "entry_name": entry["name"],
        "club": entry["club"],
        "points": entry["points"],
        "entry_state": entry["state"],
        "prizes": PRIZE_SEPARATOR.join(entry["prizes"]),
    }


def _format_person(person: Json) -> dict[str, str]:
    if person is None:
        return dict.fromkeys(PERSON_COLUMNS, "")
    card = person["card"] or dict.fromkeys(("number", "issuer", "kind", "valid_until"), "")
    cells = {f"card_{name}": _format_cell(name, value) for name, value in card.items()}
    return {"person": person["id"], "name": person["name"], **cells}


def _neutralise(text: str) -> str:
    """With an apostrophe before what a spreadsheet would read as a formula, and before an apostrophe: reading takes one away."""
    return f"'{text}" if text.startswith((*FORMULA_SIGNS, "'")) else text


# -------------------------------------------------------------------------------------------------------------------- reading


def read_table(text: str) -> ReadTable:
    """The document of a table with semicolons, commas or tabs; columns may stand in any order, further ones are ignored."""
    heading = text.partition("\n")[0]
    delimiter = max(";,\t", key=heading.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    table = ReadTable({})
    try:
        names = [name.strip() for name in next(reader, [])]
        missing = [name for name in COLUMNS if name not in names]
        if missing:
            table.faults.append(TableFault(1, missing[0], _("is missing: the first line names the columns")))
            return table
        rows = [(reader.line_num, row) for row in reader if any(row)]
    except csv.Error as error:
        table.faults.append(TableFault(reader.line_num, "", _("cannot be read: %(reason)s") % {"reason": error}))
        return table
    _TableReader(table, names).read(rows)
    return table


class _TableReader:
    """Puts lines together: those of one entry stand for its persons, and all say the same of the event."""

    def __init__(self, table: ReadTable, names: list[str]) -> None:
        self.table, self.names = table, names
        self.entries: dict[int, Json] = {}
        self.entry_cells: dict[int, Mapping[str, str]] = {}
        self.persons: dict[str, Json] = {}

    def read(self, rows: list[tuple[int, list[str]]]) -> None:
        first: dict[str, str] | None = None
        for line, row in rows:
            if len(row) != len(self.names):
                self._report(line, "", _("has %(found)d cells instead of %(wanted)d") % {"found": len(row), "wanted": len(self.names)})
                continue
            cells = {name: text.removeprefix("'") for name, text in zip(self.names, row, strict=True)}
            if first is None:
                first = cells
                self.table.document = self._read_event(line, cells)
            columns = (*EVENT_COLUMNS, *END_COLUMNS)
            self._compare(line, cells, first, columns, _("says something else than the line above of the same event"))
            self._read_entry(line, cells)
        if first is not None:
            self.table.document |= {"persons": list(self.persons.values()), "entries": list(self.entries.values()), "matches": None}

    def _report(self, line: int, place: str, sentence: str) -> None:
        self.table.faults.append(TableFault(line, place, sentence))

    def _compare(self, line: int, cells: Mapping[str, Json], first: Mapping[str, Json], names: tuple[str, ...], sentence: str) -> None:
        for name in names:
            if cells[name] != first[name]:
                self._report(line, name, sentence)

    def _read_event(self, line: int, cells: Mapping[str, str]) -> Json:
        document: Json = {"event": {"organizer": {}, "venue": {}, "game": {}}, "program": {}, "ledger": {}, "signature": {}}
        for name, path in {**EVENT_COLUMNS, **END_COLUMNS}.items():
            part = document
            for step in path[:-1]:
                part = part[step]
            part[path[-1]] = self._read_cell(line, name, cells[name])
            self.table.lines[".".join(path)] = line
        for part_name, columns in OPTIONAL.items():
            if not any(cells[name] for name in columns):
                document[part_name] = None
        return document

    def _read_cell(self, line: int, name: str, text: str) -> Json:
        if name in NUMBERS:
            if not text and name in OPTIONAL["ledger"]:
                return None
            return self._read_number(line, name, text)
        if name not in JSON_TEXTS:
            return text
        try:
            return json.loads(text, parse_float=str, parse_constant=str)
        except (ValueError, RecursionError):
            self._report(line, name, _("is no JSON"))
            return {} if name == "options" else []

    def _read_number(self, line: int, name: str, text: str) -> int | None:
        if text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS:
            return int(text)
        self._report(line, name, _("is no number"))
        return None

    def _read_entry(self, line: int, cells: Mapping[str, str]) -> None:
        number = self._read_number(line, "entry", cells["entry"])
        if number is None:
            return
        if number not in self.entries:
            self.table.lines[f"entries[{len(self.entries)}]"] = line
            self.entries[number] = self._build_entry(line, number, cells) | {"persons": []}
            self.entry_cells[number] = cells
        entry = self.entries[number]
        self._compare(line, cells, self.entry_cells[number], ENTRY_COLUMNS, _("says something else than the line above of the same entry"))
        if cells["person"]:
            entry["persons"].append(cells["person"])
            self._read_person(line, cells)

    def _build_entry(self, line: int, number: int, cells: Mapping[str, str]) -> Json:
        if cells["shared"] not in {YES, NO}:
            self._report(line, "shared", _("must be yes or no"))
        return {
            "number": number,
            "name": cells["entry_name"],
            "club": cells["club"],
            "place": self._read_number(line, "place", cells["place"]) if cells["place"] else None,
            "shared": cells["shared"] == YES,
            "points": cells["points"],
            "state": cells["entry_state"],
            "prizes": cells["prizes"].split(PRIZE_SEPARATOR) if cells["prizes"] else [],
        }

    def _read_person(self, line: int, cells: Mapping[str, str]) -> None:
        card: Json = {name: cells[f"card_{name}"] for name in ("number", "issuer", "kind")}
        card["valid_until"] = cells["card_valid_until"] or None
        person: Json = {"id": cells["person"], "name": cells["name"], "card": card if any(card.values()) else None}
        if person["id"] not in self.persons:
            self.table.lines[f"persons[{len(self.persons)}]"] = line
        if self.persons.setdefault(person["id"], person) != person:
            self._report(line, "person", _("says something else than the line above of the same person"))
