"""Entering what happened at a table, and changing it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from rules import Event, HandEntry, Overruled, Problem, RuleViolation
from scoring.entry import outcomes
from scoring.entry.locked_match import Case, Look, met_before, open_case, overtaken, settle_drafts, tried, write_line
from scoring.entry.outcomes import Created, Displaced, Locked, Outcome, Refused
from scoring.entry.table_rights import AtTable, may_correct, may_take_back, may_tell
from scoring.evidence.queries import contradictions, played_event, read_evidence, state_for
from scoring.ledger.appending import Line, Submission
from scoring.ledger.match_log import Account, Fold, Forfeit, State, Told, Version, fold_accounts, told_to_json
from scoring.models import LedgerEntry
from scoring.models.drafts import LINE
from tournaments.models import Match, Round
from tournaments.transactions import retried, write_tx

Kind = LedgerEntry.Kind


@dataclass(frozen=True, slots=True)
class Typed:
    """Boxes as somebody filled them in, to be read against the state of the match at that moment."""

    kind: str
    boxes: Mapping[str, str]


Statement = Typed | Event | Forfeit


@dataclass(frozen=True, slots=True)
class Insistence:
    """How far the person goes: `sure` accepts what is remarkable; `overrule` is the director's reason against the rules."""

    sure: bool = False
    overrule: str = ""


PLAIN = Insistence()


def submit_event(
    match: Match,
    statement: Statement,
    *,
    origin: Submission,
    version: int | None,
    insistence: Insistence = PLAIN,
    look: Look | None = None,
) -> Outcome:
    """Enter a hand, a claim, a penalty, a game score, a match result, a walk-over or that both were absent.

    1. Answers a repeated request as the first time. 2. Keeps what was typed when somebody was faster.
    3. Reads the boxes against the match as it stands and asks the rules. 4. Appends; result and standings follow.
    With `look` nothing stays: the change is only looked at. Raises PermissionDenied.
    """

    def enter(case: Case) -> Outcome:
        told = read_statement(case, statement, case.fold)
        return told if isinstance(told, Refused) else enter_told(case, told, insistence)

    told_at_table = may_tell(statement.kind if isinstance(statement, Typed) else "")
    return settle(match, enter, origin=origin, version=version, typed=_boxes(statement), at_table=told_at_table, look=look)


def enter_told(case: Case, told: Told, insistence: Insistence) -> Outcome:
    """Append what was told, if the rules or whoever directs allow it."""
    written = _forfeit_refusal(case, told) or _judged(case, told, insistence)
    if isinstance(written, Refused):
        return written
    return write_line(case, _line(case, Kind.SUBMIT, written, insistence))


def correct_entry(
    match: Match,
    seq: int,
    statement: Statement,
    *,
    origin: Submission,
    version: int | None,
    reason: str,
    words: str = "",
    insistence: Insistence = PLAIN,
    look: Look | None = None,
) -> Outcome:
    """Say anew what the line first entered as `seq` should have said. The old wording stays in the ledger and on the page.

    The lines after it are counted again; when one of them no longer fits, nothing is changed and the answer lists them. Nothing is changed
    either when a hand kept card by card contradicts the new wording: then the line is cancelled and entered anew.
    With `look` nothing stays: the change is only looked at. Raises PermissionDenied.
    """

    def correct(case: Case) -> Outcome:
        account = account_of(case.fold, seq)
        if account is None:
            return Refused(refusal=outcomes.NO_SUCH_LINE)
        if not reason:
            return Refused(refusal=outcomes.REASON_NEEDED)
        told = read_statement(case, statement, fold_before(case.fold, seq))
        if isinstance(told, Refused):
            return told
        return replace_line(case, account, told, insistence, reason, words)

    return settle(match, correct, origin=origin, version=version, typed=_boxes(statement, seq), at_table=may_correct(seq), look=look)


def void_entry(
    match: Match, seq: int, *, origin: Submission, version: int | None, reason: str, words: str = "", look: Look | None = None
) -> Outcome:
    """Take back the line first entered as `seq`: it stays to be seen and counts no more. Later lines must still fit.

    With `look` nothing stays: the change is only looked at. Raises PermissionDenied.
    """

    def cancel(case: Case) -> Outcome:
        account = account_of(case.fold, seq)
        return cancel_line(case, account, reason, words) if account else Refused(refusal=outcomes.NO_SUCH_LINE)

    return settle(match, cancel, origin=origin, version=version, look=look)


def undo_last(match: Match, *, origin: Submission, version: int | None, look: Look | None = None) -> Outcome:
    """Take back the last line that counts. With `look` nothing stays: the change is only looked at. Raises PermissionDenied."""

    def undo(case: Case) -> Outcome:
        standing = [account for account in case.fold.accounts if account.told is not None]
        if not standing:
            return Refused(refusal=outcomes.NO_SUCH_LINE)
        last = standing[-1].latest_seq
        reason = LedgerEntry.Reason.UNDONE
        return write_line(case, Line(Kind.VOID, case.engine_version, supersedes=last, reason=reason))

    return settle(match, undo, origin=origin, version=version, at_table=may_take_back, look=look)


@retried
def settle(
    match: Match,
    decide: Callable[[Case], Outcome],
    *,
    origin: Submission,
    version: int | None,
    typed: Mapping[str, str] | None = None,
    at_table: AtTable | None = None,
    look: Look | None = None,
) -> Outcome:
    """Open the case of a match whose content changes, let `decide` write, and answer. Raises PermissionDenied.

    `at_table` says what a side at its table may do; without it this is only for the staff. What a side had typed in vain is settled by the
    next thing that it saves. With `look` nothing stays.
    """
    with write_tx():
        case = open_case(match, origin, version, tables=at_table is not None)
        barred = at_table(case) if at_table and case.side is not None else None
        outcome = tried(lambda: met_before(case) or overtaken(case, typed) or closed_to(case) or barred or decide(case), look)
        if case.side is not None and isinstance(outcome, Created):
            settle_drafts(case.match, case.origin)
        return outcome


def closed_to(case: Case) -> Locked | None:
    """Why whoever asks cannot change what was entered; None when they can."""
    if case.match.kind == Match.Kind.BYE:
        return Locked(outcomes.NOT_PLAYED)
    if case.match.round.state == Round.State.DRAFT:
        return Locked(outcomes.NOT_PUBLISHED)
    match case.result.state:
        case State.LOCKED:
            return Locked(outcomes.CLOSED)
        case State.VOID:
            return Locked(outcomes.VOIDED)
        case State.CONFIRMED if not case.directs:
            return Locked(outcomes.DIRECTOR_CHANGES)
        case State.DISPUTED if not case.directs:
            return Locked(outcomes.DIRECTOR_SETTLES)
    return None


def _boxes(statement: Statement, line: int = 0) -> Mapping[str, str] | None:
    """What a draft keeps: the boxes, their kind, and which line they correct."""
    if not isinstance(statement, Typed):
        return None
    return {"kind": statement.kind, **statement.boxes} | ({LINE: str(line)} if line else {})


def read_statement(case: Case, statement: Statement, fold: Fold) -> Told | Refused:
    if isinstance(statement, Typed):
        try:
            return case.game.event_from(fold.state, statement.kind, statement.boxes)
        except RuleViolation as violation:
            return Refused(_with_slips(case, statement, fold, violation.problems))
    return statement


def _with_slips(case: Case, typed: Typed, fold: Fold, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """A sheet that cannot even be read may have a slip that explains it."""
    if typed.kind != HandEntry.kind:
        return problems
    boxes = {box: text for box, text in typed.boxes.items() if text}
    return (problems[0].with_slips(case.game.slips(fold.state, boxes)), *problems[1:])


def _forfeit_refusal(case: Case, told: Told) -> Refused | None:
    if case.fold.forfeit is not None:
        return Refused(refusal=outcomes.ALREADY_FORFEITED)
    if isinstance(told, Forfeit):
        if case.fold.progress:
            return Refused(refusal=outcomes.HANDS_FIRST)
        if told.winner is not None and case.game.side_count > 2:
            return Refused(refusal=outcomes.TABLE_LACKS_SOMEBODY)
        if told.winner not in (None, *range(case.game.side_count)):
            return Refused(refusal=outcomes.NO_SUCH_SIDE)
    return None


def _judged(case: Case, told: Told, insistence: Insistence, fold: Fold | None = None) -> Told | Refused:
    """What may be written: the statement itself, or the same marked as overruled; or why not."""
    if isinstance(told, Forfeit):
        return told
    problems = case.game.problems((fold or case.fold).state, told)
    if not _objections(problems, insistence):
        return told
    if not insistence.overrule or not any(problem.impossible for problem in problems):
        return Refused(problems)
    if not case.directs:
        return Refused(problems, outcomes.DIRECTOR_ONLY)
    return Overruled(told)


def _objections(problems: tuple[Problem, ...], insistence: Insistence) -> bool:
    return any(problem.impossible or not insistence.sure for problem in problems)


def _line(case: Case, kind: LedgerEntry.Kind, told: Told, insistence: Insistence) -> Line:
    overruled = isinstance(told, Overruled)
    return Line(
        kind,
        case.engine_version,
        told_to_json(case.game, told),
        reason=LedgerEntry.Reason.OVERRULED if overruled else "",
        words=insistence.overrule if overruled else "",
    )


def account_of(fold: Fold, seq: int) -> Account | None:
    """The line first entered as `seq`, while it counts."""
    return next((account for account in fold.accounts if account.seq == seq and account.told is not None), None)


def fold_before(fold: Fold, seq: int) -> Fold:
    """The match as it stood before the line first entered as `seq`."""
    earlier = tuple(account for account in fold.accounts if account.seq < seq)
    return fold_accounts(fold.game, fold.options, earlier)


def cancel_line(case: Case, account: Account, reason: str, words: str) -> Outcome:
    """Append that a line counts no more, if those after it still fit."""
    displaced = _displaced(case, account, None)
    if displaced:
        return Refused(displaced=displaced)
    return write_line(case, Line(Kind.VOID, case.engine_version, supersedes=account.latest_seq, reason=reason, words=words))


def replace_line(case: Case, account: Account, told: Told, insistence: Insistence, reason: str, words: str) -> Outcome:
    """Append another wording of a line, if the rules or whoever directs allow it and those after it still fit."""
    written = _judged(case, told, insistence, fold_before(case.fold, account.seq))
    if isinstance(written, Refused):
        return written
    displaced = _displaced(case, account, written)
    if displaced:
        return Refused(displaced=displaced)
    contradicted = contradicted_by_cards(case, account.seq, written)
    if contradicted:
        return contradicted
    line = _line(case, Kind.CORRECT, written, insistence)
    overruled = isinstance(written, Overruled)
    return write_line(
        case,
        replace(
            line,
            supersedes=account.latest_seq,
            reason=LedgerEntry.Reason.OVERRULED if overruled else reason,
            words=insistence.overrule if overruled else words,
        ),
    )


def contradicted_by_cards(case: Case, seq: int, told: Told) -> Refused | None:
    """Why a line cannot say this: a hand that is kept with it card by card says otherwise."""
    for kept in read_evidence(case.entries):
        state = state_for(case.fold, seq)
        played = played_event(case.game, state, kept.record) if kept.line == seq else None
        if played is not None and isinstance(told, Event) and (found := contradictions(case.game, told, played)):
            return Refused(refusal=outcomes.cards_say_otherwise(found))
    return None


def _displaced(case: Case, changed: Account, told: Told | None) -> tuple[Displaced, ...]:
    """Later lines that do not fit once `changed` says `told` (or nothing)."""
    accounts = [_reworded(account, told) if account is changed else account for account in case.fold.accounts]
    events = [account for account in accounts if isinstance(account.told, Event)]
    folded = case.game.fold_problems(case.options, [account.told for account in events])  # type: ignore[misc]  # only events are left
    return tuple(Displaced(events[index].seq, problems) for index, problems in folded.refused)


def _reworded(account: Account, told: Told | None) -> Account:
    return Account(account.seq, (*account.versions, Version(account.current.entry, told)))
