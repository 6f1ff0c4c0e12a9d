"""Canonical JSON for payloads, so that equal facts have equal digests."""

import json
import re
from typing import Any, TypeAlias

MAX_INTEGER = 1_000_000
MAX_DEPTH = 12

_KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
_WORD = re.compile(r"[A-Za-z0-9_.:/+-]{0,64}")

Json: TypeAlias = dict[str, "Json"] | list["Json"] | str | int | bool | None


class NotCanonical(ValueError):
    """The value cannot stand in a ledger: it has a float, a large integer, free text, a strange key or too deep a nesting."""


def dump_canonical_json(value: Json) -> str:
    """Return `value` as ASCII JSON with sorted keys and no spaces.

    Texts hold no spaces and are at most 64 characters long, which excludes names and free text. Raises: NotCanonical.
    """
    _check_value(value, 0)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def parse_canonical(text: str) -> Any:
    """Parse a canonical text. Raises: NotCanonical when `text` is not JSON or not in canonical form."""
    try:
        value = json.loads(text)
    except ValueError as error:
        raise NotCanonical(str(error)) from error
    if dump_canonical_json(value) != text:
        raise NotCanonical("another spelling of the same value")
    return value


def _check_value(value: Json, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise NotCanonical("nested too deeply")
    match value:
        case None | bool():
            return
        case int():
            _require(abs(value) <= MAX_INTEGER, "an integer is too large")
        case str():
            _require(_WORD.fullmatch(value), "a text is not a plain word")
        case list():
            for item in value:
                _check_value(item, depth + 1)
        case dict():
            for key, item in value.items():
                _require(isinstance(key, str) and _KEY.fullmatch(key) is not None, "a key is not a plain word")
                _check_value(item, depth + 1)
        case _:
            raise NotCanonical(f"{type(value).__name__} has no place in a ledger")


def _require(condition: object, message: str) -> None:
    if not condition:
        raise NotCanonical(message)
