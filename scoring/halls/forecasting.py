"""When the evening ends: pure, from how many hands a match takes, how long a hand takes, and how many tables there are.

Everything is in seconds from now. Many evenings are drawn by lot and the middle one is told, with the eighty in the middle of a hundred.
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
class Running:
    """A match at its table: seconds since it could begin, and the hands that were told."""

    elapsed: float
    hands: int


@dataclass(frozen=True, slots=True)
class Evening:
    """What is known now. `lengths` are hands of a match; `paces` seconds a hand of the matches that are over; `later` the number of
    matches of every round still to come; `tables` how many can play at once, 0 for as many as want to."""

    lengths: Sequence[int]
    paces: Sequence[float]
    running: Sequence[Running]
    waiting: int
    later: Sequence[int]
    tables: int


@dataclass(frozen=True, slots=True)
class Span:
    """Seconds from now: in the middle of all evenings, and of the eighty in the middle of a hundred the first and the last."""

    middle: float
    early: float
    late: float


@dataclass(frozen=True, slots=True)
class Forecast:
    round: Span
    stage: Span


def forecast(evening: Evening, seed: str) -> Forecast:
    """The end of the round at hand and of the stage; the same seed and the same evening give the same answer."""
    rng = random.Random(seed)  # noqa: S311 - the same forecast for everybody who looks
    ends = [_one_evening(evening, rng) for _evening in range(EVENINGS)]
    return Forecast(_span(end for end, _last in ends), _span(last for _end, last in ends))


def _one_evening(evening: Evening, rng: random.Random) -> tuple[float, float]:
    pace = _pace(evening, rng)
    busy = [_left(evening, one, pace, rng) for one in evening.running]
    end = _through_the_hall(busy, evening.waiting, evening, pace, rng)
    last = end
    for matches in evening.later:
        last += BETWEEN_ROUNDS + _through_the_hall([], matches, evening, pace, rng)
    return end, last


def _pace(evening: Evening, rng: random.Random) -> float:
    """Of this evening: what was seen, drawn again with chance, and the usual pace beside it."""
    seen = [rng.choice(evening.paces) for _match in evening.paces] if evening.paces else []
    usual = [USUAL_HAND * rng.lognormvariate(0, SPREAD) for _match in range(TRUST)]
    together = [*seen, *usual]
    return sum(together) / len(together)


def _duration(evening: Evening, pace: float, rng: random.Random) -> float:
    return rng.choice(evening.lengths) * pace * rng.lognormvariate(0, SPREAD / 2)


def _left(evening: Evening, running: Running, pace: float, rng: random.Random) -> float:
    """What is left of a match that has begun: of the matches that could be this one, those that are not over yet."""
    for _try in range(TRIES):
        if running.hands:
            hands = rng.choice(evening.lengths)
            if hands > running.hands:
                return (hands - running.hands) * pace
        elif (duration := _duration(evening, pace, rng)) > running.elapsed:
            return duration - running.elapsed
    return pace


def _through_the_hall(busy: list[float], waiting: int, evening: Evening, pace: float, rng: random.Random) -> float:
    """When the last of all is over: who waits sits down at the table that is free first."""
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
        end = begins + _duration(evening, pace, rng)
        heapq.heappush(ends, end)
        last = max(last, end)
    return last


def _span(seconds: Iterable[float]) -> Span:
    ordered = sorted(seconds)
    return Span(ordered[len(ordered) // 2], ordered[len(ordered) // 10], ordered[-1 - len(ordered) // 10])
