"""Checks of what games and formats declare about themselves, made when the lists of both are imported."""

import typing
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeVar

from rules.contract import Contract
from rules.options import FieldSpec, declared_fields
from rules.paper_hints import RUNNING, PaperHint
from rules.problems import RuleViolation, describe

DeclaredT = TypeVar("DeclaredT")


class WrongDeclaration(TypeError):
    """A class declares something that cannot be; the sentence names the class and the attribute."""


def check_games(games: tuple[DeclaredT, ...]) -> tuple[DeclaredT, ...]:
    """Return the games. Raises: WrongDeclaration."""
    return check_declared(games, Contract, _find_game_faults)


def check_declared(
    instances: tuple[DeclaredT, ...], base: type, find_faults: Callable[[Any], Iterable[str]] = lambda _instance: ()
) -> tuple[DeclaredT, ...]:
    """Return the instances, each of which fills in what `base` annotates and has a key and options of its own. Raises: WrongDeclaration."""
    owners: dict[str, str] = {}
    for instance in instances:
        owner = type(instance).__qualname__
        for fault in (*_find_missing(type(instance), base), *find_option_faults(instance), *find_faults(instance)):
            raise WrongDeclaration(f"{owner}.{fault}")
        key = typing.cast(Any, instance).key
        if key in owners:
            raise WrongDeclaration(f"{owner}.key: “{key}” is the key of {owners[key]} already.")
        owners[key] = owner
    return instances


def _find_missing(declared: type, base: type) -> Iterator[str]:
    for name in base.__annotations__:
        if not hasattr(declared, name):
            yield f"{name} is missing."


def find_option_faults(instance: Any) -> Iterator[str]:
    """What is wrong with the options of a game or a format, option by option."""
    hints = typing.get_type_hints(instance.Options)
    for spec in declared_fields(instance.Options):
        for fault in (*_find_field_faults(spec), *_find_choice_faults(spec, hints[spec.name])):
            yield f"Options.{spec.name}: {fault}"


def _find_field_faults(spec: FieldSpec) -> Iterator[str]:
    if not spec.label:
        yield "it needs a label."
    if not spec.sentence:
        yield "it needs a sentence that states the rule."


def _find_choice_faults(spec: FieldSpec, hint: Any) -> Iterator[str]:
    """Faults of an option that is one or several of a closed set of words or numbers."""
    values = tuple(choice.value for choice in spec.choices)
    if not values:
        return
    for value in spec.default if isinstance(spec.default, tuple) else (spec.default,):
        if value not in values:
            yield f"the default “{value}” is not among its choices."
    words = tuple(value for value in values if isinstance(value, str))
    if words and _find_literals(hint) != set(words):
        listed = ", ".join(f'"{word}"' for word in words)
        yield f"write its type as Literal[{listed}], so that the type checker sees a misspelt value."


def _find_literals(hint: Any) -> set[Hashable]:
    if typing.get_origin(hint) is Literal:
        return set(typing.get_args(hint))
    return set().union(*map(_find_literals, typing.get_args(hint))) if typing.get_origin(hint) is tuple else set()


def _find_game_faults(game: Any) -> Iterator[str]:
    boxes = {spec.name: spec for spec in declared_fields(game.HandEntry)}
    options = {spec.name for spec in declared_fields(game.Options)}
    for spec in boxes.values():
        yield from (f"HandEntry.{spec.name}: {fault}" for fault in _find_field_faults(spec))
        yield from (f"HandEntry.{spec.name}: it needs “{name}”, which is no option." for name in spec.needs if name not in options)
    yield from (f"paper.{fault}" for fault in _find_paper_faults(game.paper, boxes))
    yield from _find_preset_faults(game)


def _find_paper_faults(hint: PaperHint, boxes: Mapping[str, FieldSpec]) -> Iterator[str]:
    extra_needs = [extra.needs for extras in hint.extras.values() for extra in extras if extra.needs]
    named: dict[str, Sequence[str]] = {
        "extras": [*hint.extras, *extra_needs],
        "typed": hint.typed,
        "left_out": hint.left_out,
        "widths": [name for name in hint.widths if name != RUNNING],
        "roll_widths": [name for name in hint.roll_widths if name != RUNNING],
        "sums": list(hint.sums),
        "exact_sums": list(hint.exact_sums),
    }
    for attribute, names in named.items():
        yield from (f"{attribute}: the sheet has no box “{name}”." for name in names if name not in boxes)


def _find_preset_faults(game: Any) -> Iterator[str]:
    keys = [preset.key for preset in game.presets]
    yield from (f"presets: the key “{key}” stands there twice." for key in keys if keys.count(key) > 1)
    for preset in game.presets:
        try:
            game.options_from(preset.options)
        except RuleViolation as violation:
            yield f"presets: “{preset.key}”: {' '.join(describe(problem, str) for problem in violation.problems)}"
