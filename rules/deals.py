"""A hand being played: an immutable state, and the actions by seat that lead to the next state."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from rules.cards import SUIT_NAMES, Pack, build_mask, iterate_cards
from rules.problems import Fact
from rules.scorebook import MatchState
from rules.texts import Text


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat does. `what` is a card, a suit letter or a word, as in hand records; empty when the verb needs nothing more."""

    seat: int
    verb: str
    what: str = ""


@dataclass(frozen=True, slots=True)
class DealtCards:
    """Cards by number in the order of dealing. `stock` runs from the top; `leader` is set only when it differs from the rule."""

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
    """A duty in the play of a card: `narrow(deal, pool)` returns the cards that fulfil it, or the whole pool when no card can."""

    fact: Fact
    narrow: Any


@dataclass(frozen=True, slots=True)
class Deal:
    """The state of a hand. Games that need more state subclass it and add fields with defaults."""

    state: MatchState[Any]
    """The match before this hand: score, target and options."""
    pack: Pack
    dealt: DealtCards
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
    def stock(self) -> tuple[int, ...]:
        """Cards that are drawn during the hand, from the top; a game in which they change keeps them in a field of this name."""
        return self.dealt.stock

    @property
    def led_suit(self) -> int | None:
        """Index of the suit led to the trick on the table; None when the table is empty."""
        return self.pack.suit_of(self.trick[0]) if self.trick else None

    @property
    def winning_card(self) -> int:
        """The card that wins the trick so far. Valid only while cards are on the table."""
        return self.trick[find_winning_index(self.pack, self.trick, self.trump)]

    @property
    def winning_seat(self) -> int | None:
        """The seat that wins the trick so far; None when no card is on the table."""
        if not self.trick or self.turn is None:
            return None
        leader = (self.turn - len(self.trick)) % self.seats
        return (leader + find_winning_index(self.pack, self.trick, self.trump)) % self.seats

    def are_partners(self, seat: int, partner: int) -> bool:
        return seat % self.sides == partner % self.sides

    def tricks_of(self, side: int) -> tuple[Trick, ...]:
        return tuple(trick for trick in self.tricks if trick.winner % self.sides == side)

    def points_of(self, side: int) -> int:
        """Card points in the tricks of a side, in the game's unit."""
        values = self.pack.card_values(self.trump)
        return sum(values[card] for trick in self.tricks_of(side) for card in trick.cards)

    def dealt_to(self, seat: int) -> int:
        return build_mask(self.dealt.holdings[seat])

    def cards_in(self, seat: int) -> Iterator[int]:
        return iterate_cards(self.holdings[seat])


def find_winning_index(pack: Pack, cards: tuple[int, ...], trump: int | None) -> int:
    """Index of the winning card: the highest trump, else the highest card of the suit led."""
    best = 0
    for index in range(1, len(cards)):
        if card_beats(pack, cards[index], cards[best], trump):
            best = index
    return best


def card_beats(pack: Pack, card: int, earlier: int, trump: int | None) -> bool:
    """Whether `card`, played after the earlier card, beats it."""
    suit, earlier_suit = pack.suit_of(card), pack.suit_of(earlier)
    if suit != earlier_suit:
        return suit == trump
    strength = pack.trump_strength if suit == trump else pack.plain_strength
    return strength[card] > strength[earlier]


@cache
def higher_cards(pack: Pack, card: int, trump: int | None) -> int:
    """Bitmask of all cards of the pack that beat `card`."""
    return build_mask(candidate for candidate in range(len(pack)) if card_beats(pack, candidate, card, trump))


def suit_name(pack: Pack, suit: int) -> Text:
    """Name of a suit, as a parameter of a message."""
    return Text(SUIT_NAMES[pack.suits[suit]])
