"""What is asked of an evening, and the plans that come of it. Minutes count from its beginning."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from pairing.chain import RoundRange
from pairing.values import Json


@dataclass(frozen=True, slots=True)
class EveningField:
    """Who plays, and until when. `tables` is 0 for as many as are needed; `sides` and `side_size` are those of the game's matches, in
    entries; `lengths` is how many lengths of a match are at hand: the first is that of the tournament's rules, the others are shorter.
    """

    entries: int
    tables: int
    minutes: int
    sides: int = 2
    side_size: int = 1
    lengths: int = 1

    @property
    def seats(self) -> int:
        """Entries at one table."""
        return self.sides * self.side_size


@dataclass(frozen=True, slots=True)
class EndSpan:
    """When an evening ends: the median, and the bounds that hold eighty of a hundred."""

    early: float
    middle: float
    late: float


EndEstimate: TypeAlias = Callable[[tuple[int, ...], int, int], EndSpan]
"""Matches of each round, which of the lengths they have, and the tables: when the last match is over."""


@dataclass(frozen=True, slots=True)
class RoundLoad:
    """What a round comes to."""

    matches: int
    byes: int


@dataclass(frozen=True, slots=True)
class EveningStage:
    """A stage of a plan; `source` is the place in the plan of the stage that it takes entries from, which are counted as in `StageSetup`.

    `rest` takes everybody but those. With `carries` they keep their points, and both stages make one ranking. `label` says what the stage
    is where its format alone does not.
    """

    format: str
    entries: int
    options: Mapping[str, Json] = field(default_factory=dict)
    source: int | None = None
    of_each: int = 0
    best_others: int = 0
    rest: bool = False
    lost: RoundRange | None = None
    label: str = ""
    carries: bool = False


@dataclass(frozen=True, slots=True)
class Outline:
    """A plan before anybody has looked at the clock. `fairness` weighs it against others that let people play as often."""

    kind: str
    family: str
    stages: tuple[EveningStage, ...]
    fairness: float = 0.0


@dataclass(frozen=True, slots=True)
class Trait:
    """What a plan is fair or unfair about: a key, and the numbers of its sentence."""

    key: str
    is_fair: bool
    numbers: tuple[tuple[str, int], ...] = ()

    @classmethod
    def of(cls, key: str, *, fair: bool, **numbers: int) -> "Trait":
        return cls(key, fair, tuple(sorted(numbers.items())))


@dataclass(frozen=True, slots=True)
class EveningPlan:
    """A whole plan. `rounds` are those of the evening: rounds of stages side by side are one. `length` says by which of the lengths
    matches are played; `least` and `most` are the matches of an entry.
    """

    kind: str
    stages: tuple[EveningStage, ...]
    length: int
    rounds: tuple[RoundLoad, ...]
    rounds_by_stage: tuple[tuple[int, int], ...]
    """Of every stage, its first and its last round of the evening."""
    least: int
    most: int
    ends: EndSpan
    fits: bool
    traits: tuple[Trait, ...]

    @property
    def matches(self) -> int:
        return sum(load.matches for load in self.rounds)

    @property
    def byes(self) -> int:
        return sum(load.byes for load in self.rounds)


@dataclass(frozen=True, slots=True)
class Remedies:
    """What would let something fit where nothing does. After `minutes` the shortest plan by the tournament's rules is over, after
    `shortest` that with the shortest matches, of length `length`; with `tables` one would fit, 0 where tables do not help.
    """

    minutes: int
    shortest: int
    length: int = 0
    tables: int = 0


@dataclass(frozen=True, slots=True)
class Absence:
    """A usual family of plans that is not offered, and the `reason`: it is `late` and over after `number` minutes at the soonest, needs
    more `tables`, or is for at least `number` entries (`few`).
    """

    family: str
    reason: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class EveningProposals:
    plans: tuple[EveningPlan, ...]
    remedies: Remedies | None = None
    fewest: int = 0
    """How many entries are needed, where so few cannot play at all."""
    absences: tuple[Absence, ...] = ()
