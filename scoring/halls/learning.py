"""What an evening has told so far: how quick its hands are, whether they grow slower, when its tables sit down, and who enters hands.

All times are seconds, those of a match since it could begin. Everything that is estimated is drawn many times, once for each of the
evenings that `forecasting` plays on, so that what is not known well spreads the forecast.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, log, sqrt

import numpy as np
from numpy.typing import NDArray

from scoring.halls.durations import HAND_SPREAD, TABLE_SPREADS, DurationCurve, Floats

USUAL_HAND = 180
"""Seconds for a hand where nothing is known of the club and the evening yet: deal, play, count, write."""
EVENING_SPREAD = 0.25
"""By how much evenings differ from the usual hand: standard deviation of the logarithm, as the other spreads."""
USUAL_SPREAD, SPREAD_DOUBT = 0.22, 0.4
"""Which spread of the tables is likely before anything was played: half of the evenings lie below the first, and the second is the
standard deviation of its logarithm. In a hall of a thousand nothing else is known of the slowest table.
"""
USUAL_SLOWING, SLOWING_DOUBT = 0.1, 0.2
"""By which share of the mean hand the last hand is longer than the first, before anything was played, and its standard deviation."""
LEAST_HAND = 20
"""Seconds below which hands were written up together, not as they were played."""
MINUTE = 60.0
_EDGES = np.array([0.0, 1, 3, 6, 10, 16, 26, 45]) * MINUTE
"""Between these times after a match could begin, the chance of a table to sit down in the next minute is the same."""
_USUAL_WAITS = np.array([2.5, 2.5, 2.5, 4, 5, 6, 8, 10]) * MINUTE
"""How long a table that has not sat down by an edge is expected to take on."""
_DOUBT = 1.0
"""As many tables have told that before."""
_ROUNDS_OF_LEARNING = 5
_GRID = 61
_QUANTILES = (np.arange(6) + 0.5) / 6


@dataclass(frozen=True, slots=True)
class SeenMatch:
    """What is known of a match: how long since it could begin, to now or to its end; when each hand was entered; when the table said that
    it is seated, None where it did not; and the number of hands of a match that is over, 0 where only its result was entered.
    """

    elapsed: float
    entered: tuple[float, ...] = ()
    seated: float | None = None
    length: int = 0

    @property
    def is_live(self) -> bool:
        """Whether hands were entered as they were played."""
        return len(self.entered) > 1 and self.entered[-1] - self.entered[0] >= LEAST_HAND * (len(self.entered) - 1)

    @property
    def types(self) -> bool:
        return self.is_live or len(self.entered) == 1

    @property
    def pace(self) -> float:
        """Seconds per hand from the first to the last hand that was entered; 0 where that tells nothing."""
        return (self.entered[-1] - self.entered[0]) / (len(self.entered) - 1) if self.is_live else 0.0


@dataclass(frozen=True, slots=True)
class Delays:
    """How long after they could begin tables sit down: for each evening a chance per second to sit down, between any two edges."""

    rates: Floats
    """Evenings × edges."""

    def compute_hazard(self, seconds: Floats) -> Floats:
        """Minus the logarithm of the chance to sit down later: evenings × anything."""
        spans = zip(_EDGES.tolist(), [*np.diff(_EDGES).tolist(), np.inf], strict=True)
        shape = (-1,) + (1,) * (seconds.ndim - 1)
        return sum(self.rates[:, place].reshape(shape) * np.clip(seconds - edge, 0, width) for place, (edge, width) in enumerate(spans))

    def find_delay(self, hazard: Floats) -> Floats:
        """The seconds with these hazards: evenings × anything."""
        shape = (-1,) + (1,) * (hazard.ndim - 1)
        seconds = np.zeros(hazard.shape)
        for place, width in enumerate([*np.diff(_EDGES).tolist(), np.inf]):
            rate = self.rates[:, place].reshape(shape)
            seconds += np.clip(hazard / rate, 0, width)
            hazard = np.maximum(hazard - rate * width, 0)
        return seconds


@dataclass(frozen=True, slots=True)
class Habits:
    """How people behave in this hall: the share of tables that enter hands, the share that say when they are seated, and the delays."""

    typing: float
    pressing: float
    told: Floats
    """By interval between edges: tables that sat down in it, and table-seconds that were waited in it."""
    waited: Floats

    @property
    def mean_delays(self) -> Delays:
        return Delays(((_DOUBT + self.told) / (_DOUBT * _USUAL_WAITS + self.waited))[None, :])

    def draw_delays(self, evenings: int, rng: np.random.Generator) -> Delays:
        return Delays(rng.gamma(_DOUBT + self.told, size=(evenings, len(_EDGES))) / (_DOUBT * _USUAL_WAITS + self.waited))


@dataclass(frozen=True, slots=True)
class ObservedPaces:
    """Logarithms of the seconds per hand that were seen, between which shares of the match, and over how many hands."""

    logarithms: Floats
    begin: Floats
    end: Floats
    hands: Floats

    @property
    def errors(self) -> Floats:
        return HAND_SPREAD / np.sqrt(self.hands)

    @property
    def middles(self) -> Floats:
        """How far the middle of what was seen lies from the middle of the match: -0.5 to 0.5."""
        return (self.begin + self.end - 1) / 2


def learn_habits(finished: Sequence[SeenMatch], running: Sequence[SeenMatch], hand: float, curve: DurationCurve) -> Habits:
    """Learn when tables sit down and who enters hands, where a hand takes about so long; `curve` is that of a whole match.

    A table of which nothing was heard may have not sat down, play its first hand, or enter its result only: the more likely each is,
    the more it counts as such.
    """
    seen = [*finished, *running]
    silent = np.array([match.elapsed for match in running if not match.entered and match.seated is None])
    pressed = sum(match.seated is not None for match in seen)
    typed = sum(match.types for match in seen)
    seated_silent = np.array([match.elapsed - match.seated for match in running if not match.entered and match.seated is not None])
    told, waited = _count_delays([delay for match in seen if (delay := _find_delay(match, hand)) is not None])
    habits = Habits(0.5, 0.1, told, waited)
    quiet = len(finished) - sum(match.types for match in finished)
    for _round in range(_ROUNDS_OF_LEARNING):
        away, first = weigh_silence(silent, habits, hand, curve)
        seated_first = _weigh_first_hand(seated_silent, habits.typing, hand)
        more_told, more_waited = _count_waiting(silent, away, first, hand)
        heard = len(seen) - away.sum()
        known = typed + first.sum() + seated_first.sum()
        open_ended = len(silent) - (away + first).sum() + len(seated_silent) - seated_first.sum() + quiet
        habits = Habits((1 + known) / (2 + known + open_ended), (0.5 + pressed) / (2 + heard), told + more_told, waited + more_waited)
    return habits


def weigh_silence(elapsed: Floats, habits: Habits, hand: float, curve: DurationCurve) -> tuple[Floats, Floats]:
    """The chances that a table of which nothing was heard has not sat down, and that it plays its first hand; the rest enter no hands."""
    if not len(elapsed):
        return np.zeros(0), np.zeros(0)
    delays = habits.mean_delays
    away = np.exp(-delays.compute_hazard(elapsed[None, :])[0])
    recent = np.exp(-delays.compute_hazard(np.maximum(elapsed - hand, 0)[None, :])[0])
    middle = delays.find_delay(np.array([[log(2)]]))[0, 0]
    lasting = np.exp(-curve.compute_hazard(np.maximum(elapsed - middle, 1.0), np.full(len(elapsed), log(hand))))
    first = (1 - habits.pressing) * habits.typing * np.maximum(recent - away, 0)
    quiet = (1 - habits.pressing) * (1 - habits.typing) * (1 - away) * lasting
    total = away + first + quiet + 1e-12
    return away / total, first / total


def learn_slowing(seen: Sequence[SeenMatch], lengths: Sequence[int]) -> tuple[float, float]:
    """By which share of the mean hand the last hand of a match is longer than the first: the mean and the standard deviation."""
    products = squares = middles = 0.0
    for match in seen:
        if match.is_live and len(match.entered) > 2:
            times = np.array(match.entered)
            gaps = np.diff(times)
            places = (np.arange(1, len(times)) + 0.5) / expect_length(match, lengths)
            centred = places - places.mean()
            square = float((centred**2).sum())
            products += float((centred * np.clip(gaps / gaps.mean(), 0.2, 3.0)).sum())
            squares += square
            middles += square * float(places.mean() - 0.5)
    precision = 1 / SLOWING_DOUBT**2
    if squares:
        slope = products / squares
        slowing, trust = slope / max(0.3, 1 - slope * middles / squares), squares / HAND_SPREAD**2
    else:
        slowing, trust = 0.0, 0.0
    return (USUAL_SLOWING * precision + slowing * trust) / (precision + trust), (precision + trust) ** -0.5


def expect_length(match: SeenMatch, lengths: Sequence[int]) -> float:
    """The hands of a match: those it had, or the mean of the lengths above those that were entered."""
    if match.length:
        return match.length
    longer = [length for length in lengths if length > len(match.entered)]
    return sum(longer) / len(longer) if longer else len(match.entered) + 1


def observe_pace(match: SeenMatch) -> tuple[float, float, float]:
    """Seconds, the number of hands in them, and the number of hands before; no hands where nothing is told of the pace."""
    count = len(match.entered)
    if not count or (count > 1 and not match.is_live):
        return 0.0, 0.0, 0.0
    start, before = (match.entered[0], 1) if match.seated is None else (match.seated, 0)
    start = min(start, match.entered[0])
    hands, last = count - before, match.entered[-1]
    if match.length:
        return last - start, hands, before
    open_hand = match.elapsed - last
    if hands and last > start and open_hand > 2.5 * (last - start) / hands:
        return last - start, hands, before
    return (match.elapsed - start, hands + 0.5, before) if hands else (0.0, 0.0, 0.0)


def observe_paces(seen: Sequence[SeenMatch], lengths: Sequence[int]) -> tuple[ObservedPaces, list[int]]:
    """The paces that were seen, and the places of their matches."""
    rows, places = [], []
    for place, match in enumerate(seen):
        seconds, hands, before = observe_pace(match)
        if hands and seconds >= LEAST_HAND * hands:
            whole = expect_length(match, lengths)
            rows.append((log(seconds / hands), before / whole, (before + hands) / whole, hands))
            places.append(place)
    columns = np.array(rows, dtype=float).reshape(-1, 4).T
    return ObservedPaces(*columns), places


def draw_paces(
    fit: PaceFit, evenings: int, rng: np.random.Generator
) -> tuple[Floats, NDArray[np.int_]]:
    """The logarithm of each evening's seconds per hand, and the place of its spread among `TABLE_SPREADS`."""
    centre, half = fit.usual, 1.6
    for _finer in range(2):
        grid = np.linspace(centre - half, centre + half, _GRID)
        weights = fit.weigh(grid)
        by_pace = weights.sum(axis=0)
        centre = float((grid * by_pace).sum())
        step = grid[1] - grid[0]
        deviation = sqrt(float(((grid - centre) ** 2 * by_pace).sum()))
        half = 5 * max(deviation, step / 2)
    chosen = rng.choice(weights.size, evenings, p=weights.ravel())
    spread, place = np.divmod(chosen, _GRID)
    return grid[place] + step * (rng.random(evenings) - 0.5), spread


@dataclass(frozen=True, slots=True)
class PaceFit:
    """How well a pace and a spread agree with everything that was seen."""

    usual: float
    observed: ObservedPaces
    slowing: float
    curves: Sequence[DurationCurve]
    over: Floats
    """Durations of matches of which only the result was entered, by possible delays: matches × quantiles."""
    silent: Floats
    """Durations so far of those that still play, by possible delays: matches × quantiles."""
    elsewhere: Floats
    """The chance that such a match has not sat down, or plays its first hand."""

    def weigh(self, grid: Floats) -> Floats:
        """Chances that add up to one: spreads × paces."""
        fits = np.zeros((len(TABLE_SPREADS), len(grid)))
        corrected = self.observed.logarithms - np.log1p(self.slowing * self.observed.middles)
        for place, spread in enumerate(TABLE_SPREADS.tolist()):
            variances = spread**2 + self.observed.errors**2
            distances = (corrected[:, None] - grid) ** 2 / variances[:, None]
            fits[place] = -0.5 * (np.log(variances).sum() + distances.sum(axis=0))
            fits[place] += self._weigh_results(self.curves[place], grid)
            # the density of a logarithm, on a grid of what it is the logarithm of, loses a factor 1 / spread
            fits[place] -= log(spread) + 0.5 * (log(spread / USUAL_SPREAD) / SPREAD_DOUBT) ** 2
        fits -= 0.5 * ((grid - self.usual) / EVENING_SPREAD) ** 2
        weights = np.exp(fits - fits.max())
        return weights / weights.sum()

    def _weigh_results(self, curve: DurationCurve, grid: Floats) -> Floats:
        fit = np.zeros(len(grid))
        if len(self.over):
            early, late = (np.exp(-curve.compute_hazard(self.over * share, grid[:, None, None])) for share in (0.97, 1.03))
            fit += np.log((early - late).mean(axis=2) + 1e-9).sum(axis=1)
        if len(self.silent):
            lasting = np.exp(-curve.compute_hazard(self.silent, grid[:, None, None])).mean(axis=2)
            fit += np.log(self.elsewhere + (1 - self.elsewhere) * lasting + 1e-9).sum(axis=1)
        return fit


def list_delays(delays: Delays, most: Floats) -> Floats:
    """Possible delays of matches that sat down within so long, all equally likely: matches × quantiles."""
    within = -np.expm1(-delays.compute_hazard(most[None, :])[0])
    return delays.find_delay(-np.log1p(-within[:, None] * _QUANTILES)[None])[0]


def _find_delay(match: SeenMatch, hand: float) -> float | None:
    if match.seated is not None:
        return match.seated
    return max(0.0, match.entered[0] - hand) if match.types else None


def _count_delays(delays: Sequence[float]) -> tuple[Floats, Floats]:
    array = np.array(delays, dtype=float)
    told = np.bincount(np.searchsorted(_EDGES, array, side="right") - 1, minlength=len(_EDGES)).astype(float)
    return told, _list_spans(array).sum(axis=0)


def _list_spans(seconds: Floats) -> Floats:
    """The part of these times that lies between any two edges: times × edges."""
    widths = np.append(np.diff(_EDGES), np.inf)
    return np.clip(seconds[:, None] - _EDGES, 0, widths)


def _count_waiting(silent: Floats, away: Floats, first: Floats, hand: float) -> tuple[Floats, Floats]:
    """The share of each silent table that sat down between any two edges, and how long it waited there."""
    begun = np.maximum(silent - hand / 2, 0)
    places = np.searchsorted(_EDGES, begun, side="right") - 1
    told = np.bincount(places, weights=first, minlength=len(_EDGES)) if len(silent) else np.zeros(len(_EDGES))
    return told, (away[:, None] * _list_spans(silent) + first[:, None] * _list_spans(begun)).sum(axis=0)


def _weigh_first_hand(since: Floats, typing: float, hand: float) -> Floats:
    """The chance that a table that sits since so long enters hands, and plays its first."""
    lasting = np.array([0.5 * erfc(log(max(seconds, 1.0) / hand) / (HAND_SPREAD * sqrt(2))) for seconds in since.tolist()])
    return typing * lasting / (typing * lasting + 1 - typing + 1e-12)
