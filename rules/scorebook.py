"""The score of a match: games to a target, and hands that add steps."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from typing import Generic, Literal, TypeAlias, TypeVar

from rules.endings import Ending
from rules.events import Event, HandEntry
from rules.options import Options

Score = tuple[int, ...]
NewGameDealer: TypeAlias = Literal["rotates", "drawn"]
OptionsT = TypeVar("OptionsT", bound=Options)


class BothOver(StrEnum):
    """Who wins when several sides pass the target in one count."""

    HIGHER_THEN_EXTRA_HAND = "higher_then_extra_hand"
    FIRST_SIDE = "first_side"
    """The side named by the step (`ScoreStep.first`), because it counts first."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a match is won.

    `targets` has one number per game, the last one repeated; `deals` fixes the number of hands of each game instead. `games` fixes the
    number of games of the match: all of them are played, whoever has won the first ones, and `games_to_win` does not count.
    """

    sides: int = 2
    targets: tuple[int, ...] = ()
    games_to_win: int = 1
    strictly_above: bool = False
    both_over: BothOver = BothOver.HIGHER_THEN_EXTRA_HAND
    deals: int = 0
    draws: bool = False
    replay: bool = False
    """A tied game of a fixed number of hands is played again from nothing, instead of going on with one more hand."""
    games: int = 0
    decider: bool = False
    """A tied match goes on: one more game decides."""
    claims: bool = False
    by_claim_only: bool = False
    level_ends: bool = False
    """A game that reaches the target level is drawn; otherwise one more hand decides."""
    lowest_wins: bool = False
    """Points are penalties: whoever reaches the target ends the game, and the lowest score wins it."""
    falls: bool = False
    """Scores can go down from hand to hand."""
    dealer_of_new_game: NewGameDealer = "rotates"
    """`rotates`: the deal simply passes on; `drawn`: nobody is expected."""
    carries: bool = False
    """What the winner of a game has beyond its target stands to its credit in the next game, and may win that one too."""
    loser_keeps: bool = False
    """Where points are carried: whether the loser's stay for the next game."""

    @property
    def most_games(self) -> int:
        """The number of games after which the match is over, unless a tied one goes on."""
        return self.games or self.games_to_win * 2 - 1

    @property
    def walkover_games(self) -> int:
        """The number of games that a side has won when the others do not come."""
        return self.games or self.games_to_win

    @property
    def has_games_of_one_hand(self) -> bool:
        """Whether every hand is a game of a longer match: a list of hands then shows the games won."""
        return self.deals == 1 and self.most_games > 1

    @property
    def may_end_tied(self) -> bool:
        """Whether a match can end without a winner."""
        return not self.decider and self._counts_may_tie

    @property
    def needs_decider(self) -> bool:
        """Whether one game more than `most_games` may be played."""
        return self.decider and self._counts_may_tie

    @property
    def _counts_may_tie(self) -> bool:
        games_may_tie = self.draws if self.deals else self.level_ends
        return games_may_tie or (self.games > 0 and self.games % 2 == 0)

    def target_points(self, number: int) -> int | None:
        """Points that win game `number`, from 1; None when games have a fixed number of hands."""
        return self.targets[min(number, len(self.targets)) - 1] if self.targets and not self.deals else None

    def is_reached(self, points: int, number: int) -> bool:
        target = self.target_points(number)
        return target is not None and (points > target if self.strictly_above else points >= target)

    def find_winner(self, score: Score, number: int, first_side: int | None = None) -> int | None:
        """The side that has won game `number` with this score, or None. `first_side` is counted before the others."""
        if self.by_claim_only:
            return None
        sides_at_target = [side for side, points in enumerate(score) if self.is_reached(points, number)]
        if len(sides_at_target) > 1 and self.both_over is BothOver.FIRST_SIDE and first_side in sides_at_target:
            return first_side
        return self.find_best(score) if sides_at_target else None

    def find_best(self, score: Score) -> int | None:
        """The side with the best score; None when two share it."""
        return find_only_highest([-points for points in score] if self.lowest_wins else score)

    def ends_level(self, score: Score, number: int) -> bool:
        """Whether game `number`, with all its hands counted, is over although nobody has won it."""
        if self.deals:
            return self.draws
        return self.level_ends and any(self.is_reached(points, number) for points in score)


@dataclass(frozen=True, slots=True)
class ScoreStep:
    """One addition to the score: `points` for each side. The steps of a hand come in the order in which they are scored."""

    reason: str
    points: Score
    decides: bool = True
    """Whether the target is looked at right after this step."""
    ending: Ending = Ending.TARGET_REACHED
    first: int | None = None
    box: str = ""
    """The boxes of the printed sheet, one for each side, that show these points; empty where paper has none."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One event of a game, the steps that it scored, and the running score after it."""

    event: Event
    steps: tuple[ScoreStep, ...]
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
    lines: tuple[ScoreLine, ...] = ()
    carried: Score = ()

    @property
    def counted_score(self) -> Score:
        """The score at the end, including the points carried to the next game."""
        return add_scores(self.score, self.carried) if self.carried else self.score


@dataclass(frozen=True, slots=True)
class MatchState(Generic[OptionsT]):
    """The state of a match. Only `Game.start` and `Game.advance` make one for play."""

    options: OptionsT
    plan: Plan
    finished: tuple[FinishedGame, ...] = ()
    lines: tuple[ScoreLine, ...] = ()
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
        return self.plan.target_points(self.game_number)

    @property
    def score(self) -> Score:
        """Running score of the game being played."""
        return self.lines[-1].score if self.lines else self.carried or (0,) * self.plan.sides

    @property
    def hands(self) -> tuple[ScoreLine, ...]:
        """The counted hands of the game being played."""
        return tuple(line for line in self.lines if line.counts)

    @property
    def begins_again(self) -> bool:
        """Whether the last hand left the game tied, so that it is played again from nothing."""
        last_line = self.lines[-1] if self.lines else None
        return last_line is not None and isinstance(last_line.event, HandEntry) and not last_line.counts

    @property
    def games_won(self) -> Score:
        return tuple(sum(game.winner == side for game in self.finished) for side in range(self.plan.sides))


def build_standing(state: MatchState[OptionsT], number: int, score: Score) -> MatchState[OptionsT]:
    """A match of which only the number of the game being played and its running score are known."""
    earlier_games = tuple(
        FinishedGame(game_number, state.plan.target_points(game_number), (), None, Ending.SCORE_GIVEN) for game_number in range(1, number)
    )
    return replace(state, finished=earlier_games, carried=score)


def add_scores(score: Score, points: Score) -> Score:
    return tuple(points_before + points_added for points_before, points_added in zip(score, points, strict=True))


def sum_steps(steps: Iterable[ScoreStep], sides: int) -> Score:
    return reduce(add_scores, (step.points for step in steps), (0,) * sides)


def find_only_highest(score: Sequence[int]) -> int | None:
    """Index of the highest number; None when it occurs twice."""
    best = max(score)
    return score.index(best) if score.count(best) == 1 else None


def points_to_side(side: int, points: int, sides: int = 2) -> Score:
    return tuple(points if index == side else 0 for index in range(sides))


def rank_by_games_won(state: MatchState[OptionsT]) -> tuple[tuple[int, ...], ...]:
    """Sides from first to last place, by games won, then by points of the last game; sides that share a place are in one tuple."""
    score = state.finished[-1].score if state.over and state.finished else state.score
    sign = -1 if state.plan.lowest_wins else 1
    merit_by_side = [
        (games_won, sign * points) for games_won, points in zip(state.games_won, score or (0,) * state.plan.sides, strict=True)
    ]
    best_first = sorted(set(merit_by_side), reverse=True)
    return tuple(tuple(side for side, merit in enumerate(merit_by_side) if merit == rank_merit) for rank_merit in best_first)
