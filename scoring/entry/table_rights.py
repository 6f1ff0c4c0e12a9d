"""What a side may do at its table, by each service of results. A service that names none of these rights does not know tables at all."""

from collections.abc import Callable

from scoring.entry import outcomes
from scoring.entry.locked_match import Case
from scoring.entry.outcomes import Locked, Refused
from scoring.ledger.match_log import Account, State
from scoring.models.links import side_behind

Barred = Locked | Refused
AtTable = Callable[[Case], Barred | None]
"""Why the side cannot do it; None when it can. Asked only about a case that was opened by a side."""

KINDS = frozenset({"hand", "game", "match", "claim"})
"""What players tell of themselves; penalties and matches given without playing are for the staff."""


def may_tell(kind: str) -> AtTable:
    return lambda _case: None if kind in KINDS else Locked(outcomes.STAFF_ONLY)


def may_take_back(case: Case) -> Barred | None:
    """Its own line, while it is the last."""
    last = last_line(case)
    if last is None or entered_by_side(last) == case.side:
        return None
    return Locked(outcomes.NOT_YOUR_LINE)


def may_correct(seq: int) -> AtTable:
    """The last line, if a table entered it: a side says what it holds for right, and the other one answers."""

    def judged(case: Case) -> Barred | None:
        last = last_line(case)
        if last is None or last.seq != seq:
            return Locked(outcomes.ONLY_LAST_LINE)
        return Locked(outcomes.DESK_ENTERED) if entered_by_side(last) is None else None

    return judged


def may_confirm(case: Case) -> Barred | None:
    """What the other side entered. A new link of the same side is still the same side."""
    if case.result.state != State.SUBMITTED:
        return None
    enterer = side_behind(case.result.entered_by)
    if enterer is None:
        return Locked(outcomes.DESK_CONFIRMS)
    return Refused(refusal=outcomes.OWN_SIDE) if enterer == case.side else None


def may_dispute(case: Case) -> Barred | None:
    return None if last_line(case) else Refused(refusal=outcomes.NOT_SUBMITTED)


def last_line(case: Case) -> Account | None:
    """The last line that counts."""
    return next((account for account in reversed(case.fold.accounts) if account.told is not None), None)


def entered_by_side(account: Account) -> int | None:
    return side_behind(account.current.entry.actor)
