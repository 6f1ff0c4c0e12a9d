"""Columns of a score sheet, made from what the game declares that a table writes after a hand."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from rules.events import HandEntry
from rules.game import Game
from rules.options import FieldSpec, Kind, Options
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
    exact_sum: str = ""
    """The same where parts of a point are written too."""
    heavy: bool = False
    """Set apart by heavier lines: the score that is read from afar."""

    @property
    def width(self) -> float:
        return sum(column.width for column in self.columns)

    @property
    def sided(self) -> bool:
        """Whether each side has a column of its own."""
        return self.columns[0].side is not None


@dataclass(frozen=True, slots=True)
class Extra:
    """Boxes, one for each side, that follow from the others and that a table likes to write down."""

    name: str
    label: str
    digits: int
    needs: str = ""
    """A field without which nothing follows."""


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
    running: str = _("Running score")
    final: str = _("Final score of the game")
    title: str = _("Game to %(target)s")
    """Of a match of one grid."""
    widths: Mapping[str, float] = dataclasses.field(default_factory=dict)
    roll_widths: Mapping[str, float] = dataclasses.field(default_factory=dict)
    """On the roll, where other columns are wanted narrow; `RUNNING` names those of the running score."""
    sums: Mapping[str, int] = dataclasses.field(default_factory=dict)
    """What the sides' boxes make together, where one declaration serves tables of several sizes."""
    exact_sums: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """By the field that may be written in parts of a point."""


RUNNING = "running"
"""Name of the columns of the running score, before `_0`, `_1` …"""

_CIRCLES = PaperHint(
    {"points": (Extra("circles", _("Circles"), 1), Extra("carry", _("Carry"), 2))},
    score_digits=1,
    running=_("Circles in all"),
    final=_("Circles won"),
    title=_("Circles of %(target)s points"),
)

HINTS: Mapping[str, PaperHint] = {
    "mariglia": PaperHint({"trump": (Extra("bonus", _("Bonus"), 1, needs="turned"),)}, typed=("score",)),
    "marafon": PaperHint(widths={"maker": 11.5, "points": 9.5, "tricks": 9.5}, exact_sums={"points": "11⅔"}),
    "trionfo5": PaperHint(
        typed=("paid",),
        widths={"bid": 13, "declarer": 16, "amico": 16, "won": 8, "points": 9.5, "paid": 8},
        roll_widths={"bid": 18, "declarer": 15, "amico": 15, RUNNING: 10},
    ),
    "sancagna": _CIRCLES,
    "sancagna6": _CIRCLES,
    "sancagna2": _CIRCLES,
    "maranna": PaperHint(score_digits=4, widths={"declared": 15}),
    "mattazza": PaperHint(sums={"tricks": 10}),
    "mattazza3": PaperHint(sums={"tricks": 13}),
    "mattazza5": PaperHint(sums={"tricks": 8}),
    "marjolet": PaperHint(left_out=("exchanged", "tricks", "out"), score_digits=3, widths={"turned_seven": 11, "sweep": 9}),
}
_NO_HINT = PaperHint()


def sheet_fields(game: Game[Any, Any], options: Options) -> tuple[FieldSpec, ...]:
    """The boxes of a hand entry that stand on paper: neither those that are seldom written nor those that an option switches off."""
    hint = _hint(game.key)
    shown = {line.name for line in dataclasses.fields(game.HandEntry)} - set(hint.left_out) | set(hint.typed)
    return tuple(spec for spec in game.boxes_of(HandEntry.kind, options) if spec.name in shown and not spec.rare)


def _hint(game_key: str) -> PaperHint:
    return HINTS.get(game_key, _NO_HINT)


def groups_for(fields: tuple[FieldSpec, ...], game_key: str, sides: int, *, narrow: bool = False) -> tuple[Group, ...]:
    """All columns between the number of the hand and the edge, the running score last."""
    hint = _hint(game_key)
    widths = {**hint.widths, **hint.roll_widths} if narrow else hint.widths
    names = [spec.name for spec in fields]
    groups: list[Group] = []
    for spec in fields:
        group = _declared(spec, sides, widths)
        own = hint.sums.get(spec.name) if spec.complement is None else spec.complement
        groups.append(dataclasses.replace(group, sum=own, exact_sum=hint.exact_sums.get(spec.name, "")))
        groups.extend(_extras([extra for extra in hint.extras.get(spec.name, ()) if extra.needs in ("", *names)], sides))
    digits = hint.score_digits
    width = widths.get(RUNNING, 6 + 3 * digits)
    running = tuple(Column(f"{RUNNING}_{side}", side, width, digits=digits) for side in range(sides))
    return (*groups, Group(hint.running, running, heavy=True))


def final_label(game_key: str) -> str:
    """What stands before the score of a game."""
    return _hint(game_key).final


def grid_title(game_key: str) -> str:
    """What stands above the only grid of a match that has a target."""
    return _hint(game_key).title


def _declared(spec: FieldSpec, sides: int, widths: Mapping[str, float]) -> Group:
    plain = _column(spec, sides)
    width = widths.get(spec.name, plain.width)
    names = spec.boxes(sides)
    columns = tuple(
        dataclasses.replace(plain, name=name, side=side if spec.per_side else None, width=width) for side, name in enumerate(names)
    )
    return Group(spec.label, columns)


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


_WIDTHS = {Kind.SEAT: 10.5, Kind.CARD: 11, Kind.POINTS: 10, Kind.POINTS_EXACT: 10, Kind.CARDS: 18}


def _short(spec: FieldSpec) -> bool:
    return len(spec.choices) <= 4 and all(len(str(choice.value)) <= 2 for choice in spec.choices)


def _extras(extras: Sequence[Extra], sides: int) -> Iterator[Group]:
    for extra in extras:
        yield Group(
            extra.label,
            tuple(Column(f"{extra.name}_{side}", side, 4 + 2.5 * extra.digits) for side in range(sides)),
        )


def checks(groups: tuple[Group, ...]) -> tuple[Group, ...]:
    """Groups whose sides must make a sum."""
    return tuple(group for group in groups if group.sum is not None)
