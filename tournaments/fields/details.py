"""What is typed or read about one entry."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.fields.declared import ENTRY_FIELDS
from tournaments.people.names import NAME_SEPARATOR


@dataclass(frozen=True, slots=True, init=False)
class EntryDetails:
    """The facts about an entry: clean names in the order of the seats, and declared values by key.

    `values` has every field of an entry, `person_values` for each person only what was typed or read: the rest stays as it is stored.
    """

    persons: tuple[str, ...]
    values: Mapping[str, Any]
    person_values: tuple[Mapping[str, str], ...]

    def __init__(self, persons: Sequence[str], *, person_values: Sequence[Mapping[str, str]] = (), **values: Any) -> None:
        unknown = values.keys() - {field.key for field in ENTRY_FIELDS}
        if unknown:
            raise TypeError(f"no field is declared as {', '.join(sorted(unknown))}")
        object.__setattr__(self, "persons", tuple(persons))
        object.__setattr__(self, "values", {field.key: field.empty for field in ENTRY_FIELDS} | values)
        object.__setattr__(self, "person_values", (*person_values, *[{}] * (len(persons) - len(person_values))))

    @property
    def entry_name(self) -> str:
        """The team's own name, else the names of its persons."""
        return self.values["name"] or NAME_SEPARATOR.join(self.persons)
