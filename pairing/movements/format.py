"""The formats for individuals: changing partners at tables of four, and tables of three, four and five where everybody plays
alone.
"""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from pairing.format import COUNTING_WITHOUT_MEETINGS, Family, Format, LateEntryRule
from pairing.lots import Lots
from pairing.movements.designs import (
    Movement,
    TablePlayers,
    build_rotation,
    build_whist_movement,
)
from pairing.movements.rests import RestPlan, plan_rests
from pairing.movements.search import search_movement, seat_round
from pairing.movements.seating_history import SeatingHistory, compute_bound, compute_repetition
from pairing.numbers import assign_numbers
from pairing.seats import number_pairings
from pairing.values import DrawReason, DrawRequest, DrawResult, EntryGroup, Json, Pairing
from rules.options import Options, option
from rules.texts import _

VERSION_WITHOUT_DESIGNS = 2
LATER_WHIST = (9, 25, 49)


@dataclass(frozen=True, slots=True)
class IndividualOptions(Options):
    rounds: int = option(
        _("Rounds"),
        _("How many rounds are played. Opponents change every round as long as possible."),
        default=4,
        lowest=1,
        highest=60,
        source="P",
    )


class IndividualFormat(Format):
    """The base of both: a movement drawn in advance, or a search when somebody has come or gone."""

    Options = IndividualOptions
    version = 3
    table_size: ClassVar[int]
    family = Family.MOVEMENT
    uses_results = False
    one_seed = True
    joins_late = LateEntryRule.NEXT_ROUND
    most = 400

    @property
    def knows_designs(self) -> bool:
        """Version 2 had no resolvable designs, and no whist of 9, 25 and 49 players."""
        return self.version > VERSION_WITHOUT_DESIGNS

    def as_of(self, version: int) -> "IndividualFormat":
        return _get_without_designs(type(self)) if version == VERSION_WITHOUT_DESIGNS else self

    def count_rounds(self, options: IndividualOptions, entrant_count: int) -> int:
        return options.rounds

    def plan_rests(self, options: IndividualOptions, entrant_count: int) -> RestPlan | None:
        return plan_rests(entrant_count, self.table_size, options.rounds)

    def draw_pairings(self, options: IndividualOptions, request: DrawRequest) -> DrawResult:
        numbers = assign_numbers(request, drawn=True)
        place = {entrant: index for index, entrant in enumerate(numbers)}
        gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
        present = [place[entrant] for entrant in numbers if entrant not in gone]
        seating_history = self._build_history(request, place)
        free = not gone and not seating_history.forbidden_pairs
        planned = self._find_plan(options, request, numbers) if free else None
        if planned is None:
            seated, resting = seat_round(seating_history, present, self.table_size, Lots(request.seed, f"round {request.round}"))
            tables = [seating_history.rotate_seats(table) for table in seated]
        else:
            tables = planned[request.round - 1]
            playing = {player for table in tables for player in table}
            resting = [player for player in present if player not in playing]
        pairings = number_pairings(self._build_pairings(request, seating_history, numbers, tables, resting))
        seating_history.add_round(tables, resting)
        return DrawResult(tuple(pairings), self._build_certificate(request, seating_history), (EntryGroup("", numbers),))

    def find_movement(self, players: int, rounds: int, seed: str) -> Movement:
        """The tables of every round: a known perfect movement, or the best that a search finds."""
        known_movement = self.find_known_movement(players, rounds)
        if known_movement and (len(known_movement) == rounds or not compute_repetition(known_movement[:rounds], players, self.side_size)):
            return self._rotate_seats(known_movement[:rounds], players)
        searched = search_movement(players, rounds, self.table_size, self.side_size, Lots(seed, "movement"))
        best = min(
            [known_movement[:rounds], searched] if known_movement else [searched],
            key=lambda movement: compute_repetition(movement, players, self.side_size),
        )
        return self._rotate_seats(best, players)

    def _rotate_seats(self, movement: Movement, players: int) -> Movement:
        """The same tables, with everybody in another seat round by round as far as possible."""
        seating_history = SeatingHistory(players, self.side_size)
        rotated: Movement = []
        for tables in movement:
            rotated.append([seating_history.rotate_seats(table) for table in tables])
            seating_history.add_round(rotated[-1], ())
        return rotated

    @abstractmethod
    def find_known_movement(self, players: int, rounds: int) -> Movement | None: ...

    def _find_plan(self, options: IndividualOptions, request: DrawRequest, numbers: Sequence[int]) -> Movement | None:
        """The movement that the previous rounds follow, also one begun in an earlier version; None when they follow none."""
        if request.groups and request.groups[0].members != numbers:
            return None
        editions = dict.fromkeys((self, self.as_of(VERSION_WITHOUT_DESIGNS) if request.history else self))
        plans = (_compute_movement(edition, len(numbers), options.rounds, request.seed) for edition in editions)
        return next((plan for plan in plans if self._follows(plan, request, numbers)), None)

    def _follows(self, movement: Movement, request: DrawRequest, numbers: Sequence[int]) -> bool:
        """Whether the previous rounds were played as the movement has them."""
        expected = {(turn, tuple(numbers[seat] for seat in table)) for turn, tables in enumerate(movement, 1) for table in tables}
        played = {(match.round, match.sides) for match in request.history if len(match.sides) == self.table_size}
        return played == {(turn, sides) for turn, sides in expected if turn < request.round}

    def _build_history(self, request: DrawRequest, place: dict[int, int]) -> SeatingHistory:
        forbidden = frozenset(
            frozenset((place[first], place[second])) for first, second in request.forbidden if first in place and second in place
        )
        seating_history = SeatingHistory(len(place), self.side_size, forbidden_pairs=forbidden)
        played_here = [played for played in request.history if all(side in place for side in played.sides)]
        tables = [tuple(place[side] for side in played.sides) for played in played_here if len(played.sides) == self.table_size]
        seating_history.add_round(tables, [place[played.sides[0]] for played in played_here if len(played.sides) == 1])
        return seating_history

    def _build_pairings(
        self,
        request: DrawRequest,
        seating_history: SeatingHistory,
        numbers: Sequence[int],
        tables: Sequence[TablePlayers],
        resting: Sequence[int],
    ) -> list[Pairing]:
        pairings = []
        for index, table in enumerate(tables):
            dealer = Lots(request.seed, f"dealer {request.round} {index}").draw_number(self.sides)
            sides = tuple(numbers[player] for player in table)
            pairings.append(
                Pairing(0, sides, reasons=(_explain_table(seating_history, table),), first_dealer=dealer, side_size=self.side_size)
            )
        for player in resting:
            reason = DrawReason.of("rests_in_turn", times=seating_history.rests[player])
            pairings.append(Pairing(0, (numbers[player],), bye=True, reasons=(reason,)))
        return pairings

    def _build_certificate(self, request: DrawRequest, seating_history: SeatingHistory) -> dict[str, Json]:
        least = compute_bound(seating_history.players, request.round, table_size=self.table_size, side_size=self.side_size)
        return {"rule": self.key, "quality": seating_history.compute_quality(), "bound": least}


@lru_cache(maxsize=64)
def _compute_movement(individual_format: IndividualFormat, players: int, rounds: int, seed: str) -> Movement:
    return individual_format.find_movement(players, rounds, seed)


def _explain_table(seating_history: SeatingHistory, table: TablePlayers) -> DrawReason:
    again = sum(
        seating_history.opponents[first][second] + seating_history.partners[first][second] > 0
        for place, first in enumerate(table)
        for second in table[place + 1 :]
    )
    return DrawReason.of("table_met_before", pairs=again) if again else DrawReason.of("table_new")


@lru_cache(maxsize=8)
def _get_without_designs(kind: type[IndividualFormat]) -> IndividualFormat:
    earlier = kind()
    earlier.version = VERSION_WITHOUT_DESIGNS
    return earlier


class ChangingPartners(IndividualFormat):
    key = "individual"
    name = _("Individual, partners change")
    summary = _("Tables of four. Every round a new partner and new opponents; no partner twice while that is possible.")
    usual_counting = COUNTING_WITHOUT_MEETINGS
    fewest = 4
    side_size = 2
    table_size = 4

    def find_known_movement(self, players: int, rounds: int) -> Movement | None:
        """A rotation in which nobody meets twice where there is one; otherwise a whist tournament: once partners, twice opponents."""
        turning = build_rotation(players // 4, 4) if players % 4 == 0 else None
        if turning and rounds <= len(turning):
            return turning
        full = build_whist_movement(players) if self.knows_designs or players not in LATER_WHIST else None
        return full if full and rounds <= len(full) else None


def compute_quality(individual_format: IndividualFormat, players: int, rounds: int, seed: str) -> dict[str, Json]:
    """The quality vector of a whole movement, with its bound."""
    seating_history = SeatingHistory(players, individual_format.side_size)
    for tables in individual_format.find_movement(players, rounds, seed):
        seated = {player for table in tables for player in table}
        seating_history.add_round(tables, [player for player in range(players) if player not in seated])
    return {
        "quality": seating_history.compute_quality(),
        "bound": compute_bound(players, rounds, table_size=individual_format.table_size, side_size=individual_format.side_size),
    }
