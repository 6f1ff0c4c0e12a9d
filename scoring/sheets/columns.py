"""Columns of a score sheet, made from what the game declares that a table writes after a hand."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from rules.options import FieldSpec, Kind, declared_fields
from rules.texts import SIDE_LETTERS, _


class Ink(Enum):
    """What is printed in an empty box for the pencil to meet."""

    BLANK = "blank"
    DIGITS = "digits"
    TICK = "tick"
    RING = "ring"
    """Short texts, one of which is ringed."""


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    """Of the box: `total_0`."""
    side: int | None
    width: float
    """Share of the sheet's width; about a millimetre on A5."""
    ink: Ink = Ink.BLANK
    digits: int = 0
    rings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Group:
    """Columns under one label: one column, or one for each side."""

    label: str
    columns: tuple[Column, ...]
    sum: int | None = None
    """What the sides' boxes make together."""
    heavy: bool = False
    """Set apart by heavier lines: the score that is read from afar."""

    @property
    def width(self) -> float:
        return sum(column.width for column in self.columns)


@dataclass(frozen=True, slots=True)
class Extra:
    """Boxes, one for each side, that follow from the others and that a table likes to write down."""

    name: str
    label: str
    digits: int


@dataclass(frozen=True, slots=True)
class PaperHint:
    """What paper needs beyond the declaration."""

    extras: Mapping[str, tuple[Extra, ...]] = dataclasses.field(default_factory=dict)
    """By the field after which they stand."""
    typed: tuple[str, ...] = ()
    """Boxes that the game only understands when typed, and that a table writes all the same."""
    left_out: tuple[str, ...] = ()
    """Boxes that matter only under rare options, or that nobody counts at a table: paper is narrow."""
    score_digits: int = 2
    widths: Mapping[str, float] = dataclasses.field(default_factory=dict)


_CIRCLES = PaperHint({"points": (Extra("circles", _("Circles"), 1), Extra("carry", _("Carry"), 2))})

HINTS: Mapping[str, PaperHint] = {
    "mariglia": PaperHint({"trump": (Extra("bonus", _("Bonus"), 1),)}, typed=("score",)),
    "marafon": PaperHint(widths={"maker": 11.5, "points": 9.5, "tricks": 9.5}),
    "trionfo5": PaperHint(
        typed=("paid",),
        left_out=("first", "tricks"),
        widths={"bid": 13, "declarer": 16, "amico": 16, "won": 8, "points": 9.5, "paid": 8},
    ),
    "sancagna": _CIRCLES,
    "sancagna6": _CIRCLES,
    "sancagna2": _CIRCLES,
    "maranna": PaperHint(score_digits=4),
    "marjolet": PaperHint(left_out=("exchanged", "tricks", "out"), score_digits=3, widths={"turned_seven": 11, "sweep": 9}),
}
_NO_HINT = PaperHint()

RUNNING = "running"
"""Name of the columns of the running score, before `_0`, `_1` …"""


def sheet_fields(declaration: type, game_key: str) -> tuple[FieldSpec, ...]:
    """The boxes of a hand entry that stand on paper."""
    hint = _hint(game_key)
    shown = {line.name for line in dataclasses.fields(declaration)} - set(hint.left_out) | set(hint.typed)
    return tuple(spec for spec in declared_fields(declaration) if spec.name in shown)


def _hint(game_key: str) -> PaperHint:
    return HINTS.get(game_key, _NO_HINT)


def groups_for(fields: tuple[FieldSpec, ...], game_key: str, sides: int) -> tuple[Group, ...]:
    """All columns between the number of the hand and the edge, the running score last."""
    hint = _hint(game_key)
    groups: list[Group] = []
    for spec in fields:
        groups.append(_declared(spec, sides, hint))
        groups.extend(_extras(hint.extras.get(spec.name, ()), sides))
    running = tuple(Column(f"{RUNNING}_{side}", side, 6 + 3 * hint.score_digits) for side in range(sides))
    return (*groups, Group(_("Running score"), running, heavy=True))


def _declared(spec: FieldSpec, sides: int, hint: PaperHint) -> Group:
    plain = _column(spec, sides)
    width = hint.widths.get(spec.name, plain.width)
    names = spec.boxes(sides)
    columns = tuple(
        dataclasses.replace(plain, name=name, side=side if spec.per_side else None, width=width) for side, name in enumerate(names)
    )
    return Group(spec.label, columns, spec.complement)


def _column(spec: FieldSpec, sides: int) -> Column:
    if spec.kind is Kind.BOOLEAN:
        return Column(spec.name, None, 7, Ink.TICK)
    if spec.kind is Kind.SIDE:
        return Column(spec.name, None, 4 + 3.5 * sides, Ink.RING, rings=SIDE_LETTERS[:sides])
    if spec.kind is Kind.INTEGER and spec.highest is not None:
        digits = len(str(spec.highest))
        return Column(spec.name, None, 3 + 4 * digits, Ink.DIGITS, digits)
    if spec.kind is Kind.CHOICE and _short(spec):
        rings = tuple(str(choice.value) for choice in spec.choices)
        return Column(spec.name, None, 2 + 4 * len(rings), Ink.RING, rings=rings)
    return Column(spec.name, None, _WIDTHS.get(spec.kind, 11))


_WIDTHS = {Kind.SEAT: 9, Kind.CARD: 11, Kind.POINTS: 10, Kind.POINTS_EXACT: 10, Kind.CARDS: 18}


def _short(spec: FieldSpec) -> bool:
    return len(spec.choices) <= 4 and all(len(str(choice.value)) <= 2 for choice in spec.choices)


def _extras(extras: tuple[Extra, ...], sides: int) -> Iterator[Group]:
    for extra in extras:
        yield Group(
            extra.label,
            tuple(Column(f"{extra.name}_{side}", side, 4 + 2.5 * extra.digits) for side in range(sides)),
        )


def checks(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """Groups whose sides must make a sum."""
    return tuple(group for group in groups if group.sum is not None)
