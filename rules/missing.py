"""A box that is empty and must not be."""

from rules.problems import Fact, Problem
from rules.texts import SideRef, Text, _

MISSING = Fact("missing", _("{label}: required."))
MISSING_OF_SIDE = Fact("missing_side", _("{label} ({side}): required."))


def build_missing(box: str, label: str, side: int | None = None) -> Problem:
    """The problem of an empty box; `side` where that of one side is missing, so that two empty boxes are not said alike."""
    return MISSING.problem(box, label=Text(label)) if side is None else MISSING_OF_SIDE.problem(box, label=Text(label), side=SideRef(side))
