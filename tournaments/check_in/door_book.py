"""What is kept of the tables given at the door: the key of their lots, and each table as it was given."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from pairing.lots import Lots
from rules.texts import SIDE_LETTERS

WALK_UP_SEATS = 6
"""Among so many draws at least who was entered after the first seat was given: enough that nobody can choose whom they meet."""
LOT_LIMIT = 1 << 40


@dataclass(frozen=True, slots=True, order=True)
class DoorSeat:
    """A side of a table of the hall."""

    table: int
    side: int

    @property
    def letter(self) -> str:
        return SIDE_LETTERS[self.side]


@dataclass(frozen=True, slots=True)
class GivenSeat:
    """The seat that the entry with a number drew out of the seats that were free for it."""

    entry: int
    seat: DoorSeat
    free: tuple[DoorSeat, ...]
    at: dt.datetime


@dataclass(frozen=True, slots=True)
class DoorBook:
    """`lines` in the order of coming; the last word about a seat counts, and the last word about an entry.

    `expected` is the highest number that was entered when the first seat was given: who has a higher one was not expected.
    """

    on: bool = False
    key: str = ""
    expected: int = 0
    lines: tuple[GivenSeat, ...] = ()

    def find_seats(self, present: Collection[int]) -> dict[int, GivenSeat]:
        """Who sits where, by the number of the entry: of those who are present, and whose seat nobody got after them."""
        last_by_seat = {line.seat: line for line in self.lines}
        last_by_entry = {line.entry: line for line in self.lines}
        return {number: line for number, line in last_by_entry.items() if number in present and last_by_seat[line.seat] is line}

    def give(self, entry: int, free: Iterable[DoorSeat], at: dt.datetime) -> "DoorBook":
        """The book with one more seat: of those that are free the one with the lowest lot."""
        among = tuple(sorted(free))
        return replace(self, lines=(*self.lines, GivenSeat(entry, draw_seat(self.key, among), among, at.astimezone(dt.UTC))))


def draw_seat(key: str, free: Iterable[DoorSeat]) -> DoorSeat:
    """The seat with the lowest lot; every seat of the hall has its lot from the key alone."""
    return min(free, key=lambda seat: Lots(key, f"door {seat.table} {seat.side}").draw_number(LOT_LIMIT))


def has_true_lots(key: str, given: Iterable[GivenSeat]) -> bool:
    """Whether the lots give the same seats when they are drawn again."""
    return all(draw_seat(key, line.free) == line.seat for line in given)


def book_to_json(book: DoorBook) -> dict[str, Any]:
    return {"on": book.on, "key": book.key, "expected": book.expected, "given": list(map(given_to_json, book.lines))}


def book_from_json(data: Mapping[str, Any]) -> DoorBook:
    return DoorBook(data.get("on", False), data.get("key", ""), data.get("expected", 0), tuple(map(given_from_json, data.get("given", ()))))


def given_to_json(given: GivenSeat) -> dict[str, Any]:
    free = [[seat.table, seat.side] for seat in given.free]
    return {"entry": given.entry, **asdict(given.seat), "free": free, "at": given.at.isoformat()}


def given_from_json(data: Mapping[str, Any]) -> GivenSeat:
    free = tuple(DoorSeat(table, side) for table, side in data["free"])
    return GivenSeat(data["entry"], DoorSeat(data["table"], data["side"]), free, dt.datetime.fromisoformat(data["at"]))
