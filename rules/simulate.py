"""Random legal hands, games and matches from an explicit source of chance: the same seed gives the same events."""

import random
from collections.abc import Iterator
from typing import Any

from rules.deals import Deal
from rules.events import Claim, Event
from rules.game import Game
from rules.options import Options
from rules.scorebook import MatchState


def random_deal(game: Game[Any, Any], options: Options, rng: random.Random) -> Deal:
    """One hand played to its end card by card, at the start of a match."""
    return game.random_play(game.random_deal(game.start(options), rng), rng)


def random_hands(game: Game[Any, Any], options: Options, rng: random.Random, hands: int) -> Iterator[Event]:
    """What the table writes after each of so many random hands, every one the first of a match."""
    state = game.start(options)
    for _hand in range(hands):
        yield game.random_hand(state, rng)


def random_match(game: Game[Any, Any], options: Options, rng: random.Random, dealer: int | None = None) -> tuple[Event, ...]:
    """All events of a whole match, ready to be folded."""
    return tuple(event for event, _state in random_steps(game, options, rng, dealer))


def random_steps(
    game: Game[Any, Any], options: Options, rng: random.Random, dealer: int | None = None
) -> Iterator[tuple[Event, MatchState[Any]]]:
    """Event after event of a random match, each with the state it leads to."""
    state = game.start(options, dealer)
    while not state.over:
        event = _due_claim(state) or game.random_hand(state, rng)
        state = game.advance(state, event)
        yield event, state


def _due_claim(state: MatchState[Any]) -> Event | None:
    """Where only a claim ends a game, the side that is beyond the target claims before the next card."""
    if not state.plan.by_claim_only:
        return None
    beyond = [side for side, points in enumerate(state.score) if state.plan.reached(points, state.game_number)]
    return Claim(beyond[0], verdict=True) if beyond else None
