"""Columns of a score sheet, built from the boxes that the game declares for a hand."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from paper.sheets.values import SheetKind
from rules import stored_game
from rules.events import HandEntry
from rules.game import Game
from rules.options import FieldKind, FieldSpec, Options
from rules.paper_hints import RUNNING, ExtraBoxes
from rules.texts import SIDE_LETTERS, _


class PencilGuide(Enum):
    """The guides that are printed in an empty box for the pencil."""

    BLANK = "blank"
    DIGITS = "digits"
    TICK = "tick"
    RING = "ring"
    """Short texts, one of which is ringed."""
    LETTER = "letter"
    """One of the short texts is written, where there is no room to ring it."""
    WORD = "word"
    """A short word or several numbers are written."""


@dataclass(frozen=True, slots=True)
class SheetColumn:
    name: str
    """Name of the box, such as `total_0`."""
    side: int | None
    width: float
    """Share of the sheet width; about millimetres on A5."""
    ink: PencilGuide = PencilGuide.BLANK
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


def list_sheet_fields(
    game: Game[Any, Any], options: Options, kind: SheetKind = SheetKind.FULL, dropped: Collection[str] = ()
) -> tuple[FieldSpec, ...]:
    """The fields of a hand entry that are printed, in their order: all but those that are rarely written and those that an option switches
    off; of a short sheet those from which the rest follows; without the fields in `dropped`.
    """
    hint = game.paper
    names_on_paper = {field.name for field in dataclasses.fields(game.HandEntry)} - set(hint.left_out) | set(hint.typed)
    if kind is not SheetKind.FULL:
        names_on_paper &= set(hint.short)
    printed = (spec for spec in game.boxes_of(HandEntry.kind, options) if spec.name in names_on_paper and not spec.rare)
    return tuple(spec for spec in printed if spec.name not in dropped)


def list_droppable_fields(game: Game[Any, Any], options: Options) -> tuple[FieldSpec, ...]:
    """The fields that a hall may leave off its full sheet: those that the short sheet does without."""
    return tuple(spec for spec in list_sheet_fields(game, options) if spec.name not in game.paper.short)


def build_groups(fields: tuple[FieldSpec, ...], game_key: str, sides: int, *, narrow: bool = False) -> tuple[ColumnGroup, ...]:
    """All columns between the number of the hand and the right edge; the running score is last."""
    hint = stored_game(game_key).paper
    widths = {**hint.widths, **hint.roll_widths} if narrow else hint.widths
    names = [spec.name for spec in fields]
    groups: list[ColumnGroup] = []
    for spec in fields:
        group = _build_declared_group(spec, sides, widths)
        total = hint.sums.get(spec.name) if spec.complement is None else spec.complement
        groups.append(dataclasses.replace(group, sum=total, exact_sum=hint.exact_sums.get(spec.name, "")))
        groups.extend(_build_extra_groups([extra for extra in hint.extras.get(spec.name, ()) if extra.needs in ("", *names)], sides))
    digits = hint.score_digits
    width = widths.get(RUNNING, 4 + 3 * digits)
    running = tuple(SheetColumn(f"{RUNNING}_{side}", side, width, digits=digits) for side in range(sides))
    return (*groups, ColumnGroup(hint.running, running, heavy=True))


def get_result_label(game_key: str, games: int) -> str:
    """The label before the result of a match that has so many grids."""
    return stored_game(game_key).paper.result or (_("RESULT: games won") if games > 1 else _("RESULT"))


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
        return SheetColumn(spec.name, None, 7, PencilGuide.TICK)
    if spec.kind is FieldKind.SIDE:
        return SheetColumn(spec.name, None, 6 * sides, PencilGuide.RING, rings=SIDE_LETTERS[:sides])
    if spec.kind is FieldKind.INTEGER and spec.highest is not None:
        digits = len(str(spec.highest))
        return SheetColumn(spec.name, None, 4 + 2.7 * digits, PencilGuide.DIGITS, digits)
    if spec.kind is FieldKind.CHOICE and _has_short_choices(spec):
        rings = tuple(str(choice.value) for choice in spec.choices)
        return SheetColumn(spec.name, None, 6 * len(rings), PencilGuide.RING, rings=rings)
    if spec.kind in _LETTER_KINDS:
        return SheetColumn(spec.name, None, 8)
    if spec.kind in _POINT_KINDS:
        return SheetColumn(spec.name, None, 9.5, digits=2)
    return SheetColumn(spec.name, None, 13, PencilGuide.WORD)


_LETTER_KINDS = (FieldKind.SEAT, FieldKind.CARD)
_POINT_KINDS = (FieldKind.POINTS, FieldKind.POINTS_EXACT)


def _has_short_choices(spec: FieldSpec) -> bool:
    return len(spec.choices) <= 4 and all(len(str(choice.value)) <= 2 for choice in spec.choices)


def _build_extra_groups(extras: Sequence[ExtraBoxes], sides: int) -> Iterator[ColumnGroup]:
    for extra in extras:
        yield ColumnGroup(
            extra.label,
            tuple(SheetColumn(f"{extra.name}_{side}", side, 4 + 2.5 * extra.digits, digits=extra.digits) for side in range(sides)),
        )


def list_checked_groups(groups: tuple[ColumnGroup, ...]) -> tuple[ColumnGroup, ...]:
    """Groups in which the boxes of all sides must add up to a known sum."""
    return tuple(group for group in groups if group.sum is not None)
