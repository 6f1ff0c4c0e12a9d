"""Hands laid out as tables of cards, for searches: a row a trick, a column a seat. What lies in a column is what the seat plays.

Any permutation of the pack is a layout; most of them break the duties of play. A Quest says how far a layout is from a legal hand
that ends as a sheet says, and the search of `rules.witness` exchanges cards until nothing is missing.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from rules.cards import Pack
from rules.deals import Action, Dealt
from rules.events import Event
from rules.quick_replay import masks

Layout = list[int]
Duty = Callable[[int, int, int, bool], int]
"""From a holding, the suit led, the cards that beat the winning one and whether a partner is winning: the cards that may be played."""
FAULT = 3
"""What an illegal play costs in a search, beside a point too many or too few."""
TRICK = 4
"""What a trick too many or too few costs, or the last trick on the wrong side."""


def follow(mine: int, led: int, beating: int, allied: bool) -> int:  # noqa: FBT001  # a duty is called for every card: positions are faster
    return mine & led or mine


def follow_and_beat_opponent(mine: int, led: int, beating: int, allied: bool) -> int:  # noqa: FBT001  # called by position, too
    pool = mine & led or mine
    return pool if allied else pool & beating or pool


@dataclass(frozen=True, slots=True)
class Course:
    """How a layout is played: trick by trick the seat that wins, and how many illegal plays there have been so far."""

    winners: tuple[int, ...]
    faults: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a layout: whose lead the first is, and the duties of play. Further cards of a layout lie behind the last row."""

    pack: Pack
    trump: int | None
    seats: int
    leader: int
    deals: tuple[tuple[int, Duty | None], ...]
    """Tricks played from the same dealt cards, and the duty of play in them; None: anything may be played."""
    sides: int = 2

    @property
    def tricks(self) -> int:
        return sum(tricks for tricks, _duty in self.deals)

    def course(self, layout: Layout) -> Course:
        winners: list[int] = []
        faults: list[int] = []
        leader, start = self.leader, 0
        for tricks, duty in self.deals:
            end = start + tricks * self.seats
            held = self._held(layout, start, end)
            for row in range(start, end, self.seats):
                leader, wrong = self._trick(layout, row, leader, held, duty)
                winners.append(leader)
                faults.append(wrong)
            start = end
        return Course(tuple(winners), tuple(accumulate(faults)))

    def _held(self, layout: Layout, start: int, end: int) -> list[int]:
        bits = masks(self.pack, self.trump).bits
        return [sum(map(bits.__getitem__, layout[start + seat : end : self.seats])) for seat in range(self.seats)]

    def _trick(self, layout: Layout, row: int, leader: int, held: list[int], duty: Duty | None) -> tuple[int, int]:
        """Who wins the trick in this row, and how many plays in it are illegal. Takes the cards from `held`."""
        table = masks(self.pack, self.trump)
        card = layout[row + leader]
        held[leader] ^= table.bits[card]
        led, beating, winner, wrong = table.suits[card], table.higher[card], leader, 0
        for seat in _after(self.seats)[leader]:
            card = layout[row + seat]
            bit, mine = table.bits[card], held[seat]
            if duty is not None and not duty(mine, led, beating, seat % self.sides == winner % self.sides) & bit:
                wrong += 1
            held[seat] = mine ^ bit
            if bit & beating:
                beating, winner = table.higher[card], seat
        return winner, wrong

    def points(self, layout: Layout) -> list[int]:
        """Card points of each trick."""
        values = masks(self.pack, self.trump).values
        worth = [values[card] for card in layout[: self.tricks * self.seats]]
        return [sum(worth[row : row + self.seats]) for row in range(0, len(worth), self.seats)]

    def columns(self, layout: Layout, start: int = 0, end: int | None = None) -> tuple[tuple[int, ...], ...]:
        """What each seat plays in the tricks from `start` to before `end`, in this order."""
        stop = (self.tricks if end is None else end) * self.seats
        return tuple(tuple(layout[start * self.seats + seat : stop : self.seats]) for seat in range(self.seats))

    def plays(self, layout: Layout, winners: Sequence[int], tricks: int | None = None) -> Iterator[Action]:
        """The plays in their order, as far as so many tricks."""
        for trick, leader in enumerate((self.leader, *winners)[: self.tricks if tricks is None else tricks]):
            for seat in (leader, *_after(self.seats)[leader]):
                yield Action(seat, "play", self.pack.names[layout[trick * self.seats + seat]])

    def owner(self, layout: Layout, card: int) -> int | None:
        """The seat that plays a card; None when it lies behind the rows."""
        place = layout.index(card)
        return place % self.seats if place < self.tricks * self.seats else None


@lru_cache(maxsize=8)
def _after(seats: int) -> tuple[tuple[int, ...], ...]:
    """For each leader the other seats, in turn."""
    return tuple(tuple((leader + step) % seats for step in range(1, seats)) for leader in range(seats))


class Quest(ABC):
    """The search for one hand that ends as a sheet says. What the sheet leaves open was chosen by lot when the quest began."""

    @abstractmethod
    def begin(self, rng: random.Random) -> Layout:
        """A layout to start from."""

    @property
    @abstractmethod
    def groups(self) -> tuple[Sequence[int], ...]:
        """Places of a layout that may be exchanged with one another; one of the groups is drawn for each exchange."""

    @abstractmethod
    def cost(self, layout: Layout) -> int:
        """0 for a legal hand that ends as the sheet says; else the more, the further from it."""

    @abstractmethod
    def hand(self, layout: Layout) -> tuple[Dealt, tuple[Action, ...]]:
        """The hand that a layout without cost means."""

    @abstractmethod
    def agrees(self, event: Event) -> bool:
        """Whether what the table would write after the hand is what the sheet says."""


@dataclass(frozen=True, slots=True)
class CardQuest(Quest):
    """A quest whose layouts are the whole pack, every card exchangeable with every other."""

    rows: Rows

    def begin(self, rng: random.Random) -> Layout:
        return rng.sample(range(len(self.rows.pack)), len(self.rows.pack))

    @property
    def groups(self) -> tuple[Sequence[int], ...]:
        return (range(len(self.rows.pack)),)


def agreeing(written: Event, played: Event, *names: str) -> bool:
    """Whether two sheets agree wherever `written` says something; of sides' boxes one may be empty."""
    return type(written) is type(played) and all(_same(getattr(written, name), getattr(played, name)) for name in names)


def _same(written: object, played: object) -> bool:
    if isinstance(written, tuple) and isinstance(played, tuple):
        return all(part in (None, other) for part, other in zip(written, played, strict=True))
    return written is None or written == played
