"""A box that is empty and must not be."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.options import FieldSpec
from rules.problems import Fact, Problem
from rules.texts import SideRef, Text, _

MISSING = Fact("missing", _("{label}: required."))
MISSING_OF_SIDE = Fact("missing_side", _("{label} ({side}): required."))


def build_missing(box: str, label: str, side: int | None = None) -> Problem:
    """The problem of an empty box; `side` where that of one side is missing, so that two empty boxes are not said alike."""
    return MISSING.problem(box, label=Text(label)) if side is None else MISSING_OF_SIDE.problem(box, label=Text(label), side=SideRef(side))


def find_missing(specs: Sequence[FieldSpec], values: Mapping[str, Any], problems: Sequence[Problem]) -> list[Problem]:
    """A problem for each empty required box and each half-filled pair, unless the field already has one of the `problems`."""
    gaps = [(spec, side) for spec in specs for side in _find_gaps(spec, values.get(spec.name))]
    found = [
        build_missing(spec.box_name(side), spec.label, side if spec.per_side and values.get(spec.name) is not None else None)
        for spec, side in gaps
    ]
    return leave_out_reported(found, problems)


def leave_out_reported(found: Sequence[Problem], problems: Sequence[Problem]) -> list[Problem]:
    """What was found, without empty boxes of fields that have one of the `problems`: what cannot be read was written."""
    reported = {problem.field.rstrip("0123456789") for problem in problems}
    empty = {MISSING.code, MISSING_OF_SIDE.code}
    return [problem for problem in found if problem.code not in empty or problem.field.rstrip("0123456789") not in reported]


def _find_gaps(spec: FieldSpec, value: Any) -> tuple[int, ...]:
    if spec.per_side and value is not None:
        return () if spec.lone else tuple(side for side, part in enumerate(value) if part is None)
    return (0,) if spec.required and value is None else ()
