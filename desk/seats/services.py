"""Let what is published follow a corrected result: seats are taken anew, a match is played again, or everything stands as played."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from desk.seats.emptying import empty_match, void_paper
from jobs.databases import retry_on_conflict, write_tx
from rankings.standings_pages.contradictions import Contradiction, has_counted_lines, list_contradictions, list_entangled
from scoring.ledger.appending import Submission, append_decision, lock_head
from scoring.matches.former_matches import remember_matches
from scoring.models import LedgerEntry, LedgerHead
from scoring.standings.decisions import ANNULLED, FOLLOWS, STANDS
from scoring.standings.stored import store_standings
from tournaments.draws.publishing import clean_change_reason, replace_seat
from tournaments.locks import lock_for_director
from tournaments.models import Entry, Match, Round, Stage
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen, compute_fingerprint

CHANGED_MEANWHILE = _("Nothing was changed: meanwhile this was decided, or something was entered there. Check what is still open.")


def compute_seats_fingerprint(contradictions: Iterable[Contradiction], stage: int, round_number: int) -> str:
    """The fingerprint of what contradicts in a round of a stage, and of what is entered at those matches. One query."""
    here = [contradiction for contradiction in contradictions if (contradiction.stage, contradiction.round) == (stage, round_number)]
    codes = [contradiction.code for contradiction in here if contradiction.code]
    results = Match.objects.filter(code__in=codes).order_by("code").values_list("code", "result__version", "result__state")
    return compute_fingerprint([contradiction.key for contradiction in here], list(results))


@retry_on_conflict
def let_seats_follow(
    stage: Stage, round_number: int, *, actor: AbstractBaseUser, origin: Submission, words: str, seen: Seen = UNSEEN
) -> tuple[Match, ...]:
    """Seat those who are due by the results of today, wherever nothing is entered in the round; return the changed matches.

    1. Exchanges the seats and notes it with the draw. 2. Makes sheets, slips and phones of these matches void. 3. Records it in the ledger;
    updates the standings.
    For the director. Raises: ChangeRefused where nothing can follow, where a seat is wanted by who plays elsewhere, or when the page showed
    something else (`compute_seats_fingerprint`);
    ValidationError of the reason; PermissionDenied.
    """
    reason = clean_change_reason(words)
    with write_tx():
        head = lock_head(lock_for_director(stage.tournament, actor))
        if is_answered(origin):
            return ()
        seen.check()
        current = Stage.objects.select_related("tournament", "source").get(pk=stage.pk)
        changed = _seat_due(current, round_number, head, actor=actor, origin=origin, why=reason)
        store_standings(current, seq=head.seq)
    return changed


@retry_on_conflict
def play_again(match: Match, *, actor: AbstractBaseUser, origin: Submission, words: str, seen: Seen = UNSEEN) -> int:
    """Annul what was played at a match by those who did not belong there, and seat those who are due. Return how many lines were cancelled.

    1. Cancels every line, with the reason; so at other matches of the round at which those sit who are due. 2. As `let_seats_follow`. The
    matches are open again, in a closed round too.
    For the director. Raises: as `let_seats_follow`.
    """
    reason = clean_change_reason(words)
    with write_tx():
        head = lock_head(lock_for_director(match.round.stage.tournament, actor))
        if is_answered(origin):
            return 0
        seen.check()
        stage = Stage.objects.select_related("tournament", "source").get(pk=match.round.stage_id)
        contradictions = list_contradictions(stage)
        point = next((contradiction for contradiction in contradictions if contradiction.code == match.code), None)
        if point is None:
            raise ChangeRefused("nothing_follows", CHANGED_MEANWHILE)
        append_round_decision(head, ANNULLED, _describe_match(match), origin=origin, words=reason)
        cancelled = empty_match(match, head, origin=origin.derive_part(1), words=reason)
        for place, entangled in enumerate(list_entangled(contradictions, point), start=2):
            other = Match.objects.select_related("round__stage__tournament").get(round__stage=stage, code=entangled.code)
            append_round_decision(head, ANNULLED, _describe_match(other), origin=origin.derive_part(2 * place), words=reason)
            cancelled += empty_match(other, head, origin=origin.derive_part(2 * place + 1), words=reason)
        _seat_due(stage, match.round.number, head, actor=actor, origin=origin.derive_part(2), why=reason)
        store_standings(stage, seq=head.seq)
    return cancelled


@retry_on_conflict
def let_stand(stage: Stage, key: str, *, actor: AbstractBaseUser, origin: Submission, words: str) -> None:
    """Decide that a seat, or the list of those who go on, stands as it is although the results say otherwise. It is one ledger line.

    The decision holds until another correction changes who would sit there. For the director, with the referee's reason.
    Raises: ChangeRefused when nothing contradicts any more; ValidationError; PermissionDenied.
    """
    reason = clean_change_reason(words)
    with write_tx():
        head = lock_head(lock_for_director(stage.tournament, actor))
        if is_answered(origin):
            return
        current = Stage.objects.select_related("tournament", "source").get(pk=stage.pk)
        open_contradictions = {contradiction.key: contradiction for contradiction in list_contradictions(current)}
        if key not in open_contradictions:
            raise ChangeRefused("nothing_contradicts", CHANGED_MEANWHILE)
        contradiction = open_contradictions[key]
        payload = {"stage": current.number, "round": contradiction.round, "numbers": list(contradiction.numbers)}
        append_round_decision(head, STANDS, payload, origin=origin, words=reason)


def append_round_decision(head: LedgerHead, decision: str, payload: dict[str, Any], *, origin: Submission, words: str) -> None:
    append_decision(head, {"decision": decision, **payload}, origin, reason=LedgerEntry.Reason.REFEREE, words=words)


def is_answered(origin: Submission) -> bool:
    """Whether the same request was carried out before: a button was pressed twice."""
    return LedgerEntry.objects.filter(actor=origin.actor.id, idempotency_key=origin.key).exists()


def _describe_match(match: Match) -> dict[str, Any]:
    numbers = list(match.seats.order_by("side", "place").values_list("entry__number", flat=True))
    return {"stage": match.round.stage.number, "round": match.round.number, "match": match.code, "numbers": numbers}


def _seat_due(
    stage: Stage, round_number: int, head: LedgerHead, *, actor: AbstractBaseUser, origin: Submission, why: str
) -> tuple[Match, ...]:
    """Seat who is due in a round, one contradiction after the other, because one exchange may settle two."""
    changed: dict[int, Match] = {}
    numbers: list[int] = []
    remembered: set[int] = set()
    while contradiction := _find_first(list_contradictions(stage), round_number, numbers):
        round_ = Round.objects.select_for_update().get(stage=stage, number=round_number)
        round_.stage = stage
        entries = Entry.objects.in_bulk((*contradiction.seated, *contradiction.due))
        touched = round_.matches.filter(kind=Match.Kind.PLAYED, seats__entry__in=entries).exclude(pk__in=remembered).distinct()
        remembered |= {match.pk for match in touched}
        remember_matches(round_, touched, at=origin.at)
        for leaves, comes in zip(contradiction.seated, contradiction.due, strict=True):
            matches = replace_seat(round_, entries[leaves], entries[comes], why=why, actor=actor, at=origin.at)
            changed |= {match.pk: match for match in Match.objects.filter(pk__in=matches)}
            numbers += [entries[leaves].number, entries[comes].number]
    if not changed:
        raise ChangeRefused("nothing_follows", CHANGED_MEANWHILE)
    _check_untouched(list(changed.values()))
    payload = {"stage": stage.number, "round": round_number, "numbers": numbers}
    append_round_decision(head, FOLLOWS, payload, origin=origin, words=why)
    void_paper(changed.values(), origin=origin)
    return tuple(changed.values())


def _find_first(contradictions: Sequence[Contradiction], round_number: int, exchanged: Sequence[int]) -> Contradiction | None:
    """The first seat of the round that can follow. An exchange that would be undone ends the search: two matches want the same entry."""
    pairs = list(zip(exchanged[::2], exchanged[1::2], strict=True))
    following = (contradiction for contradiction in contradictions if contradiction.round == round_number and contradiction.can_follow)
    first = next(following, None)
    if first is None or (first.numbers[0], first.numbers[len(first.seated)]) in pairs:
        return None
    return first


def _check_untouched(matches: Sequence[Match]) -> None:
    for match in matches:
        if has_counted_lines(match):
            sentence = _("Nothing was changed: at table %(table)s a result is entered already. Let that match be played again first.")
            raise ChangeRefused("seat_is_played", sentence % {"table": match.table or match.code})
