"""Find the slips of the pen that explain a refused sheet: try the usual ones, keep those that make it possible, fewest changes first."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from rules.options import FieldKind, FieldSpec
from rules.parsing import Sitting
from rules.problems import Slip
from rules.texts import Text, _

TypedBoxes = Mapping[str, str]
_MAX_SLIPS = 5
_NUMBER = re.compile(r"[+-]?\d{1,7}")
_OPPOSITE_SIDE = {"A": "B", "B": "A", "0": "1", "1": "0"}


def find_likely_slips(
    typed: TypedBoxes, specs: Sequence[FieldSpec], sitting: Sitting, own_slips: Iterator[Slip], is_possible: Callable[[TypedBoxes], bool]
) -> tuple[Slip, ...]:
    """At most five slips, fewest changes first.

    `typed` is the sheet as text, `own_slips` the slips that this game adds; `is_possible` says whether a corrected sheet is possible.
    """
    candidates = [*own_slips]
    if sitting.sides == 2:
        candidates += [
            *_swapped_columns(typed, specs),
            *_swapped_sides(typed, specs),
            *_wrong_column(typed, specs),
            *_exchanged_digits(typed, specs),
        ]
    slip_by_boxes: dict[tuple[tuple[str, str], ...], Slip] = {}
    for slip in sorted(candidates, key=lambda slip: slip.changes):
        key = tuple(sorted(slip.fields.items()))
        if key not in slip_by_boxes and is_possible(slip.fields):
            slip_by_boxes[key] = slip
    return tuple(slip_by_boxes.values())[:_MAX_SLIPS]


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
                yield Slip("columns_swapped", _("the columns of “{label}” are swapped"), 2, fixed, {"label": Text(spec.label)})


def _swapped_sides(typed: TypedBoxes, specs: Sequence[FieldSpec]) -> Iterator[Slip]:
    """All columns of the two sides are swapped; a single swapped column is left to `_swapped_columns`."""
    fixed = dict(typed)
    for spec in specs:
        if spec.per_side:
            first, second = spec.box_names(2)
            fixed |= {first: typed.get(second, ""), second: typed.get(first, "")}
    changed = sum(fixed[box] != typed.get(box, "") for box in fixed)
    if changed > 2:  # one pair of columns is a slip of its own
        yield Slip("sides_swapped", _("everything in the two columns is swapped"), changed, fixed)


def _wrong_column(typed: TypedBoxes, specs: Sequence[FieldSpec]) -> Iterator[Slip]:
    for spec in specs:
        side = typed.get(spec.name, "")
        if spec.kind is FieldKind.SIDE and side in _OPPOSITE_SIDE:
            fixed = repair_boxes(typed, **{spec.name: _OPPOSITE_SIDE[side]})
            yield Slip("wrong_column", _("“{label}” is in the wrong column"), 1, fixed, {"label": Text(spec.label)})


def _exchanged_digits(typed: TypedBoxes, specs: Sequence[FieldSpec]) -> Iterator[Slip]:
    for spec in specs:
        for box in spec.box_names(2):
            text = typed.get(box, "")
            for meant in exchange_digits(text):
                params = {"label": Text(spec.label), "given": text, "meant": meant}
                message = _("two digits of “{label}” are exchanged: {meant} for {given}")
                for fixed in _with_sibling(typed, spec, box, meant):
                    changes = sum(fixed[name] != typed.get(name, "") for name in fixed)
                    yield Slip("digits_exchanged", message, changes, fixed, params)


def exchange_digits(text: str) -> Iterator[str]:
    """The number with two neighbouring digits exchanged, once for each pair, without results that begin with 0."""
    digits = text.strip()
    if digits.isdecimal() and parse_count(digits) is not None:
        for index in range(len(digits) - 1):
            exchanged = digits[:index] + digits[index + 1] + digits[index] + digits[index + 2 :]
            if exchanged != digits and not exchanged.startswith("0"):
                yield exchanged


def _with_sibling(typed: TypedBoxes, spec: FieldSpec, box: str, value: str) -> Iterator[dict[str, str]]:
    """The sheet with this box rewritten; then also with the other side's box corrected, where the two boxes add up to the complement."""
    yield repair_boxes(typed, **{box: value})
    if spec.per_side and spec.complement is not None and spec.complement >= int(value):
        sibling = next(name for name in spec.box_names(2) if name != box)
        counts = [parse_count(typed.get(name, "")) for name in (box, sibling)]
        if None not in counts and sum(filter(None, counts)) == spec.complement:
            yield repair_boxes(typed, **{box: value, sibling: spec.complement - int(value)})
