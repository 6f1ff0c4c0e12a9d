"""Find the slips of the pen that explain a refused sheet: a number written wrongly, columns exchanged, what this game can confuse."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from rules.options import FieldKind, FieldSpec
from rules.parsing import Sitting
from rules.problems import Slip
from rules.repairs import find_box_repairs
from rules.texts import Text, _

TypedBoxes = Mapping[str, str]
_MAX_SLIPS = 5
_SEVERAL_BOXES = 0.015
"""The weight of a game's own slip that changes several boxes: a misread digit explains more sheets, a digit too many fewer."""
_FARFETCHED = 0.01
"""A slip that is so many times less likely than the first is not worth a word."""
_COLUMNS, _SIDES, _WRONG_SIDE = 0.05, 0.1, 0.35
"""How likely it is that two boxes, or all, are swapped, or that a sign stands in the wrong column."""
_NUMBER = re.compile(r"[+-]?\d{1,7}")
_OPPOSITE_SIDE = {"A": "B", "B": "A", "0": "1", "1": "0"}


def find_likely_slips(
    typed: TypedBoxes,
    specs: Sequence[FieldSpec],
    sitting: Sitting,
    own_slips: Iterator[Slip],
    read_possible: Callable[[TypedBoxes], object],
) -> tuple[Slip, ...]:
    """At most five slips, the likeliest first: one box rather than several, unless only a rare slip explains the one.

    `typed` is the sheet as text, `own_slips` the slips that this game adds; `read_possible` gives the hand that a corrected sheet says, and
    None when that is impossible.
    """
    candidates = [*map(_weigh_own_slip, own_slips)]
    if sitting.sides == 2:
        candidates += [*_swapped_columns(typed, specs), *_swapped_sides(typed, specs), *_wrong_column(typed, specs)]
    candidates += find_box_repairs(typed, specs, sitting.sides)
    merged = sorted(_merge_slips(candidates).values(), key=lambda slip: (-slip.likelihood, slip.changes))
    slip_by_hand: dict[object, Slip] = {}
    best = 0.0
    for slip in merged:
        if slip.likelihood < best * _FARFETCHED:
            break
        hand = read_possible(slip.fields)
        if hand is not None:
            slip_by_hand.setdefault(hand, _name_changed_boxes(slip, typed))
            best = best or slip.likelihood
        if len(slip_by_hand) == _MAX_SLIPS:
            break
    return tuple(slip_by_hand.values())


def _name_changed_boxes(slip: Slip, typed: TypedBoxes) -> Slip:
    return replace(slip, changed=tuple(box for box, text in slip.fields.items() if text != typed.get(box, "")))


def _weigh_own_slip(slip: Slip) -> Slip:
    return replace(slip, likelihood=slip.likelihood * _SEVERAL_BOXES) if slip.changes > 1 else slip


def _merge_slips(candidates: Iterable[Slip]) -> dict[frozenset[tuple[str, str]], Slip]:
    """One slip for each corrected sheet: the first that explains it, as likely as all of them together."""
    slip_by_boxes: dict[frozenset[tuple[str, str]], Slip] = {}
    for slip in candidates:
        key = frozenset((box, text) for box, text in slip.fields.items() if text)
        first = slip_by_boxes.get(key)
        slip_by_boxes[key] = slip if first is None else replace(first, likelihood=first.likelihood + slip.likelihood)
    return slip_by_boxes


def parse_number(text: str) -> int | None:
    """The whole number typed in a box; None for anything else."""
    return int(text) if _NUMBER.fullmatch(text.strip()) else None


def parse_count(text: str) -> int | None:
    """The whole number typed in a box, when it is not negative; None for anything else."""
    number = parse_number(text)
    return None if number is None or number < 0 else number


def repair_boxes(typed: TypedBoxes, **boxes: object) -> dict[str, str]:
    """A copy of `typed` with new text in some boxes."""
    return {**typed, **{box: str(value) for box, value in boxes.items()}}


def _swapped_columns(typed: TypedBoxes, specs: Sequence[FieldSpec]) -> Iterator[Slip]:
    for spec in specs:
        if spec.per_side:
            first, second = spec.box_names(2)
            first_text, second_text = typed.get(first, ""), typed.get(second, "")
            if first_text != second_text:
                fixed = repair_boxes(typed, **{first: second_text, second: first_text})
                yield Slip("columns_swapped", _("the columns of “{label}” are swapped"), 2, fixed, {"label": Text(spec.label)}, _COLUMNS)


def _swapped_sides(typed: TypedBoxes, specs: Sequence[FieldSpec]) -> Iterator[Slip]:
    """All columns of the two sides are swapped; a single swapped column is left to `_swapped_columns`."""
    fixed = dict(typed)
    for spec in specs:
        if spec.per_side:
            first, second = spec.box_names(2)
            fixed |= {first: typed.get(second, ""), second: typed.get(first, "")}
    changed = sum(fixed[box] != typed.get(box, "") for box in fixed)
    if changed > 2:  # one pair of columns is a slip of its own
        yield Slip("sides_swapped", _("everything in the two columns is swapped"), changed, fixed, likelihood=_SIDES)


def _wrong_column(typed: TypedBoxes, specs: Sequence[FieldSpec]) -> Iterator[Slip]:
    for spec in specs:
        side = typed.get(spec.name, "")
        if spec.kind is FieldKind.SIDE and side in _OPPOSITE_SIDE:
            fixed = repair_boxes(typed, **{spec.name: _OPPOSITE_SIDE[side]})
            yield Slip("wrong_column", _("“{label}” is in the wrong column"), 1, fixed, {"label": Text(spec.label)}, likelihood=_WRONG_SIDE)


def exchange_digits(text: str) -> Iterator[str]:
    """The number with two neighbouring digits exchanged, once for each pair, without results that begin with 0."""
    digits = text.strip()
    if digits.isdecimal() and parse_count(digits) is not None:
        for index in range(len(digits) - 1):
            exchanged = digits[:index] + digits[index + 1] + digits[index] + digits[index + 2 :]
            if exchanged != digits and not exchanged.startswith("0"):
                yield exchanged
