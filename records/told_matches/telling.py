"""A match as what every line of it gave. Pure: no database, no clock."""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rules import Event, Game, HandEntry, MatchState, OverruledEvent
from rules.events import GameScore, MatchScore
from rules.scorebook import Score, ScoreLine, add_scores, sum_steps
from rules.simulate import play_random_steps

AnyGame = Game[Any, Any]
Step = tuple[Event, MatchState[Any], MatchState[Any]]
"""An event that counts, with the states of the match before and after it."""
SWEEP = "sweep"
"""The bonus of a side that took everything."""
DECLARERS = ("maker", "declarer", "caller")
"""The boxes that say who played the hand against the others, or named trump."""
COUNTED_ALL = ("tricks", "points", "total")
"""The boxes in which a side that took nothing has a nought; the first one that is filled says it."""


@dataclass(frozen=True, slots=True)
class ToldHand:
    """A line of a match: the running score of its game before and after it, each with a number a side.

    `is_hand` is false for claims and penalties. `bonuses` are pairs (reason of its step or SWEEP, side). `declarer` is a seat, None where
    nobody is known.
    `game_winner` is set where the line ended the game; `plays_again` where it left the game tied, to be played again from nothing.
    """

    game: int
    target: int | None
    before: Score
    after: Score
    is_hand: bool = True
    bonuses: tuple[tuple[str, int], ...] = ()
    declarer: int | None = None
    ends_game: bool = False
    game_winner: int | None = None
    plays_again: bool = False

    @property
    def gained(self) -> Score:
        return tuple(after - before for before, after in zip(self.before, self.after, strict=True))

    @property
    def best(self) -> int | None:
        """The side that gained most in the hand; None where two gained as much."""
        most = max(self.gained)
        return self.gained.index(most) if self.gained.count(most) == 1 else None


@dataclass(frozen=True)
class ToldMatch:
    """A played match. `games` are the scores of its games, `winners` who won them; `is_whole` says that every hand of it is known.

    `code` and `sides` (entries of each side) are empty in a random match; `rules` is the key of the rules by which it was played.
    `lowest_wins`: points are penalties, so that nobody leads by having more.
    """

    hands: tuple[ToldHand, ...]
    games: tuple[Score, ...]
    winners: tuple[int | None, ...]
    winner: int | None
    most_games: int
    is_whole: bool
    lowest_wins: bool = False
    code: str = ""
    stage: int = 0
    round: int = 0
    sides: tuple[tuple[int, ...], ...] = ()
    rules: str = ""
    targets: tuple[int, ...] = ()
    """To how many points each game goes by the rules, played or not; empty where games have a fixed number of hands."""

    @cached_property
    def played(self) -> tuple[ToldHand, ...]:
        """The hands alone."""
        return tuple(hand for hand in self.hands if hand.is_hand)

    @property
    def is_decider(self) -> bool:
        """Whether the last game that is possible decided the match."""
        return len(self.games) == self.most_games > 1

    @property
    def games_won(self) -> Score:
        sides = len(self.games[0]) if self.games else 2
        return tuple(self.winners.count(side) for side in range(sides))

    @property
    def points(self) -> Score:
        """Points of all games together, a number a side."""
        return tuple(map(sum, zip(*self.games, strict=True))) if self.games else ()


def tell_match(game: AnyGame, steps: Iterable[Step], final: MatchState[Any]) -> ToldMatch:
    """The match after its events, `final` being the state after the last of them."""
    listed = list(steps)
    events = [_unwrap(event) for event, _before, _after in listed]
    return ToldMatch(
        hands=tuple(_list_hands(game, listed)),
        games=tuple(played.score for played in final.finished),
        winners=tuple(played.winner for played in final.finished),
        winner=final.winner,
        most_games=final.plan.most_games,
        is_whole=not any(isinstance(event, GameScore | MatchScore) for event in events),
        lowest_wins=final.plan.lowest_wins,
        targets=() if final.plan.deals else tuple(final.plan.targets),
    )


def play_told_matches(game: AnyGame, rules: dict[str, Any], count: int, seed: str) -> tuple[ToldMatch, ...]:
    """Random matches under stored `rules`; the same seed gives the same matches."""
    options, rng = game.options_from(rules), random.Random(seed)  # noqa: S311  # chance for card games, not for secrets
    return tuple(_play_match(game, options, rng) for _number in range(count))


def _play_match(game: AnyGame, options: Any, rng: random.Random) -> ToldMatch:
    before = final = game.start(options)
    steps: list[Step] = []
    for event, after in play_random_steps(game, options, rng):
        steps.append((event, before, after))
        before = final = after
    return tell_match(game, steps, final)


def _list_hands(game: AnyGame, steps: Iterable[Step]) -> Iterator[ToldHand]:
    for event, before, after in steps:
        hand = _tell_hand(game, _unwrap(event), before, after)
        if hand.is_hand or any(hand.gained) or hand.ends_game:
            yield hand


def _tell_hand(game: AnyGame, event: Event, before: MatchState[Any], after: MatchState[Any]) -> ToldHand:
    closed = after.finished[len(before.finished) :]
    lines = closed[0].lines if closed else after.lines
    plays_again = not closed and after.begins_again and isinstance(event, HandEntry)
    hand = ToldHand(
        game=before.game_number,
        target=before.target,
        before=before.score,
        after=closed[0].counted_score if closed else _sum_tied(before, lines[-1]) if plays_again else after.score,
        is_hand=isinstance(event, HandEntry),
        ends_game=bool(closed),
        game_winner=closed[0].winner if closed else None,
        plays_again=plays_again,
    )
    if not isinstance(event, HandEntry):
        return hand
    return replace(hand, bonuses=tuple(_list_bonuses(game, event, lines[-1:])), declarer=_find_declarer(game, event))


def _sum_tied(before: MatchState[Any], line: ScoreLine) -> Score:
    """The level score of a hand after which the game is played again; its last step takes everything back."""
    *scored, _taken_back = line.steps
    return add_scores(before.score, sum_steps(scored, len(before.score)))


def _list_bonuses(game: AnyGame, event: HandEntry, lines: Iterable[ScoreLine]) -> Iterator[tuple[str, int]]:
    for line in lines:
        for step in line.steps:
            if step.reason in game.declared_bonuses:
                yield from ((step.reason, side) for side, points in enumerate(step.points) if points > 0)
    sweeper = _find_sweeper(event) if game.plays_cards else None
    if sweeper is not None:
        yield SWEEP, sweeper


def _find_sweeper(event: HandEntry) -> int | None:
    """The side of two that took all tricks or all points of a hand that was played to its end."""
    if getattr(event, "claim", None) is not None:
        return None
    counts = next((count for name in COUNTED_ALL if _is_filled(count := getattr(event, name, None))), None)
    if counts is None or min(counts) > 0 or max(counts) <= 0:
        return None
    return int(counts[1] > 0)


def _is_filled(count: object) -> bool:
    return isinstance(count, tuple) and len(count) == 2 and all(isinstance(part, int) for part in count)


def _find_declarer(game: AnyGame, event: HandEntry) -> int | None:
    """The seat of the declarer; a side is a seat where everybody plays alone."""
    seats = (getattr(event, name, None) for name in DECLARERS)
    return next((seat for seat in seats if isinstance(seat, int)), None)


def _unwrap(event: Event) -> Event:
    return event.event if isinstance(event, OverruledEvent) else event
