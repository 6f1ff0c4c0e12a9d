"""Cancel what was entered for a match, so that others can sit there: every line is cancelled, and the paper of the table is void."""

from collections.abc import Iterable

from scoring.entry.locked_match import lock_match, write_entry
from scoring.ledger.appending import EntryContent, Submission
from scoring.ledger.match_log import State
from scoring.models import (
    DirectorCall,
    Draft,
    ExtraSheet,
    LedgerEntry,
    LedgerHead,
    MatchResult,
    SeatedTable,
    SheetIssue,
    SheetPhotograph,
    TableLink,
)
from tournaments.models import Match
from tournaments.models.matches import new_match_code

Kind, Reason = LedgerEntry.Kind, LedgerEntry.Reason


def empty_match(match: Match, head: LedgerHead, *, origin: Submission, words: str) -> int:
    """Cancel every line of a match that counts, the last first; a signed or cancelled match is reopened before. Return their number.

    Call inside the transaction that locked `head`. Raises PermissionDenied.
    """
    locked = lock_match(match, origin, None)
    locked.head = head
    counting = [line for line in locked.match_log.lines if line.statement is not None]
    contents = []
    if locked.result.state in (State.LOCKED, State.CONFIRMED, State.VOID, State.DISPUTED):
        contents.append(EntryContent(Kind.REOPEN, locked.engine_version, reason=Reason.REFEREE, words=words))
    contents += [
        EntryContent(Kind.VOID, locked.engine_version, supersedes=line.latest_seq, reason=Reason.REFEREE, words=words)
        for line in reversed(counting)
    ]
    for number, content in enumerate(contents):
        locked.origin = origin.derive_part(number)
        write_entry(locked, content)
    return len(counting)


def void_paper(matches: Iterable[Match], *, origin: Submission) -> None:
    """Make sheets, slips, phones and calls of these matches void: printed for others, they lead nowhere any more.

    A match without a line in the ledger gets another code; one with lines keeps its own, which the ledger names.
    """
    for match in matches:
        settled = {"settled_at": origin.at}
        Draft.objects.filter(match=match, settled_at__isnull=True).update(**settled)
        DirectorCall.objects.filter(match=match, settled_at__isnull=True).update(**settled)
        TableLink.objects.filter(match=match, revoked_at__isnull=True).update(revoked_at=origin.at)
        SeatedTable.objects.filter(match=match).delete()
        SheetIssue.objects.filter(match=match).delete()
        ExtraSheet.objects.filter(match=match, further=True).delete()
        if not LedgerEntry.objects.filter(match=match).exists():
            match.code = new_match_code()
            Match.objects.filter(pk=match.pk).update(code=match.code)


def forget_untouched(matches: Iterable[Match]) -> None:
    """Delete what refers to matches that nobody has written about, so that another draw can replace them."""
    untouched = [match.pk for match in matches if not LedgerEntry.objects.filter(match=match).exists()]
    rows_by_table = (
        Draft.objects,
        DirectorCall.objects,
        SeatedTable.objects,
        TableLink.objects,
        SheetPhotograph.objects,
        ExtraSheet.objects,
        MatchResult.objects,
    )
    for rows in rows_by_table:
        rows.filter(match__in=untouched).delete()
