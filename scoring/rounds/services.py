"""Closing a round and drawing the next."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.dispatcher import enqueue
from scoring.confirmation.services import lock_line
from scoring.entry.locked_match import Case, write_line
from scoring.halls.queries import table_words
from scoring.ledger.appending import Line, Submission, append_entry, lock_head
from scoring.ledger.match_log import State
from scoring.models import LedgerEntry, LedgerHead, MatchResult
from scoring.rounds.drafts import changes_since, opened_again
from scoring.schemes.services import settle_scheme
from scoring.standings_pages.chains import qualified_for
from scoring.standings_pages.stored import history_of, keep_standings, stage_handover
from tournaments.draws.publishing import note_old_draft, publish_under_lock
from tournaments.draws.services import draw_under_lock, is_over, lock_draft
from tournaments.locks import lock_for_director
from tournaments.models import Match, Round, StaffRole, Stage, Tournament
from tournaments.people.names import clean_name, validate_name
from tournaments.refusals import Refused
from tournaments.transactions import retried, write_tx

UNPLAYED = (MatchResult.Outcome.WALKOVER, MatchResult.Outcome.ABSENT)


@dataclass(frozen=True, slots=True)
class Closed:
    """The round as it is now and how many matches were closed with it."""

    round: Round
    locked: int
    stage_finished: bool


@retried
def close_round(round_: Round, *, actor: AbstractBaseUser, origin: Submission) -> Closed:
    """Close a round.

    1. Asks that every match is confirmed, cancelled or given without playing. 2. Locks those that count, each by an entry of its own,
    then notes the closing itself. 3. Where nobody chose how the stage counts, notes what is usual as its choice.
    4. After the last round, or when nothing is left to play, finishes the stage, and after the last stage the tournament.
    5. Orders a backup of the desk as it is then.
    Raises: tournaments.refusals.Refused, which names the tables that are missing; PermissionDenied.
    """
    with write_tx():
        tournament = lock_for_director(round_.stage.tournament, actor)
        head = lock_head(tournament)
        current = Round.objects.select_for_update().select_related("stage__tournament").get(pk=round_.pk)
        if current.state != Round.State.PUBLISHED:
            raise Refused("not_being_played", _("This round is not being played: there is nothing to close."))
        matches = list(current.matches.filter(kind=Match.Kind.PLAYED).select_related("result").order_by("position"))
        _refuse_missing(matches)
        cases = [
            Case(match, origin.part(place), None, head, match.result, StaffRole.Role.DIRECTOR)
            for place, match in enumerate(matches, start=1)
            if match.result.state != State.VOID
        ]
        for case in cases:
            write_line(case, lock_line(case))
        _note_closing(head, current, origin)
        settle_scheme(current.stage, head, origin=origin.part(len(matches) + 1))
        finished = _shut(current, tournament, at=origin.at)
        keep_standings(current.stage, seq=head.seq)
        enqueue("backup", arguments={"occasion": "round"}, owner=actor, dedupe_key=f"round-{current.pk}", input_seq=head.seq)
    return Closed(current, len(cases), finished)


@retried
def draw_next_round(stage: Stage, *, actor: AbstractBaseUser, seed: str, at: dt.datetime) -> Round:
    """Draw the next round, the first one too, from the results so far, which are read under the lock that keeps others from changing them.

    A stage with a source is filled first. Raises: as `tournaments.draws.services.draw_under_lock`; Refused while the source is being
    played, while the round before is being played (it names the tables without a confirmed result), and while a match of a closed round
    of either is open again; PermissionDenied.
    """
    return _draw(stage, actor=actor, seed=seed, at=at)


@retried
def redraw_from_results(drafted: Round, *, actor: AbstractBaseUser, seed: str, at: dt.datetime) -> Round:
    """Draw a draft anew from results and entries as they are now, after something was changed; refused, the old one stays.

    Raises: as `draw_next_round`; Refused when it is no draft any more.
    """
    return _draw(drafted.stage, actor=actor, seed=seed, at=at, instead_of=drafted)


def _draw(stage: Stage, *, actor: AbstractBaseUser, seed: str, at: dt.datetime, instead_of: Round | None = None) -> Round:
    with write_tx():
        lock_head(lock_for_director(stage.tournament, actor))
        current = Stage.objects.select_related("tournament", "source").get(pk=stage.pk)
        _refuse_unfinished(current)
        _refuse_reopened(current)
        handover = stage_handover(current)
        begun = current.rounds.exclude(pk=instead_of.pk if instead_of else 0).exists()
        told: Any = {"standings": handover.standings, "history": handover.history, "qualified": () if begun else qualified_for(current)}
        return draw_under_lock(current, actor=actor, seed=seed, at=at, instead_of=instead_of, **told)


def _refuse_unfinished(stage: Stage) -> None:
    """Nothing is drawn from results that are missing or that nobody confirmed."""
    playing = Round.objects.filter(stage=stage, state=Round.State.PUBLISHED).first()
    if playing is None:
        return
    matches = list(playing.matches.filter(kind=Match.Kind.PLAYED).select_related("result").order_by("table"))
    entered = [match for match in matches if not _settled(match) and hasattr(match, "result") and match.result.state != State.OPEN]
    missing = [match for match in matches if not _settled(match) and match not in entered]
    told = [
        sentence % {"tables": ", ".join(str(match.table or match.code) for match in found)}
        for sentence, found in ((_("No result: table %(tables)s."), missing), (_("Not confirmed: table %(tables)s."), entered))
        if found
    ]
    values = {"round": playing.number, "which": " ".join(map(str, told))}
    sentence = _("Round %(round)d is still being played: close it before the next draw. %(which)s")
    raise Refused("round_unfinished", (sentence % values).strip())


def _refuse_reopened(stage: Stage) -> None:
    """What somebody opened again is about to change: nothing is drawn from it."""
    sentence = opened_again(stage)
    if sentence:
        raise Refused("opened_again", sentence)


@retried
def publish_draft(drafted: Round, *, actor: AbstractBaseUser, at: dt.datetime, reason: str = "") -> Round:
    """Publish a draft that is still what would be drawn today; an old one only with a `reason`, which is noted beside the draw.

    Raises: Refused (`draft_is_old` with what has changed since, no draft any more); ValidationError of the reason; PermissionDenied.
    """
    why = clean_name(reason)
    validate_name(why)
    with write_tx():
        tournament = lock_for_director(drafted.stage.tournament, actor)
        lock_head(tournament)
        current = lock_draft(drafted)
        changed = changes_since(current)
        if changed and not why:
            sentence = _("Not published: the draft is out of date. %(changes)s Draw it again, or say why it is published all the same.")
            raise Refused("draft_is_old", sentence % {"changes": " ".join(changed)})
        if changed:
            note_old_draft(current, reason=why, actor=actor, at=at)
        return publish_under_lock(tournament, current, at=at)


def missing_tables(matches: list[Match]) -> list[str]:
    """Tables whose match keeps the round from being closed, in their order; those who wait for one at the end."""
    missing = [match.table for match in matches if not _settled(match)]
    return [table_words(table) for table in sorted(missing, key=lambda table: (table is None, table))]


def _refuse_missing(matches: list[Match]) -> None:
    tables = missing_tables(matches)
    if tables:
        sentence = _("Not every match is confirmed. Missing: table %(tables)s. Nothing was changed.")
        raise Refused("results_missing", sentence % {"tables": ", ".join(tables)})


def _settled(match: Match) -> bool:
    result = getattr(match, "result", None)
    if result is None:
        return False
    given = result.state == State.SUBMITTED and result.outcome in UNPLAYED
    return given or result.state in (State.CONFIRMED, State.VOID)


def _note_closing(head: LedgerHead, current: Round, origin: Submission) -> None:
    tournament = current.stage.tournament
    payload = {"stage": current.stage.number, "round": current.number}
    append_entry(head, Line(LedgerEntry.Kind.LOCK, f"{tournament.game_key}/{tournament.rules_version}", payload), origin)


def _shut(current: Round, tournament: Tournament, *, at: dt.datetime) -> bool:
    current.state, current.closed_at = Round.State.CLOSED, at
    current.save(update_fields=["state", "closed_at"])
    stage = current.stage
    if not is_over(stage, current.number, history_of(stage)):
        return False
    Stage.objects.filter(pk=stage.pk).update(state=Stage.State.FINISHED)
    if not tournament.stages.exclude(state=Stage.State.FINISHED).exists():
        tournament.state = Tournament.State.FINISHED
        tournament.save()
    return True
