"""Hands laid out as tables of cards, for searches: one row per trick, one column per seat. A column holds the cards that its seat plays.

Any permutation of the pack is a layout; most layouts break the duties of play. A HandSearch computes how far a layout is from a legal
hand that ends as a sheet says, and the search of `rules.witness` exchanges cards until the cost is 0.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from rules.cards import Pack
from rules.deals import Action, DealtCards, higher_cards
from rules.events import Event

Layout = list[int]
Duty = Callable[[int, int, int, bool], int]
"""From a holding, the suit led, the cards that beat the winning one and whether a partner is winning: the cards that may be played."""
FAULT_COST = 3
"""What an illegal play costs in a search, beside a point too many or too few."""
TRICK_COST = 4
"""What a trick too many or too few costs, or the last trick on the wrong side."""


def follow_led_suit(own_cards: int, led_suit: int, beating: int, allied: bool) -> int:  # noqa: FBT001  # a duty is called for every card: positions are faster
    return own_cards & led_suit or own_cards


def follow_and_beat_opponent(own_cards: int, led_suit: int, beating: int, allied: bool) -> int:  # noqa: FBT001  # called by position, too
    pool = own_cards & led_suit or own_cards
    return pool if allied else pool & beating or pool


@dataclass(frozen=True, slots=True)
class CardMasks:
    """By card: its bit, its suit's mask, the cards that beat it, its points."""

    bits: tuple[int, ...]
    suits: tuple[int, ...]
    higher: tuple[int, ...]
    values: tuple[int, ...]


@lru_cache(maxsize=64)
def build_card_masks(pack: Pack, trump: int | None) -> CardMasks:
    cards = range(len(pack))
    return CardMasks(
        tuple(1 << card for card in cards),
        tuple(pack.suit_masks[pack.suit_of(card)] for card in cards),
        tuple(higher_cards(pack, card, trump) for card in cards),
        pack.card_values(trump),
    )


@dataclass(frozen=True, slots=True)
class LayoutPlay:
    """How a layout is played: for each trick the seat that wins it, and the number of illegal plays up to then."""

    winners: tuple[int, ...]
    faults: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TrickRows:
    """The rows of a layout: the seat that leads first, and the duties of play. The remaining cards of a layout follow the last row."""

    pack: Pack
    trump: int | None
    seats: int
    leader: int
    deals: tuple[tuple[int, Duty | None], ...]
    """Tricks played from the same dealt cards, and the duty of play in them; None: anything may be played."""
    sides: int = 2

    @property
    def trick_count(self) -> int:
        return sum(tricks for tricks, _duty in self.deals)

    def play_layout(self, layout: Layout) -> LayoutPlay:
        winners: list[int] = []
        faults: list[int] = []
        leader, start = self.leader, 0
        for tricks, duty in self.deals:
            end = start + tricks * self.seats
            holdings = self._build_holdings(layout, start, end)
            for row in range(start, end, self.seats):
                leader, fault_count = self._play_trick(layout, row, leader, holdings, duty)
                winners.append(leader)
                faults.append(fault_count)
            start = end
        return LayoutPlay(tuple(winners), tuple(accumulate(faults)))

    def _build_holdings(self, layout: Layout, start: int, end: int) -> list[int]:
        card_bits = build_card_masks(self.pack, self.trump).bits
        return [sum(map(card_bits.__getitem__, layout[start + seat : end : self.seats])) for seat in range(self.seats)]

    def _play_trick(self, layout: Layout, row: int, leader: int, holdings: list[int], duty: Duty | None) -> tuple[int, int]:
        """Play the trick of this row: its winner and its number of illegal plays. Removes the cards from `holdings` in place."""
        table = build_card_masks(self.pack, self.trump)
        card = layout[row + leader]
        holdings[leader] ^= table.bits[card]
        led_suit, beating, winner, fault_count = table.suits[card], table.higher[card], leader, 0
        for seat in _following_seats(self.seats)[leader]:
            card = layout[row + seat]
            bit, own_cards = table.bits[card], holdings[seat]
            if duty is not None and not duty(own_cards, led_suit, beating, seat % self.sides == winner % self.sides) & bit:
                fault_count += 1
            holdings[seat] = own_cards ^ bit
            if bit & beating:
                beating, winner = table.higher[card], seat
        return winner, fault_count

    def trick_points(self, layout: Layout) -> list[int]:
        """Card points of each trick."""
        values = build_card_masks(self.pack, self.trump).values
        played_values = [values[card] for card in layout[: self.trick_count * self.seats]]
        return [sum(played_values[row : row + self.seats]) for row in range(0, len(played_values), self.seats)]

    def seat_columns(self, layout: Layout, start: int = 0, end: int | None = None) -> tuple[tuple[int, ...], ...]:
        """The cards that each seat plays in the tricks from `start` up to but not including `end`, in this order."""
        stop = (self.trick_count if end is None else end) * self.seats
        return tuple(tuple(layout[start * self.seats + seat : stop : self.seats]) for seat in range(self.seats))

    def list_plays(self, layout: Layout, winners: Sequence[int], tricks: int | None = None) -> Iterator[Action]:
        """The plays of the first `tricks` tricks, or of all, in the order of play."""
        for trick, leader in enumerate((self.leader, *winners)[: self.trick_count if tricks is None else tricks]):
            for seat in (leader, *_following_seats(self.seats)[leader]):
                yield Action(seat, "play", self.pack.names[layout[trick * self.seats + seat]])

    def find_owner(self, layout: Layout, card: int) -> int | None:
        """The seat that plays a card; None when the card lies after the last row."""
        index = layout.index(card)
        return index % self.seats if index < self.trick_count * self.seats else None


@lru_cache(maxsize=8)
def _following_seats(seats: int) -> tuple[tuple[int, ...], ...]:
    """For each leader, the other seats in the order of play."""
    return tuple(tuple((leader + step) % seats for step in range(1, seats)) for leader in range(seats))


class HandSearch(ABC):
    """The search for a hand that ends as a sheet says. What the sheet leaves open is drawn by lot when the object is made."""

    @abstractmethod
    def draw_layout(self, rng: random.Random) -> Layout:
        """A layout to start from."""

    @property
    @abstractmethod
    def exchange_groups(self) -> tuple[Sequence[int], ...]:
        """Groups of indices of a layout whose cards may be exchanged with one another; each exchange draws one group."""

    @abstractmethod
    def compute_cost(self, layout: Layout) -> int:
        """0 for a legal hand that ends as the sheet says; else greater, the further the layout is from such a hand."""

    @abstractmethod
    def build_hand(self, layout: Layout) -> tuple[DealtCards, tuple[Action, ...]]:
        """The cards as dealt and the actions of a layout whose cost is 0."""

    @abstractmethod
    def is_satisfied_by(self, event: Event) -> bool:
        """Whether the event of the played hand agrees with the sheet."""


@dataclass(frozen=True, slots=True)
class CardSearch(HandSearch):
    """A search whose layouts are permutations of the whole pack; every card may be exchanged with every other."""

    rows: TrickRows

    def draw_layout(self, rng: random.Random) -> Layout:
        return rng.sample(range(len(self.rows.pack)), len(self.rows.pack))

    @property
    def exchange_groups(self) -> tuple[Sequence[int], ...]:
        return (range(len(self.rows.pack)),)


def sheets_agree(written: Event, played: Event, *names: str) -> bool:
    """Whether two events have the same type and agree in each named field that `written` fills in; a None in a tuple fits any value."""
    return type(written) is type(played) and all(_values_agree(getattr(written, name), getattr(played, name)) for name in names)


def _values_agree(written: object, played: object) -> bool:
    if isinstance(written, tuple) and isinstance(played, tuple):
        return all(written_part in (None, played_part) for written_part, played_part in zip(written, played, strict=True))
    return written is None or written == played
