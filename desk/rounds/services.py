"""Close a round, draw the next and publish it; rounds that are played side by side are published and closed in one step."""

import datetime as dt
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db import OperationalError, connection
from django.utils.translation import gettext_lazy as _

from desk.rounds.ahead import complete_next_round
from desk.rounds.drafts import FIRST_ROUND, describe_reopened_match, find_seat_refusal, list_changes_since_draw
from desk.rounds.locking import PreparedLocks, append_locks, is_settled, prepare_locks
from jobs.databases import retry_on_conflict, write_tx
from jobs.dispatcher import enqueue_job
from rankings.schemes.services import fix_scheme
from rankings.standings_pages.chains import read_qualified_entries
from scoring.ledger.appending import Submission, append_decision, lock_head
from scoring.ledger.match_log import State
from scoring.matches.rounds import compute_round_fingerprint
from scoring.models import LedgerEntry, StandingsCache
from scoring.standings.finished_matches import read_played_history
from scoring.standings.stored import (
    compute_standings,
    is_drawn_from_carried,
    mark_standings_stale,
    read_accelerated,
    read_handover,
    read_win_points,
)
from tournaments.check_in.services import WITH_ALL, resolve_missing
from tournaments.draws.publishing import note_old_draft, publish_under_lock
from tournaments.draws.services import draw_under_lock, is_over, lock_draft
from tournaments.locks import lock_for_director
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.people.names import clean_name, validate_name
from tournaments.refusals import ChangeRefused
from tournaments.seen import UNSEEN, Seen
from tournaments.stages.rounds import (
    MOST_AT_ONCE,
    count_rounds_side_by_side,
    has_rounds_side_by_side,
    is_last_round,
    plays_ahead,
    read_quoted_round,
)

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ClosedRound:
    """The closed round, and how many matches were locked with it."""

    round: Round
    locked: int
    stage_finished: bool


def close_round(round_: Round, *, actor: AbstractBaseUser, origin: Submission, seen: str = "") -> ClosedRound:
    """Close a round.

    1. Checks that every match is confirmed, cancelled or given without playing, that no seat contradicts the results, and that no earlier
    round of a bracket is open.
    2. Locks those that count, each with an entry of its own, then records the closing itself. The entries are counted before the tournament
    is locked, and anew under its lock only if something was appended meanwhile.
    3. Where nobody chose how the stage counts, records the defaults as its choice.
    4. Publishes what is left of a next round of which a part was played ahead. 5. After the last round, or when nothing is left to play,
    finishes the stage, and after the last stage the tournament. 6. Orders a backup. 7. Stores the standings, when nobody waits any more.
    `seen` is the fingerprint of the results that the director looked at (`scoring.matches.rounds.compute_round_fingerprint`), empty for
    whoever closes without looking.
    Raises: ChangeRefused, which names the missing tables, or says that results have changed; PermissionDenied.
    """
    closed = _close_round(round_, prepare_locks(round_, origin), actor, origin, seen)
    _store_standings_after(closed.round.stage)
    return closed


@retry_on_conflict
def _close_round(round_: Round, prepared: PreparedLocks, actor: AbstractBaseUser, origin: Submission, seen: str) -> ClosedRound:
    with write_tx():
        tournament = lock_for_director(round_.stage.tournament, actor)
        head = lock_head(tournament)
        current = Round.objects.select_for_update().select_related("stage__tournament").get(pk=round_.pk)
        if current.state != Round.State.PUBLISHED:
            raise ChangeRefused("not_being_played", _("This round is not in progress: there is nothing to close."))
        locks = prepared if prepared.hold(current, head) else prepare_locks(current, origin, head)
        _check_earlier_closed(current)
        _check_missing(locks.missing)
        _check_seen(current, seen)
        _check_seats(current.stage)
        locked = append_locks(locks, current, head, origin)
        append_decision(head, {"stage": current.stage.number, "round": current.number}, origin, kind=LedgerEntry.Kind.LOCK)
        fix_scheme(current.stage, head, origin=origin.derive_part(locks.count + 1))
        _set_closed(current, at=origin.at)
        complete_next_round(current, at=origin.at)
        finished = _finish_stage(current, tournament)
        mark_standings_stale(current.stage_id, seq=head.seq)
        arguments = {"occasion": "round", "tournament": tournament.pk}
        enqueue_job("backup", arguments=arguments, owner=actor, dedupe_key=f"round-{current.pk}", input_seq=head.seq)
    return ClosedRound(current, locked, finished)


def _store_standings_after(stage: Stage) -> None:
    """Store the standings that were left stale. They stay so if they are stale once more meanwhile, or the desk is busy: readers compute
    them.
    """
    stale = StandingsCache.objects.filter(stage=stage).first()
    if stale is None:
        return
    payload = compute_standings(stage).to_json()
    try:
        with write_tx():
            StandingsCache.objects.filter(stage=stage, seq=stale.seq, payload={}).update(payload=payload)
    except OperationalError:
        logger.warning("the standings of %s stay stale", stage, exc_info=True)


@retry_on_conflict
def draw_next_round(
    stage: Stage, *, actor: AbstractBaseUser, seed: str, at: dt.datetime, absent: str = WITH_ALL, missing: Seen = UNSEEN
) -> Round:
    """Draw the next round, or the first, from the results so far, which are read under the lock that keeps others from changing them.

    A stage with a source is filled first. `absent`: whether those of the `missing` that were seen are left out of the very first draw
    (`tournaments.check_in.services.resolve_missing`). Raises: as `tournaments.draws.services.draw_under_lock`; ChangeRefused while the
    source is being played, while the round before is being played (it names the tables without a confirmed result), and while a match
    of a closed round of either is open again; PermissionDenied.
    """
    return _draw_round(stage, actor=actor, seed=seed, at=at, absent=absent, missing=missing)


@retry_on_conflict
def redraw_from_results(drafted: Round, *, actor: AbstractBaseUser, seed: str, at: dt.datetime, seen: str = "") -> Round:
    """Draw a draft again from the current results and entries; when refused, the old draft stays.

    Raises: as `draw_next_round`; ChangeRefused when it is no draft any more.
    """
    return _draw_round(drafted.stage, actor=actor, seed=seed, at=at, instead_of=drafted, seen=seen)


def _draw_round(
    stage: Stage,
    *,
    actor: AbstractBaseUser,
    seed: str,
    at: dt.datetime,
    instead_of: Round | None = None,
    seen: str = "",
    absent: str = WITH_ALL,
    missing: Seen = UNSEEN,
) -> Round:
    with write_tx():
        lock_head(lock_for_director(stage.tournament, actor))
        current = Stage.objects.select_related("tournament", "source").get(pk=stage.pk)
        resolve_missing(current, absent, actor=actor, seen=missing)
        return _draw_from_results(current, actor=actor, seed=seed, at=at, instead_of=instead_of, seen=seen)


def _draw_from_results(
    stage: Stage, *, actor: AbstractBaseUser, seed: str, at: dt.datetime, instead_of: Round | None = None, seen: str = ""
) -> Round:
    """What `_draw_round` does inside the transaction that locked tournament and ledger. A draft of rounds that are played side by side can
    be drawn again while an earlier one is being played.
    """
    if instead_of is None or not has_rounds_side_by_side(stage):
        _check_round_finished(stage)
    _check_not_reopened(stage)
    has_rounds = instead_of.number > FIRST_ROUND if instead_of else stage.rounds.exists()
    inputs: dict[str, Any] = {"accelerated": read_accelerated(stage)} if has_rounds else {"qualified": read_qualified_entries(stage)}
    if has_rounds or stage.source_id:
        coming = [qualifier.entrant for qualifier in inputs.get("qualified", ())] if is_drawn_from_carried(stage) else None
        handover = read_handover(stage, entries=coming if not has_rounds else None)
        inputs |= {"standings": handover.standings, "history": handover.history}
    inputs["win_points"] = read_win_points(stage)
    return draw_under_lock(stage, actor=actor, seed=seed, at=at, instead_of=instead_of, seen=seen, **inputs)


def _check_round_finished(stage: Stage) -> None:
    """Raise ChangeRefused while results of the stage are missing or unconfirmed."""
    playing = Round.objects.filter(stage=stage, state=Round.State.PUBLISHED).first()
    if playing is None:
        return
    matches = list(playing.matches.filter(kind=Match.Kind.PLAYED).select_related("result").order_by("table"))
    entered = [match for match in matches if not is_settled(match) and hasattr(match, "result") and match.result.state != State.OPEN]
    missing = [match for match in matches if not is_settled(match) and match not in entered]
    sentences = [
        sentence % {"tables": ", ".join(str(match.table or match.code) for match in matches_without_result)}
        for sentence, matches_without_result in (
            (_("No result: table %(tables)s."), missing),
            (_("Not confirmed: table %(tables)s."), entered),
        )
        if matches_without_result
    ]
    values = {"round": read_quoted_round(stage, playing.number), "which": " ".join(map(str, sentences))}
    sentence = _("Round %(round)s is still in progress: close it before the next draw. %(which)s")
    raise ChangeRefused("round_unfinished", (sentence % values).strip())


def _check_not_reopened(stage: Stage) -> None:
    """Raise ChangeRefused while a reopened match may still change."""
    sentence = describe_reopened_match(stage)
    if sentence:
        raise ChangeRefused("opened_again", sentence)


@retry_on_conflict
def publish_draft(drafted: Round, *, actor: AbstractBaseUser, at: dt.datetime, reason: str = "", seen: str = "") -> Round:
    """Publish a draft that would be drawn the same today; an outdated one only with a `reason`, which is recorded with the draw; and only
    the draft that was `seen` (`tournaments.draws.services.lock_draft`). Orders a backup of a desk.

    Raises: ChangeRefused (`draft_is_old` with what has changed since, no draft any more); ValidationError of the reason; PermissionDenied.
    """
    note = clean_name(reason)
    validate_name(note)
    with write_tx():
        tournament = lock_for_director(drafted.stage.tournament, actor)
        lock_head(tournament)
        current = lock_draft(drafted, seen)
        published = publish_drawn_round(tournament, current, actor=actor, at=at, note=note)
        order_copy_of_pairings(published, actor)
    return published


def order_copy_of_pairings(published: Round, actor: AbstractBaseUser) -> None:
    """Order a copy of a desk that has this round: the one of the last closing does not know who plays whom. A server's database does not
    die with a laptop.
    """
    if connection.vendor == "sqlite":
        arguments = {"occasion": "published", "tournament": published.stage.tournament_id}
        enqueue_job("backup", arguments=arguments, owner=actor, dedupe_key=f"published-{published.pk}")


def publish_drawn_round(tournament: Tournament, current: Round, *, actor: AbstractBaseUser, at: dt.datetime, note: str = "") -> Round:
    """What `publish_draft` does inside the transaction that locked the tournament and the draft. `note`: the cleaned reason."""
    changes = list_changes_since_draw(current)
    if changes and not note:
        sentence = _("Not published: the draft is out of date. %(changes)s Draw it again, or give the reason for publishing it anyway.")
        raise ChangeRefused("draft_is_old", sentence % {"changes": " ".join(changes)})
    if changes:
        note_old_draft(current, reason=note, actor=actor, at=at)
    return publish_under_lock(tournament, current, at=at)


def _check_earlier_closed(current: Round) -> None:
    """Raise ChangeRefused while an earlier round is being played, whose results could still change who plays in this one."""
    earlier = (
        Round.objects.filter(stage=current.stage_id, number__lt=current.number, state=Round.State.PUBLISHED).order_by("number").first()
    )
    if earlier is not None and plays_ahead(current.stage):
        sentence = _("The round stays open: close round %(earlier)s before it.")
        raise ChangeRefused("earlier_round_open", sentence % {"earlier": read_quoted_round(current.stage, earlier.number)})


def _check_missing(tables: Sequence[str]) -> None:
    if tables:
        sentence = _("The round stays open. Not confirmed: table %(tables)s. Confirm, cancel or award first.")
        raise ChangeRefused("results_missing", sentence % {"tables": ", ".join(tables)})


def _check_seen(current: Round, seen: str) -> None:
    """Raise ChangeRefused when the round or a result in it is not the one that the director saw."""
    if seen and seen != compute_round_fingerprint(current):
        sentence = _(
            "The round stays open: a result was entered or changed after this page was opened. Look at the results, then close it."
        )
        raise ChangeRefused("another_round", sentence)


def _check_seats(stage: Stage) -> None:
    """Raise ChangeRefused while a bracket contradicts its results, or who plays the stage its source, and nobody has decided."""
    refusal = find_seat_refusal(stage)
    if refusal is not None:
        raise refusal


def _set_closed(current: Round, *, at: dt.datetime) -> None:
    current.state, current.closed_at = Round.State.CLOSED, at
    current.save(update_fields=["state", "closed_at"])


def _finish_stage(current: Round, tournament: Tournament) -> bool:
    stage = current.stage
    rounds = list(stage.rounds.order_by("number"))
    if any(round_.state != Round.State.CLOSED for round_ in rounds) or not is_over(
        stage, rounds[-1].number, partial(read_played_history, stage)
    ):
        return False
    Stage.objects.filter(pk=stage.pk).update(state=Stage.State.FINISHED)
    if not tournament.stages.exclude(state=Stage.State.FINISHED).exists():
        tournament.state = Tournament.State.FINISHED
        tournament.save()
    return True


@retry_on_conflict
def finish_left_stage(stage: Stage, *, actor: AbstractBaseUser) -> bool:
    """Finish a stage whose rounds are closed and in which nobody is left to go on, and after the last stage the tournament; whether it is.

    Who withdraws between two rounds finishes nothing: somebody may be readmitted until the director asks for the next round.
    Raises: PermissionDenied.
    """
    with write_tx():
        tournament = lock_for_director(stage.tournament, actor)
        last = Round.objects.select_related("stage__tournament").filter(stage=stage).order_by("number").last()
        return last is not None and _finish_stage(last, tournament)


@retry_on_conflict
def publish_all_rounds(stage: Stage, *, actor: AbstractBaseUser, seed: str, at: dt.datetime, seen: str = "") -> tuple[Round, ...]:
    """Publish every round of a stage whose first draw fixed all matches; return those that were not published before.

    1. Publishes the draft, if there is one. 2. Prepares the rounds that are left and publishes them: the same tables for the same pools
    as far as the hall has tables for a round, else their matches wait for tables that become free. 3. Orders a backup of a desk. The
    draft must be the one that was `seen` (`tournaments.draws.services.lock_draft`).
    All or nothing. Raises: ChangeRefused (another kind of format, too many rounds, nothing drawn yet or nothing left, an outdated draft);
    PermissionDenied.
    """
    with write_tx():
        tournament = lock_for_director(stage.tournament, actor)
        lock_head(tournament)
        current = Stage.objects.select_related("tournament", "source").get(pk=stage.pk)
        rounds = list(Round.objects.select_for_update().filter(stage=current).order_by("number"))
        if not count_rounds_side_by_side(current) or not rounds:
            sentence = _("Not published: only rounds that the first draw has fixed can be published together, at most %(most)d of them.")
            raise ChangeRefused("not_side_by_side", sentence % {"most": MOST_AT_ONCE})
        drafts = [round_ for round_ in rounds if round_.state == Round.State.DRAFT]
        published = [publish_drawn_round(tournament, lock_draft(draft, seen), actor=actor, at=at) for draft in drafts[:1]]
        renewed = (_renew_draft(draft, actor=actor, seed=seed, at=at) for draft in drafts[1:])
        published += [publish_drawn_round(tournament, draft, actor=actor, at=at) for draft in renewed]
        number = rounds[-1].number
        entries = current.stage_entries.count()
        while not is_last_round(current, number, entries):
            drafted = draw_under_lock(current, actor=actor, seed=seed, at=at)
            published.append(publish_drawn_round(tournament, drafted, actor=actor, at=at))
            number = drafted.number
        if not published:
            raise ChangeRefused("all_published", _("Nothing was changed: every round of this stage is published."))
        order_copy_of_pairings(published[-1], actor)
    return tuple(published)


def publish_following(drafted: Round, *, actor: AbstractBaseUser, seed: str, at: dt.datetime) -> Round:
    """Publish a draft that was unpublished with the round before it, drawn again where it is out of date. Raises: as `publish_draft`."""
    with write_tx():
        tournament = lock_for_director(drafted.stage.tournament, actor)
        lock_head(tournament)
        renewed = _renew_draft(lock_draft(drafted), actor=actor, seed=seed, at=at)
        published = publish_drawn_round(tournament, renewed, actor=actor, at=at)
        order_copy_of_pairings(published, actor)
    return published


def _renew_draft(drafted: Round, *, actor: AbstractBaseUser, seed: str, at: dt.datetime) -> Round:
    """The draft, drawn again if it would be another one today."""
    if not list_changes_since_draw(drafted):
        return drafted
    return _draw_from_results(drafted.stage, actor=actor, seed=seed, at=at, instead_of=drafted)


def list_open_rounds(stage: Stage) -> tuple[Round, ...]:
    """The rounds of the stage that are being played, in their order. One query."""
    return tuple(stage.rounds.filter(state=Round.State.PUBLISHED).order_by("number"))


def close_open_rounds(stage: Stage, *, actor: AbstractBaseUser, origin: Submission) -> tuple[ClosedRound, ...]:
    """Close the rounds of the stage that are being played, the first one first. Each is a transaction of its own.

    Raises: as `close_round`, when a round is not complete; those before it stay closed.
    """
    rounds = list_open_rounds(stage)
    return tuple(close_round(round_, actor=actor, origin=replace(origin, key=f"{origin.key}-{round_.number}")) for round_ in rounds)
