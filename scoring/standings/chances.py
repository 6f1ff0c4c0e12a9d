"""Who can still get there: what the remaining matches can and cannot change."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from rules.texts import _

from .ranking import Line

_MOST_OUTCOMES = 3**9


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

    `win_is_enough`: winning all its own matches brings it through whatever the others do; `must_win`: losing any of them
    rules it out. `exact` is false where the bounds come from points alone because there are too many outcomes to try.
    """

    entrant: int
    chance: Chance
    best: int
    worst: int
    win_is_enough: bool
    must_win: bool
    exact: bool


@dataclass(frozen=True, slots=True)
class Remaining:
    """A match still to be played, and the points that its possible outcomes give to the two sides."""

    sides: tuple[int, int]
    outcomes: tuple[tuple[int, int], ...] = ((1, 0), (0, 1))


def prospects(points: Mapping[int, int], remaining: Sequence[Remaining], places: int) -> tuple[Prospect, ...]:
    """For everybody, the chance of one of the first `places`; tie-breaks are left open, as they can still change.

    Every outcome of the remaining matches is tried when there are at most nine matches; beyond that the bounds follow
    from points: the others get as much, or as little, as each of them can.
    """
    total = 1
    for match in remaining:
        total *= len(match.outcomes)
        if total > _MOST_OUTCOMES:
            return tuple(_bounded(points, remaining, places, entrant) for entrant in points)
    futures = [_future(points, remaining, chosen) for chosen in product(*(match.outcomes for match in remaining))]
    return tuple(_tried(futures, remaining, places, entrant) for entrant in points)


def _future(points: Mapping[int, int], remaining: Sequence[Remaining], chosen: Sequence[tuple[int, int]]) -> dict[int, int]:
    total = Counter(points)
    for match, gained in zip(remaining, chosen, strict=True):
        total.update(dict(zip(match.sides, gained, strict=True)))
    return dict(total)


def _span(future: Mapping[int, int], entrant: int) -> tuple[int, int]:
    """Best and worst place in one future, ties in favour and against."""
    own = future[entrant]
    ahead = sum(other > own for other in future.values())
    level = sum(other == own for other in future.values())
    return ahead + 1, ahead + level


def _tried(futures: Sequence[Mapping[int, int]], remaining: Sequence[Remaining], places: int, entrant: int) -> Prospect:
    spans = [_span(future, entrant) for future in futures]
    best, worst = min(span[0] for span in spans), max(span[1] for span in spans)
    most = max(future[entrant] for future in futures)
    own = any(entrant in match.sides for match in remaining)
    winning = [span for future, span in zip(futures, spans, strict=True) if future[entrant] == most]
    losing = [span for future, span in zip(futures, spans, strict=True) if future[entrant] < most]
    return Prospect(
        entrant,
        _chance(best, worst, places),
        best,
        worst,
        win_is_enough=own and all(span[1] <= places for span in winning),
        must_win=own and best <= places and all(span[0] > places for span in losing),
        exact=True,
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
    safe = 1 + sum(high[other] >= high[entrant] for other in others) <= places
    own = any(entrant in match.sides for match in remaining)
    return Prospect(entrant, _chance(best, worst, places), best, worst, win_is_enough=own and safe, must_win=False, exact=False)


def _chance(best: int, worst: int, places: int) -> Chance:
    if worst <= places:
        return Chance.THROUGH
    return Chance.POSSIBLE if best <= places else Chance.OUT


def swiss_prospects(lines: Iterable[Line], rounds_left: int, places: int, *, most: int, least: int = 0) -> tuple[Prospect, ...]:
    """Before the last rounds of a Swiss or Danish stage, when nobody knows yet who meets whom.

    `most` and `least` are what one round can bring.
    """
    table = {line.entrant: line.points for line in lines}
    return tuple(_open_prospect(table, entrant, rounds_left, places, most, least) for entrant in table)


def _open_prospect(table: Mapping[int, int], entrant: int, rounds_left: int, places: int, most: int, least: int) -> Prospect:
    own = table[entrant]
    gain, loss = most * rounds_left, least * rounds_left
    others = [points for other, points in table.items() if other != entrant]
    best = 1 + sum(points + loss > own + gain for points in others)
    worst = 1 + sum(points + gain >= own + loss for points in others)
    after_winning = 1 + sum(points + gain >= own + gain for points in others)
    return Prospect(
        entrant,
        _chance(best, worst, places),
        best,
        worst,
        win_is_enough=rounds_left > 0 and after_winning <= places,
        must_win=rounds_left > 0 and best <= places and 1 + sum(points + loss > own + gain - (most - least) for points in others) > places,
        exact=False,
    )
