"""Close a round, draw the next and publish it."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.db.models import F, OuterRef, Subquery
from django.utils.translation import gettext_lazy as _

from jobs.dispatcher import enqueue_job
from scoring.halls.queries import format_table
from scoring.ledger.appending import EntryContent, NewLine, Submission, append_entries, append_entry, lock_head
from scoring.ledger.match_log import State
from scoring.matches.marks import compute_round_mark
from scoring.models import LedgerEntry, LedgerHead, MatchResult
from scoring.rounds.ahead import complete_next_round
from scoring.rounds.drafts import describe_reopened_match, find_seat_refusal, list_changes_since_draw
from scoring.schemes.services import fix_scheme
from scoring.standings_pages.chains import read_qualified_entries
from scoring.standings_pages.stored import read_accelerated, read_handover, read_played_history, read_win_points, store_standings
from tournaments.draws.publishing import note_old_draft, publish_under_lock
from tournaments.draws.services import draw_under_lock, is_over, lock_draft
from tournaments.locks import lock_for_director
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.people.names import clean_name, validate_name
from tournaments.refusals import ChangeRefused
from tournaments.stages.rounds import plays_ahead
from tournaments.transactions import retry_on_conflict, write_tx

UNPLAYED_OUTCOMES = (MatchResult.Outcome.WALKOVER, MatchResult.Outcome.ABSENT)


@dataclass(frozen=True, slots=True)
class ClosedRound:
    """The closed round, and how many matches were locked with it."""

    round: Round
    locked: int
    stage_finished: bool


@retry_on_conflict
def close_round(round_: Round, *, actor: AbstractBaseUser, origin: Submission, seen: str = "") -> ClosedRound:
    """Close a round.

    1. Checks that every match is confirmed, cancelled or given without playing, that no seat contradicts the results, and that no earlier
    round of a bracket is open.
    2. Locks those that count, each with an entry of its
    own,
    then records the closing itself. 3. Where nobody chose how the stage counts, records the defaults as its choice.
    4. Publishes what is left of a next round of which a part was played ahead. 5. After the last round, or when nothing is left to play,
    finishes the stage, and after the last stage the tournament. 6. Orders a backup.
    `seen` is the mark of the results that the director looked at (`scoring.matches.marks.compute_round_mark`), empty for whoever closes
    without looking.
    Raises: tournaments.refusals.Refused, which names the missing tables, or says that results have changed; PermissionDenied.
    """
    with write_tx():
        tournament = lock_for_director(round_.stage.tournament, actor)
        head = lock_head(tournament)
        current = Round.objects.select_for_update().select_related("stage__tournament").get(pk=round_.pk)
        if current.state != Round.State.PUBLISHED:
            raise ChangeRefused("not_being_played", _("This round is not in progress: there is nothing to close."))
        matches = list(current.matches.filter(kind=Match.Kind.PLAYED).select_related("result").order_by("position"))
        _check_earlier_closed(current)
        _check_missing(matches)
        _check_seen(current, seen)
        _check_seats(current.stage)
        locked = _lock_results(current, matches, head, origin)
        _append_closing(head, current, origin)
        fix_scheme(current.stage, head, origin=origin.derive_part(len(matches) + 1))
        _set_closed(current, at=origin.at)
        complete_next_round(current, at=origin.at)
        finished = _finish_stage(current, tournament)
        store_standings(current.stage, seq=head.seq)
        arguments = {"occasion": "round", "tournament": tournament.pk}
        enqueue_job("backup", arguments=arguments, owner=actor, dedupe_key=f"round-{current.pk}", input_seq=head.seq)
    return ClosedRound(current, locked, finished)


@retry_on_conflict
def draw_next_round(stage: Stage, *, actor: AbstractBaseUser, seed: str, at: dt.datetime) -> Round:
    """Draw the next round, or the first, from the results so far, which are read under the lock that keeps others from changing them.

    A stage with a source is filled first. Raises: as `tournaments.draws.services.draw_under_lock`; ChangeRefused while the source is
    being played, while the round before is being played (it names the tables without a confirmed result), and while a match of a closed
    round of either is open again; PermissionDenied.
    """
    return _draw_round(stage, actor=actor, seed=seed, at=at)


@retry_on_conflict
def redraw_from_results(drafted: Round, *, actor: AbstractBaseUser, seed: str, at: dt.datetime, seen: str = "") -> Round:
    """Draw a draft again from the current results and entries; when refused, the old draft stays.

    Raises: as `draw_next_round`; Refused when it is no draft any more.
    """
    return _draw_round(drafted.stage, actor=actor, seed=seed, at=at, instead_of=drafted, seen=seen)


def _draw_round(
    stage: Stage, *, actor: AbstractBaseUser, seed: str, at: dt.datetime, instead_of: Round | None = None, seen: str = ""
) -> Round:
    with write_tx():
        lock_head(lock_for_director(stage.tournament, actor))
        current = Stage.objects.select_related("tournament", "source").get(pk=stage.pk)
        _check_round_finished(current)
        _check_not_reopened(current)
        has_rounds = current.rounds.exclude(pk=instead_of.pk if instead_of else 0).exists()
        inputs: dict[str, Any] = (
            {"accelerated": read_accelerated(current)} if has_rounds else {"qualified": read_qualified_entries(current)}
        )
        if has_rounds or current.source_id:
            handover = read_handover(current)
            inputs |= {"standings": handover.standings, "history": handover.history}
        inputs["win_points"] = read_win_points(current)
        return draw_under_lock(current, actor=actor, seed=seed, at=at, instead_of=instead_of, seen=seen, **inputs)


def _check_round_finished(stage: Stage) -> None:
    """Raise Refused while results of the stage are missing or unconfirmed."""
    playing = Round.objects.filter(stage=stage, state=Round.State.PUBLISHED).first()
    if playing is None:
        return
    matches = list(playing.matches.filter(kind=Match.Kind.PLAYED).select_related("result").order_by("table"))
    entered = [match for match in matches if not _is_settled(match) and hasattr(match, "result") and match.result.state != State.OPEN]
    missing = [match for match in matches if not _is_settled(match) and match not in entered]
    sentences = [
        sentence % {"tables": ", ".join(str(match.table or match.code) for match in matches_without_result)}
        for sentence, matches_without_result in (
            (_("No result: table %(tables)s."), missing),
            (_("Not confirmed: table %(tables)s."), entered),
        )
        if matches_without_result
    ]
    values = {"round": playing.number, "which": " ".join(map(str, sentences))}
    sentence = _("Round %(round)d is still in progress: close it before the next draw. %(which)s")
    raise ChangeRefused("round_unfinished", (sentence % values).strip())


def _check_not_reopened(stage: Stage) -> None:
    """Raise Refused while a reopened match may still change."""
    sentence = describe_reopened_match(stage)
    if sentence:
        raise ChangeRefused("opened_again", sentence)


@retry_on_conflict
def publish_draft(drafted: Round, *, actor: AbstractBaseUser, at: dt.datetime, reason: str = "", seen: str = "") -> Round:
    """Publish a draft that would be drawn the same today; an outdated one only with a `reason`, which is recorded with the draw; and only
    the draft that was `seen` (`tournaments.draws.services.lock_draft`).

    Raises: Refused (`draft_is_old` with what has changed since, no draft any more); ValidationError of the reason; PermissionDenied.
    """
    note = clean_name(reason)
    validate_name(note)
    with write_tx():
        tournament = lock_for_director(drafted.stage.tournament, actor)
        lock_head(tournament)
        current = lock_draft(drafted, seen)
        return publish_drawn_round(tournament, current, actor=actor, at=at, note=note)


def publish_drawn_round(tournament: Tournament, current: Round, *, actor: AbstractBaseUser, at: dt.datetime, note: str = "") -> Round:
    """What `publish_draft` does inside the transaction that locked the tournament and the draft. `note`: the cleaned reason."""
    changes = list_changes_since_draw(current)
    if changes and not note:
        sentence = _("Not published: the draft is out of date. %(changes)s Draw it again, or give the reason for publishing it anyway.")
        raise ChangeRefused("draft_is_old", sentence % {"changes": " ".join(changes)})
    if changes:
        note_old_draft(current, reason=note, actor=actor, at=at)
    return publish_under_lock(tournament, current, at=at)


def list_missing_tables(matches: list[Match]) -> list[str]:
    """Tables whose match keeps the round open, in their order; matches without a table come last."""
    missing = [match.table for match in matches if not _is_settled(match)]
    return [format_table(table) for table in sorted(missing, key=lambda table: (table is None, table))]


def _check_earlier_closed(current: Round) -> None:
    """Raise Refused while an earlier round is being played, whose results could still change who plays in this one."""
    earlier = (
        Round.objects.filter(stage=current.stage_id, number__lt=current.number, state=Round.State.PUBLISHED).order_by("number").first()
    )
    if earlier is not None and plays_ahead(current.stage):
        sentence = _("The round stays open: close round %(earlier)d before it.")
        raise ChangeRefused("earlier_round_open", sentence % {"earlier": earlier.number})


def _check_missing(matches: list[Match]) -> None:
    tables = list_missing_tables(matches)
    if tables:
        sentence = _("The round stays open. Not confirmed: table %(tables)s. Confirm, cancel or award first.")
        raise ChangeRefused("results_missing", sentence % {"tables": ", ".join(tables)})


def _check_seen(current: Round, seen: str) -> None:
    """Raise Refused when the round or a result in it is not the one that the director saw."""
    if seen and seen != compute_round_mark(current):
        sentence = _(
            "The round stays open: a result was entered or changed after this page was opened. Look at the results, then close it."
        )
        raise ChangeRefused("another_round", sentence)


def _check_seats(stage: Stage) -> None:
    """Raise Refused while a bracket contradicts its results, or who plays the stage contradicts its source, and nobody has decided."""
    refusal = find_seat_refusal(stage)
    if refusal is not None:
        raise refusal


def _is_settled(match: Match) -> bool:
    result = getattr(match, "result", None)
    if result is None:
        return False
    is_unplayed = result.state == State.SUBMITTED and result.outcome in UNPLAYED_OUTCOMES
    return is_unplayed or result.state in (State.CONFIRMED, State.VOID)


def _lock_results(current: Round, matches: list[Match], head: LedgerHead, origin: Submission) -> int:
    """Append the locking of every match that counts, and mark its result as locked, in a few statements for a hundred matches; return how
    many. Nothing else of a result follows from its locking. Raises: RuntimeError when a result changed under the lock.
    """
    game = current.stage.tournament.game
    content = EntryContent(LedgerEntry.Kind.LOCK, f"{game.key}/{game.version}")
    lines = [
        NewLine(content, origin.derive_part(place), match, match.result.version + 1)
        for place, match in enumerate(matches, start=1)
        if match.result.state != State.VOID
    ]
    append_entries(head, lines)
    last_seq = LedgerEntry.objects.filter(match=OuterRef("pk")).order_by("-match_version").values("seq")[:1]
    results = MatchResult.objects.filter(match__round=current, match__kind=Match.Kind.PLAYED).exclude(state=State.VOID)
    changed = results.update(state=State.LOCKED, version=F("version") + 1, seq=Subquery(last_seq), updated_at=origin.at)
    if changed != len(lines):
        raise RuntimeError(f"a result of {current} changed under its lock")
    return len(lines)


def _append_closing(head: LedgerHead, current: Round, origin: Submission) -> None:
    tournament = current.stage.tournament
    payload = {"stage": current.stage.number, "round": current.number}
    append_entry(head, EntryContent(LedgerEntry.Kind.LOCK, f"{tournament.game_key}/{tournament.rules_version}", payload), origin)


def _set_closed(current: Round, *, at: dt.datetime) -> None:
    current.state, current.closed_at = Round.State.CLOSED, at
    current.save(update_fields=["state", "closed_at"])


def _finish_stage(current: Round, tournament: Tournament) -> bool:
    stage = current.stage
    rounds = list(stage.rounds.order_by("number"))
    if any(round_.state != Round.State.CLOSED for round_ in rounds) or not is_over(stage, rounds[-1].number, read_played_history(stage)):
        return False
    Stage.objects.filter(pk=stage.pk).update(state=Stage.State.FINISHED)
    if not tournament.stages.exclude(state=Stage.State.FINISHED).exists():
        tournament.state = Tournament.State.FINISHED
        tournament.save()
    return True
