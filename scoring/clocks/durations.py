"""How long a whole match takes of which nothing is known but its rules: hands of chance, at a table of chance, in an evening of known pace.

A duration is drawn from one number, its cumulative hazard: minus the logarithm of the chance to last longer. A match that goes on has
a hazard drawn from the exponential distribution above what it has passed, the longest of many matches has that of their smallest chance.
So the end of a round of thousands is drawn from one number an evening.
"""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from math import erfc, sqrt
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

TABLE_SPREADS = np.linspace(0.05, 0.5, 10)
"""By how much the tables of an evening may differ: standard deviations of the logarithm."""
HAND_SPREAD = 0.35
"""By how much a hand differs from the pace of its table."""
_STEPS = 600
_DEVIATIONS = np.linspace(-6, 6, 61)
"""Where the normal distribution of a table's pace is looked at."""
_LEAST_CHANCE = 1e-280

Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class DurationCurve:
    """The cumulative hazard of durations at one spread of the tables, by logarithms of multiples of the evening's seconds per hand."""

    logarithms: Floats
    hazards: Floats

    def compute_hazard(self, seconds: Floats, pace: Floats) -> Floats:
        """What matches have passed that lasted so many seconds so far, where `pace` is the logarithm of the seconds per hand."""
        return np.interp(np.log(np.maximum(seconds, 1e-9)) - pace, self.logarithms, self.hazards)

    def find_duration(self, hazard: Floats, pace: Floats) -> Floats:
        """The seconds with these hazards."""
        return np.exp(np.interp(hazard, self.hazards, self.logarithms) + pace)


@lru_cache(maxsize=64)
def compute_curves(lengths: tuple[int, ...]) -> tuple[DurationCurve, ...]:
    """A curve for each of `TABLE_SPREADS`, of matches that have these hands, all equally likely."""
    widest = 6 * TABLE_SPREADS[-1] + 1.5
    logarithms = np.linspace(np.log(min(lengths)) - widest, np.log(max(lengths)) + widest, _STEPS)
    lasting = _compute_chances_to_last(lengths, logarithms)
    weights = np.exp(-0.5 * _DEVIATIONS**2)
    weights /= weights.sum()
    curves = []
    for spread in TABLE_SPREADS:
        moved = np.interp(logarithms[:, None] - spread * _DEVIATIONS, logarithms, lasting)
        curves.append(DurationCurve(logarithms, _number_hazards(moved @ weights)))
    return tuple(curves)


def _compute_chances_to_last(lengths: tuple[int, ...], logarithms: Floats) -> Floats:
    """The chance of a match at the evening's own pace to last longer."""
    chances = np.zeros(len(logarithms))
    for hands, count in Counter(lengths).items():
        deviations = (np.exp(logarithms) / hands - 1) * sqrt(hands) / HAND_SPREAD
        chances += count / len(lengths) * np.array([0.5 * erfc(deviation / sqrt(2)) for deviation in deviations.tolist()])
    return chances


def _number_hazards(chances: Floats) -> Floats:
    """Ever larger, so that each leads back to its duration."""
    hazards = -np.log(np.clip(chances, _LEAST_CHANCE, 1.0))
    return np.maximum.accumulate(hazards) + np.arange(len(hazards)) * 1e-12
