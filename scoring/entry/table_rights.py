"""What a side may do at its table, for each service of results. A service that uses none of these rights is not open to tables.

Each function says why the side that has locked the match cannot do it; None when it can.
"""

from scoring.entry import outcomes
from scoring.entry.locked_match import LockedMatch
from scoring.entry.outcomes import Locked, Rejected
from scoring.ledger.match_log import LedgerLine, State
from scoring.models.links import find_side_of_actor

TableRefusal = Locked | Rejected

TABLE_KINDS = frozenset({"hand", "game", "match", "claim"})
"""The kinds that players enter themselves; penalties and matches given without playing are for the staff."""


def refuse_entering(kind: str) -> TableRefusal | None:
    return None if kind in TABLE_KINDS else Locked(outcomes.STAFF_ONLY)


def refuse_undoing(locked: LockedMatch) -> TableRefusal | None:
    """Only the side's own line, while it is the last."""
    last = find_last_line(locked)
    if last is None or find_entering_side(last) == locked.side:
        return None
    return Locked(outcomes.NOT_YOUR_LINE)


def refuse_correcting(locked: LockedMatch, seq: int) -> TableRefusal | None:
    """The last line, if a table entered it: a side enters its own version, and the other side answers."""
    last = find_last_line(locked)
    if last is None or last.seq != seq:
        return Locked(outcomes.ONLY_LAST_LINE)
    return Locked(outcomes.DESK_ENTERED) if find_entering_side(last) is None else None


def refuse_confirming(locked: LockedMatch) -> TableRefusal | None:
    """Only what the other side entered. A new link of the same side counts as the same side."""
    if locked.result.state != State.SUBMITTED:
        return None
    enterer = find_side_of_actor(locked.result.entered_by)
    if enterer is None:
        return Locked(outcomes.DESK_CONFIRMS)
    return Rejected(refusal=outcomes.OWN_SIDE) if enterer == locked.side else None


def refuse_disputing(locked: LockedMatch) -> TableRefusal | None:
    return None if find_last_line(locked) else Rejected(refusal=outcomes.NOT_SUBMITTED)


def speaks_for(locked: LockedMatch, actor: str) -> bool:
    """Whether the request comes from this actor; a new link of the same side counts as the same side."""
    return locked.origin.actor.id == actor or (locked.side is not None and find_side_of_actor(actor) == locked.side)


def find_last_line(locked: LockedMatch) -> LedgerLine | None:
    """The last line that counts."""
    return next((line for line in reversed(locked.match_log.lines) if line.statement is not None), None)


def find_entering_side(line: LedgerLine) -> int | None:
    return find_side_of_actor(line.current.entry.actor)
