"""The scores at which a game of two sides can end: every sequence of hands, followed with whole tables of scores as bitmasks.

Bit `first * width + second` of a mask stands for the score `first`–`second`; adding a hand's points is a shift.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.feasibility import HandStage, list_bits
from rules.repairs import explain_change, list_meant_numbers
from rules.scorebook import BothOver, Plan, Score

MARGIN = 60
"""Games that go on level beyond their target are followed for so many points."""
WIDEST = 400
"""Games to more points than this are judged by the bounds of their last hand alone."""
MOST_EXTRA_HANDS = 8


@dataclass(frozen=True, slots=True)
class FinalScores:
    """A set of scores of two sides."""

    mask: int
    width: int

    def __contains__(self, score: Score) -> bool:
        return max(score) < self.width and min(score) >= 0 and bool(self.mask >> (score[0] * self.width + score[1]) & 1)

    def __iter__(self) -> Iterator[Score]:
        row = (1 << self.width) - 1
        for first in range(-(-self.mask.bit_length() // self.width)):
            for second in list_bits(self.mask >> first * self.width & row):
                yield first, second

    def list_nearest(self, score: Score) -> tuple[Score, ...]:
        """Three of those that a slip of the pen explains best: the fewest columns changed, then the likeliest change of a number."""
        same_column = [candidate for candidate in self if candidate[0] == score[0] or candidate[1] == score[1]]
        return sort_nearest(score, same_column or self)


def list_meant_scores(score: Score, is_possible: Callable[[Score], bool]) -> tuple[Score, ...]:
    """The possible scores that differ from this one by what a pen does to one number, the likeliest first."""
    meant = {
        (*score[:side], int(number), *score[side + 1 :])
        for side, points in enumerate(score)
        for number in list_meant_numbers(str(abs(points)))
    }
    return sort_nearest(score, filter(is_possible, meant - {score}))


def sort_nearest(score: Score, candidates: Iterable[Score], limit: int = 3) -> tuple[Score, ...]:
    return tuple(sorted(candidates, key=lambda candidate: (_compute_distance(score, candidate), candidate))[:limit])


def _compute_distance(written: Score, meant: Score) -> tuple[int, float, int]:
    changed = [(given, number) for given, number in zip(written, meant, strict=True) if given != number]
    unlikeliness = -explain_change(*map(str, changed[0]))[1] if len(changed) == 1 else 0.0
    return len(changed), unlikeliness, sum(abs(given - number) for given, number in changed)


@dataclass(frozen=True, slots=True)
class _Grid:
    width: int

    def mask_of(self, score: Score) -> int:
        return 1 << (score[0] * self.width + score[1])

    def add(self, scores: int, alternatives: Iterable[Score]) -> int:
        """Every one of the scores with every one of these points added."""
        after = 0
        for first, second in alternatives:
            after |= scores << (first * self.width + second)
        return after

    def mask_beyond(self, least: int) -> int:
        """Scores of which at least one side has `least` points or more."""
        row = (1 << self.width) - 1
        some = row ^ ((1 << min(least, self.width)) - 1)
        return sum((row if first >= least else some) << (first * self.width) for first in range(self.width))

    def mask_level(self) -> int:
        return sum(1 << (points * self.width + points) for points in range(self.width))


@lru_cache(maxsize=64)
def follow_to_target(plan: Plan, number: int, start: Score, stages: tuple[HandStage, ...]) -> tuple[FinalScores, FinalScores]:
    """The scores at which game `number` can end by its target when it stands at `start` and hands consist of `stages`, and those at which
    it is not over between two hands.
    """
    target = plan.target_points(number) or 0
    ceiling = max(target + MARGIN, *start)
    grid = _Grid(ceiling + find_most_points(stages) + 1)
    over = 0 if plan.by_claim_only else grid.mask_beyond(target + plan.strictly_above)
    tied = 0 if plan.both_over is BothOver.FIRST_SIDE else grid.mask_level()
    too_far = grid.mask_beyond(ceiling + 1)
    finals = between = 0
    visited = [0] * len(stages)
    scores = grid.mask_of(start)
    while scores:
        between |= scores
        for index, (alternatives, decides) in enumerate(stages):
            scores &= ~visited[index]
            visited[index] |= scores
            scores = grid.add(scores, alternatives)
            if decides:
                finals |= scores & over & ~tied
                scores &= ~over | tied
            scores &= ~too_far
    return FinalScores(finals, grid.width), FinalScores(between, grid.width)


@lru_cache(maxsize=64)
def compute_fixed_finals(plan: Plan, start: Score, stages: tuple[HandStage, ...], due: int) -> FinalScores:
    """The scores after `due` more hands; after a tie that does not stand, also those after extra hands."""
    grid = _Grid(max(start) + (due + MOST_EXTRA_HANDS) * find_most_points(stages) + 1)
    scores = grid.mask_of(start)
    for _hand in range(due):
        scores = _add_hand(grid, scores, stages)
    if plan.draws:
        return FinalScores(scores, grid.width)
    tied = grid.mask_level()
    finals = scores & ~tied
    for _hand in range(0 if plan.replay else MOST_EXTRA_HANDS):
        scores = _add_hand(grid, scores & tied, stages)
        finals |= scores & ~tied
    return FinalScores(finals, grid.width)


def add_partial_hand(scores: FinalScores, alternatives: Iterable[Score]) -> FinalScores:
    """The scores with a hand that was stopped; the alternatives hold no points that a whole hand cannot have."""
    return FinalScores(_Grid(scores.width).add(scores.mask, alternatives), scores.width)


def _add_hand(grid: _Grid, scores: int, stages: Sequence[HandStage]) -> int:
    for alternatives, _decides in stages:
        scores = grid.add(scores, alternatives)
    return scores


def find_most_points(stages: Sequence[HandStage]) -> int:
    """The most points of one side in one hand."""
    return sum(max(max(points) for points in alternatives) for alternatives, _decides in stages)
