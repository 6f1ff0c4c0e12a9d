"""Frozen dataclasses to JSON values and back, each the exact inverse of the other: integers, strings, booleans, null, lists."""

import dataclasses
import functools
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from rules.problems import Fact, RuleViolation
from rules.texts import _

NOT_READABLE = Fact("not_readable", _("This record cannot be read: {reason}."))
_LIMIT = 10**6
Json = dict[str, Any]
Record = TypeVar("Record")


def to_json(record: Any) -> Json:
    """Every field of a dataclass by its name; tuples become lists."""
    return {line.name: _plain(getattr(record, line.name)) for line in dataclasses.fields(record)}


def from_json(cls: type[Record], data: object) -> Record:
    """Build `cls` from what `to_json` gave. Fields that have a default may be absent. Raises RuleViolation."""
    if not isinstance(data, Mapping):
        raise unreadable(f"{cls.__name__} must be an object")
    hints = _hints_of(cls)  # type: ignore[arg-type]  # mypy does not see that every class is hashable
    lines = dataclasses.fields(cls)  # type: ignore[arg-type]  # every caller passes a dataclass
    if extra := sorted(str(name) for name in data if name not in {line.name for line in lines}):
        raise unreadable(f"unknown {', '.join(extra)}")
    given = {line.name: data.get(line.name, line.default) for line in lines}
    if absent := [name for name, value in given.items() if value is dataclasses.MISSING]:
        raise unreadable(f"{', '.join(absent)} is absent")
    return cls(**{name: conform(value, hints[name], name) for name, value in given.items()})


@functools.cache
def _hints_of(cls: type) -> dict[str, Any]:
    """Reading annotations takes longer than reading a record."""
    return typing.get_type_hints(cls)


def conform(value: object, hint: Any, name: str) -> Any:
    """`value` as the type `hint` wants it, lists turned into tuples. Raises RuleViolation naming the field."""
    try:
        return _conform(value, hint)
    except ValueError as error:
        raise unreadable(f"{name} cannot be {value!r:.60}") from error


def unreadable(reason: str) -> RuleViolation:
    return RuleViolation((NOT_READABLE.problem(reason=reason),))


def _plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return to_json(value)
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return value


def _conform(value: object, hint: Any) -> Any:
    origin = typing.get_origin(hint)
    if origin in (types.UnionType, typing.Union):
        return _first_that_fits(value, typing.get_args(hint))
    if origin is tuple:
        return _tuple(value, typing.get_args(hint))
    if hint is int and (isinstance(value, bool) or not isinstance(value, int) or abs(value) > _LIMIT):
        raise ValueError(value)
    if isinstance(value, hint):
        return value
    raise ValueError(value)


def _first_that_fits(value: object, hints: tuple[Any, ...]) -> Any:
    for hint in hints:
        try:
            return _conform(value, hint)
        except ValueError:
            continue
    raise ValueError(value)


def _tuple(value: object, parts: tuple[Any, ...]) -> tuple[Any, ...]:
    sequence: Sequence[object] = value if isinstance(value, (list, tuple)) else ()
    hints = parts[:1] * len(sequence) if parts[-1] is Ellipsis else parts
    if sequence is not value or len(hints) != len(sequence):
        raise ValueError(value)
    return tuple(_conform(part, hint) for part, hint in zip(sequence, hints, strict=True))
