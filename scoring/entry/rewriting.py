"""Change an early line although later ones no longer fit: what still fits is counted again, what does not is left out."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules import OverruledEvent
from scoring.entry.locked_match import LockedMatch, write_entry
from scoring.entry.outcomes import Created
from scoring.ledger.appending import EntryContent
from scoring.ledger.match_log import LedgerLine, Statement, statement_to_json
from scoring.models import LedgerEntry

Kind, Reason = LedgerEntry.Kind, LedgerEntry.Reason


def rewrite_following(locked: LockedMatch, change: EntryContent, tail: Sequence[LedgerLine], unfit: Iterable[int]) -> Created:
    """Append a change of an early line in one transaction.

    1. Cancels the lines of `tail`, the last first. 2. Appends `change`. 3. Enters the lines of `tail` again that are not `unfit`, which
    holds the seqs of first wordings. After every entry the ledger is a match that the rules allow. Returns the answer of `change`.
    """
    origin = locked.origin
    left_out = frozenset(unfit)
    for part, line in enumerate(reversed(tail), start=1):
        locked.origin = origin.derive_part(part)
        write_entry(locked, replace(change, kind=Kind.VOID, payload={}, supersedes=line.latest_seq, reason=change.reason or Reason.UNDONE))
    locked.origin = origin
    created = write_entry(locked, change)
    for part, line in enumerate(tail, start=len(tail) + 1):
        if line.seq not in left_out and line.statement is not None:
            locked.origin = origin.derive_part(part)
            write_entry(locked, _repeat(locked, line.statement, change))
    locked.origin = origin
    return created


def _repeat(locked: LockedMatch, statement: Statement, change: EntryContent) -> EntryContent:
    """The entry that says what a line said; one against the rules carries the reason of the change in words."""
    overruled = isinstance(statement, OverruledEvent)
    return EntryContent(
        Kind.SUBMIT,
        locked.engine_version,
        statement_to_json(locked.game, statement),
        reason=Reason.OVERRULED if overruled else "",
        words=(change.words or change.reason) if overruled else "",
    )
