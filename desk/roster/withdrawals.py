"""An entry that leaves: its open match goes to the others, no next draw has it, and what it played in a pool can be annulled."""

from collections.abc import Iterable

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _

from jobs.databases import retry_on_conflict, write_tx
from pairing import format_by_key
from scoring.entry import outcomes
from scoring.entry.locked_match import LockedMatch, lock_match, write_entry
from scoring.entry.outcomes import Created, Replayed
from scoring.entry.services import Override, submit_event
from scoring.ledger.appending import EntryContent, Submission, lock_head
from scoring.ledger.match_log import Forfeit, State
from scoring.matches.rounds import LATE
from scoring.models import LedgerEntry
from tournaments.entries.services import withdraw_entry
from tournaments.models import Entry, Match, Round, Stage, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen, compute_fingerprint

Kind, Reason = LedgerEntry.Kind, LedgerEntry.Reason


def list_open_matches(tournament: Tournament, number: int) -> list[Match]:
    """The matches of rounds being played at which the entry with this number sits and which are not decided yet. One query."""
    playing = Match.objects.filter(
        LATE,
        round__stage__tournament=tournament,
        round__state=Round.State.PUBLISHED,
        kind=Match.Kind.PLAYED,
        seats__entry__number=number,
    )
    return list(playing.select_related("round__stage__tournament", "result").order_by("round__stage__number", "round__number", "position"))


def compute_open_matches_fingerprint(matches: Iterable[Match]) -> str:
    """The same text as long as these are the open matches and nothing was entered there: what a director decided on."""
    return " ".join(f"{match.code}:{_read_version(match)}" for match in matches)


def withdraw_from_matches(entry: Entry, *, actor: AbstractBaseUser, origin: Submission, seen: str) -> str:
    """Withdraw an entry and give its open matches of two sides to the others; `seen` is the fingerprint of those that the director saw.

    1. Enters a walk-over for the other side of each. 2. Withdraws the entry. Returns what could not be given, in words; else "".
    Raises: PermissionDenied; ChangeRefused when its open matches, or what is entered there, are not those.
    """
    left, matches = [], list_open_matches(entry.tournament, entry.number)
    if entry.state != Entry.State.WITHDRAWN and compute_open_matches_fingerprint(matches) != seen:  # the same form sent twice is no refusal
        sentence = _("Not withdrawn: its matches have changed since this page was opened. Look at them as they are now, then decide.")
        raise ChangeRefused("changed_meanwhile", sentence)
    for place, match in enumerate(matches, start=1):
        sides = sorted(set(match.seats.values_list("side", flat=True)))
        own = match.seats.get(entry=entry).side
        outcome = None
        if len(sides) == 2:
            walk_over = Forfeit(next(side for side in sides if side != own))
            part, version = origin.derive_part(place), _read_version(match)
            outcome = submit_event(match, walk_over, origin=part, version=version, override=Override(sure=True))
        if not isinstance(outcome, Created | Replayed):
            left.append(str(match.table or match.code))
    withdraw_entry(entry, actor=actor)
    return _("Decide the match at table %(tables)s on its own page.") % {"tables": ", ".join(left)} if left else ""


def _read_version(match: Match) -> int:
    result = getattr(match, "result", None)
    return result.version if result is not None else 0


def compute_played_matches_fingerprint(entry: Entry) -> str:
    """The fingerprint of all results of an entry. One query."""
    played = Match.objects.filter(seats__entry=entry, kind=Match.Kind.PLAYED, result__version__gt=0).order_by("pk")
    return compute_fingerprint(list(played.values_list("pk", "result__version", "result__state")))


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
