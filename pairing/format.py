"""The base class of all formats: identity, options, and one pure function from a request to pairings."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from pairing.bracket_plan import BracketPlan
from pairing.movements.rests import RestPlan
from pairing.options import resolve_options, serialise_options
from pairing.reasons import DrawRefused
from pairing.values import DrawnRound, DrawReason, DrawRequest, DrawResult, Entrant, EntryGroup, Json, Pairing, PlayedMatch, Position
from rules.texts import _


class Family(StrEnum):
    """What the stages of a format look like; pages, papers and forecasts follow from it."""

    BRACKET = "bracket"
    """Whoever loses leaves the race for first place; matches stand in a bracket."""
    POOLS = "pools"
    """Every two entries of a group meet."""
    RANKING = "ranking"
    """Everybody plays every round, against opponents that the standings give."""
    MOVEMENT = "movement"
    """Everybody plays every round, by a plan that no result changes."""


class ClubRule(StrEnum):
    """When a format keeps entries of one club apart: where an option says so, always, or only in its first round."""

    OPTION = "option"
    ALWAYS = "always"
    FIRST_ROUND = "first_round"


@dataclass(frozen=True, slots=True)
class UsualCounting:
    """How a stage counts unless the director says otherwise: keys of `standings.POINT_SYSTEMS` and `standings.TIE_BREAKS`."""

    points: str = "match_won"
    tie_breaks: tuple[str, ...] = ("direct_encounter", "games_ratio", "point_difference", "points_scored")


COUNTING_WITHOUT_MEETINGS = UsualCounting(tie_breaks=("games_ratio", "point_difference", "points_scored"))
"""For formats in which two entries with the same points have seldom met."""
COUNTING_BY_OPPONENTS = UsualCounting(tie_breaks=("buchholz", *UsualCounting().tie_breaks))
"""For formats in which ranks decide the pairings, so that the strength of opponents counts."""
COUNTING_PLACES = UsualCounting("places", ("points_scored",))
"""For tables of several entries, each for itself."""


class TeamDecision(StrEnum):
    """What decides a match of two teams that meet on several boards."""

    BOARDS = "boards"
    BOARDS_THEN_POINTS = "boards_then_points"
    POINTS = "points"


class LateEntryRule(StrEnum):
    """How an entry joins a stage that has begun: in a place that the first round left free, or a seat that a movement leaves empty."""

    NEVER = "never"
    NEXT_ROUND = "next_round"
    FREE_PLACE = "free_place"
    FREE_SEAT = "free_seat"


class Format(ABC):
    """A way of deciding who meets whom. Instances hold no state.

    `side_size` is the number of entries that make a side. `version` rises with every change that could give another draw.
    """

    key: ClassVar[str]
    name: ClassVar[str]
    summary: ClassVar[str]
    Options: ClassVar[type[Any]]
    family: ClassVar[Family]
    version: int = 1
    sides: ClassVar[int] = 2
    side_size: ClassVar[int] = 1
    fewest: ClassVar[int] = 2
    most: ClassVar[int] = 1024
    uses_results: ClassVar[bool] = True
    by_standing: ClassVar[bool] = False  # draws follow the standings, and not only who won which match
    joins_late: ClassVar[LateEntryRule] = LateEntryRule.NEVER
    ranked_together: ClassVar[bool] = False
    """Whether groups only say where people play (lines, venues), while one ranking holds all of them."""
    in_venues: ClassVar[bool] = False
    """Whether every group plays in its own venue."""
    in_teams: ClassVar[bool] = False
    """Whether every group is a team, and the ranking one of teams: a match is a board between two of them."""
    group_titles: ClassVar[Mapping[str, str]] = {}
    group_title: ClassVar[str] = _("Pool {name}")
    """The title of a group; `group_titles` holds the exceptions by name."""
    rounds_side_by_side: ClassVar[bool] = False
    """Whether the first draw fixes every match, and a match waits for nothing but its sides and a table: all rounds can be published at
    once and are played in any order.
    """
    plays_ahead: ClassVar[bool] = False
    """Whether a match of a bracket can begin as soon as both sides are certain, also while the round before is being played."""
    one_seed: ClassVar[bool] = False
    """Whether all rounds follow from the seed of the first draw, because they are planned together."""
    bye_points: ClassVar[int | None] = None
    """The default worth of a bye; None leaves it to the point system."""
    usual_counting: ClassVar[UsualCounting] = UsualCounting()
    new_opponents: ClassVar[bool] = False
    """Whether every round needs a new opponent."""
    score_groups: ClassVar[bool] = False
    """Whether opponents have equal scores, so that an entry floats where it meets another score. The draw can be written as TRF."""
    one_tree: ClassVar[bool] = False
    """Whether the stage is a single knockout tree, in which each defeat names the places that an entry can still reach."""
    club_rule: ClassVar[ClubRule] = ClubRule.OPTION
    opens_freely: ClassVar[bool] = False
    """Whether lots alone decide the first round, and no later one is planned from it: tables may be given before it is drawn."""

    def as_of(self, version: int) -> "Format":
        """The format as it drew in that version; this one where that is not known any more."""
        return self

    def options_from(self, values: Mapping[str, Json]) -> Any:
        """Raises: rules.problems.RuleViolation with every problem."""
        return resolve_options(self.Options, values)

    def options_to_json(self, options: Any) -> dict[str, Json]:
        return serialise_options(options)

    @abstractmethod
    def count_rounds(self, options: Any, entrant_count: int) -> int:
        """The number of rounds that the stage has with so many entries."""

    @abstractmethod
    def draw_pairings(self, options: Any, request: DrawRequest) -> DrawResult:
        """Draw the pairings of `request.round`. The request has passed `check_request`."""

    def choose_team_decision(self, options: Any) -> TeamDecision:
        """What decides a match of two teams; only asked where the groups are teams."""
        return TeamDecision.BOARDS

    def is_accelerated(self, options: Any) -> bool:
        """Whether some entries have virtual points in the first rounds, for which the draw needs the worth of a match won."""
        return False

    def compute_virtual_halves(self, options: Any, round_number: int, win_points: int) -> int:
        """The virtual points of those who have them in a round, in halves; 0 where nobody has any."""
        return 0

    def plan_rests(self, options: Any, entrant_count: int) -> RestPlan | None:
        """How the rests of a stage at tables of several are divided; None where nobody rests, or where two meet at a time."""
        return None

    def compute_places(
        self, options: Any, entrants: Sequence[Entrant], history: Sequence[PlayedMatch], playing: int | None = None
    ) -> list[list[int]]:
        """Groups of entry ids from the first place to the last, tied entries together; empty where the standings decide.

        `playing` is the first round that is not over: matches of later ones may have been played ahead. None: all were played in order.
        """
        return []

    def count_groups(self, options: Any, entrant_count: int) -> int:
        """The number of groups into which so many entries are divided."""
        return 1

    def build_bracket_plan(self, options: Any, entrant_count: int) -> BracketPlan | None:
        """The bracket of at least two entrants before anything is played; None for a format without one."""
        return None

    def compute_due_sides(self, options: Any, drawn: DrawnRound, today: DrawRequest) -> Mapping[Position, tuple[int, ...]] | None:
        """By place in the bracket, the sides that the results of `today` put into the drawn round.

        None where no seat rests on one result.
        """
        return None

    def find_main_match(self, options: Any, entrant_count: int, number: int) -> Position | None:
        """The match of round `number` by which the round is called; None where rounds have only their numbers."""
        return None

    def is_round_drawn(self, options: Any, entrant_count: int, number: int, *, seeded: bool) -> bool:
        """Whether lots or standings say who meets whom in the round, or else the plan and who won. `seeded`: every entry has a seed."""
        return number == 1 or self.family is Family.RANKING

    def has_free_opening(self, options: Any) -> bool:
        """Whether these options leave the first round to lots; only asked where it `opens_freely`."""
        return self.opens_freely

    def can_seat_all(self, options: Any, entrant_count: int) -> bool:
        """Whether the first round seats so many entries, but for one where their number is odd."""
        return True

    def list_rank_certificates(self, draw: DrawnRound) -> list[Mapping[str, Json]]:
        """The certificates of a draw that went down a ranking, one for each group; empty for other formats."""
        return []

    def is_over(self, options: Any, request: DrawRequest) -> bool:
        """Whether the results leave nothing to play in the round of `request`, although the plan has that round."""
        return False

    def assign_tables(self, pairings: Sequence[Pairing], groups: Sequence[EntryGroup]) -> dict[int, int]:
        """For every match, by its order, the table it takes, counting from 0; by default consecutive tables, as drawn.

        A format in which an entry stays at its table leaves gaps instead.
        """
        match_orders = sorted(pairing.order for pairing in pairings if not pairing.bye)
        return {order: place for place, order in enumerate(match_orders)}

    def find_option_problems(self, options: Any) -> list[DrawReason]:
        """All reasons why nobody can ever be drawn with these options, whoever enters."""
        return []

    def find_plan_problems(self, options: Any, count: int) -> list[DrawReason]:
        """All reasons not to plan a stage with so many entries, drawable or not. Too few are none: others may still come."""
        too_many = self.find_count_problems(count) if count > self.most else []
        return [*self.find_option_problems(options), *too_many]

    def find_problems(self, options: Any, entrants: Sequence[Entrant]) -> tuple[DrawReason, ...]:
        """All reasons that make a draw with these entries impossible."""
        problems = [*self.find_option_problems(options), *self.find_count_problems(len(entrants)), *_find_identity_problems(entrants)]
        return tuple(problems)

    def check_request(self, options: Any, request: DrawRequest) -> None:
        """Raises: DrawRefused."""
        problems = list(self.find_problems(options, request.entrants))
        rounds = self.count_rounds(options, len(request.entrants))
        if not 1 <= request.round <= rounds:
            problems.append(DrawReason.of("round_beyond_end", rounds=rounds, round=request.round))
        if request.entrants and all(entrant.withdrawn for entrant in request.entrants):
            problems.append(DrawReason.of("nobody_left"))
        if problems:
            raise DrawRefused(problems)

    def find_count_problems(self, count: int) -> list[DrawReason]:
        """The reason why so many entries are too few or too many; empty when the number is right."""
        if count < self.fewest:
            return [DrawReason.of("too_few_entries", fewest=self.fewest, count=count)]
        if count > self.most:
            return [DrawReason.of("too_many_entries", most=self.most, count=count)]
        return []


def _find_identity_problems(entrants: Sequence[Entrant]) -> list[DrawReason]:
    ids = Counter(entrant.id for entrant in entrants)
    seeds = Counter(entrant.seed for entrant in entrants if entrant.seed)
    repeated_seeds = [DrawReason.of("repeated_seed", seed=seed) for seed, times in sorted(seeds.items()) if times > 1]
    return [DrawReason.of("repeated_entry"), *repeated_seeds] if max(ids.values(), default=0) > 1 else repeated_seeds
