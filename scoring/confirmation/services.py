"""Confirm, dispute, cancel and reopen a match, and withdraw a dispute."""

from jobs.databases import retry_on_conflict
from scoring.entry import outcomes
from scoring.entry.locked_match import DryRun, LockedMatch, change_match, find_replayed_answer, find_version_conflict, write_entry
from scoring.entry.outcomes import Locked, Outcome, Rejected
from scoring.entry.policy import find_window_refusal, read_correction_window
from scoring.entry.table_rights import refuse_confirming, refuse_disputing, speaks_for
from scoring.ledger.appending import EntryContent, Submission
from scoring.ledger.match_log import State, find_dispute
from scoring.models import LedgerEntry
from tournaments.models import Match, Round
from tournaments.permissions import Right

Kind = LedgerEntry.Kind


@retry_on_conflict
def confirm_match(match: Match, *, origin: Submission, version: int | None) -> Outcome:
    """Confirm what somebody else entered. Where the tournament lets one person do both, the entry says that one person did.

    A reopened match of a closed round is locked again at once. Raises PermissionDenied.
    """
    with change_match(match, origin, version, allow_tables=True) as locked:
        return (
            find_replayed_answer(locked)
            or find_version_conflict(locked)
            or _find_unplayable_refusal(locked)
            or _find_closed_refusal(locked)
            or (locked.side is not None and refuse_confirming(locked))
            or _write_confirmation(locked)
        )


@retry_on_conflict
def dispute_match(match: Match, *, origin: Submission, version: int | None, words: str = "") -> Outcome:
    """Declare that the entered result is not what was played; from then on only the director can change or confirm it.

    A side at its table may do so before the match ends. Raises PermissionDenied.
    """
    with change_match(match, origin, version, allow_tables=True, right=Right.RULE) as locked:
        return (
            find_replayed_answer(locked)
            or find_version_conflict(locked)
            or _find_unplayable_refusal(locked)
            or _find_closed_refusal(locked)
            or (locked.side is not None and refuse_disputing(locked))
            or _write_dispute(locked, words)
        )


@retry_on_conflict
def withdraw_dispute(match: Match, *, origin: Submission, version: int | None) -> Outcome:
    """Withdraw a dispute while nobody has decided: for the side, or the person at the desk, that raised it.

    The match is again what it was before: open, entered or confirmed. Raises PermissionDenied.
    """
    with change_match(match, origin, version, allow_tables=True, right=Right.RULE) as locked:
        return find_replayed_answer(locked) or find_version_conflict(locked) or _write_withdrawal(locked)


@retry_on_conflict
def void_match(
    match: Match, *, origin: Submission, version: int | None, reason: str, words: str = "", dry_run: DryRun | None = None
) -> Outcome:
    """Cancel a whole match: it counts for nobody. For the director. With `dry_run` nothing is stored.

    Raises PermissionDenied.
    """
    with change_match(match, origin, version, dry_run=dry_run) as locked:
        return (
            find_replayed_answer(locked)
            or find_version_conflict(locked)
            or _find_unplayable_refusal(locked)
            or _find_closed_refusal(locked)
            or find_director_refusal(locked)
            or _write_void(locked, reason, words)
        )


@retry_on_conflict
def reopen_match(
    match: Match, *, origin: Submission, version: int | None, reason: str, words: str = "", dry_run: DryRun | None = None
) -> Outcome:
    """Reopen a confirmed, locked, disputed or cancelled match. For the director, with a reason, within the format's correction window.

    With `dry_run` nothing is stored. Raises PermissionDenied.
    """
    with change_match(match, origin, version, dry_run=dry_run) as locked:
        return (
            find_replayed_answer(locked)
            or find_version_conflict(locked)
            or _find_unplayable_refusal(locked)
            or find_director_refusal(locked)
            or _write_reopening(locked, reason, words)
        )


def confirm_under_lock(locked: LockedMatch, origin: Submission) -> Outcome:
    """Confirm what was entered under the same lock, as a part of the request that has its own key. Call inside `change_match`."""
    locked.origin = origin
    return _find_unplayable_refusal(locked) or _find_closed_refusal(locked) or _write_confirmation(locked)


def build_lock_content(locked: LockedMatch) -> EntryContent:
    return EntryContent(Kind.LOCK, locked.engine_version)


def _write_confirmation(locked: LockedMatch) -> Outcome:
    result = locked.result
    if result.state not in (State.SUBMITTED, State.DISPUTED):
        return Rejected(refusal=outcomes.NOT_DECIDED if result.state == State.OPEN else outcomes.NOT_SUBMITTED)
    if result.state == State.DISPUTED and not locked.is_director:
        return Locked(outcomes.DIRECTOR_SETTLES)
    one_person = locked.side is None and locked.origin.actor.id in locked.match_log.enterers
    if one_person and not locked.tournament.one_person:
        return Rejected(refusal=outcomes.OWN_ENTRY)
    confirmed = write_entry(locked, EntryContent(Kind.CONFIRM, locked.engine_version, {"one_person": one_person}))
    if locked.match.round.state != Round.State.CLOSED:
        return confirmed
    locked.origin = locked.origin.derive_part(1)
    return write_entry(locked, build_lock_content(locked))


def _write_dispute(locked: LockedMatch, words: str) -> Outcome:
    is_playing_side = locked.side is not None and locked.result.state == State.OPEN
    if locked.result.state not in (State.SUBMITTED, State.CONFIRMED) and not is_playing_side:
        return Rejected(refusal=outcomes.NOT_SUBMITTED)
    return write_entry(locked, EntryContent(Kind.DISPUTE, locked.engine_version, reason=LedgerEntry.Reason.DISPUTED, words=words))


def _write_withdrawal(locked: LockedMatch) -> Outcome:
    dispute = find_dispute(locked.entries)
    if locked.result.state != State.DISPUTED or dispute is None:
        return Rejected(refusal=outcomes.NOT_DISPUTED)
    if not speaks_for(locked, dispute.actor):
        return Locked(outcomes.DIRECTOR_SETTLES)
    return write_entry(locked, EntryContent(Kind.REOPEN, locked.engine_version, {"withdrawn": True}))


def _write_void(locked: LockedMatch, reason: str, words: str) -> Outcome:
    if not reason:
        return Rejected(refusal=outcomes.REASON_NEEDED)
    return write_entry(locked, EntryContent(Kind.VOID, locked.engine_version, {"match": True}, reason=reason, words=words))


def _write_reopening(locked: LockedMatch, reason: str, words: str) -> Outcome:
    if locked.result.state not in (State.CONFIRMED, State.LOCKED, State.VOID, State.DISPUTED):
        return Rejected(refusal=outcomes.STILL_OPEN)
    if not reason:
        return Rejected(refusal=outcomes.REASON_NEEDED)
    refusal = find_window_refusal(read_correction_window(locked.match), reason=reason, words=words)
    if refusal:
        return Rejected(refusal=refusal)
    return write_entry(locked, EntryContent(Kind.REOPEN, locked.engine_version, reason=reason, words=words))


def find_director_refusal(locked: LockedMatch) -> Locked | None:
    return None if locked.is_director else Locked(outcomes.DIRECTOR_ONLY)


def _find_unplayable_refusal(locked: LockedMatch) -> Locked | None:
    if locked.match.kind == Match.Kind.BYE:
        return Locked(outcomes.NOT_PLAYED)
    if locked.match.round.state == Round.State.DRAFT:
        return Locked(outcomes.NOT_PUBLISHED)
    return None


def _find_closed_refusal(locked: LockedMatch) -> Locked | None:
    if locked.result.state == State.LOCKED:
        return Locked(outcomes.CLOSED)
    return Locked(outcomes.VOIDED) if locked.result.state == State.VOID else None
