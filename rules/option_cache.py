"""Options read from text and the plans that follow from them, each computed once: a tournament's rules are read at every request."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rules.contract import Contract
from rules.options import declared_fields
from rules.parsing import parse_fields
from rules.problems import check_problems
from rules.scorebook import Plan


def parse_options(game: Contract[Any, Any], raw: Mapping[str, object]) -> Any:
    """Raises: RuleViolation with every problem."""
    values, problems = parse_fields(declared_fields(game.Options), raw, game.sitting)
    check_problems(problems)
    options = game.Options(**{name: value for name, value in values.items() if value is not None})
    check_problems(game.option_problems(options))
    return options


@lru_cache(maxsize=512)
def parse_options_once(game: Contract[Any, Any], text: str) -> Any:
    """Options by game and canonical JSON: both never change, so neither does the outcome."""
    return parse_options(game, json.loads(text))


@lru_cache(maxsize=512)
def build_plan_once(game: Contract[Any, Any], options: Any) -> Plan:
    """The plan of a game under these options."""
    return game.build_plan(options)
