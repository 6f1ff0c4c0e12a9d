"""The chance of winning from a score, for two sides of equal strength. Pure.

What a hand gives is taken from random matches by the same rules, each hand also with its sides exchanged. From that distribution the
chance is exact: a chain over all scores of a game, and one over the games of the match. Scores to high targets are counted in larger units.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from records.told_matches.telling import ToldMatch
from rules.scorebook import Plan

MOST_UNITS = 60
"""A target has at most so many units; 41 points are 41 units, 1001 points are 59 of 17."""
Gains = Mapping[tuple[int, int], float]


def has_chances(plan: Plan) -> bool:
    """Whether the chain describes such a match: two sides, points that only rise, games to a target or of one hand."""
    if plan.sides != 2 or plan.falls or plan.lowest_wins or plan.carries or plan.by_claim_only or plan.games or plan.level_ends:
        return False
    return plan.deals == 1 if plan.deals else bool(plan.targets)


class WinningChances:
    """Chances under one plan. `sample` are random matches by its rules."""

    def __init__(self, plan: Plan, sample: Sequence[ToldMatch]) -> None:
        self.plan = plan
        counts = Counter((hand.gained[0], hand.gained[1]) for match in sample for hand in match.played)
        total = 2 * counts.total()
        self._gains: dict[tuple[int, int], float] = {}
        for (first, second), count in counts.items():
            for gained in ((first, second), (second, first)):
                self._gains[gained] = self._gains.get(gained, 0.0) + count / total
        self._games: dict[int, Mapping[tuple[int, int], float]] = {}

    def compute_chance(self, games_won: tuple[int, int], number: int, score: tuple[int, int]) -> float:
        """The chance that the first side wins the match, when game `number` stands at `score`."""
        first, second = games_won
        if first >= self.plan.games_to_win or second >= self.plan.games_to_win:
            return float(first > second)
        game = self._compute_game(number, score)
        need = self.plan.games_to_win - first, self.plan.games_to_win - second
        return game * compute_race(need[0] - 1, need[1]) + (1 - game) * compute_race(need[0], need[1] - 1)

    def _compute_game(self, number: int, score: tuple[int, int]) -> float:
        """The chance that the first side wins the game."""
        target = self.plan.target_points(number)
        if target is None:
            return 0.5
        needed = target + self.plan.strictly_above
        unit = -(-needed // MOST_UNITS)
        if target not in self._games:
            self._games[target] = compute_chain(share_units(self._gains, unit), -(-needed // unit))
        return interpolate(self._games[target], score[0] / unit, score[1] / unit, -(-needed // unit))


@lru_cache(maxsize=256)
def compute_race(first: int, second: int) -> float:
    """The chance of whoever needs `first` games before the other wins `second`, each game being even."""
    if first <= 0:
        return 1.0
    if second <= 0:
        return 0.0
    return (compute_race(first - 1, second) + compute_race(first, second - 1)) / 2


def share_units(gains: Gains, unit: int) -> Gains:
    """The gains in units; what lies between two units is shared between them, so that the mean stays."""
    if unit == 1:
        return gains
    shared: dict[tuple[int, int], float] = {}
    for (first, second), probability in gains.items():
        for left, left_share in _split(first, unit):
            for right, right_share in _split(second, unit):
                shared[left, right] = shared.get((left, right), 0.0) + probability * left_share * right_share
    return shared


def _split(points: int, unit: int) -> tuple[tuple[int, float], ...]:
    whole, rest = divmod(points, unit)
    return ((whole, 1 - rest / unit), (whole + 1, rest / unit)) if rest else ((whole, 1.0),)


def compute_chain(gains: Gains, target: int) -> Mapping[tuple[int, int], float]:
    """By score below the target the chance of the first side: the higher one beyond the target wins, and level there is even."""
    chances: dict[tuple[int, int], float] = {}
    steps = [(first, second, probability) for (first, second), probability in gains.items() if first or second]
    moving = sum(probability for _first, _second, probability in steps)
    for total in range(2 * target - 2, -1, -1):
        for own in range(max(0, total - target + 1), min(target - 1, total) + 1):
            rest = total - own
            value = 0.0
            for first, second, probability in steps:
                left, right = own + first, rest + second
                if left >= target or right >= target:
                    value += probability * (1.0 if left > right else 0.5 if left == right else 0.0)
                else:
                    value += probability * chances[left, right]
            chances[own, rest] = value / moving
    return chances


def interpolate(chances: Mapping[tuple[int, int], float], own: float, rest: float, target: int) -> float:
    """The chance at a score between whole units; beyond the target, where a level score goes on, it is even."""
    if own >= target or rest >= target:
        return 0.5 if own == rest else float(own > rest)
    left, right = int(own), int(rest)
    parts = [
        ((left + step_left, right + step_right), _weigh(own - left, step_left) * _weigh(rest - right, step_right))
        for step_left in (0, 1)
        for step_right in (0, 1)
    ]
    return sum(weight * _read_chance(chances, at, target) for at, weight in parts if weight)


def _weigh(rest: float, step: int) -> float:
    return rest if step else 1 - rest


def _read_chance(chances: Mapping[tuple[int, int], float], at: tuple[int, int], target: int) -> float:
    if max(at) >= target:
        return 0.5 if at[0] == at[1] else float(at[0] > at[1])
    return chances[at]
