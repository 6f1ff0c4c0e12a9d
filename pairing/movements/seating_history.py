"""Who has already sat with whom, and how good a movement is."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations, permutations
from math import comb

from pairing.movements.designs import TablePlayers
from pairing.values import Json

FORBIDDEN = 1_000_000


@dataclass(slots=True)
class SeatingHistory:
    """Counts for `players` 0, 1, 2 …: rounds together as partners and as opponents, rounds sat out, and rounds in every seat of a
    table.

    With `side_size` 1 everybody at a table is an opponent of everybody else; with 2 the first two are partners.
    """

    players: int
    side_size: int
    partners: list[list[int]] = field(default_factory=list)
    opponents: list[list[int]] = field(default_factory=list)
    rests: list[int] = field(default_factory=list)
    forbidden_pairs: frozenset[frozenset[int]] = frozenset()
    """Pairs that must not sit at one table."""
    seats: list[Counter[int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.partners = [[0] * self.players for _player in range(self.players)]
        self.opponents = [[0] * self.players for _player in range(self.players)]
        self.rests = [0] * self.players
        self.seats = [Counter() for _player in range(self.players)]

    def add_round(self, tables: Iterable[TablePlayers], resting: Iterable[int]) -> None:
        for table in tables:
            for first, second in combinations(range(len(table)), 2):
                together = self.partners if first // self.side_size == second // self.side_size else self.opponents
                together[table[first]][table[second]] += 1
                together[table[second]][table[first]] += 1
            for seat, player in enumerate(table):
                self.seats[player][seat] += 1
        for player in resting:
            self.rests[player] += 1

    def compute_cost(self, table: Sequence[int]) -> int:
        """How much a table repeats when its players sit in the best way."""
        forbidden = (
            FORBIDDEN * sum(frozenset(pair) in self.forbidden_pairs for pair in combinations(table, 2)) if self.forbidden_pairs else 0
        )
        if self.side_size == 1:
            return forbidden + sum(self.opponents[first][second] for first, second in combinations(table, 2))
        return forbidden + min(self._compute_cost_of_four(way) for way in list_partnerships(table))

    def choose_partners(self, table: Sequence[int]) -> TablePlayers:
        """The table's players in the order that repeats least."""
        return (
            tuple(table) if self.side_size == 1 else min(list_partnerships(table), key=lambda way: (self._compute_cost_of_four(way), way))
        )

    def _compute_cost_of_four(self, way: TablePlayers) -> int:
        a, b, c, d = way
        again = self.partners[a][b] + self.partners[c][d]
        before = self.opponents[a][b] + self.opponents[c][d]
        facing = sum(2 * self.opponents[first][second] + self.partners[first][second] for first, second in ((a, c), (a, d), (b, c), (b, d)))
        return 1000 * again + before + facing

    def compute_quality(self) -> dict[str, Json]:
        """How often two were partners or opponents, each as {times: pairs}; how often players sat out, and how often they sat in their
        most
        frequent seat, each as {times: players}.
        """
        pairs = list(combinations(range(self.players), 2))
        histograms: dict[str, Json] = {"opponents": _count_values(self.opponents[first][second] for first, second in pairs)}
        if self.side_size > 1:
            histograms["partners"] = _count_values(self.partners[first][second] for first, second in pairs)
        return histograms | {
            "rests": _count_values(self.rests),
            "seats": _count_values(max(seats.values(), default=0) for seats in self.seats),
        }

    def rotate_seats(self, table: TablePlayers) -> TablePlayers:
        """The same partners and opponents, with everybody in a seat that they had as seldom as possible."""
        had = [[self.seats[player][seat] for seat in range(len(table))] for player in table]
        way = min(
            _list_orders(len(table), self.side_size), key=lambda order: sum(had[position][seat] ** 2 for seat, position in enumerate(order))
        )
        return tuple(table[position] for position in way)


@lru_cache(maxsize=8)
def _list_orders(size: int, side_size: int) -> tuple[tuple[int, ...], ...]:
    """The orders of a table that keep partners together."""
    sides = {frozenset(range(start, start + side_size)) for start in range(0, size, side_size)}
    return tuple(
        order
        for order in permutations(range(size))
        if {frozenset(order[start : start + side_size]) for start in range(0, size, side_size)} == sides
    )


def list_partnerships(table: Sequence[int]) -> tuple[TablePlayers, TablePlayers, TablePlayers]:
    """The three ways in which four players can be two pairs of partners."""
    a, b, c, d = table
    return (a, b, c, d), (a, c, b, d), (a, d, b, c)


def _count_values(values: Iterable[int]) -> dict[str, int]:
    return {str(times): count for times, count in sorted(Counter(values).items())}


def compute_repetition(movement: Sequence[Sequence[TablePlayers]], players: int, side_size: int) -> int:
    """How much a movement repeats: every second partnership of the same two weighs more than all repeated oppositions."""
    seating_history = SeatingHistory(players, side_size)
    for tables in movement:
        seating_history.add_round(tables, ())
    pairs = list(combinations(range(players), 2))
    partners = sum(comb(seating_history.partners[first][second], 2) for first, second in pairs)
    return 1000 * partners + sum(comb(seating_history.opponents[first][second], 2) for first, second in pairs)


def compute_bound(players: int, rounds: int, *, table_size: int, side_size: int) -> dict[str, Json]:
    """Lower bounds for every movement: how often some two must meet at least, and how often somebody must rest.

    Counted from the number of meetings alone; a movement that reaches them is the best there is.
    """
    tables = players // table_size
    pairs = players * (players - 1) // 2
    sides = table_size // side_size
    as_partners = rounds * tables * sides * (side_size * (side_size - 1) // 2)
    as_opponents = rounds * tables * (table_size * (table_size - 1) // 2) - as_partners
    limits: dict[str, Json] = {"opponents_at_most": -(-as_opponents // pairs)}
    if side_size > 1:
        limits["partners_at_most"] = -(-as_partners // pairs)
    rounds_seated = -(-rounds * tables * table_size // players)
    return limits | {"rests_at_most": -(-rounds * (players % table_size) // players), "seats_at_most": -(-rounds_seated // table_size)}
