"""Random deals of Maranna at speed, from the referee's tables: each card by chance, a Maranna that is held declared seven times in ten."""

import random
from collections.abc import Sequence
from dataclasses import replace

from rules.effects import find_ending_step
from rules.games.maranna.deal import build_maranna_mask, can_declare, list_declared_by_side
from rules.games.maranna.sheet import compute_maranna_steps
from rules.games.maranna.tables import CARDS_EACH, MARANNA, PACK, TRICKS, MarannaHand, MarannaOptions
from rules.playout import PackTables, build_pack_tables
from rules.scorebook import MatchState

WILLING = 0.7
_SEATS = 4
_PAIRS = tuple(build_maranna_mask(suit) for suit in range(len(PACK.suits)))
_CAVALLI = PACK.mask_of_names(suit + MARANNA[1] for suit in PACK.suits)
"""The king is the next bit above."""
_NO_TRUMP = -1


class _Hand:
    """What changes while a deal is played."""

    def __init__(self, state: MatchState[MarannaOptions], deck: Sequence[int], dealer: int, rng: random.Random) -> None:
        self.state = state
        self.dealer = dealer
        self.rng = rng
        self.held = [list(deck[seat * CARDS_EACH : (seat + 1) * CARDS_EACH]) for seat in range(_SEATS)]
        self.masks = [sum(1 << card for card in held) for held in self.held]
        self.stock = iter(deck[_SEATS * CARDS_EACH :])
        self.trump = _NO_TRUMP
        self.suits: list[int] = []
        self.sides: list[int] = []
        self.won, self.points = [0, 0], [0, 0]
        self.winner = (dealer + 1) % _SEATS
        self.ended = False

    def sheet(self) -> MarannaHand:
        declared = list_declared_by_side(self.state.options, self.sides)
        trump = PACK.suits[self.suits[0]] if self.suits else None
        return MarannaHand(dealer=self.dealer, declared=declared, trump=trump)

    def play_trick(self, tricks: int) -> None:
        """Four cards, Maranne before each of them; stops where a Maranna ends the game."""
        table = build_pack_tables(PACK, self.trump)
        suits, power = table.suits, table.power
        cards: list[int] = []
        leader = seat = self.winner
        best = led = -1
        for played in range(_SEATS):
            seat = (leader + played) % _SEATS
            mask = self.masks[seat]
            if mask & mask >> 1 & _CAVALLI and self._declares(seat, tricks, played):
                if self.ended:
                    return
                table = build_pack_tables(PACK, self.trump)
                power = table.power
                best, self.winner = _strongest(table, cards, leader)
            card = self._choose(seat, table, best, led)
            cards.append(card)
            led = suits[cards[0]]
            if power[card] > best and suits[card] in (led, self.trump):
                best, self.winner = power[card], seat
        side = self.winner % 2
        self.won[side] += 1
        self.points[side] += sum(map(table.values.__getitem__, cards))
        for place, card in zip(range(_SEATS), self.stock, strict=False):
            seat = (self.winner + place) % _SEATS
            self.held[seat].append(card)
            self.masks[seat] |= 1 << card

    def _declares(self, seat: int, tricks: int, played: int) -> bool:
        """Declare what the seat holds, if it may and is willing; note whether that ends the game."""
        options, mask, before = self.state.options, self.masks[seat], len(self.suits)
        for suit, pair in enumerate(_PAIRS):
            if mask & pair != pair or suit in self.suits:
                continue
            if can_declare(options, tricks, played, len(self.held[seat])) and self.rng.random() < WILLING:
                self.suits.append(suit)
                self.sides.append(seat % 2)
                self.trump = suit if self.trump == _NO_TRUMP or options.trump_changes else self.trump
                self.ended = find_ending_step(self.state, compute_maranna_steps(self.state, self.sheet())) is not None
                if self.ended or options.declarations_per_turn == "one":
                    break
        return len(self.suits) > before

    def _choose(self, seat: int, table: PackTables, best: int, led: int) -> int:
        """Take a card out of a holding: any, or one that beats the power `best` where that is a duty and possible."""
        held = pool = self.held[seat]
        if self.state.options.must_beat and led >= 0:
            pool = [card for card in held if table.power[card] > best and table.suits[card] in (led, self.trump)] or held
        card = pool[int(self.rng.random() * len(pool))]
        held.remove(card)
        self.masks[seat] ^= 1 << card
        return card


def _strongest(table: PackTables, cards: list[int], leader: int) -> tuple[int, int]:
    """Power and seat of the card that wins so far, when a new trump may have changed that."""
    if not cards:
        return -1, leader
    power, place = max((table.power[card], -place) for place, card in enumerate(cards) if _counts(table, card, cards[0]))
    return power, (leader - place) % _SEATS


def _counts(table: PackTables, card: int, first: int) -> bool:
    """A card that can win: of the suit led, or a trump, which all other suits are below."""
    return table.suits[card] == table.suits[first] or table.power[card] >= PACK.size


def quick_hand(state: MatchState[MarannaOptions], deck: Sequence[int], dealer: int, rng: random.Random) -> MarannaHand:
    """The sheet of a random deal; only the Maranne when one of them ends the game."""
    hand = _Hand(state, deck, dealer, rng)
    for tricks in range(TRICKS):
        hand.play_trick(tricks)
        if hand.ended:
            return hand.sheet()
    won, points = hand.won, hand.points
    return replace(hand.sheet(), points=(points[0], points[1]), tricks=(won[0], won[1]), last=hand.winner % 2)
