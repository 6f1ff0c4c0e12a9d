"""The formats for individuals: changing partners at tables of four, and tables of three, four and five where each plays for himself."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from pairing.format import Format
from pairing.lots import Lots
from pairing.movements.designs import Movement, Table, plane, rotation, whist
from pairing.movements.search import search_movement, seat_round
from pairing.movements.seating_history import Memory, bound, wasted
from pairing.numbers import numbers_of
from pairing.seats import in_order
from pairing.values import Drawn, Group, Json, Pairing, Reason, Request
from rules.options import Options, option
from rules.texts import _


@dataclass(frozen=True, slots=True)
class IndividualOptions(Options):
    rounds: int = option(
        _("Rounds"),
        _("How many rounds are played; everybody gets new opponents every round as long as there are any."),
        default=4,
        lowest=1,
        highest=60,
        source="P",
    )


class Individuals(Format):
    """What both have in common: a movement drawn in advance, or a search when somebody has come or gone."""

    Options = IndividualOptions
    version = 2
    table_size: ClassVar[int]
    uses_results = False
    one_seed = True
    most = 400

    def round_count(self, options: IndividualOptions, entrant_count: int) -> int:
        return options.rounds

    def draw(self, options: IndividualOptions, request: Request) -> Drawn:
        numbers = numbers_of(request, drawn=True)
        place = {entrant: index for index, entrant in enumerate(numbers)}
        gone = {entrant.id for entrant in request.entrants if entrant.withdrawn}
        present = [place[entrant] for entrant in numbers if entrant not in gone]
        memory = self._memory(request, place)
        free = not gone and not memory.apart and self._undisturbed(options, request, numbers)
        planned = self._planned(options, request, len(numbers)) if free else None
        if planned is None:
            seated, resting = seat_round(memory, present, self.table_size, Lots(request.seed, f"round {request.round}"))
            tables = [memory.turned(table) for table in seated]
        else:
            tables = planned[request.round - 1]
            playing = {player for table in tables for player in table}
            resting = [player for player in present if player not in playing]
        pairings = in_order(self._pairings(request, memory, numbers, tables, resting))
        memory.remember(tables, resting)
        return Drawn(tuple(pairings), self._certificate(request, memory), (Group("", numbers),))

    def movement(self, players: int, rounds: int, seed: str) -> Movement:
        """The tables of every round: a known perfect movement, or the best that a search finds."""
        known = self.known_movement(players, rounds)
        if known and (len(known) == rounds or not wasted(known[:rounds], players, self.side_size)):
            return self._turned(known[:rounds], players)
        found = search_movement(players, rounds, self.table_size, self.side_size, Lots(seed, "movement"))
        best = min([known[:rounds], found] if known else [found], key=lambda movement: wasted(movement, players, self.side_size))
        return self._turned(best, players)

    def _turned(self, movement: Movement, players: int) -> Movement:
        """The same tables, everybody in another seat round after round as far as that goes."""
        memory = Memory(players, self.side_size)
        found: Movement = []
        for tables in movement:
            found.append([memory.turned(table) for table in tables])
            memory.remember(found[-1], ())
        return found

    @abstractmethod
    def known_movement(self, players: int, rounds: int) -> Movement | None: ...

    def _planned(self, options: IndividualOptions, request: Request, players: int) -> Movement:
        return _remembered(self, players, options.rounds, request.seed)

    def _undisturbed(self, options: IndividualOptions, request: Request, numbers: Sequence[int]) -> bool:
        """Whether the rounds before were played as the movement has them."""
        if request.groups and request.groups[0].members != numbers:
            return False
        movement = self._planned(options, request, len(numbers)) if request.history else []
        expected = {(turn, tuple(numbers[seat] for seat in table)) for turn, tables in enumerate(movement, 1) for table in tables}
        played = {(match.round, match.sides) for match in request.history if len(match.sides) == self.table_size}
        return played == {(turn, sides) for turn, sides in expected if turn < request.round}

    def _memory(self, request: Request, place: dict[int, int]) -> Memory:
        apart = frozenset(frozenset((place[one], place[other])) for one, other in request.forbidden if one in place and other in place)
        memory = Memory(len(place), self.side_size, apart=apart)
        known = [played for played in request.history if all(side in place for side in played.sides)]
        tables = [tuple(place[side] for side in played.sides) for played in known if len(played.sides) == self.table_size]
        memory.remember(tables, [place[played.sides[0]] for played in known if len(played.sides) == 1])
        return memory

    def _pairings(
        self, request: Request, memory: Memory, numbers: Sequence[int], tables: Sequence[Table], resting: Sequence[int]
    ) -> list[Pairing]:
        found = []
        for index, table in enumerate(tables):
            dealer = Lots(request.seed, f"dealer {request.round} {index}").below(self.sides)
            sides = tuple(numbers[player] for player in table)
            found.append(Pairing(0, sides, reasons=(_met_before(memory, table),), first_dealer=dealer, side_size=self.side_size))
        for player in resting:
            reason = Reason.of("rests_in_turn", times=memory.rests[player])
            found.append(Pairing(0, (numbers[player],), bye=True, reasons=(reason,)))
        return found

    def _certificate(self, request: Request, memory: Memory) -> dict[str, Json]:
        least = bound(memory.players, request.round, table_size=self.table_size, side_size=self.side_size)
        return {"rule": self.key, "quality": memory.quality(), "bound": least}


@lru_cache(maxsize=64)
def _remembered(entry: Individuals, players: int, rounds: int, seed: str) -> Movement:
    return entry.movement(players, rounds, seed)


def _met_before(memory: Memory, table: Table) -> Reason:
    again = sum(
        memory.opponents[one][other] + memory.partners[one][other] > 0 for place, one in enumerate(table) for other in table[place + 1 :]
    )
    return Reason.of("table_met_before", pairs=again) if again else Reason.of("table_new")


class ChangingPartners(Individuals):
    key = "individual"
    name = _("Individual, partners change")
    summary = _("Tables of four; every round a new partner and new opponents, nobody twice with the same partner while that is possible.")
    fewest = 4
    side_size = 2
    table_size = 4

    def known_movement(self, players: int, rounds: int) -> Movement | None:
        """Where nobody need meet twice at all, that; otherwise a whist tournament: once partners, twice opponents."""
        turning = rotation(players // 4, 4) if players % 4 == 0 else None
        if turning and rounds <= len(turning):
            return turning
        full = whist(players)
        return full if full and rounds <= len(full) else None


class TablesOfSeveral(Individuals):
    """Everybody for himself, at tables of `table_size`."""

    def known_movement(self, players: int, rounds: int) -> Movement | None:
        """The square of a table's size meets exactly once in one round more than that; for other multiples a rotation, where one exists."""
        size = self.table_size
        if players == size**2 and rounds <= size + 1:
            return plane(size)
        turning = rotation(players // size, size) if players % size == 0 else None
        return turning if turning and rounds <= len(turning) else None


class TablesOfThree(TablesOfSeveral):
    key = "tables_of_three"
    name = _("Individual, tables of three")
    summary = _("Three individuals at a table, no two of whom meet again while that is possible; who is left over rests in turn.")
    fewest = 3
    sides = 3
    table_size = 3


class TablesOfFour(TablesOfSeveral):
    key = "tables_of_four"
    name = _("Individual, tables of four")
    summary = _("Four individuals at a table, no two of whom meet again while that is possible; who is left over rests in turn.")
    fewest = 4
    sides = 4
    table_size = 4


class TablesOfFive(TablesOfSeveral):
    key = "tables_of_five"
    name = _("Individual, tables of five")
    summary = _("Five individuals at a table, no two of whom meet again while that is possible; who is left over rests in turn.")
    fewest = 5
    sides = 5
    table_size = 5


def quality_of(entry: Individuals, players: int, rounds: int, seed: str) -> dict[str, Json]:
    """The quality vector of a whole movement beside the bound."""
    memory = Memory(players, entry.side_size)
    for tables in entry.movement(players, rounds, seed):
        seated = {player for table in tables for player in table}
        memory.remember(tables, [player for player in range(players) if player not in seated])
    return {"quality": memory.quality(), "bound": bound(players, rounds, table_size=entry.table_size, side_size=entry.side_size)}
