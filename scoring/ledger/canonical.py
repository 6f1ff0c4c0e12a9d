"""One spelling for every payload, so that equal facts have equal digests."""

import json
import re
from typing import Any, TypeAlias

MAX_INTEGER = 1_000_000
MAX_DEPTH = 12

_KEY = re.compile(r"[a-z][a-z0-9_]{0,39}")
_WORD = re.compile(r"[A-Za-z0-9_.:/+-]{0,64}")

Json: TypeAlias = dict[str, "Json"] | list["Json"] | str | int | bool | None


class NotCanonical(ValueError):
    """The value cannot stand in a ledger: a float, a large integer, free text, a strange key or too deep a nesting."""


def canonical_json(value: Json) -> str:
    """`value` as ASCII JSON: sorted keys, no spaces.

    Words hold no spaces and are at most 64 characters long, which keeps names and free text out.
    Raises NotCanonical.
    """
    _check(value, 0)
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def parse_canonical(text: str) -> Any:
    """The value of a canonical text. Raises NotCanonical when `text` is JSON in any other spelling, or none."""
    try:
        value = json.loads(text)
    except ValueError as error:
        raise NotCanonical(str(error)) from error
    if canonical_json(value) != text:
        raise NotCanonical("another spelling of the same value")
    return value


def _check(value: Json, depth: int) -> None:
    if depth > MAX_DEPTH:
        raise NotCanonical("nested too deeply")
    match value:
        case None | bool():
            return
        case int():
            _demand(abs(value) <= MAX_INTEGER, "an integer is too large")
        case str():
            _demand(_WORD.fullmatch(value), "a text is not a plain word")
        case list():
            for item in value:
                _check(item, depth + 1)
        case dict():
            for key, item in value.items():
                _demand(isinstance(key, str) and _KEY.fullmatch(key) is not None, "a key is not a plain word")
                _check(item, depth + 1)
        case _:
            raise NotCanonical(f"{type(value).__name__} has no place in a ledger")


def _demand(fact: object, complaint: str) -> None:
    if not fact:
        raise NotCanonical(complaint)
