"""The slip of the pen that explains a refused sheet: try the usual ones, keep those that make it possible, fewest changes first."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from rules.options import FieldSpec, Kind
from rules.parsing import Sitting
from rules.problems import Slip
from rules.texts import Text, _

Typed = Mapping[str, str]
_MOST = 5
_NUMBER = re.compile(r"[+-]?\d{1,7}")
_OTHER = {"A": "B", "B": "A", "0": "1", "1": "0"}


def likely_slips(
    typed: Typed, specs: Sequence[FieldSpec], sitting: Sitting, own: Iterator[Slip], possible: Callable[[Typed], bool]
) -> tuple[Slip, ...]:
    """`typed` is the sheet as text, `own` the slips that this game adds; `possible` says whether a repaired sheet is."""
    candidates = [*own]
    if sitting.sides == 2:
        candidates += [
            *_swapped_columns(typed, specs),
            *_swapped_sides(typed, specs),
            *_wrong_column(typed, specs),
            *_exchanged_digits(typed, specs),
        ]
    found: dict[tuple[tuple[str, str], ...], Slip] = {}
    for slip in sorted(candidates, key=lambda slip: slip.changes):
        key = tuple(sorted(slip.fields.items()))
        if key not in found and possible(slip.fields):
            found[key] = slip
    return tuple(found.values())[:_MOST]


def number_in(text: str) -> int | None:
    """The whole number in a box as it was typed, None where there is something else: what slips of the pen are looked for in."""
    return int(text) if _NUMBER.fullmatch(text.strip()) else None


def count_in(text: str) -> int | None:
    """The same, of a count: nothing below zero."""
    number = number_in(text)
    return None if number is None or number < 0 else number


def repaired(typed: Typed, **boxes: object) -> dict[str, str]:
    """`typed` with some boxes written anew."""
    return {**typed, **{box: str(value) for box, value in boxes.items()}}


def _swapped_columns(typed: Typed, specs: Sequence[FieldSpec]) -> Iterator[Slip]:
    for spec in specs:
        if spec.per_side:
            first, second = spec.boxes(2)
            a, b = typed.get(first, ""), typed.get(second, "")
            if a != b:
                fixed = repaired(typed, **{first: b, second: a})
                yield Slip("columns_swapped", _("the columns of “{label}” are swapped"), 2, fixed, {"label": Text(spec.label)})


def _swapped_sides(typed: Typed, specs: Sequence[FieldSpec]) -> Iterator[Slip]:
    """Everything that one side wrote stands with the other."""
    fixed = dict(typed)
    for spec in specs:
        if spec.per_side:
            first, second = spec.boxes(2)
            fixed |= {first: typed.get(second, ""), second: typed.get(first, "")}
    changed = sum(fixed[box] != typed.get(box, "") for box in fixed)
    if changed > 2:  # one pair of columns is a slip of its own
        yield Slip("sides_swapped", _("all that the two sides wrote is swapped"), changed, fixed)


def _wrong_column(typed: Typed, specs: Sequence[FieldSpec]) -> Iterator[Slip]:
    for spec in specs:
        side = typed.get(spec.name, "")
        if spec.kind is Kind.SIDE and side in _OTHER:
            fixed = repaired(typed, **{spec.name: _OTHER[side]})
            yield Slip("wrong_column", _("“{label}” is in the wrong column"), 1, fixed, {"label": Text(spec.label)})


def _exchanged_digits(typed: Typed, specs: Sequence[FieldSpec]) -> Iterator[Slip]:
    for spec in specs:
        for box in spec.boxes(2):
            given = typed.get(box, "")
            for other in exchanges(given):
                params = {"label": Text(spec.label), "given": given, "meant": other}
                message = _("two digits of “{label}” are exchanged: {meant} for {given}")
                for fixed in _with_sibling(typed, spec, box, other):
                    changes = sum(fixed[name] != typed.get(name, "") for name in fixed)
                    yield Slip("digits_exchanged", message, changes, fixed, params)


def exchanges(given: str) -> Iterator[str]:
    """The number with two neighbouring digits exchanged, once for each pair; nobody means a number that begins with 0."""
    digits = given.strip()
    if digits.isdecimal() and count_in(digits) is not None:
        for place in range(len(digits) - 1):
            other = digits[:place] + digits[place + 1] + digits[place] + digits[place + 2 :]
            if other != digits and not other.startswith("0"):
                yield other


def _with_sibling(typed: Typed, spec: FieldSpec, box: str, value: str) -> Iterator[dict[str, str]]:
    """The box alone rewritten, and with the other side's box where that was found by subtraction, as the sum says."""
    yield repaired(typed, **{box: value})
    if spec.per_side and spec.complement is not None and spec.complement >= int(value):
        sibling = next(name for name in spec.boxes(2) if name != box)
        counts = [count_in(typed.get(name, "")) for name in (box, sibling)]
        if None not in counts and sum(filter(None, counts)) == spec.complement:
            yield repaired(typed, **{box: value, sibling: spec.complement - int(value)})
