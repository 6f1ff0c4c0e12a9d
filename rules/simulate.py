"""Random legal hands, games and matches from an explicit random generator: the same seed gives the same events."""

import random
from collections.abc import Iterator
from typing import Any

from rules.events import Event, HandClaim
from rules.game import Game
from rules.options import Options
from rules.scorebook import MatchState


def play_random_hands(game: Game[Any, Any], options: Options, rng: random.Random, hands: int) -> Iterator[Event]:
    """The events of `hands` random hands, each the first hand of a match."""
    state = game.start(options)
    for _hand in range(hands):
        yield game.random_hand(state, rng)


def play_random_match(game: Game[Any, Any], options: Options, rng: random.Random, dealer: int | None = None) -> tuple[Event, ...]:
    """All events of a random match, in order."""
    return tuple(event for event, _state in play_random_steps(game, options, rng, dealer))


def play_random_steps(
    game: Game[Any, Any], options: Options, rng: random.Random, dealer: int | None = None
) -> Iterator[tuple[Event, MatchState[Any]]]:
    """Each event of a random match, with the state after it."""
    state = game.start(options, dealer)
    while not state.over:
        event = _find_due_claim(game, state) or game.random_hand(state, rng)
        state = game.advance(state, event)
        yield event, state


def _find_due_claim(game: Game[Any, Any], state: MatchState[Any]) -> Event | None:
    """A right claim by the side beyond the target, where only a claim ends a game; else None."""
    if not state.plan.by_claim_only:
        return None
    beyond = [side for side, points in enumerate(state.score) if state.plan.is_reached(points, state.game_number)]
    return game.event_from(state, HandClaim.kind, {"side": beyond[0], "verdict": True}) if beyond else None
