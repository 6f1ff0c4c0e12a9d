"""Exchange the two sides in events, for a sheet whose columns were confused from the beginning."""

from dataclasses import fields, replace
from typing import Any

from rules.events import Event, OverruledEvent
from rules.options import FieldKind, FieldSpec, declared_fields


def mirror_event(event: Event, seats: int) -> Event:
    """The event with the two sides exchanged, at a table of two sides with `seats` seats.

    Every seat becomes the next one, so that the order of dealing stays the same.
    """
    if isinstance(event, OverruledEvent):
        return OverruledEvent(mirror_event(event.event, seats))
    specs = {spec.name: spec for spec in declared_fields(type(event))}
    changed = {field.name: _mirror_field(specs.get(field.name), getattr(event, field.name), seats) for field in fields(event)}
    return replace(event, **changed)


def _mirror_field(spec: FieldSpec | None, value: Any, seats: int) -> Any:
    """The mirrored value of a field; a field without a FieldSpec is reversed when it is a tuple (one value for each side)."""
    if spec is None:
        return tuple(reversed(value)) if isinstance(value, tuple) else value
    if value is None:
        return None
    if spec.per_side:
        return tuple(_mirror_value(spec, side_value, seats) for side_value in reversed(value))
    return _mirror_value(spec, value, seats)


def _mirror_value(spec: FieldSpec, value: Any, seats: int) -> Any:
    if value is None:
        return None
    if spec.kind is FieldKind.SIDE:
        return 1 - value
    return (value + 1) % seats if spec.kind is FieldKind.SEAT else value
