"""A box that is empty and must not be."""

from collections.abc import Sequence

from rules.problems import Fact, Problem
from rules.texts import SideRef, Text, _

MISSING = Fact("missing", _("{label}: required."))
MISSING_OF_SIDE = Fact("missing_side", _("{label} ({side}): required."))


def build_missing(box: str, label: str, side: int | None = None) -> Problem:
    """The problem of an empty box; `side` where that of one side is missing, so that two empty boxes are not said alike."""
    return MISSING.problem(box, label=Text(label)) if side is None else MISSING_OF_SIDE.problem(box, label=Text(label), side=SideRef(side))


def leave_out_reported(found: Sequence[Problem], problems: Sequence[Problem]) -> list[Problem]:
    """What was found, without empty boxes of fields that have one of the `problems`: what cannot be read was written."""
    reported = {problem.field.rstrip("0123456789") for problem in problems}
    empty = {MISSING.code, MISSING_OF_SIDE.code}
    return [problem for problem in found if problem.code not in empty or problem.field.rstrip("0123456789") not in reported]
