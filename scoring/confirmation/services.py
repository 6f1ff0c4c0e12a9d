"""The second signature: confirming, disputing, cancelling and opening a match again."""

from collections.abc import Callable

from scoring.entry import outcomes
from scoring.entry.locked_match import Case, Look, met_before, open_case, overtaken, tried, write_line
from scoring.entry.outcomes import Locked, Outcome, Refused
from scoring.entry.policy import correction_window, window_refusal
from scoring.entry.table_rights import AtTable, may_confirm, may_dispute
from scoring.ledger.appending import Line, Submission
from scoring.ledger.match_log import State
from scoring.models import LedgerEntry
from tournaments.models import Match, Round
from tournaments.transactions import retried, write_tx

Kind = LedgerEntry.Kind


def confirm_match(match: Match, *, origin: Submission, version: int | None) -> Outcome:
    """Sign what others entered. Where the tournament lets one person do both, the entry says that it was one.

    A match of a closed round that had been opened again is closed again at once. Raises PermissionDenied.
    """
    return _settle(match, _confirm, origin=origin, version=version, at_table=may_confirm)


def dispute_match(match: Match, *, origin: Submission, version: int | None, words: str = "") -> Outcome:
    """Say that what was entered is not what was played; from now on only the director can change or confirm it.

    A side at its table need not wait for the end of the match. Raises PermissionDenied.
    """

    def dispute(case: Case) -> Outcome:
        playing = case.side is not None and case.result.state == State.OPEN
        if case.result.state not in (State.SUBMITTED, State.CONFIRMED) and not playing:
            return Refused(refusal=outcomes.NOT_SUBMITTED)
        return write_line(case, Line(Kind.DISPUTE, case.engine_version, reason=LedgerEntry.Reason.DISPUTED, words=words))

    return _settle(match, dispute, origin=origin, version=version, at_table=may_dispute)


def void_match(match: Match, *, origin: Submission, version: int | None, reason: str, words: str = "", look: Look | None = None) -> Outcome:
    """Cancel a whole match: it counts for nobody. The director's. With `look` nothing stays: the change is only looked at.

    Raises PermissionDenied.
    """

    def void(case: Case) -> Outcome:
        if not reason:
            return Refused(refusal=outcomes.REASON_NEEDED)
        return write_line(case, Line(Kind.VOID, case.engine_version, {"match": True}, reason=reason, words=words))

    return _settle(match, _directing(void), origin=origin, version=version, look=look)


@retried
def reopen_match(
    match: Match, *, origin: Submission, version: int | None, reason: str, words: str = "", look: Look | None = None
) -> Outcome:
    """Open a confirmed, closed or cancelled match again. The director's, with a reason, as far as the format's correction window goes.

    With `look` nothing stays: the change is only looked at. Raises PermissionDenied.
    """

    def reopen(case: Case) -> Outcome:
        if case.result.state not in (State.CONFIRMED, State.LOCKED, State.VOID, State.DISPUTED):
            return Refused(refusal=outcomes.STILL_OPEN)
        if not reason:
            return Refused(refusal=outcomes.REASON_NEEDED)
        outside = window_refusal(correction_window(case.match), reason=reason, words=words)
        if outside:
            return Refused(refusal=outside)
        return write_line(case, Line(Kind.REOPEN, case.engine_version, reason=reason, words=words))

    def decide(case: Case) -> Outcome:
        return _unplayable(case) or _directing(reopen)(case)

    with write_tx():
        case = open_case(match, origin, version)
        return tried(lambda: met_before(case) or overtaken(case) or decide(case), look)


def lock_line(case: Case) -> Line:
    return Line(Kind.LOCK, case.engine_version)


def _confirm(case: Case) -> Outcome:
    result = case.result
    if result.state not in (State.SUBMITTED, State.DISPUTED):
        return Refused(refusal=outcomes.NOT_DECIDED if result.state == State.OPEN else outcomes.NOT_SUBMITTED)
    if result.state == State.DISPUTED and not case.directs:
        return Locked(outcomes.DIRECTOR_SETTLES)
    one_person = case.side is None and case.origin.actor.id in case.fold.enterers
    if one_person and not case.tournament.one_person:
        return Refused(refusal=outcomes.OWN_ENTRY)
    confirmed = write_line(case, Line(Kind.CONFIRM, case.engine_version, {"one_person": one_person}))
    if case.match.round.state != Round.State.CLOSED:
        return confirmed
    case.origin = case.origin.part(1)
    return write_line(case, lock_line(case))


@retried
def _settle(
    match: Match,
    decide: Callable[[Case], Outcome],
    *,
    origin: Submission,
    version: int | None,
    at_table: AtTable | None = None,
    look: Look | None = None,
) -> Outcome:
    with write_tx():
        case = open_case(match, origin, version, tables=at_table is not None)
        barred = at_table(case) if at_table and case.side is not None else None
        return tried(lambda: met_before(case) or overtaken(case) or _unplayable(case) or _closed(case) or barred or decide(case), look)


def _directing(decide: Callable[[Case], Outcome]) -> Callable[[Case], Outcome]:
    return lambda case: decide(case) if case.directs else Locked(outcomes.DIRECTOR_ONLY)


def _unplayable(case: Case) -> Locked | None:
    if case.match.kind == Match.Kind.BYE:
        return Locked(outcomes.NOT_PLAYED)
    if case.match.round.state == Round.State.DRAFT:
        return Locked(outcomes.NOT_PUBLISHED)
    return None


def _closed(case: Case) -> Locked | None:
    if case.result.state == State.LOCKED:
        return Locked(outcomes.CLOSED)
    return Locked(outcomes.VOIDED) if case.result.state == State.VOID else None
