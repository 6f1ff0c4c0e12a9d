"""Who or what occurs twice in a list or in the tournament; entering again after a defeat is no repetition."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from tournaments.fields.declared import ENTRY_FIELDS, FIELDS_BY_KEY
from tournaments.fields.details import EntryDetails
from tournaments.people.names import compute_person_key
from tournaments.reading.headings import AGAIN_OF
from tournaments.reading.rows import ExistingEntries, ParsedRow
from tournaments.reading.values import FaultCode, RowFault

UNIQUE_FIELDS = tuple(declared for declared in ENTRY_FIELDS if declared.unique)


def add_repetition_faults(rows: Sequence[ParsedRow], existing: ExistingEntries) -> tuple[ParsedRow, ...]:
    """The rows with the faults that they have because of earlier rows or of existing entries, and with the attempt that they are."""
    persons: dict[str, int] = {}
    values: dict[tuple[str, Any], int] = {}
    checked_rows: list[ParsedRow] = []
    last_attempts: dict[int, ParsedRow] = {}
    for row in rows:
        before = None if row.again_of is None else last_attempts.pop(row.again_of, None)
        enters_again = before is not None and not before.faults and _list_keys(before) == _list_keys(row)
        faults = [*row.faults, *find_repetition_faults(row.details, existing, {} if enters_again else persons, values)]
        if row.again_of is not None and not enters_again:
            faults.append(RowFault(FaultCode.AGAIN_AFTER_NOBODY, {"label": AGAIN_OF.label, "number": row.again_of}, "person_0"))
        checked = replace(row, faults=tuple(faults), attempt=before.attempt + 1 if before and enters_again else 0)
        checked_rows.append(checked)
        if row.details.values["number"] is not None:
            last_attempts[row.details.values["number"]] = checked
        for key in _list_keys(row):
            persons.setdefault(key, row.line)
        for place in _list_unique_values(row.details):
            values.setdefault(place, row.line)
    return tuple(checked_rows)


def _list_keys(row: ParsedRow) -> list[str]:
    return [compute_person_key(name) for name in row.details.persons]


def find_repetition_faults(
    details: EntryDetails,
    existing: ExistingEntries,
    persons: Mapping[str, int] = MappingProxyType({}),
    values: Mapping[tuple[str, Any], int] = MappingProxyType({}),
) -> tuple[RowFault, ...]:
    """The faults of a person or a unique value that occurs twice: in the row, in an earlier line (by key, by value), in the tournament."""
    return (*_find_person_repetitions(details.persons, persons, existing), *_find_value_repetitions(details, values, existing))


def _find_person_repetitions(names: Iterable[str], earlier: Mapping[str, int], existing: ExistingEntries) -> list[RowFault]:
    """A name without letters and digits has no key: two of them are not one person."""
    faults = []
    here: set[str] = set()
    for index, name in enumerate(names):
        key, box = compute_person_key(name), f"person_{index}"
        if not key:
            continue
        if key in here:
            faults.append(RowFault(FaultCode.TWICE_IN_ROW, {"name": name}, box))
        elif key in earlier:
            faults.append(RowFault(FaultCode.TWICE_IN_LIST, {"name": name, "line": earlier[key]}, box))
        elif key in existing.persons:
            faults.append(RowFault(FaultCode.ALREADY_ENTERED, {"name": name, "number": existing.persons[key]}, box))
        here.add(key)
    return faults


def _list_unique_values(details: EntryDetails) -> list[tuple[str, Any]]:
    return [(unique.key, value) for unique in UNIQUE_FIELDS if (value := details.values[unique.key]) is not None]


def _find_value_repetitions(details: EntryDetails, earlier: Mapping[tuple[str, Any], int], existing: ExistingEntries) -> list[RowFault]:
    faults = []
    for key, value in _list_unique_values(details):
        label = FIELDS_BY_KEY[key].title
        if (key, value) in earlier:
            faults.append(RowFault(FaultCode.VALUE_TWICE, {"label": label, "value": value, "line": earlier[key, value]}, key))
        elif (key, value) in existing.values:
            faults.append(RowFault(FaultCode.VALUE_TAKEN, {"label": label, "value": value, "number": existing.values[key, value]}, key))
    return faults
