"""Rounds of an evening, played hand by hand by a model that the forecast does not share: gamma-distributed hands, table after table."""

import heapq
import random
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.clocks.forecasting import CHANGE_OF_TABLE, USUAL_HAND, FinishedMatch, ForecastInput, RunningMatch, compute_forecast

EVENING_SPREAD = 0.25
HAND_SHAPE = 7.0
"""Of the gamma distribution: hands differ from their table's pace by 38 %."""


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """When a match began, and when each of its hands ended: seconds of the evening."""

    began: float
    hands: tuple[float, ...]


def play_evening(rng: random.Random, lengths: Sequence[int], *, matches: int, tables: int, spread: float) -> list[PlayedTable]:
    """Every match of a round, at the first of the tables that becomes free."""
    evening = USUAL_HAND * rng.lognormvariate(0, EVENING_SPREAD)
    free = [0.0] * tables
    played = []
    for _match in range(matches):
        began = heapq.heappop(free)
        pace, ends, now = evening * rng.lognormvariate(0, spread), [], began
        for _hand in range(rng.choice(lengths)):
            now += rng.gammavariate(HAND_SHAPE, pace / HAND_SHAPE)
            ends.append(now)
        heapq.heappush(free, now + CHANGE_OF_TABLE)
        played.append(PlayedTable(began, tuple(ends)))
    return played


def look_at(played: Sequence[PlayedTable], now: float, lengths: Sequence[int], tables: int) -> ForecastInput:
    """What a director knows of the evening at a time."""
    over = [table for table in played if table.hands[-1] <= now]
    running = [table for table in played if table.began <= now < table.hands[-1]]
    return ForecastInput(
        lengths=lengths,
        finished=[FinishedMatch(len(table.hands), (table.hands[-1] - table.began) / len(table.hands)) for table in over],
        running=[RunningMatch(now - table.began, sum(end <= now for end in table.hands)) for table in running],
        waiting=len(played) - len(over) - len(running),
        later=(),
        tables=tables,
    )


def count_held(lengths: Sequence[int], *, evenings: int, minutes: float, seed: str, **evening: float) -> tuple[int, int, int]:
    """Of so many evenings that are not over yet: in how many the round's end lay in the interval, before it, after it."""
    rng, held, early, late, counted = random.Random(seed), 0, 0, 0, 0
    while counted < evenings:
        played = play_evening(rng, lengths, **evening)
        end, now = max(table.hands[-1] for table in played), minutes * 60
        if end <= now:
            continue
        counted += 1
        span = compute_forecast(look_at(played, now, lengths, int(evening["tables"])), f"{seed} {counted}").round
        early += now + span.early > end
        late += now + span.late < end
        held += now + span.early <= end <= now + span.late
    return held, early, late
