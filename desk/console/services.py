"""What the console does in one gesture: a result with its confirmation, and the step to the next round."""

import datetime as dt
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser

from desk.rounds.services import (
    close_open_rounds,
    close_round,
    draw_next_round,
    finish_left_stage,
    list_open_rounds,
    publish_draft,
    publish_following,
)
from jobs.databases import retry_on_conflict, write_tx
from rules.scorebook import Plan
from scoring.confirmation.services import confirm_under_lock
from scoring.entry.locked_match import change_match, find_replayed_answer
from scoring.entry.outcomes import Created, Outcome, Replayed
from scoring.entry.services import NO_OVERRIDE, FilledBoxes, enter_statement, find_edit_refusal, parse_statement
from scoring.ledger.appending import Submission
from scoring.ledger.match_log import State
from tournaments.models import Match, Round, Tournament
from tournaments.stages.match_rules import read_match_options
from tournaments.stages.rounds import has_rounds_side_by_side

CONFIRMING = 900
"""The part of a request that confirms what its first part entered."""


@dataclass(frozen=True, slots=True)
class AdvanceResult:
    """The round that was closed, and the one that everybody sees now; None when the stage is over."""

    closed: Round
    published: Round | None


@retry_on_conflict
def enter_score(match: Match, scores: tuple[int, int], *, origin: Submission) -> Outcome:
    """Enter two numbers as the result of the match, or as the score of the game that is being played.

    1. They are the games won or the points of a game (`is_match_result`). 2. Checks and appends as any entry.
    3. Confirms a decided match where the tournament lets one person do both, in the same transaction.
    """
    tournament: Tournament = match.round.stage.tournament
    game = tournament.game
    plan = game.build_plan(read_match_options(match.round))
    kind, box = ("match", "games") if is_match_result(plan, scores) else ("game", "scores")
    boxes = FilledBoxes(kind, {f"{box}_{side}": str(score) for side, score in enumerate(scores)})
    with change_match(match, origin, None) as locked:
        outcome = (
            find_replayed_answer(locked)
            or find_edit_refusal(locked)
            or enter_statement(locked, parse_statement(locked, boxes, locked.match_log), NO_OVERRIDE)
        )
        if not isinstance(outcome, Created | Replayed) or locked.result.state != State.SUBMITTED or not locked.tournament.one_person:
            return outcome
        confirmed = confirm_under_lock(locked, origin.derive_part(CONFIRMING))
        return confirmed if isinstance(confirmed, Created) else outcome


def is_match_result(plan: Plan, scores: tuple[int, int]) -> bool:
    """Whether two numbers are the games won and not the points of a game: a match can end so, or no game ends at so few points.

    1–1 is a result of two games to 35, and no result of a best of three: it is refused as such and not as a game.
    """
    most, highest = plan.walkover_games, max(scores)
    can_be_points = bool(plan.targets) and min(plan.targets) <= most
    return plan.most_games > 1 and (highest <= most if not can_be_points else highest == most)


def choose_result_entry(tournament: Tournament, value: str) -> None:
    """Remember what the desk types from a sheet; an unknown value changes nothing."""
    if value in Tournament.ResultEntry.values:
        with write_tx():
            current = Tournament.objects.select_for_update().get(pk=tournament.pk)
            current.result_entry = value
            current.save(update_fields=["result_entry"])


def advance_round(
    round_: Round, *, actor: AbstractBaseUser, origin: Submission, seed: str, at: dt.datetime, seen: str = ""
) -> AdvanceResult:
    """Close a round, draw the next from its results, and publish it; each step is a transaction of its own and stays when a later one
    is refused. Rounds that are played side by side are all closed; nothing follows them in their stage. A next round of which a part was
    played ahead is published whole by the closing.

    Raises: tournaments.refusals.ChangeRefused with the reason of the first step that cannot be done; PermissionDenied.
    """
    if has_rounds_side_by_side(round_.stage) and len(list_open_rounds(round_.stage)) > 1:
        return AdvanceResult(close_open_rounds(round_.stage, actor=actor, origin=origin)[-1].round, None)
    if round_.state == Round.State.PUBLISHED:
        closed = close_round(round_, actor=actor, origin=origin, seen=seen)
        following = Round.objects.filter(stage=round_.stage, number=round_.number + 1).first()
        if following is not None and following.state == Round.State.DRAFT:
            following = publish_following(following, actor=actor, seed=seed, at=at)
        if closed.stage_finished or following is not None:
            return AdvanceResult(closed.round, following)
    if finish_left_stage(round_.stage, actor=actor):
        return AdvanceResult(round_, None)
    drafted = draw_next_round(round_.stage, actor=actor, seed=seed, at=at)
    publish_draft(drafted, actor=actor, at=at)
    return AdvanceResult(round_, drafted)
