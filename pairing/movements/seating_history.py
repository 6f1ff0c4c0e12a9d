"""Who has already sat with whom, and how good a movement is."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, permutations
from math import comb

from pairing.movements.designs import Table
from pairing.values import Json

FORBIDDEN = 1_000_000


@dataclass(slots=True)
class Memory:
    """Counts for `players` 0, 1, 2 …: rounds together as partners and as opponents, rounds sat out, and rounds in every seat of a table.

    With `side_size` 1 everybody at a table is an opponent of everybody else; with 2 the first two are partners.
    """

    players: int
    side_size: int
    partners: list[list[int]] = field(default_factory=list)
    opponents: list[list[int]] = field(default_factory=list)
    rests: list[int] = field(default_factory=list)
    apart: frozenset[frozenset[int]] = frozenset()
    """Pairs that must not sit at one table."""
    seats: list[Counter[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.partners = [[0] * self.players for _player in range(self.players)]
        self.opponents = [[0] * self.players for _player in range(self.players)]
        self.rests = [0] * self.players
        self.seats = [Counter() for _player in range(self.players)]

    def remember(self, tables: Iterable[Table], resting: Iterable[int]) -> None:
        for table in tables:
            for one, other in combinations(range(len(table)), 2):
                together = self.partners if one // self.side_size == other // self.side_size else self.opponents
                together[table[one]][table[other]] += 1
                together[table[other]][table[one]] += 1
            for seat, player in enumerate(table):
                self.seats[player][seat] += 1
        for player in resting:
            self.rests[player] += 1

    def cost(self, table: Sequence[int]) -> int:
        """How much a table repeats, its players sitting in the best way."""
        forbidden = FORBIDDEN * sum(frozenset(pair) in self.apart for pair in combinations(table, 2)) if self.apart else 0
        if self.side_size == 1:
            return forbidden + sum(self.opponents[one][other] for one, other in combinations(table, 2))
        return forbidden + min(self._cost_of_four(way) for way in ways(table))

    def seated(self, table: Sequence[int]) -> Table:
        """The table's players sitting in the best way."""
        return tuple(table) if self.side_size == 1 else min(ways(table), key=lambda way: (self._cost_of_four(way), way))

    def _cost_of_four(self, way: Table) -> int:
        a, b, c, d = way
        again = self.partners[a][b] + self.partners[c][d]
        before = self.opponents[a][b] + self.opponents[c][d]
        facing = sum(2 * self.opponents[one][other] + self.partners[one][other] for one, other in ((a, c), (a, d), (b, c), (b, d)))
        return 1000 * again + before + facing

    def quality(self) -> dict[str, Json]:
        """How often two were partners or opponents, each as {times: pairs}; how often players sat out, and how often they sat in the seat
        that they had most, each as {times: players}."""
        pairs = list(combinations(range(self.players), 2))
        found: dict[str, Json] = {"opponents": _histogram(self.opponents[one][other] for one, other in pairs)}
        if self.side_size > 1:
            found["partners"] = _histogram(self.partners[one][other] for one, other in pairs)
        return found | {"rests": _histogram(self.rests), "seats": _histogram(max(seats.values(), default=0) for seats in self.seats)}

    def turned(self, table: Table) -> Table:
        """The same partners and opponents, everybody in a seat that it had as seldom as possible."""
        had = [[self.seats[player][seat] for seat in range(len(table))] for player in table]
        way = min(_turns(len(table), self.side_size), key=lambda order: sum(had[one][seat] ** 2 for seat, one in enumerate(order)))
        return tuple(table[one] for one in way)


@lru_cache(maxsize=8)
def _turns(size: int, side_size: int) -> tuple[tuple[int, ...], ...]:
    """The orders of a table that leave partners partners."""
    sides = {frozenset(range(start, start + side_size)) for start in range(0, size, side_size)}
    return tuple(
        order
        for order in permutations(range(size))
        if {frozenset(order[start : start + side_size]) for start in range(0, size, side_size)} == sides
    )


def ways(table: Sequence[int]) -> tuple[Table, Table, Table]:
    """The three ways in which four can be two pairs of partners."""
    a, b, c, d = table
    return (a, b, c, d), (a, c, b, d), (a, d, b, c)


def _histogram(values: Iterable[int]) -> dict[str, int]:
    return {str(times): count for times, count in sorted(Counter(values).items())}


def wasted(movement: Sequence[Sequence[Table]], players: int, side_size: int) -> int:
    """How much a movement repeats: every second partnership of the same two weighs more than all repeated oppositions."""
    memory = Memory(players, side_size)
    for tables in movement:
        memory.remember(tables, ())
    pairs = list(combinations(range(players), 2))
    partners = sum(comb(memory.partners[one][other], 2) for one, other in pairs)
    return 1000 * partners + sum(comb(memory.opponents[one][other], 2) for one, other in pairs)


def bound(players: int, rounds: int, *, table_size: int, side_size: int) -> dict[str, Json]:
    """What no movement can do better: the most often that some two must meet, and how often somebody must rest.

    Counted from the number of meetings alone; a movement that reaches it is the best there is.
    """
    tables = players // table_size
    pairs = players * (players - 1) // 2
    sides = table_size // side_size
    as_partners = rounds * tables * sides * (side_size * (side_size - 1) // 2)
    as_opponents = rounds * tables * (table_size * (table_size - 1) // 2) - as_partners
    found: dict[str, Json] = {"opponents_at_most": -(-as_opponents // pairs)}
    if side_size > 1:
        found["partners_at_most"] = -(-as_partners // pairs)
    rounds_seated = -(-rounds * tables * table_size // players)
    return found | {"rests_at_most": -(-rounds * (players % table_size) // players), "seats_at_most": -(-rounds_seated // table_size)}
