"""Who can still get there: what the remaining matches can and cannot change.

A match is taken to have a winner, or to be drawn where a draw is worth something: that two are both absent is not foreseen.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from rules.texts import _
from standings.results import Numbers

_MOST_CELLS = 2_000_000
"""Futures times entries that are tried: 17 matches of a pool of eight, 16 rounds of the last six of a league."""


class Chance(StrEnum):
    """What can be said about an entry and the first n places."""

    THROUGH = "through"
    POSSIBLE = "possible"
    OUT = "out"


SENTENCES = {
    Chance.THROUGH: _("Through, whatever happens."),
    Chance.POSSIBLE: _("Still possible."),
    Chance.OUT: _("Cannot get there any more."),
}


@dataclass(frozen=True, slots=True)
class Prospect:
    """`best` and `worst` are the places that can still be reached, ties taken in favour and against.

    `enough` is the fewest further points that bring it through whatever the others do, None where no number does; `needed` the fewest with
    which it is possible at all. `win_is_enough`: winning all its own matches brings it through; `must_win`: losing any of them rules it
    out. `exact` is false where the bounds come from points alone because there are too many outcomes to try.
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
class Remaining:
    """A match still to be played, and the points that its possible outcomes give to the two sides."""

    sides: tuple[int, int]
    outcomes: tuple[tuple[int, int], ...] = ((1, 0), (0, 1))


def prospects(points: Mapping[int, int], remaining: Sequence[Remaining], places: int) -> tuple[Prospect, ...]:
    """For everybody, the chance of one of the first `places`; tie-breaks are left open, as they can still change.

    Every outcome of the remaining matches is tried where there are not too many; beyond that the bounds follow from points: the others get
    as much, or as little, as each of them can.
    """
    total = len(points)
    for match in remaining:
        total *= len(match.outcomes)
        if total > _MOST_CELLS:
            return tuple(_bounded(points, remaining, places, entrant) for entrant in points)
    futures = _futures(points, remaining)
    return tuple(_tried(futures, column, points[entrant], entrant, places) for column, entrant in enumerate(points))


def _futures(points: Mapping[int, int], remaining: Sequence[Remaining]) -> Numbers:
    """A row of points for every way in which the matches can end."""
    column = {entrant: place for place, entrant in enumerate(points)}
    found = np.array([list(points.values())], dtype=np.int64)
    for match in remaining:
        ways = []
        for gained in match.outcomes:
            way = found.copy()
            for side, gain in zip(match.sides, gained, strict=True):
                way[:, column[side]] += gain
            ways.append(way)
        found = np.concatenate(ways)
    return found


def _tried(futures: Numbers, column: int, points: int, entrant: int, places: int) -> Prospect:
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
        _chance(int(best.min()), int(worst.max()), places),
        int(best.min()),
        int(worst.max()),
        win_is_enough=plays and bool(safe[gain == most].all()),
        must_win=plays and bool(possible.any()) and not possible[gain < most].any(),
        exact=True,
        enough=max(0, min(int(one) for one in gain[gain >= unsafe])) if unsafe <= most else None,
        needed=int(gain[possible].min()) if possible.any() else None,
    )


def _bounded(points: Mapping[int, int], remaining: Sequence[Remaining], places: int, entrant: int) -> Prospect:
    """Everybody else at most or at least, taken one by one: never says through or out when it is not so."""
    low, high = Counter(points), Counter(points)
    for match in remaining:
        for side, gains in zip(match.sides, zip(*match.outcomes, strict=True), strict=True):
            low[side] += min(gains)
            high[side] += max(gains)
    others = [other for other in points if other != entrant]
    best = 1 + sum(low[other] > high[entrant] for other in others)
    worst = 1 + sum(high[other] >= low[entrant] for other in others)
    reachable = range(low[entrant] - points[entrant], high[entrant] - points[entrant] + 1)
    enough = [gain for gain in reachable if 1 + sum(high[other] >= points[entrant] + gain for other in others) <= places]
    needed = [gain for gain in reachable if 1 + sum(low[other] > points[entrant] + gain for other in others) <= places]
    own = any(entrant in match.sides for match in remaining)
    return Prospect(
        entrant,
        _chance(best, worst, places),
        best,
        worst,
        win_is_enough=own and bool(enough),
        must_win=False,
        exact=False,
        enough=min(enough, default=None),
        needed=min(needed, default=None),
    )


def _chance(best: int, worst: int, places: int) -> Chance:
    if worst <= places:
        return Chance.THROUGH
    return Chance.POSSIBLE if best <= places else Chance.OUT


def open_prospects(points: Mapping[int, int], left: Mapping[int, int], places: int, *, most: int, rest: int = 0) -> tuple[Prospect, ...]:
    """Before rounds of a Swiss or Danish stage, when nobody knows yet who meets whom.

    `left` are the rounds that each entry still has; a match hands out `most` points, a rest `rest`. Anybody can meet anybody, but not
    everybody can win: all who catch up share what the matches hand out, the cheapest to bring there first.
    """
    return tuple(_Open(points, left, places, max(most, rest), _handed_out(left, most, rest)).prospect(entrant) for entrant in points)


def _handed_out(left: Mapping[int, int], most: int, rest: int) -> int:
    """All points that can still be won: a match takes a round of two, and who is left over rests."""
    rounds = max(left.values(), default=0)
    each = [sum(one >= turn for one in left.values()) for turn in range(1, rounds + 1)]
    return sum(present // 2 * most + present % 2 * rest for present in each)


@dataclass(frozen=True, slots=True)
class _Open:
    points: Mapping[int, int]
    left: Mapping[int, int]
    places: int
    most: int
    purse: int

    def prospect(self, entrant: int) -> Prospect:
        own, most = self.points[entrant], self.most * self.left[entrant]
        gains = range(most + 1)
        enough = [gain for gain in gains if self.worst(entrant, gain) <= self.places]
        needed = [gain for gain in gains if self.best(entrant, gain) <= self.places]
        best, worst = self.best(entrant, most), self.worst(entrant, 0)
        less = own + most - self.most
        must = bool(needed) and 1 + sum(points > less for other, points in self.points.items() if other != entrant) > self.places
        return Prospect(
            entrant,
            _chance(best, worst, self.places),
            best,
            worst,
            win_is_enough=most > 0 and bool(enough),
            must_win=most > 0 and must,
            exact=False,
            enough=min(enough, default=None),
            needed=min(needed, default=None),
        )

    def best(self, entrant: int, gain: int) -> int:
        """Nobody else wins anything more."""
        return 1 + sum(points > self.points[entrant] + gain for other, points in self.points.items() if other != entrant)

    def worst(self, entrant: int, gain: int) -> int:
        """As many as can draw level, with what is left of the purse."""
        purse, place = self.purse - gain, 1
        gaps = sorted((max(0, self.points[entrant] + gain - points), other) for other, points in self.points.items() if other != entrant)
        for gap, other in gaps:
            if gap <= self.most * self.left[other] and gap <= purse:
                place, purse = place + 1, purse - gap
        return place
