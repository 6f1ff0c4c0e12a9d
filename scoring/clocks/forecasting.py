"""Forecast of when a round and a stage end: pure, from hands per match, the pace of the evening's matches and the number of tables.

All times are seconds from now. The model: an evening has a pace (seconds per hand), every table differs from it by a factor of its own,
every hand differs from its table's pace. What was played so far tells about all three; many evenings that agree with it are drawn, and
the result is their median and the interval that holds eighty of a hundred. `tests/scoring/clocks/test_forecast.py` counts
how often it does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.clocks.durations import HAND_SPREAD, TABLE_SPREADS, DurationCurve, Floats, compute_curves

EVENINGS, LEAST_EVENINGS = 400, 100
"""How many are drawn, and how many at least in a hall of thousands."""
MOST_DRAWS = 60_000
"""Evenings times matches, from which on fewer evenings are drawn."""
CHANGE_OF_TABLE = 120
"""Seconds until the next two sit at a table that became free."""
BETWEEN_ROUNDS = 600
"""Seconds from the last result of a round to the first hand of the next."""
USUAL_HAND = 180
"""Seconds for a hand where nothing is known of the evening yet: deal, play, count, write."""
EVENING_SPREAD = 0.25
"""By how much evenings differ from the usual hand: standard deviation of the logarithm, as the other spreads."""
USUAL_SPREAD, SPREAD_DOUBT = 0.22, 0.4
"""Which spread of the tables is likely before anything was played: half of the evenings lie below the first, and the second is the
standard deviation of its logarithm. In a hall of a thousand nothing else is known of the slowest table.
"""
MOST_SLOWING = 0.9
CANDIDATES = 4000
"""Evenings among which those are chosen that agree with results alone."""
TRIES = 12
"""A match that is entered when it is over lasts one hand more where none of so many would last as long as it did."""


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """A match at its table: seconds since people sat down, and the number of hands entered. `seen` are the seconds of which it is known
    how many hands they took: all of them, or those since the first entered hand, which is where `unseen` hands were over.
    """

    elapsed: float
    hands: int
    seen: float | None = None
    unseen: int = 0

    @property
    def seconds(self) -> float:
        return max(self.elapsed if self.seen is None else self.seen, 1.0)

    @property
    def seen_hands(self) -> float:
        """With half of the hand under way."""
        return self.hands - self.unseen + 0.5


@dataclass(frozen=True, slots=True)
class FinishedMatch:
    """A match that was entered hand by hand: how many, and seconds per hand."""

    hands: int
    pace: float


@dataclass(frozen=True, slots=True)
class Slowing:
    """By which share of the mean hand the last hand of a match is longer than the first: the mean, and the standard deviation of what is
    known of it.
    """

    mean: float = 0.0
    doubt: float = 0.0


@dataclass(frozen=True, slots=True)
class ForecastInput:
    """What is known now. `lengths` are hands per match; `waiting` is the number of matches without a table; `later` the number of matches
    of each coming round; `later_lengths` hands per match in each of them, where they are played by other rules (none for as now);
    `tables` how many can play at once, 0 for no limit. `ended` are the seconds that matches lasted of which only the result was entered.
    """

    lengths: Sequence[int]
    finished: Sequence[FinishedMatch]
    running: Sequence[RunningMatch]
    waiting: int
    later: Sequence[int]
    tables: int
    later_lengths: Sequence[Sequence[int]] = ()
    slowing: Slowing = Slowing()
    ended: Sequence[float] = ()


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
    curves = compute_curves(tuple(sorted(evening.lengths)))
    paces = EveningPaces.learn(evening, curves, _count_evenings(evening), rng)
    busy = _draw_times_left(evening, curves, paces, rng)
    last = end = play_waiting(busy, evening.waiting, evening.tables, curves, paces, rng)
    later_lengths = evening.later_lengths or (evening.lengths,) * len(evening.later)
    nobody = np.zeros((len(paces.pace), 0))
    for matches, lengths in zip(evening.later, later_lengths, strict=True):
        coming = compute_curves(tuple(sorted(lengths)))
        last = last + BETWEEN_ROUNDS + play_waiting(nobody, matches, evening.tables, coming, paces, rng)
    return Forecast(_compute_span(end), _compute_span(last))


def _count_evenings(evening: ForecastInput) -> int:
    queued = evening.waiting + sum(evening.later) if evening.tables else 0
    return max(LEAST_EVENINGS, min(EVENINGS, MOST_DRAWS // max(1, len(evening.running) + queued)))


@dataclass(frozen=True, slots=True)
class EveningPaces:
    """Drawn evenings that agree with what was played: logarithm of the pace of each, and by how much its tables differ."""

    pace: Floats
    spread: NDArray[np.int_]
    """Its place among `TABLE_SPREADS`."""
    running: Floats
    """Logarithm of the pace of every running table: evenings × matches."""
    slowing: Floats
    """By which share of the mean hand the last hand of a match is longer than the first."""

    @classmethod
    def learn(cls, evening: ForecastInput, curves: tuple[DurationCurve, ...], evenings: int, rng: np.random.Generator) -> EveningPaces:
        """Draw from the posterior: spreads on a grid, then the evening's pace, then every running table's; all normal in the logarithm.

        Where results are entered alone, what lasted how long chooses among more evenings than are wanted.
        """
        observed, error = _list_observed_paces(evening)
        usual, doubt = np.log(USUAL_HAND), EVENING_SPREAD**2
        variances = TABLE_SPREADS[:, None] ** 2 + error**2  # of an observed pace around the evening's
        precision = 1 / doubt + (1 / variances).sum(axis=1)
        mean = (usual / doubt + (observed / variances).sum(axis=1)) / precision
        fit = -0.5 * (np.log(variances).sum(axis=1) + np.log(precision) + (observed**2 / variances).sum(axis=1) - precision * mean**2)
        # the density of a logarithm, on a grid of what it is the logarithm of, loses a factor 1 / spread
        fit -= np.log(TABLE_SPREADS) + 0.5 * (np.log(TABLE_SPREADS / USUAL_SPREAD) / SPREAD_DOUBT) ** 2
        weight = np.exp(fit - fit.max())
        candidates = CANDIDATES if evening.ended else evenings
        chosen = rng.choice(len(TABLE_SPREADS), candidates, p=weight / weight.sum())
        pace = rng.normal(mean[chosen], precision[chosen] ** -0.5)
        if evening.ended:
            kept = _choose_by_results(evening, curves, pace, chosen, evenings, rng)
            pace, chosen = pace[kept], chosen[kept]
        spread = TABLE_SPREADS[chosen]
        entered = [place for place, match in enumerate(evening.running) if match.hands]
        running = rng.normal(pace[:, None], spread[:, None], (evenings, len(evening.running)))
        if entered:
            ours = slice(len(observed) - len(entered), None)
            trust = 1 / spread[:, None] ** 2 + 1 / error[ours] ** 2
            centre = (pace[:, None] / spread[:, None] ** 2 + observed[ours] / error[ours] ** 2) / trust
            running[:, entered] = rng.normal(centre, trust**-0.5)
        slowing = np.clip(rng.normal(evening.slowing.mean, evening.slowing.doubt, evenings), -MOST_SLOWING, MOST_SLOWING)
        return cls(pace, chosen, running, slowing)


def _choose_by_results(
    evening: ForecastInput, curves: tuple[DurationCurve, ...], pace: Floats, spread: NDArray[np.int_], wanted: int, rng: np.random.Generator
) -> NDArray[np.int_]:
    """Choose evenings by how well they agree with matches that ended after so long, and with those that still play without a hand."""
    ended = np.array(evening.ended)
    playing = np.array([match.elapsed for match in evening.running if not match.hands])
    fit = np.zeros(len(pace))
    for place in np.unique(spread).tolist():
        rows = np.flatnonzero(spread == place)
        early, late = (np.exp(-curves[place].compute_hazard(ended * share, pace[rows, None])) for share in (0.97, 1.03))
        fit[rows] = np.log(early - late + 1e-9).sum(axis=1) - curves[place].compute_hazard(playing, pace[rows, None]).sum(axis=1)
    weight = np.exp(fit - fit.max())
    return rng.choice(len(pace), wanted, p=weight / weight.sum())


def _list_observed_paces(evening: ForecastInput) -> tuple[Floats, Floats]:
    """Logarithms of the paces that were seen, and their errors: finished matches, then running ones with hands, half a hand under way."""
    running = [match for match in evening.running if match.hands]
    hands = [match.hands for match in evening.finished] + [match.seen_hands for match in running]
    paces = [match.pace for match in evening.finished]
    paces += [match.seconds / match.seen_hands / _weigh_begun(evening, match) for match in running]
    return np.log(np.array(paces, dtype=float)), HAND_SPREAD / np.sqrt(np.array(hands, dtype=float))


def _weigh_begun(evening: ForecastInput, match: RunningMatch) -> float:
    """How long the hands that were seen take, as a share of the match's mean hand."""
    longer = [length for length in evening.lengths if length > match.hands]
    whole = sum(longer) / len(longer) if longer else match.hands + 1
    return 1 + evening.slowing.mean * ((match.unseen + match.hands + 0.5) / 2 / whole - 0.5)


def _draw_hands(rng: np.random.Generator, paces: Floats, hands: NDArray[np.floating[Any]]) -> Floats:
    """Seconds for so many hands at these paces."""
    return paces * hands * np.maximum(0.1, 1 + HAND_SPREAD / np.sqrt(np.maximum(hands, 1)) * rng.standard_normal(hands.shape))


def _draw_times_left(evening: ForecastInput, curves: tuple[DurationCurve, ...], paces: EveningPaces, rng: np.random.Generator) -> Floats:
    """Draw the seconds left of every running match: evenings × matches."""
    hands = np.array([match.hands for match in evening.running], dtype=np.int64)
    elapsed = np.array([match.elapsed for match in evening.running], dtype=float)
    entered, silent = np.flatnonzero(hands > 0), np.flatnonzero(hands == 0)
    seconds_left = np.empty(paces.running.shape)
    seconds_left[:, entered] = _draw_hands_left(evening.lengths, hands[entered], np.exp(paces.running[:, entered]), paces.slowing, rng)
    seconds_left[:, silent] = _draw_silent_matches(curves, elapsed[silent], np.exp(paces.running[:, silent]), paces, rng)
    return seconds_left


def _draw_hands_left(lengths: Sequence[int], played: NDArray[np.int64], pace: Floats, slowing: Floats, rng: np.random.Generator) -> Floats:
    """Matches whose hands are entered: a length above those played, one hand more if there is none; half of the present hand is over."""
    ascending = np.sort(np.array(lengths))
    above = np.searchsorted(ascending, played, side="right")
    chosen = above + (rng.random(pace.shape) * (len(ascending) - above)).astype(np.int64)
    whole = np.append(ascending, 0)[chosen]
    whole = np.where(above < len(ascending), whole, played + 1)
    slower = 1 + slowing[:, None] * ((played + 0.5) / whole) / 2  # the middle of what is left lies so far behind that of the match
    return _draw_hands(rng, pace * slower, whole - played - 0.5)


def _draw_silent_matches(
    curves: tuple[DurationCurve, ...], elapsed: Floats, pace: Floats, paces: EveningPaces, rng: np.random.Generator
) -> Floats:
    """Matches that are entered when they are over: each lasts longer than so far, or one hand more where hardly any would."""
    since, members = np.unique(elapsed, return_inverse=True)
    seconds_left = np.empty(pace.shape)
    for spread, rows in group_by_spread(paces):
        passed = curves[spread].compute_hazard(since[None, :], paces.pace[rows, None])[:, members]
        whole = curves[spread].find_duration(passed + rng.standard_exponential(passed.shape), paces.pace[rows, None])
        is_overdue = rng.random(passed.shape) < (-np.expm1(-passed)) ** TRIES
        seconds_left[rows] = np.where(is_overdue, pace[rows], whole - elapsed)
    return seconds_left


def group_by_spread(paces: EveningPaces) -> Iterator[tuple[int, NDArray[np.int_]]]:
    """The evenings of each spread: every one has its own curve."""
    for spread in np.unique(paces.spread).tolist():
        yield spread, np.flatnonzero(paces.spread == spread)


def play_waiting(
    busy: Floats, waiting: int, tables: int, curves: tuple[DurationCurve, ...], paces: EveningPaces, rng: np.random.Generator
) -> Floats:
    """Seconds until all matches of a round are over, by evening: a waiting match takes the first table that becomes free."""
    end = busy.max(axis=1, initial=0.0)
    free = max(0, tables - busy.shape[1]) if tables else waiting
    for spread, rows in group_by_spread(paces) if waiting else ():
        pace, curve = paces.pace[rows], curves[spread]
        if free >= waiting:
            longest = curve.find_duration(-np.log(-np.expm1(np.log(rng.random(len(rows))) / waiting)), pace)
        else:
            longest = _play_queue(np.hstack([busy[rows] + CHANGE_OF_TABLE, np.zeros((len(rows), free))]), waiting, curve, pace, rng)
        end[rows] = np.maximum(end[rows], longest)
    return end


def _play_queue(begin: Floats, waiting: int, curve: DurationCurve, pace: Floats, rng: np.random.Generator) -> Floats:
    """When the last of the waiting matches is over, by evening, on tables that become free at `begin`: evenings × tables.

    Every table goes on with match after match, and of all these the first so many that begin are played.
    """
    sittings = -(-waiting // begin.shape[1])
    starts, ends = begin[:, :, None], np.zeros((*begin.shape, 0))
    while True:
        more = curve.find_duration(rng.standard_exponential((*begin.shape, 2 + sittings // 4)), pace[:, None, None])
        begun = starts[:, :, -1:] + np.cumsum(more + CHANGE_OF_TABLE, axis=2)
        starts, ends = np.concatenate([starts, begun], axis=2), np.concatenate([ends, begun - CHANGE_OF_TABLE], axis=2)
        if ends.shape[2] < sittings:
            continue
        played = starts[:, :, :-1].reshape(len(begin), -1)
        latest = np.partition(played, waiting - 1, axis=1)[:, waiting - 1]
        if (starts[:, :, -1] >= latest[:, None]).all():
            return np.where(played <= latest[:, None], ends.reshape(len(begin), -1), 0.0).max(axis=1)


def _compute_span(seconds: Floats) -> Span:
    early, middle, late = np.quantile(seconds, [0.1, 0.5, 0.9], method="weibull")
    return Span(float(middle), float(early), float(late))
