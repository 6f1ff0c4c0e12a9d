"""Columns of a score sheet, built from the boxes that the game declares for a hand."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from rules.events import HandEntry
from rules.game import Game
from rules.options import FieldKind, FieldSpec, Options
from rules.texts import SIDE_LETTERS, _


class Ink(Enum):
    """The marks that are printed in an empty box for the pencil."""

    BLANK = "blank"
    DIGITS = "digits"
    TICK = "tick"
    RING = "ring"
    """Short texts, one of which is ringed."""


@dataclass(frozen=True, slots=True)
class SheetColumn:
    name: str
    """Name of the box, such as `total_0`."""
    side: int | None
    width: float
    """Share of the sheet width; about millimetres on A5."""
    ink: Ink = Ink.BLANK
    digits: int = 0
    rings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ColumnGroup:
    """Columns under one label: a single column, or one for each side."""

    label: str
    columns: tuple[SheetColumn, ...]
    sum: int | None = None
    """Sum of the boxes of all sides."""
    exact_sum: str = ""
    """The same sum if fractions of a point are also written."""
    heavy: bool = False
    """Separated by heavy lines: the score that is read from a distance."""

    @property
    def width(self) -> float:
        return sum(column.width for column in self.columns)

    @property
    def is_sided(self) -> bool:
        """Whether each side has a column of its own."""
        return self.columns[0].side is not None


@dataclass(frozen=True, slots=True)
class ExtraBoxes:
    """Boxes, one for each side, whose values follow from other boxes and that tables usually write down."""

    name: str
    label: str
    digits: int
    needs: str = ""
    """A field without which the values do not follow."""


@dataclass(frozen=True, slots=True)
class PaperHint:
    """What paper needs in addition to the declaration of the game."""

    extras: Mapping[str, tuple[ExtraBoxes, ...]] = dataclasses.field(default_factory=dict)
    """Extra boxes by the field after which they stand."""
    typed: tuple[str, ...] = ()
    """Boxes that the game accepts only when typed but that tables write on paper."""
    left_out: tuple[str, ...] = ()
    """Boxes that matter only under rare options, or that nobody counts at a table; left out because paper is narrow."""
    score_digits: int = 2
    running: str = _("Running score")
    final: str = _("Final score of the game")
    title: str = _("Game to %(target)s")
    """Title of a match with one grid."""
    widths: Mapping[str, float] = dataclasses.field(default_factory=dict)
    roll_widths: Mapping[str, float] = dataclasses.field(default_factory=dict)
    """Widths on the roll where they differ; `RUNNING` names the columns of the running score."""
    sums: Mapping[str, int] = dataclasses.field(default_factory=dict)
    """Sums of the boxes of all sides, where one declaration serves several table sizes."""
    exact_sums: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """By the field that may contain fractions of a point."""


RUNNING = "running"
"""Name of the columns of the running score, before `_0`, `_1` …"""

_CIRCLES = PaperHint(
    {"points": (ExtraBoxes("circles", _("Circles"), 1), ExtraBoxes("carry", _("Carry"), 2))},
    score_digits=1,
    running=_("Circles in all"),
    final=_("Circles won"),
    title=_("Circles of %(target)s points"),
)

HINTS: Mapping[str, PaperHint] = {
    "mariglia": PaperHint({"trump": (ExtraBoxes("bonus", _("Bonus"), 1, needs="turned"),)}, typed=("score",)),
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


def list_sheet_fields(game: Game[Any, Any], options: Options) -> tuple[FieldSpec, ...]:
    """The fields of a hand entry that are printed: all but those that are rarely written and those that an option switches off."""
    hint = _get_hint(game.key)
    names_on_paper = {field.name for field in dataclasses.fields(game.HandEntry)} - set(hint.left_out) | set(hint.typed)
    return tuple(spec for spec in game.boxes_of(HandEntry.kind, options) if spec.name in names_on_paper and not spec.rare)


def _get_hint(game_key: str) -> PaperHint:
    return HINTS.get(game_key, _NO_HINT)


def build_groups(fields: tuple[FieldSpec, ...], game_key: str, sides: int, *, narrow: bool = False) -> tuple[ColumnGroup, ...]:
    """All columns between the number of the hand and the right edge; the running score is last."""
    hint = _get_hint(game_key)
    widths = {**hint.widths, **hint.roll_widths} if narrow else hint.widths
    names = [spec.name for spec in fields]
    groups: list[ColumnGroup] = []
    for spec in fields:
        group = _build_declared_group(spec, sides, widths)
        total = hint.sums.get(spec.name) if spec.complement is None else spec.complement
        groups.append(dataclasses.replace(group, sum=total, exact_sum=hint.exact_sums.get(spec.name, "")))
        groups.extend(_build_extra_groups([extra for extra in hint.extras.get(spec.name, ()) if extra.needs in ("", *names)], sides))
    digits = hint.score_digits
    width = widths.get(RUNNING, 6 + 3 * digits)
    running = tuple(SheetColumn(f"{RUNNING}_{side}", side, width, digits=digits) for side in range(sides))
    return (*groups, ColumnGroup(hint.running, running, heavy=True))


def get_final_label(game_key: str) -> str:
    """The label before the final score of a game."""
    return _get_hint(game_key).final


def get_grid_title(game_key: str) -> str:
    """The title of the only grid of a match that has a target; it contains `%(target)s`."""
    return _get_hint(game_key).title


def _build_declared_group(spec: FieldSpec, sides: int, widths: Mapping[str, float]) -> ColumnGroup:
    plain = _build_column(spec, sides)
    width = widths.get(spec.name, plain.width)
    names = spec.box_names(sides)
    columns = tuple(
        dataclasses.replace(plain, name=name, side=side if spec.per_side else None, width=width) for side, name in enumerate(names)
    )
    return ColumnGroup(spec.label, columns)


def _build_column(spec: FieldSpec, sides: int) -> SheetColumn:
    if spec.kind is FieldKind.BOOLEAN:
        return SheetColumn(spec.name, None, 7, Ink.TICK)
    if spec.kind is FieldKind.SIDE:
        return SheetColumn(spec.name, None, 4 + 3.5 * sides, Ink.RING, rings=SIDE_LETTERS[:sides])
    if spec.kind is FieldKind.INTEGER and spec.highest is not None:
        digits = len(str(spec.highest))
        return SheetColumn(spec.name, None, 3 + 4 * digits, Ink.DIGITS, digits)
    if spec.kind is FieldKind.CHOICE and _has_short_choices(spec):
        rings = tuple(str(choice.value) for choice in spec.choices)
        return SheetColumn(spec.name, None, 2 + 4 * len(rings), Ink.RING, rings=rings)
    return SheetColumn(spec.name, None, _WIDTHS.get(spec.kind, 11))


_WIDTHS = {FieldKind.SEAT: 10.5, FieldKind.CARD: 11, FieldKind.POINTS: 10, FieldKind.POINTS_EXACT: 10, FieldKind.CARDS: 18}


def _has_short_choices(spec: FieldSpec) -> bool:
    return len(spec.choices) <= 4 and all(len(str(choice.value)) <= 2 for choice in spec.choices)


def _build_extra_groups(extras: Sequence[ExtraBoxes], sides: int) -> Iterator[ColumnGroup]:
    for extra in extras:
        yield ColumnGroup(
            extra.label,
            tuple(SheetColumn(f"{extra.name}_{side}", side, 4 + 2.5 * extra.digits) for side in range(sides)),
        )


def list_checked_groups(groups: tuple[ColumnGroup, ...]) -> tuple[ColumnGroup, ...]:
    """Groups in which the boxes of all sides must add up to a known sum."""
    return tuple(group for group in groups if group.sum is not None)
