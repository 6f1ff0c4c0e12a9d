"""Drawing and publishing without results, for tests of the app that knows none; the desk's doors are in `scoring.rounds.services`."""

from tournaments.draws.publishing import publish_under_lock
from tournaments.draws.services import draw_under_lock, lock_draft
from tournaments.locks import lock_for_director
from tournaments.transactions import write_tx


def draw_round(stage, *, actor, seed, at, **inputs):
    with write_tx():
        lock_for_director(stage.tournament, actor)
        return draw_under_lock(stage, actor=actor, seed=seed, at=at, **inputs)


def publish_round(drafted, *, actor, at):
    with write_tx():
        tournament = lock_for_director(drafted.stage.tournament, actor)
        return publish_under_lock(tournament, lock_draft(drafted), at=at)
