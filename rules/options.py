"""Options and boxes of the sheet are declared alike: one field of a frozen dataclass each, described by a FieldSpec."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, cast

Value = int | str | bool | tuple[int, ...] | tuple[str, ...] | None


class FieldKind(StrEnum):
    BOOLEAN = "boolean"
    """Yes or no. With the choices `yes` and `no` it may also stay unanswered."""
    INTEGER = "integer"
    INTEGERS = "integers"
    """Several integers in order, typed with blanks, slashes or plus signs between them: `31 31 41`, `31/31/41`, `40+80`."""
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
    TEXT = "text"
    """Words as people write them; `highest` is the greatest number of characters."""


@dataclass(frozen=True, slots=True)
class FieldChoice:
    value: int | str
    label: str


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """Everything that a form, the handbook and a parser must know about one field."""

    name: str
    label: str
    sentence: str
    kind: FieldKind
    default: Value = None
    choices: tuple[FieldChoice, ...] = ()
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
    sign: str = ""
    """Of a side: typed in the column of a side, this sign names it, as `+` for a bonus."""
    asked_with: tuple[str, str] = ("", "")
    """Another field and its value beside which this one must be written."""
    example: str = ""
    """How it is written, where the label does not say it; shown in the empty box."""
    among_partners: bool = False
    """An option that says nothing where nobody has a partner: it is read there, and not offered."""

    def input_mode(self, *, falls: bool = False) -> str:
        """The `inputmode` for a browser.

        Seats and sides are letters, and the keypad of some phones has no minus, so a field that can be negative is text. The keypad of a
        telephone has digits and the plus sign that separates several of them.
        """
        if self.kind is FieldKind.INTEGERS:
            return "tel"
        allows_negative = falls if self.lowest is None else self.lowest < 0
        return "numeric" if self.kind is FieldKind.INTEGER and not allows_negative else "text"

    def box_names(self, sides: int) -> tuple[str, ...]:
        """Names of the typed boxes: one per side for `per_side` fields, else one."""
        return _name_boxes(self.name, sides) if self.per_side else (self.name,)

    def box_name(self, side: int) -> str:
        return f"{self.name}_{side}" if self.per_side else self.name


@cache
def _name_boxes(name: str, sides: int) -> tuple[str, ...]:
    return tuple(f"{name}_{side}" for side in range(sides))


class Options:
    """Base of every game's options: a frozen dataclass with one `option(…)` a line."""

    __slots__ = ()


def option(
    label: str,
    sentence: str,
    *,
    default: Any,
    choices: Mapping[Any, str] | None = None,
    kind: FieldKind | None = None,
    lowest: int | None = None,
    highest: int | None = None,
    source: str = "",
    among_partners: bool = False,
) -> Any:
    """Declare a rule option. `sentence` states the rule; `source` is S (seed), P (public), C (computed) or D (decided here)."""
    field_choices = tuple(FieldChoice(value, choice_label) for value, choice_label in (choices or {}).items())
    spec = FieldSpec(
        "",
        label,
        sentence,
        kind or _infer_kind(default, field_choices),
        default,
        field_choices,
        lowest,
        highest,
        source=source,
        among_partners=among_partners,
    )
    return dataclasses.field(default=default, metadata={"spec": spec})


def entry_field(
    label: str,
    sentence: str,
    kind: FieldKind,
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
    sign: str = "",
    asked_with: tuple[str, str] = ("", ""),
    source: str = "",
    example: str = "",
) -> Any:
    """Declare a box of the sheet.

    `required` boxes must be filled in; `complement` computes the other side's box; `lone` allows one side's box alone.
    Forms and sheets leave the box out when an option that it `needs` is off.
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
        sign=sign,
        asked_with=asked_with,
        source=source,
        example=example,
    )
    return dataclasses.field(default=default, metadata={"spec": spec})


def box(name: str, label: str, sentence: str, kind: FieldKind, *, choices: Mapping[Any, str] | None = None, **attributes: Any) -> FieldSpec:
    """A FieldSpec without a dataclass field, for a box that is typed but not stored (`also_typed`)."""
    field_choices = tuple(FieldChoice(value, choice_label) for value, choice_label in (choices or {}).items())
    return FieldSpec(name, label, sentence, kind, choices=field_choices, **attributes)


def declared_fields(declaration: type) -> tuple[FieldSpec, ...]:
    """The declared fields of an Options or event class in their order, then the boxes that are typed but not stored."""
    return _read_declaration(declaration)


@cache
def _read_declaration(declaration: type) -> tuple[FieldSpec, ...]:
    stored = tuple(
        dataclasses.replace(cast(FieldSpec, field.metadata["spec"]), name=field.name)
        for field in dataclasses.fields(declaration)
        if "spec" in field.metadata
    )
    return stored + tuple(getattr(declaration, "also_typed", ()))


def _infer_kind(default: object, choices: tuple[FieldChoice, ...]) -> FieldKind:
    if isinstance(default, bool):
        return FieldKind.BOOLEAN
    if isinstance(default, tuple):
        return FieldKind.SEVERAL if choices else FieldKind.INTEGERS
    return FieldKind.CHOICE if choices else FieldKind.INTEGER
