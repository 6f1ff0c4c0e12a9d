"""Who can still qualify: what the remaining matches can and cannot change.

A match is assumed to have a winner, or to be drawn where a draw is worth something; the absence of both sides is not
considered.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from rules.texts import _
from standings.results import Numbers

_MOST_CELLS = 2_000_000
"""The largest number of futures times entries that are tried: 17 matches of a pool of eight, 16 rounds of the last six of a league."""


class Chance(StrEnum):
    """Whether an entry can still reach one of the first n places."""

    THROUGH = "through"
    POSSIBLE = "possible"
    OUT = "out"


SENTENCES = {
    Chance.THROUGH: _("Already through."),
    Chance.POSSIBLE: _("Still in the running."),
    Chance.OUT: _("Out of the running."),
}


@dataclass(frozen=True, slots=True)
class Prospect:
    """`best` and `worst` are the places that can still be reached, with ties counted in favour and against.

    `enough` is the fewest further points that bring it through whatever happens elsewhere, None where no number does; `needed`
    is the
    fewest with which that is possible at all. `win_is_enough`: winning all its own matches brings it through; `must_win`: losing
    any of
    them rules it out. `exact` is false where the bounds come from points alone because there are too many outcomes to try.
    """

    entrant: int
    chance: Chance
    best: int
    worst: int
    win_is_enough: bool
    must_win: bool
    exact: bool
    enough: int | None = None
    needed: int | None = None


@dataclass(frozen=True, slots=True)
class RemainingMatch:
    """A match still to be played, and the points that each possible outcome gives to its two sides."""

    sides: tuple[int, int]
    outcomes: tuple[tuple[int, int], ...] = ((1, 0), (0, 1))


def compute_prospects(points: Mapping[int, int], remaining: Sequence[RemainingMatch], places: int) -> tuple[Prospect, ...]:
    """For every entry, its chance of one of the first `places`; tie-breaks are left open, as they can still change.

    Every outcome of the remaining matches is tried where there are not too many; otherwise the bounds follow from points: each
    rival gets
    as much, or as little, as it can.
    """
    total = len(points)
    for match in remaining:
        total *= len(match.outcomes)
        if total > _MOST_CELLS:
            return tuple(_bound_prospect(points, remaining, places, entrant) for entrant in points)
    futures = _enumerate_futures(points, remaining)
    return tuple(_evaluate_futures(futures, column, points[entrant], entrant, places) for column, entrant in enumerate(points))


def _enumerate_futures(points: Mapping[int, int], remaining: Sequence[RemainingMatch]) -> Numbers:
    """A row of points for every way in which the matches can end."""
    column = {entrant: place for place, entrant in enumerate(points)}
    futures = np.array([list(points.values())], dtype=np.int64)
    for match in remaining:
        branches = []
        for gained in match.outcomes:
            branch = futures.copy()
            for side, gain in zip(match.sides, gained, strict=True):
                branch[:, column[side]] += gain
            branches.append(branch)
        futures = np.concatenate(branches)
    return futures


def _evaluate_futures(futures: Numbers, column: int, points: int, entrant: int, places: int) -> Prospect:
    own = futures[:, column]
    best = 1 + np.count_nonzero(futures > own[:, None], axis=1)
    worst = np.count_nonzero(futures >= own[:, None], axis=1)
    gain = own - points
    most = int(gain.max())
    safe, possible = worst <= places, best <= places
    unsafe = int(gain[~safe].max()) + 1 if not safe.all() else int(gain.min())
    plays = bool((gain != gain[0]).any())
    return Prospect(
        entrant,
        _classify_chance(int(best.min()), int(worst.max()), places),
        int(best.min()),
        int(worst.max()),
        win_is_enough=plays and bool(safe[gain == most].all()),
        must_win=plays and bool(possible.any()) and not possible[gain < most].any(),
        exact=True,
        enough=max(0, min(int(further) for further in gain[gain >= unsafe])) if unsafe <= most else None,
        needed=int(gain[possible].min()) if possible.any() else None,
    )


def _bound_prospect(points: Mapping[int, int], remaining: Sequence[RemainingMatch], places: int, entrant: int) -> Prospect:
    """Bounds with every rival at its most or its least, taken one by one: never says through or out wrongly."""
    low, high = Counter(points), Counter(points)
    for match in remaining:
        for side, gains in zip(match.sides, zip(*match.outcomes, strict=True), strict=True):
            low[side] += min(gains)
            high[side] += max(gains)
    rivals = [rival for rival in points if rival != entrant]
    best = 1 + sum(low[rival] > high[entrant] for rival in rivals)
    worst = 1 + sum(high[rival] >= low[entrant] for rival in rivals)
    reachable = range(low[entrant] - points[entrant], high[entrant] - points[entrant] + 1)
    enough = [gain for gain in reachable if 1 + sum(high[rival] >= points[entrant] + gain for rival in rivals) <= places]
    needed = [gain for gain in reachable if 1 + sum(low[rival] > points[entrant] + gain for rival in rivals) <= places]
    own = any(entrant in match.sides for match in remaining)
    return Prospect(
        entrant,
        _classify_chance(best, worst, places),
        best,
        worst,
        win_is_enough=own and bool(enough),
        must_win=False,
        exact=False,
        enough=min(enough, default=None),
        needed=min(needed, default=None),
    )


def _classify_chance(best: int, worst: int, places: int) -> Chance:
    if worst <= places:
        return Chance.THROUGH
    return Chance.POSSIBLE if best <= places else Chance.OUT


def compute_open_prospects(
    points: Mapping[int, int], left: Mapping[int, int], places: int, *, most: int, rest: int = 0
) -> tuple[Prospect, ...]:
    """Prospects before rounds of a Swiss or Danish stage, when the pairings are not known yet.

    `left` are the rounds that each entry still has; a match gives out `most` points, a bye `rest`. Anybody can meet anybody, but
    not
    everybody can win: all who catch up share the points of the matches, the cheapest to bring level first.
    """
    return tuple(
        _OpenStage(points, left, places, max(most, rest), _count_points_left(left, most, rest)).compute_prospect(entrant)
        for entrant in points
    )


def _count_points_left(left: Mapping[int, int], most: int, rest: int) -> int:
    """All points that can still be won: a match takes a round of two entries, and an odd entry has the bye."""
    rounds = max(left.values(), default=0)
    each = [sum(rounds_left >= turn for rounds_left in left.values()) for turn in range(1, rounds + 1)]
    return sum(present // 2 * most + present % 2 * rest for present in each)


@dataclass(frozen=True, slots=True)
class _OpenStage:
    points: Mapping[int, int]
    left: Mapping[int, int]
    places: int
    most: int
    purse: int

    def compute_prospect(self, entrant: int) -> Prospect:
        own, most = self.points[entrant], self.most * self.left[entrant]
        gains = range(most + 1)
        enough = [gain for gain in gains if self.compute_worst(entrant, gain) <= self.places]
        needed = [gain for gain in gains if self.compute_best(entrant, gain) <= self.places]
        best, worst = self.compute_best(entrant, most), self.compute_worst(entrant, 0)
        less = own + most - self.most
        must = bool(needed) and 1 + sum(points > less for rival, points in self.points.items() if rival != entrant) > self.places
        return Prospect(
            entrant,
            _classify_chance(best, worst, self.places),
            best,
            worst,
            win_is_enough=most > 0 and bool(enough),
            must_win=most > 0 and must,
            exact=False,
            enough=min(enough, default=None),
            needed=min(needed, default=None),
        )

    def compute_best(self, entrant: int, gain: int) -> int:
        """The best place, when no rival wins any more points."""
        return 1 + sum(points > self.points[entrant] + gain for rival, points in self.points.items() if rival != entrant)

    def compute_worst(self, entrant: int, gain: int) -> int:
        """The worst place: as many rivals draw level as the remaining points allow."""
        purse, place = self.purse - gain, 1
        gaps = sorted((max(0, self.points[entrant] + gain - points), rival) for rival, points in self.points.items() if rival != entrant)
        for gap, rival in gaps:
            if gap <= self.most * self.left[rival] and gap <= purse:
                place, purse = place + 1, purse - gap
        return place
