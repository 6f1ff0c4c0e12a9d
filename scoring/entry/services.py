"""Enter what happened at a table, and change it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from jobs.databases import retry_on_conflict
from rules import Event, HandEntry, OverruledEvent, Penalty, Problem, RuleViolation
from scoring.entry import outcomes
from scoring.entry.locked_match import (
    DryRun,
    LockedMatch,
    change_match,
    find_replayed_answer,
    find_version_conflict,
    settle_drafts,
    write_entry,
)
from scoring.entry.outcomes import Created, InvalidatedLine, Locked, Outcome, Rejected
from scoring.entry.rewriting import rewrite_following
from scoring.entry.table_rights import refuse_correcting, refuse_entering, refuse_undoing
from scoring.evidence.queries import find_played_event, find_state_before, list_contradictions, parse_evidence
from scoring.ledger.appending import EntryContent, Submission
from scoring.ledger.match_log import (
    Forfeit,
    LedgerLine,
    MatchLog,
    Revision,
    State,
    Statement,
    build_match_log_from_lines,
    statement_to_json,
)
from scoring.matches.boxes import suggest_boxes
from scoring.models import LedgerEntry
from scoring.models.drafts import LINE
from tournaments.models import Match, Round
from tournaments.permissions import Right

Kind = LedgerEntry.Kind
MAX_WORDS = 500
"""Characters of free text beside a ledger entry."""


@dataclass(frozen=True, slots=True)
class FilledBoxes:
    """Boxes as a person filled them in, to be read against the state of the match at that moment.

    `fills_rest`: boxes that were not sent get what an empty form suggests, for rows that are typed before the row above is saved.
    """

    kind: str
    boxes: Mapping[str, str]
    fills_rest: bool = False


RawStatement = FilledBoxes | Event | Forfeit
TypedHand = Mapping[str, str] | None


@dataclass(frozen=True, slots=True)
class Override:
    """How far the person insists: `sure` accepts unusual values; `reason` is why the director enters something against the rules;
    `leaves_out` cancels later lines that no longer fit after a correction; `ruling` is what the referee states with a penalty."""

    sure: bool = False
    reason: str = ""
    leaves_out: bool = False
    ruling: str = ""


NO_OVERRIDE = Override()


@retry_on_conflict
def submit_event(
    match: Match,
    raw_statement: RawStatement,
    *,
    origin: Submission,
    version: int | None,
    override: Override = NO_OVERRIDE,
    dry_run: DryRun | None = None,
    right: Right = Right.ENTER,
) -> Outcome:
    """Enter a hand, a claim, a penalty, a game score, a match result, a walk-over or the absence of both sides; staff needs `right`.

    1. Answers a repeated request as before. 2. Keeps what was typed as a draft when somebody else was faster. 3. Parses the boxes against
    the match as it stands, checks the rules. 4. Appends the entry, updates result, standings; not in a `dry_run`. Raises PermissionDenied.
    """
    kind = raw_statement.kind if isinstance(raw_statement, FilledBoxes) else ""
    with change_match(match, origin, version, allow_tables=True, dry_run=dry_run, right=right) as locked:
        return (
            find_replayed_answer(locked)
            or find_version_conflict(locked, build_draft_values(raw_statement))
            or find_edit_refusal(locked)
            or (locked.side is not None and refuse_entering(kind))
            or enter_statement(locked, parse_statement(locked, raw_statement, locked.match_log), override, read_typed_hand(raw_statement))
        )


def enter_statement(locked: LockedMatch, statement: Statement | Rejected, override: Override, typed: TypedHand = None) -> Outcome:
    """Append a statement if it was parsed, and rules or override allow it. Slips are looked for in the boxes of a hand as `typed`."""
    if isinstance(statement, Rejected):
        return statement
    accepted = _find_forfeit_refusal(locked, statement) or _judge_statement(locked, statement, override, typed=typed)
    if isinstance(accepted, Rejected):
        return accepted
    return _write_line(locked, _build_content(locked, Kind.SUBMIT, accepted, override), accepted)


def _write_line(locked: LockedMatch, content: EntryContent, judged: Statement | None = None) -> Created:
    """Append what changes the lines of a match. A side's open drafts are settled by the next entry that it saves."""
    created = write_entry(locked, content, judged)
    if locked.side is not None:
        settle_drafts(locked.match, locked.origin)
    return created


@retry_on_conflict
def correct_entry(
    match: Match,
    seq: int,
    raw_statement: RawStatement,
    *,
    origin: Submission,
    version: int | None,
    reason: str,
    words: str = "",
    override: Override = NO_OVERRIDE,
    dry_run: DryRun | None = None,
) -> Outcome:
    """Replace what the line first entered as `seq` says. The old wording stays in the ledger and on the page.

    The later lines are counted again; when one of them no longer fits, nothing is changed and the answer lists them, unless the
    person leaves them out: then they are cancelled and the others entered again in the same transaction. Nothing is changed either
    when a hand recorded card by card contradicts the new wording: then the line is cancelled and entered again.
    With `dry_run` nothing is stored. Raises PermissionDenied.
    """

    with change_match(match, origin, version, allow_tables=True, dry_run=dry_run) as locked:
        return (
            find_replayed_answer(locked)
            or find_version_conflict(locked, build_draft_values(raw_statement, seq))
            or find_edit_refusal(locked)
            or (locked.side is not None and refuse_correcting(locked, seq))
            or _write_correction(locked, seq, raw_statement, override, reason, words)
        )


def _write_correction(locked: LockedMatch, seq: int, raw_statement: RawStatement, override: Override, reason: str, words: str) -> Outcome:
    line = find_line(locked.match_log, seq)
    if line is None:
        return Rejected(refusal=outcomes.NO_SUCH_LINE)
    if not reason:
        return Rejected(refusal=outcomes.REASON_NEEDED)
    statement = parse_statement(locked, raw_statement, rewind_log(locked.match_log, seq))
    return replace_line(locked, line, statement, override, reason, words, read_typed_hand(raw_statement))


@retry_on_conflict
def void_entry(
    match: Match,
    seq: int,
    *,
    origin: Submission,
    version: int | None,
    reason: str,
    words: str = "",
    override: Override = NO_OVERRIDE,
    dry_run: DryRun | None = None,
) -> Outcome:
    """Cancel the line first entered as `seq`: it stays visible and counts no more. Later lines must still fit, or may be left out.

    With `dry_run` nothing is stored. Raises PermissionDenied.
    """
    with change_match(match, origin, version, dry_run=dry_run) as locked:
        return (
            find_replayed_answer(locked)
            or find_version_conflict(locked)
            or find_edit_refusal(locked)
            or _write_cancellation(locked, seq, reason, words, override)
        )


def _write_cancellation(locked: LockedMatch, seq: int, reason: str, words: str, override: Override) -> Outcome:
    line = find_line(locked.match_log, seq)
    return cancel_line(locked, line, reason, words, override) if line else Rejected(refusal=outcomes.NO_SUCH_LINE)


@retry_on_conflict
def undo_last(match: Match, *, origin: Submission, version: int | None, dry_run: DryRun | None = None) -> Outcome:
    """Cancel the last line that counts. With `dry_run` nothing is stored. Raises PermissionDenied."""
    with change_match(match, origin, version, allow_tables=True, dry_run=dry_run) as locked:
        return (
            find_replayed_answer(locked)
            or find_version_conflict(locked)
            or find_edit_refusal(locked)
            or (locked.side is not None and refuse_undoing(locked))
            or _write_undo(locked)
        )


def _write_undo(locked: LockedMatch) -> Outcome:
    counting = [line for line in locked.match_log.lines if line.statement is not None]
    if not counting:
        return Rejected(refusal=outcomes.NO_SUCH_LINE)
    last, reason = counting[-1].latest_seq, LedgerEntry.Reason.UNDONE
    return _write_line(locked, EntryContent(Kind.VOID, locked.engine_version, supersedes=last, reason=reason))


def find_edit_refusal(locked: LockedMatch) -> Locked | None:
    """Why the actor cannot change what was entered; None when they can."""
    if locked.match.kind == Match.Kind.BYE:
        return Locked(outcomes.NOT_PLAYED)
    if locked.match.round.state == Round.State.DRAFT:
        return Locked(outcomes.NOT_PUBLISHED)
    match locked.result.state:
        case State.LOCKED:
            return Locked(outcomes.CLOSED)
        case State.VOID:
            return Locked(outcomes.VOIDED)
        case State.CONFIRMED if not locked.is_director:
            return Locked(outcomes.DIRECTOR_CHANGES)
        case State.DISPUTED if not locked.is_director:
            return Locked(outcomes.DIRECTOR_SETTLES)
    return None


def build_draft_values(raw_statement: RawStatement, corrected_seq: int = 0) -> Mapping[str, str] | None:
    """The values that a draft stores: the boxes, their kind, and the line that they correct."""
    if not isinstance(raw_statement, FilledBoxes):
        return None
    return {"kind": raw_statement.kind, **raw_statement.boxes} | ({LINE: str(corrected_seq)} if corrected_seq else {})


def parse_statement(locked: LockedMatch, raw_statement: RawStatement, match_log: MatchLog) -> Statement | Rejected:
    if isinstance(raw_statement, FilledBoxes):
        boxes = raw_statement.boxes
        if raw_statement.fills_rest:
            boxes = {**suggest_boxes(locked.game, match_log.state, locked.match, raw_statement.kind), **boxes}
        try:
            return locked.game.event_from(match_log.state, raw_statement.kind, boxes)
        except RuleViolation as violation:
            return Rejected(_explain_with_slips(locked, raw_statement, match_log, violation.problems))
    return raw_statement


def _explain_with_slips(locked: LockedMatch, typed: FilledBoxes, match_log: MatchLog, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """The problems of a sheet that cannot be parsed, with slips of the pen that may explain them."""
    boxes = read_typed_hand(typed)
    slips = () if boxes is None else locked.game.find_slips(match_log.state, boxes)
    return (problems[0].with_slips(slips), *problems[1:])


def read_typed_hand(raw_statement: RawStatement) -> TypedHand:
    """The filled boxes of a hand as they were typed; None for anything else."""
    if not isinstance(raw_statement, FilledBoxes) or raw_statement.kind != HandEntry.kind:
        return None
    return {box: text for box, text in raw_statement.boxes.items() if text}


def _find_forfeit_refusal(locked: LockedMatch, statement: Statement) -> Rejected | None:
    if locked.match_log.forfeit is not None:
        return Rejected(refusal=outcomes.ALREADY_FORFEITED)
    if isinstance(statement, Forfeit):
        if locked.match_log.counted_lines:
            return Rejected(refusal=outcomes.HANDS_FIRST)
        if statement.winner is not None and locked.game.side_count > 2:
            return Rejected(refusal=outcomes.TABLE_LACKS_SOMEBODY)
        if statement.winner not in (None, *range(locked.game.side_count)):
            return Rejected(refusal=outcomes.NO_SUCH_SIDE)
    return None


def _judge_statement(
    locked: LockedMatch,
    statement: Statement,
    override: Override,
    match_log: MatchLog | None = None,
    typed: TypedHand = None,
) -> Statement | Rejected:
    """The statement that may be written, marked as overruled where needed; or the refusal."""
    if isinstance(statement, Forfeit):
        return statement
    state = (match_log or locked.match_log).state
    problems = locked.game.problems(state, statement, typed)
    if not _has_objections(problems, override):
        return statement
    is_impossible = any(problem.is_impossible for problem in problems)
    if not override.reason or not is_impossible or not locked.game.can_overrule(state, statement):
        return Rejected(problems)
    if not locked.is_director:
        return Rejected(problems, outcomes.DIRECTOR_ONLY)
    return OverruledEvent(statement)


def _has_objections(problems: tuple[Problem, ...], override: Override) -> bool:
    return any(problem.is_impossible or not override.sure for problem in problems)


def _build_content(locked: LockedMatch, kind: LedgerEntry.Kind, statement: Statement, override: Override) -> EntryContent:
    overruled = isinstance(statement, OverruledEvent)
    ruling = override.ruling if is_penalty(statement) else ""
    return EntryContent(
        kind,
        locked.engine_version,
        statement_to_json(locked.game, statement),
        reason=LedgerEntry.Reason.OVERRULED if overruled else "",
        words=" · ".join(text for text in (override.reason if overruled else "", ruling) if text)[:MAX_WORDS],
    )


def is_penalty(statement: Statement) -> bool:
    """Whether it is a penalty, also one against the rules."""
    return isinstance(statement.event if isinstance(statement, OverruledEvent) else statement, Penalty)


def find_line(match_log: MatchLog, seq: int) -> LedgerLine | None:
    """The line first entered as `seq`, while it counts."""
    return next((line for line in match_log.lines if line.seq == seq and line.statement is not None), None)


def rewind_log(match_log: MatchLog, seq: int) -> MatchLog:
    """The match as it stood before the line first entered as `seq`."""
    earlier = tuple(line for line in match_log.lines if line.seq < seq)
    return build_match_log_from_lines(match_log.game, match_log.options, earlier)


def cancel_line(locked: LockedMatch, line: LedgerLine, reason: str, words: str, override: Override = NO_OVERRIDE) -> Outcome:
    """Append the cancellation of a line, if the later lines still fit or may be left out."""
    invalidated = _find_invalidated_lines(locked, line, None)
    content = EntryContent(Kind.VOID, locked.engine_version, supersedes=line.latest_seq, reason=reason, words=words)
    return _write_change(locked, content, invalidated, override)


def _write_change(locked: LockedMatch, content: EntryContent, invalidated: tuple[InvalidatedLine, ...], override: Override) -> Outcome:
    """Append a change of a line. Lines that no longer fit are listed, or left out where the person insists; the others count again."""
    if not invalidated:
        return _write_line(locked, content)
    if not override.leaves_out:
        return Rejected(invalidated=invalidated)
    unfit = [line.seq for line in invalidated]
    tail = [line for line in locked.match_log.lines if line.statement is not None and line.seq >= unfit[0]]
    return rewrite_following(locked, content, tail, unfit)


def replace_line(
    locked: LockedMatch,
    line: LedgerLine,
    statement: Statement | Rejected,
    override: Override,
    reason: str,
    words: str,
    typed: TypedHand = None,
) -> Outcome:
    """Append a new wording of a line if it could be parsed, the rules or the director's override allow it and the later lines still fit."""
    if isinstance(statement, Rejected):
        return statement
    accepted = _judge_statement(locked, statement, override, rewind_log(locked.match_log, line.seq), typed)
    if isinstance(accepted, Rejected):
        return accepted
    invalidated = _find_invalidated_lines(locked, line, accepted)
    if invalidated and not override.leaves_out:
        return Rejected(invalidated=invalidated)
    contradiction = find_card_contradiction(locked, line.seq, accepted)
    if contradiction:
        return contradiction
    content = _build_content(locked, Kind.CORRECT, accepted, override)
    overruled = isinstance(accepted, OverruledEvent)
    content = replace(
        content,
        supersedes=line.latest_seq,
        reason=LedgerEntry.Reason.OVERRULED if overruled else reason,
        words=override.reason if overruled else words,
    )
    return _write_change(locked, content, invalidated, override)


def find_card_contradiction(locked: LockedMatch, seq: int, statement: Statement) -> Rejected | None:
    """The refusal when a hand recorded card by card contradicts what the line is to say."""
    for evidence in parse_evidence(locked.entries):
        state = find_state_before(locked.match_log, seq)
        played = find_played_event(locked.game, state, evidence.record) if evidence.line == seq else None
        if played is not None and isinstance(statement, Event) and (differences := list_contradictions(locked.game, statement, played)):
            return Rejected(refusal=outcomes.build_card_refusal(differences))
    return None


def _find_invalidated_lines(locked: LockedMatch, changed: LedgerLine, statement: Statement | None) -> tuple[InvalidatedLine, ...]:
    """Later lines that do not fit once `changed` says `statement` (or nothing)."""
    lines = [_build_revised_line(line, statement) if line is changed else line for line in locked.match_log.lines]
    events = [line for line in lines if isinstance(line.statement, Event)]
    statements = [line.statement for line in events]
    versions = [line.rules_version for line in events]
    folding = locked.game.fold_problems(locked.options, statements, versions=versions)  # type: ignore[arg-type]  # only events are left
    return tuple(InvalidatedLine(events[index].seq, problems) for index, problems in folding.refused)


def _build_revised_line(line: LedgerLine, statement: Statement | None) -> LedgerLine:
    return LedgerLine(line.seq, (*line.revisions, Revision(line.current.entry, statement)))
