"""Two people entered the same match at the same time: one of them, or the director, chooses the version of each line."""

from collections.abc import Mapping

from jobs.databases import retry_on_conflict
from scoring.entry import outcomes
from scoring.entry.locked_match import (
    DryRun,
    LockedMatch,
    change_match,
    discard_changes,
    find_replayed_answer,
    find_version_conflict,
    write_entry,
)
from scoring.entry.outcomes import Created, Outcome, Rejected
from scoring.entry.services import (
    FilledBoxes,
    Override,
    cancel_line,
    enter_statement,
    find_edit_refusal,
    find_line,
    parse_statement,
    replace_line,
    rewind_log,
)
from scoring.ledger.appending import EntryContent, Submission
from scoring.ledger.match_log import State
from scoring.matches.conflicts import MINE, THEIRS, ConflictRow, get_corrected_seq, split_draft
from scoring.models import Draft, LedgerEntry
from tournaments.models import Match

DROP = "drop"
"""Neither: the line that was entered counts no more."""


@retry_on_conflict
def resolve_conflict(
    match: Match,
    rows: tuple[ConflictRow, ...],
    chosen: Mapping[str, str],
    *,
    origin: Submission,
    version: int | None,
    reason: str,
    override: Override,
    dry_run: DryRun | None = None,
) -> Outcome | None:
    """Apply the chosen version of every row, all of them or none.

    1. Corrects, cancels or enters line by line, in order, each with an entry of its own. 2. Settles the drafts of the rows.
    Returns None when nothing had to be written because all that was entered stands. With `dry_run` nothing is stored. Raises
    PermissionDenied.
    """
    with change_match(match, origin, version, dry_run=dry_run) as locked:
        outcome = find_replayed_answer(locked) or find_version_conflict(locked) or _apply_choices(locked, rows, chosen, reason, override)
        is_written = isinstance(outcome, Created)
        if outcome is None or (is_written and dry_run is None):
            _settle_row_drafts([row.draft for row in rows], match, origin)
        elif not is_written:
            discard_changes(locked)
        return outcome


@retry_on_conflict
def refer_to_director(match: Match, *, origin: Submission, version: int | None) -> Outcome:
    """Leave the conflict to the director: the match is disputed in any state, and the draft stays. Raises PermissionDenied."""
    with change_match(match, origin, version) as locked:
        content = EntryContent(LedgerEntry.Kind.DISPUTE, locked.engine_version, reason=LedgerEntry.Reason.DISPUTED)
        return (
            find_replayed_answer(locked)
            or find_version_conflict(locked)
            or _find_dispute_refusal(locked)
            or find_edit_refusal(locked)
            or write_entry(locked, content)
        )


def _find_dispute_refusal(locked: LockedMatch) -> Rejected | None:
    return None if locked.result.version and locked.result.state != State.DISPUTED else Rejected(refusal=outcomes.NOT_SUBMITTED)


def _apply_choices(
    locked: LockedMatch, rows: tuple[ConflictRow, ...], chosen: Mapping[str, str], reason: str, override: Override
) -> Outcome | None:
    """The first refusal, else the last entry written. Each entry after the first has its own part of the key."""
    origin, outcome = locked.origin, None
    for number, row in enumerate(row for row in rows if chosen.get(row.name, THEIRS) != THEIRS):
        edit_refusal = find_edit_refusal(locked)
        locked.origin = origin.derive_part(number) if number else origin
        outcome = edit_refusal or _apply_choice(locked, row, chosen[row.name], reason, override)
        if not isinstance(outcome, Created):
            return outcome
    return outcome


def _apply_choice(locked: LockedMatch, row: ConflictRow, choice: str, reason: str, override: Override) -> Outcome:
    line = find_line(locked.match_log, row.seq)
    if choice == DROP:
        return cancel_line(locked, line, reason, "") if line else Rejected(refusal=outcomes.NO_SUCH_LINE)
    draft = Draft.objects.filter(pk=row.draft, match=locked.match, settled_at__isnull=True).first()
    if choice != MINE or draft is None or (line is None and get_corrected_seq(draft)):
        return Rejected(refusal=outcomes.NO_SUCH_LINE)
    statement = parse_statement(
        locked, FilledBoxes(*split_draft(draft)), rewind_log(locked.match_log, line.seq) if line else locked.match_log
    )
    return replace_line(locked, line, statement, override, reason, "") if line else enter_statement(locked, statement, override)


def _settle_row_drafts(drafts: list[int], match: Match, origin: Submission) -> None:
    Draft.objects.filter(pk__in=[pk for pk in drafts if pk], match=match, settled_at__isnull=True).update(settled_at=origin.at)
