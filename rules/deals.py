"""A hand being played: an immutable state, and the actions by seat that lead from one to the next."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules.cards import SUIT_NAMES, Pack, cards_of, mask_of
from rules.problems import Fact
from rules.scorebook import MatchState
from rules.texts import Text


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat does. `what` is a card, a suit letter or a word, in the notation of the records; empty when the verb says all."""

    seat: int
    verb: str
    what: str = ""


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards as dealt, by number, in the order of dealing. `stock` runs from the top; `leader` only when it is not the rule's."""

    holdings: tuple[tuple[int, ...], ...]
    dealer: int | None = None
    leader: int | None = None
    stock: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Trick:
    leader: int
    cards: tuple[int, ...]
    """In the order played, the leader's first."""
    winner: int


@dataclass(frozen=True, slots=True)
class PlayRule:
    """One duty of whoever plays a card: `narrow(deal, pool)` leaves the cards that fulfil it, or the whole pool when none can."""

    fact: Fact
    narrow: Any


@dataclass(frozen=True, slots=True)
class Deal:
    """The state of a hand. Games with more to remember subclass it and add fields with defaults."""

    state: MatchState[Any]
    """The match before this hand: score, target and options."""
    pack: Pack
    dealt: Dealt
    holdings: tuple[int, ...]
    """Bitmask of what each seat still holds."""
    sides: int
    plays: tuple[PlayRule, ...]
    turn: int | None = None
    """Seat that has to play a card; None before the play, and after the hand."""
    trump: int | None = None
    trick: tuple[int, ...] = ()
    """Cards on the table, the leader's first."""
    tricks: tuple[Trick, ...] = ()
    actions: tuple[Action, ...] = ()
    over: bool = False

    @property
    def options(self) -> Any:
        return self.state.options

    @property
    def seats(self) -> int:
        return len(self.holdings)

    @property
    def led(self) -> int | None:
        """Suit led to the trick on the table."""
        return self.pack.suit_of(self.trick[0]) if self.trick else None

    @property
    def winning(self) -> int:
        """The card that wins the trick so far; only while there is one."""
        return self.trick[winning_place(self.pack, self.trick, self.trump)]

    @property
    def winning_seat(self) -> int | None:
        """Who wins the trick so far."""
        if not self.trick or self.turn is None:
            return None
        leader = (self.turn - len(self.trick)) % self.seats
        return (leader + winning_place(self.pack, self.trick, self.trump)) % self.seats

    def allied(self, seat: int, other: int) -> bool:
        return seat % self.sides == other % self.sides

    def tricks_of(self, side: int) -> tuple[Trick, ...]:
        return tuple(trick for trick in self.tricks if trick.winner % self.sides == side)

    def points_of(self, side: int) -> int:
        """Card points in the tricks of a side, in the game's unit."""
        values = self.pack.values(self.trump)
        return sum(values[card] for trick in self.tricks_of(side) for card in trick.cards)

    def dealt_to(self, seat: int) -> int:
        return mask_of(self.dealt.holdings[seat])

    def cards_in(self, seat: int) -> Iterator[int]:
        return cards_of(self.holdings[seat])


def winning_place(pack: Pack, cards: tuple[int, ...], trump: int | None) -> int:
    """Index of the card that wins: the highest trump, else the highest of the suit led."""
    best = 0
    for place in range(1, len(cards)):
        if beats(pack, cards[place], cards[best], trump):
            best = place
    return best


def beats(pack: Pack, card: int, other: int, trump: int | None) -> bool:
    """Whether `card`, played after `other`, wins over it."""
    suit, against = pack.suit_of(card), pack.suit_of(other)
    if suit != against:
        return suit == trump
    strength = pack.trump_strength if suit == trump else pack.plain_strength
    return strength[card] > strength[other]


@cache
def higher_cards(pack: Pack, card: int, trump: int | None) -> int:
    """Bitmask of all cards of the pack that would beat `card`."""
    return mask_of(other for other in range(len(pack)) if beats(pack, other, card, trump))


def suit_text(pack: Pack, suit: int) -> Text:
    """Name of a suit as a parameter of a message."""
    return Text(SUIT_NAMES[pack.suits[suit]])
