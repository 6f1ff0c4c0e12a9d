"""What each role may do at the desk of a tournament: the one table that policies, services and pages ask.

Every member of the staff reads the whole desk. A right allows changes; a director has them all.
"""

from collections.abc import Mapping
from enum import Enum, auto
from typing import TypeAlias

from tournaments.models.desk_roles import DeskRole

Role: TypeAlias = DeskRole


class Right(Enum):
    READ = auto()
    """See every page of the desk, its lists and its papers."""
    ENTER = auto()
    """Enter, correct and confirm results, seat matches, mark sheets as returned."""
    RULE = auto()
    """Record evidence and the hand that follows from it, dispute a result, answer the calls of the tables."""
    PENALIZE = auto()
    """Decide penalties, and places decided at the table."""
    REGISTER = auto()
    """Add and change entries."""
    CHECK_IN = auto()
    """Note who is here and who has paid."""
    PRINT = auto()
    """Print numbered sheets, which the desk then expects back."""
    DIRECT = auto()
    """Everything that remains: draw, publish, close, correct what is closed, settings, staff, backups."""


RIGHTS: Mapping[Role, frozenset[Right]] = {
    Role.DIRECTOR: frozenset(Right),
    Role.ASSISTANT: frozenset({Right.READ, Right.ENTER, Right.RULE, Right.REGISTER, Right.CHECK_IN, Right.PRINT}),
    Role.REFEREE: frozenset({Right.READ, Right.RULE, Right.PENALIZE, Right.PRINT}),
    Role.DOOR: frozenset({Right.READ, Right.REGISTER, Right.CHECK_IN}),
    Role.READER: frozenset({Right.READ}),
}


def has_right(role: Role | None, right: Right) -> bool:
    return role is not None and right in RIGHTS[role]
