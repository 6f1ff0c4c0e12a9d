"""Cancel the pool matches of an entry that has withdrawn, so that they count for nobody."""

from jobs.databases import retry_on_conflict, write_tx
from pairing import format_by_key
from scoring.entry import outcomes
from scoring.entry.locked_match import LockedMatch, lock_match, write_entry
from scoring.ledger.appending import EntryContent, Submission, lock_head
from scoring.ledger.match_log import State
from scoring.models import LedgerEntry
from tournaments.models import Entry, Match, Stage
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen, compute_mark

Kind, Reason = LedgerEntry.Kind, LedgerEntry.Reason


def mark_played_matches(entry: Entry) -> str:
    """The mark of all results of an entry. One query."""
    played = Match.objects.filter(seats__entry=entry, kind=Match.Kind.PLAYED, result__version__gt=0).order_by("pk")
    return compute_mark(list(played.values_list("pk", "result__version", "result__state")))


@retry_on_conflict
def annul_results(stage: Stage, entry: Entry, *, origin: Submission, words: str, seen: Seen = UNSEEN) -> int:
    """Cancel every pool match that a withdrawn entry played, so that nobody has points that the others could not win. Return how many.

    1. Reopens each match that is locked or confirmed. 2. Cancels it, with the reason; the ledger keeps what was entered.
    For the director. Raises: ChangeRefused, also when its results are not those that were `seen`; PermissionDenied.
    """
    if not words.strip():
        raise ChangeRefused("no_reason", outcomes.REASON_NEEDED.message)
    with write_tx():
        head = lock_head(stage.tournament)
        seen.check()
        _check_annulment(Stage.objects.get(pk=stage.pk), Entry.objects.get(pk=entry.pk))
        matches = Match.objects.filter(round__stage=stage, seats__entry=entry, kind=Match.Kind.PLAYED, result__version__gt=0)
        locked_matches = [
            lock_match(match, origin.derive_part(2 * place), None) for place, match in enumerate(matches.order_by("round__number"))
        ]
        counting = [locked for locked in locked_matches if locked.result.state != State.VOID]
        for locked in counting:
            if not locked.is_director:
                raise ChangeRefused(outcomes.DIRECTOR_ONLY.code, outcomes.DIRECTOR_ONLY.message)
            locked.head = head
            _annul_match(locked, words)
    return len(counting)


def _check_annulment(stage: Stage, entry: Entry) -> None:
    if entry.state != Entry.State.WITHDRAWN:
        raise ChangeRefused("not_withdrawn", outcomes.STILL_PLAYS.message)
    if format_by_key(stage.format_key).uses_results:
        raise ChangeRefused("results_were_used", outcomes.RESULTS_WERE_USED.message)


def _annul_match(locked: LockedMatch, words: str) -> None:
    if locked.result.state in (State.LOCKED, State.CONFIRMED):
        write_entry(locked, EntryContent(Kind.REOPEN, locked.engine_version, reason=Reason.REFEREE))
        locked.origin = Submission(locked.origin.actor, f"{locked.origin.key}v", locked.origin.body_digest, locked.origin.at)
    write_entry(locked, EntryContent(Kind.VOID, locked.engine_version, {"match": True}, reason=Reason.REFEREE, words=words))
