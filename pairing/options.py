"""Reading a format's options from a form or from JSON, by the same rules as a game's options."""

from collections.abc import Mapping
from typing import Any

from pairing.values import Json
from rules.codec import to_json
from rules.options import Options, declared_fields
from rules.parsing import Sitting, parse_fields
from rules.problems import check_problems

_NO_TABLE = Sitting(2, 2)


def resolve_options(declaration: Any, values: Mapping[str, Json]) -> Any:
    """Build an instance of the options class `declaration`; a missing or blank value keeps its default.

    Raises: RuleViolation with every problem.
    """
    read, problems = parse_fields(declared_fields(declaration), values, _NO_TABLE)
    check_problems(problems)
    return declaration(**{name: value for name, value in read.items() if value is not None})


def serialise_options(options: Options) -> dict[str, Json]:
    """Every option with its value, as JSON; the inverse of `resolve_options`."""
    return to_json(options)
