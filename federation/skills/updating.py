"""Plackett–Luce updates of the persons of an evening, in the order of their matches. Pure: no database, no clock.

Strength is in points: everybody begins at 1,000 ± 100. `LUCK` is how much of a match the cards decide: a pair that is 100 points stronger
than the other, both together, wins 58 matches of 100 (benchmarks/rating.py says what that is worth).
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, pairwise, permutations
from statistics import fmean
from typing import Any, NamedTuple

START, DOUBT, LUCK, DRIFT = 1000.0, 100.0, 350.0, 2.0
DIGITS = 6
"""Decimals that are kept of a value, so that it is the same wherever it is stored."""


class Skill(NamedTuple):
    """Strength and doubt, in points: two times of three the true strength is no further off than the doubt."""

    value: float = START
    doubt: float = DOUBT


@dataclass(frozen=True, slots=True)
class RatedMatch:
    """A match of two sides or more of persons; `ranks` by side, the lowest won, equal ones are tied."""

    sides: tuple[tuple[Hashable, ...], ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What an evening made of a person. `expected` and `achieved` are wins: a tie is half of one, and with more than two sides a match is
    the share of the others that were left behind. Expected is by the strengths with which the evening began.
    """

    before: Skill
    after: Skill
    matches: int
    expected: float
    achieved: float


@cache
def load_model() -> Any:
    """The model of the library, which is imported only when something is counted."""
    from openskill.models import PlackettLuce  # noqa: PLC0415 - a desk that counts no rating does not wait for it

    return PlackettLuce(mu=START, sigma=DOUBT, beta=LUCK, tau=DRIFT, gamma=_shrink_undamped)


def _shrink_undamped(*facts: object) -> float:
    """The doubt shrinks by all that a match says, without the library’s damping."""
    return 1.0


def list_achieved(ranks: Sequence[int]) -> list[float]:
    """By side, the share of the others that it left behind; half of those it is tied with."""
    opponents = len(ranks) - 1
    return [(sum(own < rank for rank in ranks) + (sum(own == rank for rank in ranks) - 1) / 2) / opponents for own in ranks]


@lru_cache(maxsize=1_000)
def list_strict_orders(ranks: tuple[int, ...]) -> list[list[int]]:
    """Every way to number the sides from the best on, without ties, that agrees with the ranks."""
    places = range(len(ranks))
    agreeing = (order for order in permutations(places) if all(ranks[first] <= ranks[second] for first, second in pairwise(order)))
    return [[order.index(place) for place in places] for order in agreeing]


def rate_evening(skills: Mapping[Hashable, Skill], matches: Iterable[RatedMatch]) -> dict[Hashable, Step]:
    """The step of every person who plays in `matches`, which come in their order; who is not in `skills` begins."""
    begun: dict[Hashable, Any] = {}
    current: dict[Hashable, Any] = {}
    tallies: defaultdict[Hashable, list[float]] = defaultdict(lambda: [0, 0.0, 0.0])
    for match in matches:
        for person in (person for side in match.sides for person in side if person not in begun):
            begun[person] = current[person] = _build_rating(skills.get(person, Skill()))
        expected = _predict([[begun[person] for person in side] for side in match.sides])
        achieved = list_achieved(match.ranks)
        rated = _update([[current[person] for person in side] for side in match.sides], match.ranks)
        for place, side in enumerate(match.sides):
            for person, rating in zip(side, rated[place], strict=True):
                current[person] = rating
                tally = tallies[person]
                tally[0], tally[1], tally[2] = tally[0] + 1, tally[1] + expected[place], tally[2] + achieved[place]
    return {
        person: Step(
            skills.get(person, Skill()), _read_skill(current[person]), int(played), round(expected, DIGITS), round(achieved, DIGITS)
        )
        for person, (played, expected, achieved) in tallies.items()
    }


def _build_rating(skill: Skill) -> Any:
    return load_model().rating(mu=skill.value, sigma=skill.doubt)


def _read_skill(rating: Any) -> Skill:
    return Skill(round(rating.mu, DIGITS), round(rating.sigma, DIGITS))


def _predict(teams: list[list[Any]]) -> list[float]:
    """What each side may expect of a match: of two the chance to win, of more the mean of its chances against each other one."""
    shares = [0.0] * len(teams)
    for first, second in combinations(range(len(teams)), 2):
        won, lost = load_model().predict_win([teams[first], teams[second]])
        shares[first] += won
        shares[second] += lost
    return [share / (len(teams) - 1) for share in shares]


def _update(teams: list[list[Any]], ranks: tuple[int, ...]) -> list[list[Any]]:
    """The ratings of the library after a match; those given are left as they are. A tie is the mean of all orders in which those tied can
    stand: the library's own way with ties gives the first two, if they are tied, less than the third.
    """
    model = load_model()
    outcomes = [model.rate(teams, ranks=order) for order in list_strict_orders(ranks)]
    if len(outcomes) == 1:
        only: list[list[Any]] = outcomes[0]
        return only
    return [
        [
            model.rating(mu=fmean(rating.mu for rating in same), sigma=fmean(rating.sigma for rating in same))
            for same in zip(*side, strict=True)
        ]
        for side in zip(*outcomes, strict=True)
    ]
