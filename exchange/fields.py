"""The declared fields of entries and persons in a tournament's file: where they stand, their schema, their defaults."""

import copy
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tournaments.fields.declaration import DeclaredField, Erasure, ValueKind
from tournaments.fields.declared import ENTRY_FIELDS, FIELDS, PERSON_FIELDS

Json = Any
FORMAT = "labella-tournament"
VERSION = max(11, *(field.since for field in FIELDS))
"""The version of the file: 11, or that of the youngest field."""
MAX_COUNT = 1_000_000
NUMBER_KEY = "number"
"""Written beside the fields in every section about entries."""

NAMED_FIELDS = tuple(field for field in ENTRY_FIELDS if field.erasure is Erasure.REMOVE_NAMES)
"""Texts that may hold names of people: they stand in the section `persons`."""
PLAIN_FIELDS = tuple(field for field in ENTRY_FIELDS if field not in NAMED_FIELDS and field.key != NUMBER_KEY)
SECTIONS: Mapping[tuple[str, ...], tuple[DeclaredField, ...]] = {
    ("persons", "people"): PERSON_FIELDS,
    ("persons", "entries"): NAMED_FIELDS,
    ("entries",): PLAIN_FIELDS,
}
"""The fields of the objects in each list of the file."""


def read_columns(fields: Iterable[DeclaredField], row: Any) -> dict[str, Json]:
    """The values of a person or an entry by their names in the file."""
    return {field.name: field.read_value(row) for field in fields}


def complete_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema with the version and the declared fields of every section."""
    completed: dict[str, Any] = copy.deepcopy(dict(schema))
    completed["properties"]["version"] = {"const": VERSION}
    for path, fields in SECTIONS.items():
        part: Any = completed
        for name in path:
            part = part["properties"][name]
        part["items"]["required"] += [field.name for field in fields]
        part["items"]["properties"] |= {field.name: _build_property(field) for field in fields}
    return completed


def list_missing_defaults(path: tuple[str, ...], version: int) -> dict[str, Json]:
    """The values, by name, of the fields that a file of an older version does not have."""
    return {field.name: field.empty for field in SECTIONS[path] if field.since > version}


def iterate_texts(document: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    """Place and value of every declared text that a person types, without the names of teams, which are composed."""
    for path, fields in SECTIONS.items():
        part: Any = document
        for name in path:
            part = part[name]
        for position, item in enumerate(part):
            for field in fields:
                if field.kind in (ValueKind.TEXT, ValueKind.CLUB) and field.key != "name":
                    yield f"{'.'.join(path)}[{position}].{field.name}", item[field.name]


def _build_property(field: DeclaredField) -> dict[str, Json]:
    if field.kind in (ValueKind.TEXT, ValueKind.CLUB):
        return {"type": "string", "maxLength": field.max_length}
    if field.kind is ValueKind.YES_NO:
        return {"type": "boolean"}
    if field.kind is ValueKind.CHOICE:
        return {"enum": [value for value, _label in field.choices]}
    return {"type": ["integer", "null"] if field.empty is None else "integer", "minimum": 0, "maximum": MAX_COUNT}
