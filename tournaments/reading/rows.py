"""A row of a list as it was understood, and what the tournament has already."""

from dataclasses import dataclass, field
from typing import Any

from tournaments.fields.details import EntryDetails
from tournaments.reading.values import RowFault


@dataclass(frozen=True, slots=True)
class ParsedRow:
    """One row, understood as far as possible. It can be imported when it has no faults.

    `again_of`: the number in the list of the row of the same persons after which this one enters again; `attempt` counts those before it.
    """

    line: int
    text: str
    details: EntryDetails
    faults: tuple[RowFault, ...] = ()
    again_of: int | None = None
    attempt: int = 0


@dataclass(frozen=True, slots=True)
class ExistingEntries:
    """What the tournament already has once: number of the entry by `compute_person_key`, and by key and value of a unique field."""

    persons: dict[str, int] = field(default_factory=dict)
    values: dict[tuple[str, Any], int] = field(default_factory=dict)
