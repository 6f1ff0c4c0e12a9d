"""Matches of a bracket that begin while an earlier round is still being played."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext_lazy as _

from desk.hall_pages.services import seat_late
from desk.rounds.drafts import find_seat_refusal
from jobs.databases import retry_on_conflict, write_tx
from pairing import PlayedMatch
from scoring.ledger.appending import lock_head
from scoring.standings.finished_matches import read_finished_matches
from tournaments.draws.ahead import complete_round, list_ahead_draws, store_ahead
from tournaments.locks import lock_for_director
from tournaments.models import Match, Round, Stage
from tournaments.refusals import ChangeRefused
from tournaments.stages.rounds import plays_ahead, read_round_name


@dataclass(frozen=True, slots=True)
class ReadyMatches:
    """How many matches of later rounds can begin now, and the name of the first such round; empty where rounds have only numbers."""

    count: int
    number: int
    name: str


def find_ready_matches(stage: Stage) -> ReadyMatches | None:
    """The matches of later rounds that could begin while an earlier one is being played; None where there are none. Six queries."""
    if not plays_ahead(stage) or not Round.objects.filter(stage=stage, state=Round.State.PUBLISHED).exists():
        return None
    draws = [draw for draw in list_ahead_draws(stage, read_certain_history(stage)) if draw.match_count]
    if not draws:
        return None
    return ReadyMatches(sum(draw.match_count for draw in draws), draws[0].number, read_round_name(stage, draws[0].number))


def read_certain_history(stage: Stage) -> tuple[PlayedMatch, ...]:
    """What matches that are played ahead follow from: results that keep no round open, and every bye. Two queries."""
    return read_finished_matches(stage, certain=True).history


@retry_on_conflict
def begin_ready_matches(stage: Stage, *, actor: AbstractBaseUser, seed: str, at: dt.datetime) -> tuple[Match, ...]:
    """Publish the matches of later rounds whose sides are certain, and give them the tables that are free; return them.

    A round of which nothing was published yet is published with its first match; the others of it come as soon as they can, at the
    latest when the round before is closed.
    Raises: ChangeRefused where nothing can begin, or while a seat contradicts the results; PermissionDenied.
    """
    with write_tx():
        tournament = lock_for_director(stage.tournament, actor)
        lock_head(tournament)
        current = Stage.objects.select_related("tournament", "source").get(pk=stage.pk)
        refusal = find_seat_refusal(current)
        if refusal is not None:
            raise refusal
        begun: list[Match] = []
        for draw in list(list_ahead_draws(current, read_certain_history(current), seed=seed)):
            begun += store_ahead(current, draw, actor=actor, at=at)
        if not begun:
            raise ChangeRefused("nothing_ready", _("Nothing was published: no match of a later round can begin yet."))
        _seat_all(begun, at)
    published = Match.objects.filter(pk__in=[match.pk for match in begun]).select_related("round")
    return tuple(published.order_by("round__number", "position"))


def complete_next_round(closed: Round, *, at: dt.datetime) -> tuple[Match, ...]:
    """Publish what is left of the round after one that was closed, where a part of it was played ahead. Call inside `write_tx`."""
    if not Round.objects.filter(stage=closed.stage_id, number=closed.number + 1).exists():
        return ()
    history = read_finished_matches(closed.stage, closed.number + 1).history
    rest = complete_round(closed.stage, closed.number + 1, history)
    _seat_all(rest, at)
    return rest


def _seat_all(matches: Sequence[Match], at: dt.datetime) -> None:
    added = Match.objects.filter(pk__in=[match.pk for match in matches]).select_related("round__stage__tournament")
    for match in added.order_by("round__number", "position"):
        seat_late(match, at)
