"""Evenings as halls play them: people sit down late, hands are of unequal length and grow slower, some halls enter results only.

Nothing here is shared with the forecast: a race of its own tells how many hands a match has, hands are lognormal, and delays are mixed.
"""

import random
from dataclasses import dataclass

USUAL_SECONDS = 180
"""What a hand takes in the past of this club."""


@dataclass(frozen=True, slots=True)
class Hall:
    """How an evening goes. `late` is the share of tables that sit down five to 25 minutes late, the others within `prompt` seconds;
    `together` are seconds by which the whole hall begins late. `typing` is the share of tables that enter every hand. Hands take `slower`
    times as long as in the past, and grow by a share between the two of `tiring` from the first to the last hand of a match: as a line,
    or with `abrupt` in the last third only.
    """

    tables: int = 32
    late: float = 0.0
    prompt: float = 120.0
    together: float = 0.0
    typing: float = 1.0
    tiring: tuple[float, float] = (0.0, 0.0)
    abrupt: bool = False
    slower: float | None = None
    tables_differ: float = 0.2
    evenings_differ: float = 0.25
    hands_differ: float = 0.35


@dataclass(frozen=True, slots=True)
class TableRun:
    """One match at its table: seconds of its round at which people sat down, and at which each of its hands was over."""

    sat_down: float
    hands: tuple[float, ...]
    types: bool

    @property
    def end(self) -> float:
        return self.hands[-1]


@dataclass(frozen=True, slots=True)
class EveningRun:
    """The matches of the round that is looked at, and those of the rounds before it."""

    now: tuple[TableRun, ...]
    before: tuple[TableRun, ...]

    @property
    def end(self) -> float:
        return max(table.end for table in self.now)


def race_hands(rng: random.Random, target: int = 41, points: int = 12) -> int:
    """Hands until the first of two sides that share every hand's points has so many of them, and more than the other."""
    sides, hands = [0, 0], 0
    while max(sides) < target or sides[0] == sides[1]:
        ours = round(points * rng.betavariate(2, 2))
        sides = [sides[0] + ours, sides[1] + points - ours]
        hands += 1
    return hands


def race_match(rng: random.Random) -> int:
    """The first of two games to 41."""
    first, second = race_hands(rng), race_hands(rng)
    return first + second + (race_hands(rng) if rng.random() < 0.5 else 0)


def sample_lengths(matches: int = 300, seed: str = "lengths") -> tuple[int, ...]:
    """What a desk believes of its matches."""
    rng = random.Random(seed)
    return tuple(race_match(rng) for _match in range(matches))


def run_evening(rng: random.Random, hall: Hall, rounds: int) -> EveningRun:
    """So many rounds; the last is the one that is looked at."""
    slower = rng.lognormvariate(0, hall.evenings_differ) if hall.slower is None else hall.slower
    usual, growth = USUAL_SECONDS * slower, rng.uniform(*hall.tiring)
    played = [tuple(run_table(rng, hall, usual, growth) for _table in range(hall.tables)) for _round in range(rounds)]
    return EveningRun(played[-1], tuple(table for tables in played[:-1] for table in tables))


def run_table(rng: random.Random, hall: Hall, usual: float, growth: float) -> TableRun:
    now = hall.together + (rng.uniform(300, 1500) if rng.random() < hall.late else rng.uniform(0, hall.prompt))
    own, count, sat_down, ends = usual * rng.lognormvariate(0, hall.tables_differ), race_match(rng), now, []
    weights = [grow(hand / max(1, count - 1), growth, abrupt=hall.abrupt) for hand in range(count)]
    for weight in weights:
        now += own * weight * rng.lognormvariate(0, hall.hands_differ)
        ends.append(now)
    return TableRun(sat_down, tuple(ends), rng.random() < hall.typing)


def grow(place: float, growth: float, *, abrupt: bool) -> float:
    """How much longer a hand takes than the first of its match, from 0 for that to 1 for the last."""
    return 1 + growth * (place >= 2 / 3 if abrupt else place)
