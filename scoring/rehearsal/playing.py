"""Evenings that nobody played: results for demonstrations and rehearsals, entered through the same services as real ones."""

import datetime as dt
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rules import Event, Game, game_by_key
from scoring.confirmation.services import confirm_match
from scoring.entry.outcomes import Created, Outcome
from scoring.entry.services import Insistence, submit_event
from scoring.ledger.actors import Actor
from scoring.ledger.appending import Submission, submission
from scoring.ledger.match_log import State
from scoring.models import MatchResult
from tournaments.models import Match, Round
from tournaments.refusals import Refused

SURE = Insistence(sure=True)


@dataclass
class Clock:
    """Time that passes at the tables: every entry comes some seconds after the one before."""

    now: dt.datetime
    rng: random.Random

    def tick(self, seconds: int) -> dt.datetime:
        self.now += dt.timedelta(seconds=self.rng.randint(1, 2 * seconds))
        return self.now


@dataclass
class Desk:
    """The two people of a simulated desk, and the keys of their requests."""

    enterer: Actor
    confirmer: Actor
    clock: Clock
    prefix: str
    _count: int = field(default=0, init=False)

    def request(self, actor: Actor, *, seconds: int = 8) -> Submission:
        self._count += 1
        return submission(actor, f"{self.prefix}-{self._count}", {}, self.clock.tick(seconds))


def simulate_results(round_: Round, *, enterer: Actor, confirmer: Actor, rng: random.Random, at: dt.datetime, prefix: str) -> int:
    """Play out every match of a round that is still open, hand by hand, and confirm it; the number of matches.

    `prefix` makes the requests' keys unique. Raises: Refused outside demonstrations; PermissionDenied.
    """
    if not round_.stage.tournament.demonstration:
        raise Refused("not_a_demonstration", "Results can be made up in demonstrations only.")
    desk = Desk(enterer, confirmer, Clock(at, rng), prefix)
    matches = [match for match in round_.matches.filter(kind=Match.Kind.PLAYED).order_by("position") if is_open(match)]
    for match in matches:
        play_match(match, desk, rng)
        confirm(match, desk)
    return len(matches)


def play_match(match: Match, desk: Desk, rng: random.Random, *, hands: int | None = None) -> None:
    """Enter random hands until the match is decided, or so many of them."""
    for event in _limited(random_events(match, rng), hands):
        expect_created(submit_event(match, event, origin=desk.request(desk.enterer), version=None, insistence=SURE))


def confirm(match: Match, desk: Desk) -> None:
    expect_created(confirm_match(match, origin=desk.request(desk.confirmer), version=None))


def random_events(match: Match, rng: random.Random) -> Iterator[Event]:
    """Hands of a match from its beginning to its end; the first dealer is drawn."""
    tournament = match.round.stage.tournament
    game: Game[Any, Any] = game_by_key(tournament.game_key)
    state = game.start(game.options_from(tournament.rules), rng.randrange(game.seat_count))
    while not state.over:
        event = game.random_hand(state, rng)
        yield event
        state = game.advance(state, event)


def is_open(match: Match) -> bool:
    result = MatchResult.objects.filter(match=match).first()
    return result is None or result.version == 0 or (result.state == State.OPEN and result.hands == 0)


def expect_created(outcome: Outcome) -> Created:
    """Simulated requests are never refused; if one is, the simulation is wrong."""
    if isinstance(outcome, Created):
        return outcome
    raise RuntimeError(f"a simulated request was answered with {outcome}")


def _limited(events: Iterator[Event], most: int | None) -> Iterator[Event]:
    for number, event in enumerate(events):
        if most is not None and number >= most:
            return
        yield event
