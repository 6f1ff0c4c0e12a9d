"""The score of a match: games to a target, hands that add steps, and the reasons for which a game or a match ends."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from typing import Generic, TypeVar

from rules.events import Event
from rules.options import Options
from rules.texts import _

Score = tuple[int, ...]
OptionsT = TypeVar("OptionsT", bound=Options)


class Ending(StrEnum):
    """Why a game, or a match, is over."""

    TARGET_REACHED = "target_reached"
    TURNED_CARD = "turned_card"
    DECLARATION = "declaration"
    CLAIM = "claim"
    WRONG_CLAIM = "wrong_claim"
    PENALTY = "penalty"
    DEALS_PLAYED = "deals_played"
    SCORE_GIVEN = "score_given"
    GAMES_WON = "games_won"
    RESULT_GIVEN = "result_given"

    @property
    def label(self) -> str:
        return ENDING_LABELS[self]


ENDING_LABELS = {
    Ending.TARGET_REACHED: _("target reached"),
    Ending.TURNED_CARD: _("target reached with the turned card"),
    Ending.DECLARATION: _("target reached with a declaration"),
    Ending.CLAIM: _("right claim"),
    Ending.WRONG_CLAIM: _("wrong claim"),
    Ending.PENALTY: _("penalty"),
    Ending.DEALS_PLAYED: _("all hands played"),
    Ending.SCORE_GIVEN: _("entered as a final score"),
    Ending.GAMES_WON: _("games won"),
    Ending.RESULT_GIVEN: _("entered as a result"),
}


class BothOver(StrEnum):
    """Who wins when several sides pass the target in one count."""

    HIGHER_THEN_EXTRA_HAND = "higher_then_extra_hand"
    FIRST_SIDE = "first_side"
    """The side named by the step (`Step.first`), because it counts first."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a match is won. `targets` has one number per game, the last one repeated; `deals` instead fixes the hands of each game."""

    sides: int = 2
    targets: tuple[int, ...] = ()
    games_to_win: int = 1
    strictly_above: bool = False
    both_over: BothOver = BothOver.HIGHER_THEN_EXTRA_HAND
    deals: int = 0
    draws: bool = False
    claims: bool = False
    by_claim_only: bool = False
    level_ends: bool = False
    """A game that reaches the target level is drawn; otherwise one more hand decides."""
    lowest_wins: bool = False
    """Points are penalties: whoever reaches the target ends the game, and the lowest score wins it."""
    falls: bool = False
    """Scores can go down from hand to hand."""
    dealer_of_new_game: str = "rotates"
    """`rotates`: the deal simply passes on; `drawn`: nobody is expected."""
    carries: bool = False
    """What the winner of a game has beyond its target stands to its credit in the next game, and may win that one too."""
    loser_keeps: bool = False
    """Where points are carried: whether the loser's stay for the next game."""

    @property
    def most_games(self) -> int:
        return self.games_to_win * 2 - 1

    def target(self, number: int) -> int | None:
        """Points that win game `number` (1 is the first); None when only the deals are counted."""
        return self.targets[min(number, len(self.targets)) - 1] if self.targets and not self.deals else None

    def reached(self, points: int, number: int) -> bool:
        target = self.target(number)
        return target is not None and (points > target if self.strictly_above else points >= target)

    def leader(self, score: Score, number: int, first: int | None = None) -> int | None:
        """The side that has won game `number` with this score, if one has. `first` counts before the others."""
        if self.by_claim_only:
            return None
        there = [side for side, points in enumerate(score) if self.reached(points, number)]
        if len(there) > 1 and self.both_over is BothOver.FIRST_SIDE and first in there:
            return first
        return self.best(score) if there else None

    def best(self, score: Score) -> int | None:
        """The side that nobody equals."""
        return only_highest([-points for points in score] if self.lowest_wins else score)

    def ends_level(self, score: Score, number: int) -> bool:
        """Whether game `number`, of which all hands are counted, is over though nobody has won it."""
        if self.deals:
            return self.draws
        return self.level_ends and any(self.reached(points, number) for points in score)


@dataclass(frozen=True, slots=True)
class Step:
    """One addition to the score: `points` for every side. Steps of a hand come in the order in which they are scored."""

    reason: str
    points: Score
    decides: bool = True
    """Whether the target is looked at right after this step."""
    ending: Ending = Ending.TARGET_REACHED
    first: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One event of a game with what it scored and the running score after it."""

    event: Event
    steps: tuple[Step, ...]
    score: Score
    counts: bool = True
    """Whether it is a hand of the game (a void hand or a fine is not)."""


@dataclass(frozen=True, slots=True)
class FinishedGame:
    number: int
    target: int | None
    score: Score
    """At its end, without what is carried to the next game."""
    winner: int | None
    ending: Ending
    lines: tuple[Line, ...] = ()
    carried: Score = ()

    @property
    def counted(self) -> Score:
        """At its end, with what is carried to the next game."""
        return add(self.score, self.carried) if self.carried else self.score


@dataclass(frozen=True, slots=True)
class MatchState(Generic[OptionsT]):
    """Where a match stands. Only `Game.advance` makes a new one."""

    options: OptionsT
    plan: Plan
    finished: tuple[FinishedGame, ...] = ()
    lines: tuple[Line, ...] = ()
    """Of the game being played."""
    dealer: int | None = None
    """Seat that deals next; None when nobody knows."""
    winner: int | None = None
    ending: Ending | None = None
    """Why the match is over; None while it is not."""
    carried: Score = ()
    """Score of the game being played before its first line: carried from the last game, or all that is known of a single recorded hand."""

    @property
    def over(self) -> bool:
        return self.ending is not None

    @property
    def game_number(self) -> int:
        return len(self.finished) + 1

    @property
    def target(self) -> int | None:
        """Of the game being played."""
        return self.plan.target(self.game_number)

    @property
    def score(self) -> Score:
        """Running score of the game being played."""
        return self.lines[-1].score if self.lines else self.carried or (0,) * self.plan.sides

    @property
    def hands(self) -> tuple[Line, ...]:
        """The counted hands of the game being played."""
        return tuple(line for line in self.lines if line.counts)

    @property
    def games_won(self) -> Score:
        return tuple(sum(game.winner == side for game in self.finished) for side in range(self.plan.sides))


def standing_at(state: MatchState[OptionsT], number: int, score: Score) -> MatchState[OptionsT]:
    """A match of which only the running score of game `number` is known."""
    before = tuple(FinishedGame(game, state.plan.target(game), (), None, Ending.SCORE_GIVEN) for game in range(1, number))
    return replace(state, finished=before, carried=score)


def add(score: Score, points: Score) -> Score:
    return tuple(have + more for have, more in zip(score, points, strict=True))


def total(steps: Iterable[Step], sides: int) -> Score:
    return reduce(add, (step.points for step in steps), (0,) * sides)


def only_highest(score: Sequence[int]) -> int | None:
    """The index of the highest number, None when two share it."""
    best = max(score)
    return score.index(best) if score.count(best) == 1 else None


def to_side(side: int, points: int, sides: int = 2) -> Score:
    return tuple(points if index == side else 0 for index in range(sides))


def placing(state: MatchState[OptionsT]) -> tuple[tuple[int, ...], ...]:
    """Sides from the first place to the last by games won, then by the points of the last game; those that share a place together."""
    score = state.finished[-1].score if state.over and state.finished else state.score
    sign = -1 if state.plan.lowest_wins else 1
    merits = [(won, sign * points) for won, points in zip(state.games_won, score or (0,) * state.plan.sides, strict=True)]
    best_first = sorted(set(merits), reverse=True)
    return tuple(tuple(side for side, merit in enumerate(merits) if merit == place) for place in best_first)
