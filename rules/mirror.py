"""The same events with the two sides exchanged: for a sheet whose columns were taken for each other's from the beginning."""

from dataclasses import fields, replace
from typing import Any

from rules.events import Event, Overruled
from rules.options import FieldSpec, Kind, declared_fields


def mirrored(event: Event, seats: int) -> Event:
    """What was written of one side is written of the other, at a table of two sides with `seats` places.

    Everybody is taken for the next one, so that the turn of the deal goes on as it went.
    """
    if isinstance(event, Overruled):
        return Overruled(mirrored(event.event, seats))
    specs = {spec.name: spec for spec in declared_fields(type(event))}
    changed = {field.name: _exchanged(specs.get(field.name), getattr(event, field.name), seats) for field in fields(event)}
    return replace(event, **changed)


def _exchanged(spec: FieldSpec | None, value: Any, seats: int) -> Any:
    """What has no box of its own goes with a box that has: one value for each side."""
    if spec is None:
        return tuple(reversed(value)) if isinstance(value, tuple) else value
    if value is None:
        return None
    if spec.per_side:
        return tuple(_of_one(spec, one, seats) for one in reversed(value))
    return _of_one(spec, value, seats)


def _of_one(spec: FieldSpec, value: Any, seats: int) -> Any:
    if value is None:
        return None
    if spec.kind is Kind.SIDE:
        return 1 - value
    return (value + 1) % seats if spec.kind is Kind.SEAT else value
