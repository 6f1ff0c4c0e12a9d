"""Frozen dataclasses to JSON values and back, each direction the exact inverse of the other.

Values are integers, strings, booleans, null and lists.
"""

import dataclasses
import functools
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeVar

from rules.problems import Fact, RuleViolation
from rules.texts import _

NOT_READABLE = Fact("not_readable", _("This record cannot be read: {reason}."))
_LIMIT = 10**6
Json = dict[str, Any]
Record = TypeVar("Record")


def to_json(record: Any) -> Json:
    """Every field of a dataclass by its name; tuples become lists."""
    return {field.name: _to_plain(getattr(record, field.name)) for field in dataclasses.fields(record)}


def from_json(cls: type[Record], data: object) -> Record:
    """Build `cls` from the output of `to_json`. Fields with a default may be absent. Raises RuleViolation."""
    if not isinstance(data, Mapping):
        raise unreadable_error(f"{cls.__name__} must be an object")
    hints = _hints_of(cls)  # type: ignore[arg-type]  # mypy does not see that every class is hashable
    fields = dataclasses.fields(cls)  # type: ignore[arg-type]  # every caller passes a dataclass
    if unknown := sorted(str(name) for name in data if name not in {field.name for field in fields}):
        raise unreadable_error(f"unknown {', '.join(unknown)}")
    values = {field.name: data.get(field.name, field.default) for field in fields}
    if missing := [name for name, value in values.items() if value is dataclasses.MISSING]:
        raise unreadable_error(f"{', '.join(missing)} is absent")
    return cls(**{name: coerce_value(value, hints[name], name) for name, value in values.items()})


@functools.cache
def _hints_of(cls: type) -> dict[str, Any]:
    """Type hints of a dataclass, cached because resolving annotations takes longer than reading a record."""
    return typing.get_type_hints(cls)


def coerce_value(value: object, hint: Any, name: str) -> Any:
    """Return `value` as the type `hint`, with lists turned into tuples. Raises RuleViolation that names the field."""
    try:
        return _coerce_to_hint(value, hint)
    except ValueError as error:
        raise unreadable_error(f"{name} cannot be {value!r:.60}") from error


def unreadable_error(reason: str) -> RuleViolation:
    return RuleViolation((NOT_READABLE.problem(reason=reason),))


def _to_plain(value: Any) -> Any:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return to_json(value)
    if isinstance(value, tuple):
        return [_to_plain(part) for part in value]
    return value


def _coerce_to_hint(value: object, hint: Any) -> Any:
    origin_type = typing.get_origin(hint)
    if origin_type in (types.UnionType, typing.Union):
        return _coerce_to_union(value, typing.get_args(hint))
    if origin_type is Literal:
        return _coerce_to_literal(value, typing.get_args(hint))
    if origin_type is tuple:
        return _coerce_tuple(value, typing.get_args(hint))
    if hint is int and (isinstance(value, bool) or not isinstance(value, int) or abs(value) > _LIMIT):
        raise ValueError(value)
    if isinstance(value, hint):
        return value
    raise ValueError(value)


def _coerce_to_union(value: object, hints: tuple[Any, ...]) -> Any:
    for hint in hints:
        try:
            return _coerce_to_hint(value, hint)
        except ValueError:
            continue
    raise ValueError(value)


def _coerce_to_literal(value: object, allowed: tuple[Any, ...]) -> Any:
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(value)
    return value


def _coerce_tuple(value: object, type_arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    sequence: Sequence[object] = value if isinstance(value, (list, tuple)) else ()
    hints = type_arguments[:1] * len(sequence) if type_arguments[-1] is Ellipsis else type_arguments
    if sequence is not value or len(hints) != len(sequence):
        raise ValueError(value)
    return tuple(_coerce_to_hint(part, hint) for part, hint in zip(sequence, hints, strict=True))
