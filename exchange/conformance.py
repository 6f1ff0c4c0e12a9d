"""Validate a document against its JSON Schema: the few keywords of the standard that ours uses, each fault with its place.

Tests compare the results with those of the reference implementation.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

Json = Any
_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}


def find_faults(value: Json, schema: Mapping[str, Any], root: Mapping[str, Any], place: str = "") -> Iterator[tuple[str, str]]:
    """Place and sentence of everything in `value` that the schema forbids."""
    if "$ref" in schema:
        schema = root["$defs"][schema["$ref"].removeprefix("#/$defs/")]
    sentence = _find_own_fault(value, schema)
    if sentence:
        yield place, sentence
    elif isinstance(value, dict):
        yield from _find_object_faults(value, schema, root, place)
    elif isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            yield from find_faults(item, schema["items"], root, f"{place}[{index}]")


def _find_object_faults(
    value: dict[str, Json], schema: Mapping[str, Any], root: Mapping[str, Any], place: str
) -> Iterator[tuple[str, str]]:
    for name in schema.get("required", ()):
        if name not in value:
            yield _join_place(place, name), _("is missing")
    for name, item in value.items():
        if name in schema.get("properties", {}):
            yield from find_faults(item, schema["properties"][name], root, _join_place(place, name))
        elif schema.get("additionalProperties") is False:
            yield _join_place(place, name), _("is not known here")


def _find_own_fault(value: Json, schema: Mapping[str, Any]) -> str:
    if "type" in schema and not _has_type(value, schema["type"]):
        return _("is of the wrong kind")
    if "const" in schema and (value != schema["const"] or isinstance(value, bool)):
        return _("must be %(value)s") % {"value": schema["const"]}
    if "enum" in schema and value not in schema["enum"]:
        return _("is none of the words that are allowed")
    if isinstance(value, str) and not _text_fits(value, schema):
        return _("is too long or not written as it should be")
    if isinstance(value, int) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return _("is too small or too large")
    if isinstance(value, list) and len(value) > schema.get("maxItems", len(value)):
        return _("has too many parts")
    return ""


def _has_type(value: Json, allowed: str | list[str]) -> bool:
    """JSON Schema types; unlike in Python, a boolean is no integer."""
    names = [allowed] if isinstance(allowed, str) else allowed
    return any(isinstance(value, _TYPES[name]) and (name == "boolean" or not isinstance(value, bool)) for name in names)


def _text_fits(value: str, schema: Mapping[str, Any]) -> bool:
    return len(value) <= schema.get("maxLength", len(value)) and re.search(schema.get("pattern", ""), value) is not None


def _join_place(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name
