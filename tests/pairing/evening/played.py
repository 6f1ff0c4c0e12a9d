"""Evenings that are played event by event, table by table, by a model that the planner does not share: gamma-distributed hands, breaks of
chance between rounds, stages side by side that do not wait for each other.
"""

import heapq
import random
from collections import deque
from collections.abc import Sequence

HAND, EVENING_SPREAD, HAND_SHAPE = 180, 0.25, 7.0
TABLE_SPREAD, SPREAD_DOUBT = 0.22, 0.4
CHANGE, BREAK, BREAK_SHAPE = 120, 600, 25.0


class PlayedEvening:
    """One evening: a clock, tables, and matches that wait for one."""

    def __init__(self, rng: random.Random, tables: int, lengths: Sequence[int]) -> None:
        self.rng, self.lengths, self.free = rng, lengths, tables
        self.pace = HAND * rng.lognormvariate(0, EVENING_SPREAD)
        self.spread = min(0.5, max(0.05, TABLE_SPREAD * rng.lognormvariate(0, SPREAD_DOUBT)))
        self.events: list[tuple[float, int, str, int]] = []
        self.order, self.end = 0, 0.0
        self.waiting: deque[int] = deque()

    def later(self, time: float, what: str, stage: int) -> None:
        self.order += 1
        heapq.heappush(self.events, (time, self.order, what, stage))

    def draw_duration(self) -> float:
        pace, hands = self.pace * self.rng.lognormvariate(0, self.spread), self.rng.choice(self.lengths)
        return self.rng.gammavariate(HAND_SHAPE * hands, pace / HAND_SHAPE)

    def seat(self, now: float) -> None:
        while self.free and self.waiting:
            self.free -= 1
            self.later(now + self.draw_duration(), "over", self.waiting.popleft())


def play(rng: random.Random, stages: Sequence[tuple[tuple[int, int] | None, Sequence[int]]], tables: int, lengths: Sequence[int]) -> float:
    """Minutes until the last match is over. A stage is what it waits for, another's place and round, and its matches round by round."""
    evening = PlayedEvening(rng, tables, lengths)
    number, left = [0] * len(stages), [0] * len(stages)
    for place, (after, _rounds) in enumerate(stages):
        if after is None:
            evening.later(0.0, "round", place)
    while evening.events:
        now, _order, what, place = heapq.heappop(evening.events)
        if what == "round":
            number[place] += 1
            left[place] = stages[place][1][number[place] - 1]
            evening.waiting.extend([place] * left[place])
        elif what == "free":
            evening.free += 1
        else:
            evening.end = now
            evening.later(now + CHANGE, "free", place)
            left[place] -= 1
            if not left[place]:
                for following in list_following(stages, place, number[place]):
                    evening.later(now + rng.gammavariate(BREAK_SHAPE, BREAK / BREAK_SHAPE), "round", following)
        evening.seat(now)
    return evening.end / 60


def list_following(stages, place: int, over: int) -> list[int]:
    """The stages that have a round to begin when that round is over."""
    own = [place] if over < len(stages[place][1]) else []
    return own + [other for other, (after, _rounds) in enumerate(stages) if after == (place, over)]
