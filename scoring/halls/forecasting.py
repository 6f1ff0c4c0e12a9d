"""Forecast of when a round and a stage end: pure, from hands per match, seconds per hand and the number of tables.

All times are seconds from now. Many evenings are simulated; the result is the median and the interval that holds eighty of a hundred.
"""

import heapq
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

EVENINGS = 300
CHANGE_OF_TABLE = 120
"""Seconds until the next two sit at a table that became free."""
BETWEEN_ROUNDS = 600
"""Seconds from the last result of a round to the first hand of the next."""
USUAL_HAND = 180
"""Seconds for a hand where nothing is known of the evening yet: deal, play, count, write."""
TRUST = 2
"""For as many matches the usual pace counts beside those of the evening."""
SPREAD = 0.25
TRIES = 12


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """A match at its table: seconds since it could begin, and the number of hands entered."""

    elapsed: float
    hands: int


@dataclass(frozen=True, slots=True)
class ForecastInput:
    """What is known now. `lengths` are hands per match; `paces` are seconds per hand of finished matches; `waiting` is the number of
    matches without a table; `later` the number of matches of each coming round; `tables` how many can play at once, 0 for no limit.
    """

    lengths: Sequence[int]
    paces: Sequence[float]
    running: Sequence[RunningMatch]
    waiting: int
    later: Sequence[int]
    tables: int


@dataclass(frozen=True, slots=True)
class Span:
    """Seconds from now: the median of all simulated evenings, and the bounds of the middle eighty percent."""

    middle: float
    early: float
    late: float


@dataclass(frozen=True, slots=True)
class Forecast:
    round: Span
    stage: Span


def compute_forecast(evening: ForecastInput, seed: str) -> Forecast:
    """Compute when the current round and the stage end; the same seed and the same input give the same result."""
    rng = random.Random(seed)  # noqa: S311 - the same forecast for everybody who looks
    ends = [_simulate_evening(evening, rng) for _evening in range(EVENINGS)]
    return Forecast(_compute_span(round_end for round_end, _stage_end in ends), _compute_span(stage_end for _round_end, stage_end in ends))


def _simulate_evening(evening: ForecastInput, rng: random.Random) -> tuple[float, float]:
    """Simulate one evening: seconds until the current round ends and until the stage ends."""
    pace = _draw_pace(evening, rng)
    busy = [_draw_time_left(evening, match, pace, rng) for match in evening.running]
    end = _simulate_hall(busy, evening.waiting, evening, pace, rng)
    last = end
    for matches in evening.later:
        last += BETWEEN_ROUNDS + _simulate_hall([], matches, evening, pace, rng)
    return end, last


def _draw_pace(evening: ForecastInput, rng: random.Random) -> float:
    """Draw the seconds per hand of one evening: a bootstrap sample of the observed paces together with a few draws of the usual pace."""
    observed = [rng.choice(evening.paces) for _match in evening.paces] if evening.paces else []
    usual = [USUAL_HAND * rng.lognormvariate(0, SPREAD) for _match in range(TRUST)]
    paces = [*observed, *usual]
    return sum(paces) / len(paces)


def _draw_duration(evening: ForecastInput, pace: float, rng: random.Random) -> float:
    return rng.choice(evening.lengths) * pace * rng.lognormvariate(0, SPREAD / 2)


def _draw_time_left(evening: ForecastInput, running: RunningMatch, pace: float, rng: random.Random) -> float:
    """Draw the seconds left of a running match: draw whole matches until one lasts longer than this one so far; else one hand more."""
    for _try in range(TRIES):
        if running.hands:
            hands = rng.choice(evening.lengths)
            if hands > running.hands:
                return (hands - running.hands) * pace
        elif (duration := _draw_duration(evening, pace, rng)) > running.elapsed:
            return duration - running.elapsed
    return pace


def _simulate_hall(busy: list[float], waiting: int, evening: ForecastInput, pace: float, rng: random.Random) -> float:
    """Simulate seconds until all matches are over: a waiting match takes the first table that becomes free."""
    ends = list(busy)
    heapq.heapify(ends)
    free = max(0, evening.tables - len(ends)) if evening.tables else waiting
    last = max(ends, default=0.0)
    for _match in range(waiting):
        begins = 0.0
        if free:
            free -= 1
        else:
            begins = heapq.heappop(ends) + CHANGE_OF_TABLE
        end = begins + _draw_duration(evening, pace, rng)
        heapq.heappush(ends, end)
        last = max(last, end)
    return last


def _compute_span(seconds: Iterable[float]) -> Span:
    ordered = sorted(seconds)
    return Span(ordered[len(ordered) // 2], ordered[len(ordered) // 10], ordered[-1 - len(ordered) // 10])
