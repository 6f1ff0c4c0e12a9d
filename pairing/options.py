"""Reading the options of a format from a form or from JSON, by the same rules as the options of a game."""

from collections.abc import Mapping
from typing import Any

from pairing.values import Json
from rules.codec import to_json
from rules.options import Options, declared_fields
from rules.parsing import Sitting, read_fields
from rules.problems import refuse

_NO_TABLE = Sitting(2, 2)


def resolve(declaration: Any, values: Mapping[str, Json]) -> Any:
    """An instance of the options; what is absent or blank keeps its default.

    Raises: RuleViolation with every problem.
    """
    read, problems = read_fields(declared_fields(declaration), values, _NO_TABLE)
    refuse(problems)
    return declaration(**{name: value for name, value in read.items() if value is not None})


def resolved_values(options: Options) -> dict[str, Json]:
    """Every option with its value, as JSON; the inverse of `resolve`."""
    return to_json(options)
