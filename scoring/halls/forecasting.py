"""Forecast of when a round and a stage end: pure, from hands per match, the pace of the evening's matches and the number of tables.

All times are seconds from now. The model: an evening has a pace (seconds per hand), every table differs from it by a factor of its own,
every hand differs from its table's pace. What was played so far tells about all three; many evenings that agree with it are drawn, and
the result is their median and the interval that holds eighty of a hundred. `tests/scoring/test_forecast.py` counts
how often it does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

EVENINGS = 400
CHANGE_OF_TABLE = 120
"""Seconds until the next two sit at a table that became free."""
BETWEEN_ROUNDS = 600
"""Seconds from the last result of a round to the first hand of the next."""
USUAL_HAND = 180
"""Seconds for a hand where nothing is known of the evening yet: deal, play, count, write."""
EVENING_SPREAD = 0.25
"""By how much evenings differ from the usual hand: standard deviation of the logarithm, as the other spreads."""
TABLE_SPREADS = np.linspace(0.05, 0.5, 10)
"""By how much the tables of an evening may differ."""
USUAL_SPREAD, SPREAD_DOUBT = 0.2, 0.4
"""Which of these is likely before anything was played: around the first, by a factor of e to the second."""
HAND_SPREAD = 0.35
"""By how much a hand differs from the pace of its table."""

Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """A match at its table: seconds since it could begin, and the number of hands entered."""

    elapsed: float
    hands: int


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that was entered hand by hand: how many, and seconds per hand."""

    hands: int
    pace: float


@dataclass(frozen=True, slots=True)
class ForecastInput:
    """What is known now. `lengths` are hands per match; `waiting` is the number of matches without a table; `later` the number of matches
    of each coming round; `later_lengths` hands per match in each of them, where they are played by other rules (none for as now);
    `tables` how many can play at once, 0 for no limit.
    """

    lengths: Sequence[int]
    finished: Sequence[FinishedMatch]
    running: Sequence[RunningMatch]
    waiting: int
    later: Sequence[int]
    tables: int
    later_lengths: Sequence[Sequence[int]] = ()


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
    rng = np.random.default_rng(int.from_bytes(sha256(seed.encode()).digest()[:8], "big"))
    paces = _EveningPaces.learn(evening, rng)
    busy = _draw_times_left(evening, paces, rng)
    last = end = _play_waiting(busy, evening.waiting, evening, paces, rng)
    later_lengths = evening.later_lengths or (evening.lengths,) * len(evening.later)
    for matches, lengths in zip(evening.later, later_lengths, strict=True):
        coming = replace(evening, lengths=lengths)
        last = last + BETWEEN_ROUNDS + _play_waiting(np.zeros((EVENINGS, 0)), matches, coming, paces, rng)
    return Forecast(_compute_span(end), _compute_span(last))


@dataclass(frozen=True, slots=True)
class _EveningPaces:
    """Drawn evenings that agree with what was played: logarithm of the pace of each, and by how much its tables differ."""

    pace: Floats
    spread: Floats
    running: Floats
    """Logarithm of the pace of every running table: evenings × matches."""

    @classmethod
    def learn(cls, evening: ForecastInput, rng: np.random.Generator) -> _EveningPaces:
        """Draw from the posterior: spreads on a grid, then the evening's pace, then every running table's; all normal in the logarithm."""
        observed, error = _list_observed_paces(evening)
        usual, doubt = np.log(USUAL_HAND), EVENING_SPREAD**2
        variances = TABLE_SPREADS[:, None] ** 2 + error**2  # of an observed pace around the evening's
        precision = 1 / doubt + (1 / variances).sum(axis=1)
        mean = (usual / doubt + (observed / variances).sum(axis=1)) / precision
        fit = -0.5 * (np.log(variances).sum(axis=1) + np.log(precision) + (observed**2 / variances).sum(axis=1) - precision * mean**2)
        fit -= 0.5 * (np.log(TABLE_SPREADS / USUAL_SPREAD) / SPREAD_DOUBT) ** 2
        weight = np.exp(fit - fit.max())
        chosen = rng.choice(len(TABLE_SPREADS), EVENINGS, p=weight / weight.sum())
        pace = rng.normal(mean[chosen], precision[chosen] ** -0.5)
        spread = TABLE_SPREADS[chosen]
        entered = [place for place, match in enumerate(evening.running) if match.hands]
        running = rng.normal(pace[:, None], spread[:, None], (EVENINGS, len(evening.running)))
        if entered:
            ours = slice(len(observed) - len(entered), None)
            trust = 1 / spread[:, None] ** 2 + 1 / error[ours] ** 2
            centre = (pace[:, None] / spread[:, None] ** 2 + observed[ours] / error[ours] ** 2) / trust
            running[:, entered] = rng.normal(centre, trust**-0.5)
        return cls(pace, spread, running)

    def draw_tables(self, rng: np.random.Generator, matches: int) -> Floats:
        """Seconds per hand of tables that nothing is known of."""
        return np.exp(rng.normal(self.pace[:, None], self.spread[:, None], (EVENINGS, matches)))


def _list_observed_paces(evening: ForecastInput) -> tuple[Floats, Floats]:
    """Logarithms of the paces that were seen, and their errors: finished matches, then running ones with hands, half a hand under way."""
    hands = [match.hands for match in evening.finished] + [match.hands + 0.5 for match in evening.running if match.hands]
    paces = [match.pace for match in evening.finished]
    paces += [max(match.elapsed, 1.0) / (match.hands + 0.5) for match in evening.running if match.hands]
    return np.log(np.array(paces, dtype=float)), HAND_SPREAD / np.sqrt(np.array(hands, dtype=float))


def _draw_hands(rng: np.random.Generator, paces: Floats, hands: NDArray[np.int_] | Floats) -> Floats:
    """Seconds for so many hands at these paces."""
    return paces * hands * np.maximum(0.1, 1 + HAND_SPREAD / np.sqrt(np.maximum(hands, 1)) * rng.standard_normal(hands.shape))


def _draw_times_left(evening: ForecastInput, paces: _EveningPaces, rng: np.random.Generator) -> Floats:
    """Draw the seconds left of every running match: evenings × matches."""
    lengths = np.sort(np.array(evening.lengths))
    left = np.empty((EVENINGS, len(evening.running)))
    for place, match in enumerate(evening.running):
        pace = np.exp(paces.running[:, place])
        left[:, place] = _draw_hands_left(lengths, match, pace, rng) if match.hands else _draw_silent_match(lengths, match, pace, rng)
    return left


def _draw_hands_left(lengths: NDArray[np.int_], match: RunningMatch, pace: Floats, rng: np.random.Generator) -> Floats:
    """A match whose hands are entered: a length above those played, one hand more if there is none; half of the present hand is over."""
    longer = lengths[np.searchsorted(lengths, match.hands, side="right") :]
    whole = rng.choice(longer, EVENINGS) if len(longer) else np.full(EVENINGS, match.hands + 1)
    return _draw_hands(rng, pace, whole - match.hands - 0.5)


def _draw_silent_match(lengths: NDArray[np.int_], match: RunningMatch, pace: Floats, rng: np.random.Generator) -> Floats:
    """A match that is entered when it is over: drawn until it lasts longer than so far; else one hand more."""
    tries = 12
    whole = _draw_hands(rng, np.repeat(pace[:, None], tries, axis=1), rng.choice(lengths, (EVENINGS, tries)))
    longer = whole > match.elapsed
    first = longer.argmax(axis=1)
    return np.where(longer.any(axis=1), np.take_along_axis(whole, first[:, None], axis=1)[:, 0] - match.elapsed, pace)


def _play_waiting(busy: Floats, waiting: int, evening: ForecastInput, paces: _EveningPaces, rng: np.random.Generator) -> Floats:
    """Seconds until all matches of a round are over, by evening: a waiting match takes the first table that becomes free."""
    lengths = rng.choice(np.array(evening.lengths), (EVENINGS, waiting))
    durations = _draw_hands(rng, paces.draw_tables(rng, waiting), lengths)
    free = max(0, evening.tables - busy.shape[1]) if evening.tables else waiting
    tables = np.concatenate([busy, durations[:, :free]], axis=1)
    rows = np.arange(EVENINGS)
    for match in range(free, waiting):
        first = tables.argmin(axis=1)
        tables[rows, first] += CHANGE_OF_TABLE + durations[:, match]
    return tables.max(axis=1, initial=0.0)


def _compute_span(seconds: Floats) -> Span:
    early, middle, late = np.quantile(seconds, [0.1, 0.5, 0.9])
    return Span(float(middle), float(early), float(late))
