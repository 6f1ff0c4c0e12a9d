"""A rule option and a box on the sheet are declared alike: one line of a frozen dataclass, read back as a FieldSpec."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, cast

Value = int | str | bool | tuple[int, ...] | tuple[str, ...] | None


class Kind(StrEnum):
    BOOLEAN = "boolean"
    """Yes or no. With the choices `yes` and `no` it may also stay unanswered."""
    INTEGER = "integer"
    INTEGERS = "integers"
    """Several integers in order, typed with blanks or slashes between them: `31 31 41`, `31/31/41`."""
    CHOICE = "choice"
    SEVERAL = "several"
    """Any subset of the choices."""
    SEAT = "seat"
    """0 … seats−1, anticlockwise; written A1 B1 A2 B2 at a table of two sides."""
    SIDE = "side"
    CARD = "card"
    """A rank, or a card with its suit."""
    POINTS = "points"
    """Whole points, or points with thirds."""
    POINTS_EXACT = "points_exact"
    """A count in the game's own unit in which a bare number has no thirds."""
    CARDS = "cards"
    """Several cards or words in order, as the game reads them."""


@dataclass(frozen=True, slots=True)
class Choice:
    value: int | str
    label: str


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """Everything a form, a handbook line and a parser must know about one field."""

    name: str
    label: str
    sentence: str
    kind: Kind
    default: Value = None
    choices: tuple[Choice, ...] = ()
    lowest: int | None = None
    highest: int | None = None
    per_side: bool = False
    """One box for each side, named `name_0`, `name_1` …"""
    complement: int | None = None
    """The sides' boxes add up to this, so one of them may stay empty."""
    required: bool = False
    source: str = ""
    lone: bool = False
    """One side's box may be filled and the other's left empty."""
    rare: bool = False
    """Seldom written, and no score needs it: forms keep it out of the way."""
    needs: tuple[str, ...] = ()
    """Options of the game that must be on: where one of them is off, or there is none such, nobody writes this."""

    def keyboard(self, *, falls: bool = False) -> str:
        """For the inputmode of a browser. Seats and sides are letters; the keypad of some phones has no minus, for scores that can fall."""
        below_zero = falls if self.lowest is None else self.lowest < 0
        return "numeric" if self.kind is Kind.INTEGER and not below_zero else "text"

    def boxes(self, sides: int) -> tuple[str, ...]:
        """Names of the typed boxes."""
        return tuple(f"{self.name}_{side}" for side in range(sides)) if self.per_side else (self.name,)

    def box(self, side: int) -> str:
        return f"{self.name}_{side}" if self.per_side else self.name


class Options:
    """Base of every game's options: a frozen dataclass with one `option(…)` a line."""

    __slots__ = ()


def option(
    label: str,
    sentence: str,
    *,
    default: Any,
    choices: Mapping[Any, str] | None = None,
    kind: Kind | None = None,
    lowest: int | None = None,
    highest: int | None = None,
    source: str = "",
) -> Any:
    """A rule option: its name, the one sentence that states it, its default; `source` is S seed, P public, C computed or D ours."""
    pairs = tuple(Choice(value, text) for value, text in (choices or {}).items())
    spec = FieldSpec("", label, sentence, kind or _kind_of(default, pairs), default, pairs, lowest, highest, source=source)
    return dataclasses.field(default=default, metadata={"spec": spec})


def written(
    label: str,
    sentence: str,
    kind: Kind,
    *,
    default: Value = None,
    choices: Mapping[Any, str] | None = None,
    lowest: int | None = None,
    highest: int | None = None,
    per_side: bool = False,
    complement: int | None = None,
    required: bool = False,
    lone: bool = False,
    rare: bool = False,
    needs: tuple[str, ...] = (),
    source: str = "",
) -> Any:
    """A box on the sheet. `required` boxes must be filled; a complement fills the other side's box; `lone` ones need no partner.

    Where an option that it `needs` is off, no form and no paper has it.
    """
    spec = box(
        "",
        label,
        sentence,
        kind,
        default=default,
        choices=choices,
        lowest=lowest,
        highest=highest,
        per_side=per_side,
        complement=complement,
        required=required,
        lone=lone,
        rare=rare,
        needs=needs,
        source=source,
    )
    return dataclasses.field(default=default, metadata={"spec": spec})


def box(name: str, label: str, sentence: str, kind: Kind, *, choices: Mapping[Any, str] | None = None, **rest: Any) -> FieldSpec:
    """A FieldSpec by itself, for a box that is understood when typed but not stored (`also_typed`)."""
    pairs = tuple(Choice(value, text) for value, text in (choices or {}).items())
    return FieldSpec(name, label, sentence, kind, choices=pairs, **rest)


def declared_fields(declaration: type) -> tuple[FieldSpec, ...]:
    """The declared lines of an Options or event class, in their order, then the boxes that are typed but not kept."""
    return _declared(declaration)


@cache
def _declared(declaration: type) -> tuple[FieldSpec, ...]:
    kept = tuple(
        dataclasses.replace(cast(FieldSpec, line.metadata["spec"]), name=line.name)
        for line in dataclasses.fields(declaration)
        if "spec" in line.metadata
    )
    return kept + tuple(getattr(declaration, "also_typed", ()))


def _kind_of(default: object, choices: tuple[Choice, ...]) -> Kind:
    if isinstance(default, bool):
        return Kind.BOOLEAN
    if isinstance(default, tuple):
        return Kind.SEVERAL if choices else Kind.INTEGERS
    return Kind.CHOICE if choices else Kind.INTEGER
