"""What every format is: an identity card, its options, and one pure function from a request to pairings."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, ClassVar

from pairing.options import resolve, resolved_values
from pairing.reasons import DrawRefused
from pairing.values import Drawn, Entrant, Group, Json, Pairing, Played, Reason, Request
from rules.texts import _


class Joins(StrEnum):
    """How an entry can join a stage that has begun: not at all, from the next round on, or where the first round left a place free."""

    NEVER = "never"
    NEXT_ROUND = "next_round"
    FREE_PLACE = "free_place"


class Format(ABC):
    """A way of deciding who meets whom. Instances are stateless and interchangeable.

    `sides` is how many sides one match has and `side_size` how many entries make a side; `version` rises with every
    change that could give another draw from the same request.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    summary: ClassVar[str]
    Options: ClassVar[type[Any]]
    version: ClassVar[int] = 1
    sides: ClassVar[int] = 2
    side_size: ClassVar[int] = 1
    fewest: ClassVar[int] = 2
    most: ClassVar[int] = 1024
    uses_results: ClassVar[bool] = True
    by_standing: ClassVar[bool] = False
    """Whether draws go by the standings, and not only by who won what."""
    joins_late: ClassVar[Joins] = Joins.NEVER
    ranked_together: ClassVar[bool] = False
    """Whether groups only say where people play (lines, venues), and one ranking holds all of them."""
    in_venues: ClassVar[bool] = False
    """Whether every group plays in a place of its own."""
    group_titles: ClassVar[Mapping[str, str]] = {}
    group_title: ClassVar[str] = _("Pool {name}")
    """What a group is called; `group_titles` has those that are called otherwise."""
    one_seed: ClassVar[bool] = False
    """Whether all rounds follow from the first draw's seed, because they are planned together."""
    bye_points: ClassVar[int | None] = None
    """What a rest is worth by default; None leaves it to the points system."""

    def options_from(self, values: Mapping[str, Json]) -> Any:
        """Raises: rules.problems.RuleViolation with every problem."""
        return resolve(self.Options, values)

    def options_to_json(self, options: Any) -> dict[str, Json]:
        return resolved_values(options)

    @abstractmethod
    def round_count(self, options: Any, entrant_count: int) -> int:
        """How many rounds the stage has with so many entries."""

    @abstractmethod
    def draw(self, options: Any, request: Request) -> Drawn:
        """The pairings of `request.round`. The request has passed `problems`."""

    def places(self, options: Any, entrants: Sequence[Entrant], history: Sequence[Played]) -> list[list[int]]:
        """Entry ids from the first place to the last, ex aequo together; empty where the standings decide."""
        return []

    def over(self, options: Any, request: Request) -> bool:
        """Whether the results leave nothing to play in the round of `request`, although the plan has it."""
        return False

    def table_order(self, pairings: Sequence[Pairing], groups: Sequence[Group]) -> dict[int, int]:
        """For every match, by its order, which of the tables it takes, counting from 0: one after the other, as drawn.

        A format in which somebody stays at a table leaves gaps instead.
        """
        played = sorted(one.order for one in pairings if not one.bye)
        return {order: place for place, order in enumerate(played)}

    def problems(self, options: Any, entrants: Sequence[Entrant]) -> tuple[Reason, ...]:
        """Everything that makes a draw impossible with these entries."""
        return tuple(self.number_problems(len(entrants))) + tuple(_identity_problems(entrants))

    def check(self, options: Any, request: Request) -> None:
        """Raises: DrawRefused."""
        found = list(self.problems(options, request.entrants))
        rounds = self.round_count(options, len(request.entrants))
        if not 1 <= request.round <= rounds:
            found.append(Reason.of("round_beyond_end", rounds=rounds, round=request.round))
        if request.entrants and all(entrant.withdrawn for entrant in request.entrants):
            found.append(Reason.of("nobody_left"))
        if found:
            raise DrawRefused(found)

    def number_problems(self, count: int) -> list[Reason]:
        """Whether so many entries can be drawn at all."""
        if count < self.fewest:
            return [Reason.of("too_few_entries", fewest=self.fewest, count=count)]
        if count > self.most:
            return [Reason.of("too_many_entries", most=self.most, count=count)]
        return []


def _identity_problems(entrants: Sequence[Entrant]) -> list[Reason]:
    ids = Counter(entrant.id for entrant in entrants)
    seeds = Counter(entrant.seed for entrant in entrants if entrant.seed)
    found = [Reason.of("repeated_seed", seed=seed) for seed, times in sorted(seeds.items()) if times > 1]
    return [Reason.of("repeated_entry"), *found] if max(ids.values(), default=0) > 1 else found
