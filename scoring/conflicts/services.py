"""Two people entered the same match at once: one of them, or the director, says for every line which version holds."""

from collections.abc import Mapping

from django.db import transaction

from scoring.entry import outcomes
from scoring.entry.locked_match import Case, Look, met_before, open_case, overtaken, tried, write_line
from scoring.entry.outcomes import Created, Outcome, Refused
from scoring.entry.services import (
    Insistence,
    Typed,
    account_of,
    cancel_line,
    closed_to,
    enter_told,
    fold_before,
    read_statement,
    replace_line,
)
from scoring.ledger.appending import Line, Submission
from scoring.ledger.match_log import State
from scoring.matches.conflicts import MINE, THEIRS, ConflictRow, line_of, statement_of
from scoring.models import Draft, LedgerEntry
from tournaments.models import Match
from tournaments.transactions import retried, write_tx

DROP = "drop"
"""Neither: the line that was entered counts no more."""


@retried
def settle_conflict(
    match: Match,
    rows: tuple[ConflictRow, ...],
    chosen: Mapping[str, str],
    *,
    origin: Submission,
    version: int | None,
    reason: str,
    insistence: Insistence,
    look: Look | None = None,
) -> Outcome | None:
    """Let the chosen version of every row hold, all of them or none.

    1. Corrects, cancels or enters line by line, in order, each by an entry of its own. 2. Settles the drafts of the rows.
    None when nothing had to be written because everything entered holds. With `look` nothing stays: the change is only looked at.
    Raises PermissionDenied.
    """
    with write_tx():
        case = open_case(match, origin, version)
        outcome = tried(lambda: met_before(case) or overtaken(case) or _apply(case, rows, chosen, reason, insistence), look)
        written = isinstance(outcome, Created)
        if outcome is None or (written and look is None):
            _settled([row.draft for row in rows], match, origin)
        elif not written:
            transaction.set_rollback(True)
        return outcome


@retried
def call_director_to(match: Match, *, origin: Submission, version: int | None) -> Outcome:
    """Leave it to the director: the match is disputed, whatever its state, and what was typed stays beside it. Raises PermissionDenied."""
    with write_tx():
        case = open_case(match, origin, version)
        line = Line(LedgerEntry.Kind.DISPUTE, case.engine_version, reason=LedgerEntry.Reason.DISPUTED)
        return met_before(case) or overtaken(case) or _beyond_dispute(case) or closed_to(case) or write_line(case, line)


def _beyond_dispute(case: Case) -> Refused | None:
    return None if case.result.version and case.result.state != State.DISPUTED else Refused(refusal=outcomes.NOT_SUBMITTED)


def _apply(case: Case, rows: tuple[ConflictRow, ...], chosen: Mapping[str, str], reason: str, insistence: Insistence) -> Outcome | None:
    """The first refusal, else the last entry written. Each entry after the first has its own part of the key."""
    first, last = case.origin, None
    for number, row in enumerate(row for row in rows if chosen.get(row.name, THEIRS) != THEIRS):
        barred = closed_to(case)
        case.origin = first.part(number) if number else first
        last = barred or _one(case, row, chosen[row.name], reason, insistence)
        if not isinstance(last, Created):
            return last
    return last


def _one(case: Case, row: ConflictRow, choice: str, reason: str, insistence: Insistence) -> Outcome:
    account = account_of(case.fold, row.seq)
    if choice == DROP:
        return cancel_line(case, account, reason, "") if account else Refused(refusal=outcomes.NO_SUCH_LINE)
    draft = Draft.objects.filter(pk=row.draft, match=case.match, settled_at__isnull=True).first()
    if choice != MINE or draft is None or (account is None and line_of(draft)):
        return Refused(refusal=outcomes.NO_SUCH_LINE)
    told = read_statement(case, Typed(*statement_of(draft)), fold_before(case.fold, account.seq) if account else case.fold)
    if isinstance(told, Refused):
        return told
    return replace_line(case, account, told, insistence, reason, "") if account else enter_told(case, told, insistence)


def _settled(drafts: list[int], match: Match, origin: Submission) -> None:
    Draft.objects.filter(pk__in=[pk for pk in drafts if pk], match=match, settled_at__isnull=True).update(settled_at=origin.at)
