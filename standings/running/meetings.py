"""The tie-breaks that look at the tied only, for a group of records: the plain-number twin of `standings.encounters`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from standings.encounters import rank_certain_leaders
from standings.results import ResultRow
from standings.running.records import Record

ENCOUNTER = "direct_encounter"
_REST = -2
"""Stands for all members who met no other: they have nothing among the tied and stay together to the end."""


@dataclass(slots=True)
class Table:
    """All records, and what one match is worth at most so far."""

    records: Sequence[Record]
    most: int = 0

    def rows_among(self, member: int, group: frozenset[int]) -> list[ResultRow]:
        if member == _REST:
            return []
        met = self.records[member].met
        return [row for other in met.keys() & group for row in met[other]]


def _encounter(table: Table, members: Sequence[int]) -> list[int]:
    group = frozenset(members)
    among = [table.rows_among(member, group) for member in members]
    earned = [sum(table.records[row.entrant].earned[row.match] for row in rows) for rows in among]
    missing = [len(members) - 1 - len({row.opponent for row in rows}) for rows in among]
    return rank_certain_leaders(earned, missing, table.most) if any(missing) else earned


def _games(table: Table, members: Sequence[int]) -> list[int]:
    group = frozenset(members)
    return [sum(row.games_won for row in table.rows_among(member, group)) for member in members]


def _difference(table: Table, members: Sequence[int]) -> list[int]:
    group = frozenset(members)
    return [sum(row.scored - row.conceded for row in table.rows_among(member, group)) for member in members]


AMONG: Mapping[str, Callable[[Table, Sequence[int]], list[int]]] = {
    ENCOUNTER: _encounter,
    "direct_games": _games,
    "direct_difference": _difference,
}


@dataclass(slots=True)
class Tied:
    """Entries that all earlier tie-breaks leave together, and what the next one says of them: a cell each, and a number that orders them.

    Who is not in `cells` or `numbers` has 0. `links` are the members who met others, with these: mostly there are few, and only they are
    looked at. `stale` when a link has come or gone since the tie-break was asked.
    """

    members: set[int] = field(default_factory=set)
    links: dict[int, set[int]] = field(default_factory=dict)
    cells: dict[int, int] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)
    stale: bool = False

    def add(self, member: int, record: Record) -> None:
        met = record.met.keys() & self.members
        self.members.add(member)
        if met:
            self.links[member], self.stale = met, True
            for other in met:
                self.links.setdefault(other, set()).add(member)

    def discard(self, member: int) -> None:
        self.members.discard(member)
        for other in self.links.pop(member, ()):
            self.stale = True
            self.links[other].discard(member)
            if not self.links[other]:
                del self.links[other]

    def cell(self, member: int) -> int | None:
        return None if len(self.members) == 1 else self.cells.get(member, 0)

    def settle(self, key: str, table: Table, *, nothing: bool) -> set[int]:
        """Ask the tie-break again; those whose number is another than before. `nothing` when it is known to decide nothing."""
        if not self.stale and key != ENCOUNTER:
            return set()
        before, self.stale = self.numbers, False
        self.cells, self.numbers = {}, {}
        if self.links and not nothing:
            self._divide(AMONG[key], table, sorted(self.members) if key == ENCOUNTER else [_REST, *sorted(self.links)])
        known = before.keys() | self.numbers.keys()
        return {member for member in known & self.members if before.get(member, 0) != self.numbers.get(member, 0)}

    def _divide(self, ask: Callable[[Table, Sequence[int]], list[int]], table: Table, everybody: list[int]) -> None:
        """As long as a group falls apart, its parts are asked again; a cell keeps the first answer."""
        waiting = [everybody]
        while waiting:
            values = dict(zip(waiting[-1], ask(table, waiting.pop()), strict=True))
            for member, value in values.items():
                self.cells.setdefault(member, value)
            ahead = 0
            parts = _parts(values)
            for part in parts if len(parts) > 1 else ():
                for member in part:
                    self.numbers[member] = self.numbers.get(member, 0) + ahead
                ahead += len(part)
                waiting += [part] if len(part) > 1 else []
        rest = self.numbers.pop(_REST, 0)
        self.numbers = {member: number - rest for member, number in self.numbers.items()}


def _parts(values: Mapping[int, int]) -> list[list[int]]:
    """Members by value, the highest first."""
    found: dict[int, list[int]] = {}
    for member, value in values.items():
        found.setdefault(value, []).append(member)
    return [found[value] for value in sorted(found, reverse=True)]
