"""What an entry that left a pool has played: for all others it can count for nobody."""

from pairing import format_by_key
from scoring.entry import outcomes
from scoring.entry.locked_match import Case, open_case, write_line
from scoring.ledger.appending import Line, Submission, lock_head
from scoring.ledger.match_log import State
from scoring.models import LedgerEntry
from tournaments.models import Entry, Match, Stage
from tournaments.refusals import Refused
from tournaments.transactions import retried, write_tx

Kind, Reason = LedgerEntry.Kind, LedgerEntry.Reason


@retried
def annul_results(stage: Stage, entry: Entry, *, origin: Submission, words: str) -> int:
    """Cancel every match that an entry which has withdrawn played in pools, so that nobody has points that others could not win.

    1. Opens each again that is closed or confirmed. 2. Cancels it, with the reason; the ledger keeps what it said. How many they were.
    The director's. Raises: tournaments.refusals.Refused; PermissionDenied.
    """
    if not words.strip():
        raise Refused("no_reason", outcomes.REASON_NEEDED.message)
    with write_tx():
        head = lock_head(stage.tournament)
        _refuse(Stage.objects.get(pk=stage.pk), Entry.objects.get(pk=entry.pk))
        matches = Match.objects.filter(round__stage=stage, seats__entry=entry, kind=Match.Kind.PLAYED, result__version__gt=0)
        cases = [open_case(match, origin.part(2 * place), None) for place, match in enumerate(matches.order_by("round__number"))]
        counted = [case for case in cases if case.result.state != State.VOID]
        for case in counted:
            if not case.directs:
                raise Refused(outcomes.DIRECTOR_ONLY.code, outcomes.DIRECTOR_ONLY.message)
            case.head = head
            _annul(case, words)
    return len(counted)


def _refuse(stage: Stage, entry: Entry) -> None:
    if entry.state != Entry.State.WITHDRAWN:
        raise Refused("not_withdrawn", outcomes.STILL_PLAYS.message)
    if format_by_key(stage.format_key).uses_results:
        raise Refused("results_were_used", outcomes.RESULTS_WERE_USED.message)


def _annul(case: Case, words: str) -> None:
    if case.result.state in (State.LOCKED, State.CONFIRMED):
        write_line(case, Line(Kind.REOPEN, case.engine_version, reason=Reason.REFEREE))
        case.origin = Submission(case.origin.actor, f"{case.origin.key}v", case.origin.body_digest, case.origin.at)
    write_line(case, Line(Kind.VOID, case.engine_version, {"match": True}, reason=Reason.REFEREE, words=words))
