"""Closing a round and drawing the next."""

import datetime as dt
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from jobs.dispatcher import enqueue
from scoring.models import LedgerEntry, LedgerHead, MatchResult
from scoring.queries.chains import qualified_for
from scoring.queries.folding import State
from scoring.queries.standings import entrants_of, keep_standings, stage_handover
from scoring.services.appending import Line, Submission, append_entry, lock_head
from scoring.services.cases import Case, write_line
from scoring.services.confirmation import lock_line
from tournaments.models import Match, Round, StaffRole, Stage, Tournament
from tournaments.pairing import format_by_key
from tournaments.refusals import Refused
from tournaments.services.draws import draw_round
from tournaments.services.locks import lock_for_director
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
    then notes the closing itself. 3. After the last round finishes the stage, and after the last stage the tournament.
    4. Orders a backup of the desk as it is then.
    Raises: tournaments.refusals.Refused, which names the tables that are missing; PermissionDenied.
    """
    with write_tx():
        tournament = lock_for_director(round_.stage.tournament, actor)
        head = lock_head(tournament)
        current = Round.objects.select_for_update().select_related("stage").get(pk=round_.pk)
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
        finished = _shut(current, tournament, at=origin.at)
        keep_standings(current.stage, seq=head.seq)
        enqueue("backup", arguments={"occasion": "round"}, owner=actor, dedupe_key=f"round-{current.pk}", input_seq=head.seq)
    return Closed(current, len(cases), finished)


def draw_next_round(stage: Stage, *, actor: AbstractBaseUser, seed: str, at: dt.datetime) -> Round:
    """Draw the next round, the first one too, from the results so far.

    A stage with a source is filled first. Raises: as `tournaments.services.draws.draw_round`; Refused while the source is being played.
    """
    handover = stage_handover(stage)
    qualified = () if stage.rounds.exists() else qualified_for(stage)
    told: Any = {"standings": handover.standings, "history": handover.history, "qualified": qualified}
    return draw_round(stage, actor=actor, seed=seed, at=at, **told)


def missing_tables(matches: list[Match]) -> list[int]:
    """Tables whose match keeps the round from being closed."""
    return [match.table or 0 for match in matches if not _settled(match)]


def _refuse_missing(matches: list[Match]) -> None:
    tables = missing_tables(matches)
    if tables:
        numbers = ", ".join(str(table) for table in sorted(tables))
        sentence = _("Not every match is confirmed. Missing: table %(tables)s. Nothing was changed.")
        raise Refused("results_missing", sentence % {"tables": numbers})


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
    form = format_by_key(stage.format_key)
    if current.number < form.round_count(form.options_from(stage.options), len(entrants_of(stage))):
        return False
    Stage.objects.filter(pk=stage.pk).update(state=Stage.State.FINISHED)
    if not tournament.stages.exclude(state=Stage.State.FINISHED).exists():
        tournament.state = Tournament.State.FINISHED
        tournament.save()
    return True
