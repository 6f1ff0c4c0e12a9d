"""Rounds without results, for tests of the app that knows none; the desk's doors are in `desk.rounds.services`."""

from dataclasses import replace

from jobs.databases import write_tx
from tournaments.draws.publishing import publish_under_lock
from tournaments.draws.queries import build_pairing_lines, list_open_rounds, select_pairings
from tournaments.draws.services import draw_under_lock, lock_draft
from tournaments.locks import lock_for_director


def draw_round(stage, *, actor, seed, at, **inputs):
    with write_tx():
        lock_for_director(stage.tournament, actor)
        return draw_under_lock(stage, actor=actor, seed=seed, at=at, **inputs)


def publish_round(drafted, *, actor, at):
    with write_tx():
        tournament = lock_for_director(drafted.stage.tournament, actor)
        return publish_under_lock(tournament, lock_draft(drafted), at=at)


def read_open_rounds(tournament):
    """The published rounds as the public page shows them, each with all its pairings."""
    rounds = list_open_rounds(tournament)
    pairings = [build_pairing_lines(tournament, list(select_pairings([round_.id]))) for round_ in rounds]
    return tuple(replace(round_, pairings=tuple(lines)) for round_, lines in zip(rounds, pairings, strict=True))
