"""Marafon as one would write it first: objects, enums and lists. A peer to be faster than."""

import random
from dataclasses import dataclass, field
from enum import Enum, IntEnum


class Suit(Enum):
    COINS = "D"
    CUPS = "C"
    SWORDS = "S"
    CLUBS = "B"


class Rank(IntEnum):
    FOUR, FIVE, SIX, SEVEN, JACK, HORSE, KING, ACE, TWO, THREE = range(10)


LETTERS = dict(zip("4567JHKA23", Rank, strict=True))
THIRDS = {Rank.ACE: 3, Rank.THREE: 1, Rank.TWO: 1, Rank.KING: 1, Rank.HORSE: 1, Rank.JACK: 1}


@dataclass(frozen=True)
class Card:
    suit: Suit
    rank: Rank

    @classmethod
    def named(cls, name: str) -> "Card":
        return cls(Suit(name[0]), LETTERS[name[1]])

    @property
    def thirds(self) -> int:
        return THIRDS.get(self.rank, 0)

    def beats(self, other: "Card", trump: Suit) -> bool:
        if self.suit == other.suit:
            return self.rank > other.rank
        return self.suit == trump


@dataclass
class Player:
    seat: int
    hand: list[Card]

    def legal(self, led: Suit | None) -> list[Card]:
        following = [card for card in self.hand if card.suit == led]
        return following or list(self.hand)


@dataclass
class Hand:
    players: list[Player]
    trump: Suit
    turn: int
    table: list[tuple[int, Card]] = field(default_factory=list)
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    thirds: list[int] = field(default_factory=lambda: [0, 0])
    last: int = 0

    def legal(self) -> list[Card]:
        led = self.table[0][1].suit if self.table else None
        return self.players[self.turn].legal(led)

    def play(self, card: Card) -> None:
        """Raises ValueError for an illegal card."""
        if card not in self.legal():
            raise ValueError(card)
        self.players[self.turn].hand.remove(card)
        self.table.append((self.turn, card))
        self.turn = (self.turn + 1) % 4
        if len(self.table) == 4:
            self._take()

    def _take(self) -> None:
        winner, best = self.table[0]
        for seat, card in self.table[1:]:
            if card.beats(best, self.trump):
                winner, best = seat, card
        self.tricks[winner % 2] += 1
        self.thirds[winner % 2] += sum(card.thirds for _seat, card in self.table)
        self.table, self.turn, self.last = [], winner, winner % 2

    @property
    def over(self) -> bool:
        return not any(player.hand for player in self.players)


def deal(rng: random.Random) -> Hand:
    pack = [Card(suit, rank) for suit in Suit for rank in Rank]
    rng.shuffle(pack)
    players = [Player(seat, pack[seat * 10 : seat * 10 + 10]) for seat in range(4)]
    return Hand(players, rng.choice(list(Suit)), 0)


def play_out(rng: random.Random) -> Hand:
    hand = deal(rng)
    while not hand.over:
        hand.play(rng.choice(hand.legal()))
    return hand


def replay(holdings: list[list[str]], trump: str, plays: list[str]) -> Hand:
    """A recorded hand, cards by their names, played again, every card checked."""
    players = [Player(seat, [Card.named(name) for name in names]) for seat, names in enumerate(holdings)]
    hand = Hand(players, Suit(trump), 0)
    for name in plays:
        hand.play(Card.named(name))
    return hand
