"""Simulated evenings: results for demonstrations and rehearsals, entered through the same services as real ones."""

import datetime as dt
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs.results import JobRefusedError, JobResult, ProgressReporter
from rules import Event, Game
from rules.events import GameScore
from rules.simulate import play_random_steps
from scoring.confirmation.services import confirm_match
from scoring.entry.outcomes import Created, Outcome
from scoring.entry.rows import submit_events
from scoring.entry.services import Override
from scoring.ledger.appending import Actor, Submission, build_staff_actor, build_submission
from scoring.ledger.match_log import State
from scoring.models import MatchResult
from tournaments.models import Match, Round
from tournaments.refusals import ChangeRefused
from tournaments.stages.match_rules import read_match_options

SURE = Override(sure=True)
SECONDS_PER_ENTRY = 8


@dataclass
class SimulatedClock:
    """The time at the simulated tables: each entry comes some seconds after the one before."""

    now: dt.datetime
    rng: random.Random

    def advance(self) -> dt.datetime:
        self.now += dt.timedelta(seconds=self.rng.randint(1, 2 * SECONDS_PER_ENTRY))
        return self.now


@dataclass
class SimulatedDesk:
    """The two people of a simulated desk, and the keys of their requests."""

    enterer: Actor
    confirmer: Actor
    clock: SimulatedClock
    prefix: str
    _count: int = field(default=0, init=False)

    def build_request(self, actor: Actor) -> Submission:
        self._count += 1
        return build_submission(actor, f"{self.prefix}-{self._count}", {}, self.clock.advance())


def simulate_results(round_: Round, *, enterer: Actor, confirmer: Actor, rng: random.Random, at: dt.datetime, prefix: str) -> int:
    """Play every open match of a round, hand by hand, and confirm it; return the number of matches.

    `prefix` makes the requests' keys unique. Raises: ChangeRefused outside demonstrations; PermissionDenied.
    """
    if not round_.stage.tournament.demonstration:
        raise ChangeRefused("not_a_demonstration", "Results can be made up in demonstrations only.")
    desk = SimulatedDesk(enterer, confirmer, SimulatedClock(at, rng), prefix)
    matches = [match for match in round_.matches.filter(kind=Match.Kind.PLAYED).order_by("position") if is_open(match)]
    for match in matches:
        play_match(match, desk, rng)
        confirm_played(match, desk)
    return len(matches)


def play_match(match: Match, desk: SimulatedDesk, rng: random.Random, *, hands: int | None = None) -> None:
    """Enter random hands until the match is decided, or at most `hands` of them; nobody sees half of them."""
    _enter_events(match, desk, _limit_events(generate_events(match, rng), hands))


def enter_game_scores(match: Match, desk: SimulatedDesk, rng: random.Random) -> None:
    """Enter a random match as the final scores of its games, as from a sheet that the table has added up itself."""
    tournament = match.round.stage.tournament
    game: Game[Any, Any] = tournament.game
    *_events, (_last, state) = play_random_steps(game, read_match_options(match.round), rng, rng.randrange(game.seat_count))
    _enter_events(match, desk, (GameScore(finished.score, finished.winner) for finished in state.finished))


def _enter_events(match: Match, desk: SimulatedDesk, events: Iterable[Event]) -> None:
    lines = [(event, desk.build_request(desk.enterer)) for event in events]
    for outcome in submit_events(match, lines, override=SURE) if lines else ():
        expect_created(outcome)


def confirm_played(match: Match, desk: SimulatedDesk) -> None:
    expect_created(confirm_match(match, origin=desk.build_request(desk.confirmer), version=None))


def generate_events(match: Match, rng: random.Random) -> Iterator[Event]:
    """Hands of a match from its beginning to its end; the first dealer is random."""
    tournament = match.round.stage.tournament
    game: Game[Any, Any] = tournament.game
    state = game.start(read_match_options(match.round), rng.randrange(game.seat_count))
    while not state.over:
        event = game.random_hand(state, rng)
        yield event
        state = game.advance(state, event)


def is_open(match: Match) -> bool:
    result = MatchResult.objects.filter(match=match).first()
    return result is None or (result.state == State.OPEN and not result.has_begun)


def expect_created(outcome: Outcome) -> Created:
    """The outcome as Created; raises RuntimeError otherwise, because simulated requests are never refused."""
    if isinstance(outcome, Created):
        return outcome
    raise RuntimeError(f"a simulated request was answered with {outcome}")


def _limit_events(events: Iterator[Event], limit: int | None) -> Iterator[Event]:
    for number, event in enumerate(events):
        if limit is not None and number >= limit:
            return
        yield event


def rehearse_round(arguments: dict[str, Any], report: ProgressReporter) -> JobResult | None:
    """Arguments: `round` and `actor`, keys; `at`, when it was asked for. Tried again, it goes on with the matches that are left."""
    report(0, _("Dealing…"))
    round_ = Round.objects.select_related("stage__tournament").get(pk=arguments["round"])
    person = build_staff_actor(User.objects.get(pk=arguments["actor"]))
    rng = random.Random(f"{round_.pk} {arguments['at']}")  # noqa: S311 - made-up results
    prefix = f"rehearsal-{round_.pk}-{rng.randrange(10**9)}-{round_.matches.filter(result__version__gt=0).count()}"
    try:
        simulate_results(round_, enterer=person, confirmer=person, rng=rng, at=timezone.now(), prefix=prefix)
    except ChangeRefused as refusal:
        raise JobRefusedError(str(refusal)) from refusal
    return None
