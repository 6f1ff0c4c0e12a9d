"""Several lines of a match in one transaction, each under its own key: rows typed faster than they are answered, simulated matches."""

from collections.abc import Sequence
from dataclasses import dataclass

from jobs.databases import retry_on_conflict
from rules import Event
from scoring.entry.locked_match import LockedMatch, change_match, find_replayed_answer, find_version_conflict
from scoring.entry.outcomes import Created, Outcome
from scoring.entry.services import (
    FilledBoxes,
    Override,
    build_draft_values,
    enter_statement,
    find_edit_refusal,
    parse_statement,
    read_typed_hand,
)
from scoring.ledger.appending import Submission
from scoring.models import LedgerEntry
from tournaments.models import Match


@dataclass(frozen=True, slots=True)
class TypedRow:
    """A row as it was typed. By its key it is entered once, whatever rows it is sent with."""

    filled: FilledBoxes
    origin: Submission
    override: Override


@retry_on_conflict
def submit_rows(match: Match, rows: Sequence[TypedRow], *, version: int) -> tuple[Outcome, ...]:
    """Enter rows in their order in one transaction, as `submit_event` would one by one; the answers, at least one.

    Rows behind one that is not saved, that was saved before or that decides the match have no answer: they can be sent again. The
    first is answered for all where somebody else was faster. Raises PermissionDenied.
    """
    first, *following = rows
    with change_match(match, first.origin, version) as locked:
        refused = (
            find_replayed_answer(locked) or find_version_conflict(locked, build_draft_values(first.filled)) or find_edit_refusal(locked)
        )
        answers = [refused or _enter_row(locked, first)]
        for row in following:
            if not isinstance(answers[-1], Created) or locked.match_log.is_decided or _was_entered(row.origin):
                break
            locked.origin = row.origin
            answers.append(_enter_row(locked, row))
        return tuple(answers)


@retry_on_conflict
def submit_events(match: Match, lines: Sequence[tuple[Event, Submission]], *, override: Override) -> tuple[Outcome, ...]:
    """Enter events of staff in their order in one transaction, as `submit_event` would one by one; the answers up to the first that is not
    saved. Raises PermissionDenied.
    """
    answers: list[Outcome] = []
    with change_match(match, lines[0][1], None) as locked:
        for event, origin in lines:
            locked.origin = origin
            answers.append(find_edit_refusal(locked) or enter_statement(locked, event, override))
            if not isinstance(answers[-1], Created):
                break
    return tuple(answers)


def _enter_row(locked: LockedMatch, row: TypedRow) -> Outcome:
    statement = parse_statement(locked, row.filled, locked.match_log)
    return enter_statement(locked, statement, row.override, read_typed_hand(row.filled))


def _was_entered(origin: Submission) -> bool:
    return LedgerEntry.objects.filter(actor=origin.actor.id, idempotency_key=origin.key).exists()
