"""Marafon as one would write it first: objects, enums and lists. A baseline that our engine must beat."""

import random
from dataclasses import dataclass, field
from enum import Enum, IntEnum


class NaiveSuit(Enum):
    COINS = "D"
    CUPS = "C"
    SWORDS = "S"
    CLUBS = "B"


class NaiveRank(IntEnum):
    FOUR, FIVE, SIX, SEVEN, JACK, HORSE, KING, ACE, TWO, THREE = range(10)


LETTERS = dict(zip("4567JHKA23", NaiveRank, strict=True))
THIRDS = {NaiveRank.ACE: 3, NaiveRank.THREE: 1, NaiveRank.TWO: 1, NaiveRank.KING: 1, NaiveRank.HORSE: 1, NaiveRank.JACK: 1}


@dataclass(frozen=True)
class NaiveCard:
    suit: NaiveSuit
    rank: NaiveRank

    @classmethod
    def parse_card(cls, name: str) -> "NaiveCard":
        return cls(NaiveSuit(name[0]), LETTERS[name[1]])

    @property
    def points_in_thirds(self) -> int:
        return THIRDS.get(self.rank, 0)

    def beats(self, opponent: "NaiveCard", trump: NaiveSuit) -> bool:
        if self.suit == opponent.suit:
            return self.rank > opponent.rank
        return self.suit == trump


@dataclass
class NaivePlayer:
    seat: int
    hand: list[NaiveCard]

    def list_legal_cards(self, led: NaiveSuit | None) -> list[NaiveCard]:
        following = [card for card in self.hand if card.suit == led]
        return following or list(self.hand)


@dataclass
class NaiveHand:
    players: list[NaivePlayer]
    trump: NaiveSuit
    turn: int
    table: list[tuple[int, NaiveCard]] = field(default_factory=list)
    tricks: list[int] = field(default_factory=lambda: [0, 0])
    thirds: list[int] = field(default_factory=lambda: [0, 0])
    last: int = 0

    def list_legal_cards(self) -> list[NaiveCard]:
        led = self.table[0][1].suit if self.table else None
        return self.players[self.turn].list_legal_cards(led)

    def play_card(self, card: NaiveCard) -> None:
        """Play a card. Raises: ValueError for an illegal card."""
        if card not in self.list_legal_cards():
            raise ValueError(card)
        self.players[self.turn].hand.remove(card)
        self.table.append((self.turn, card))
        self.turn = (self.turn + 1) % 4
        if len(self.table) == 4:
            self._take_trick()

    def _take_trick(self) -> None:
        winner, best = self.table[0]
        for seat, card in self.table[1:]:
            if card.beats(best, self.trump):
                winner, best = seat, card
        self.tricks[winner % 2] += 1
        self.thirds[winner % 2] += sum(card.points_in_thirds for _seat, card in self.table)
        self.table, self.turn, self.last = [], winner, winner % 2

    @property
    def is_over(self) -> bool:
        return not any(player.hand for player in self.players)


def deal_hand(rng: random.Random) -> NaiveHand:
    pack = [NaiveCard(suit, rank) for suit in NaiveSuit for rank in NaiveRank]
    rng.shuffle(pack)
    players = [NaivePlayer(seat, pack[seat * 10 : seat * 10 + 10]) for seat in range(4)]
    return NaiveHand(players, rng.choice(list(NaiveSuit)), 0)


def play_out(rng: random.Random) -> NaiveHand:
    hand = deal_hand(rng)
    while not hand.is_over:
        hand.play_card(rng.choice(hand.list_legal_cards()))
    return hand


def replay_hand(holdings: list[list[str]], trump: str, plays: list[str]) -> NaiveHand:
    """Play a recorded hand again, cards by their names, and check every card."""
    players = [NaivePlayer(seat, [NaiveCard.parse_card(name) for name in names]) for seat, names in enumerate(holdings)]
    hand = NaiveHand(players, NaiveSuit(trump), 0)
    for name in plays:
        hand.play_card(NaiveCard.parse_card(name))
    return hand
