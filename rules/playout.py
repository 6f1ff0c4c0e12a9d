"""Fast random legal play: bitmasks over the positions of a shuffled pack, with tables from the same Pack that the card-by-card engine uses.

The bit of a card is its position in the shuffled pack, so the lowest set bit of any mask is a random card and the play needs no further
random numbers. Four players follow suit, optionally with the duty to beat an opponent.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rules.cards import Pack


class PlayoutResult(NamedTuple):
    """The result of a random hand; sides are numbered by seat parity, `last` is the side that wins the last trick."""

    tricks: tuple[int, int]
    points: tuple[int, int]
    last: int


@dataclass(frozen=True, slots=True)
class PackTables:
    """Lookup tables of a pack with one trump suit: for each card its suit, value and power."""

    suits: tuple[int, ...]
    values: tuple[int, ...]
    power: tuple[int, ...]
    """A trump's power is above that of every plain card; plain cards compare only within the suit led."""
    by_strength: tuple[int, ...]
    """All cards, strongest of each suit first."""


@lru_cache(maxsize=64)
def build_pack_tables(pack: Pack, trump: int | None) -> PackTables:
    cards = range(len(pack))
    suits = tuple(map(pack.suit_of, cards))
    power = tuple(pack.trump_strength[card] + pack.size if suits[card] == trump else pack.plain_strength[card] for card in cards)
    by_strength = tuple(sorted(cards, key=lambda card: (suits[card], -power[card])))
    return PackTables(suits, pack.card_values(trump), power, by_strength)


def shuffle_deck(cards: int, rng: random.Random) -> list[int]:
    """All cards in random order; sorting by random keys is three times as fast as `rng.shuffle`."""
    keys = [rng.random() for _card in range(cards)]
    return sorted(range(cards), key=keys.__getitem__)


def play_out(pack: Pack, deck: Sequence[int], leader: int, trump: int, *, must_beat: bool = False) -> PlayoutResult:
    """Play the shuffled `deck` with random legal cards; each of the four seats holds a quarter of it in turn."""
    table = build_pack_tables(pack, trump)
    if must_beat:
        return _play_with_duty_to_beat(pack, deck, leader, trump, table)
    return _play_following_suit(pack, deck, leader, table, trump)


def _play_following_suit(pack: Pack, deck: Sequence[int], leader: int, table: PackTables, trump: int) -> PlayoutResult:
    hand_size = len(deck) // 4
    block = (1 << hand_size) - 1
    holdings = [block, block << hand_size, block << 2 * hand_size, block << 3 * hand_size]
    suits, values, power = table.suits, table.values, table.power
    in_suit = [0] * len(pack.suits)
    bit = 1
    for card in deck:
        in_suit[suits[card]] |= bit
        bit += bit
    odd_tricks = odd_points = winner = 0
    for _trick in range(hand_size):
        own_cards = holdings[leader]
        lowest_bit = own_cards & -own_cards
        holdings[leader] = own_cards ^ lowest_bit
        card = deck[lowest_bit.bit_length() - 1]
        led = suits[card]
        mask, best, sum_of_trick, winner = in_suit[led], power[card], values[card], leader
        for seat in _FOLLOWING_SEATS[leader]:
            own_cards = holdings[seat]
            follow = own_cards & mask
            lowest_bit = follow & -follow or own_cards & -own_cards
            holdings[seat] = own_cards ^ lowest_bit
            card = deck[lowest_bit.bit_length() - 1]
            sum_of_trick += values[card]
            if (follow or suits[card] == trump) and power[card] > best:
                best, winner = power[card], seat
        if winner & 1:
            odd_tricks += 1
            odd_points += sum_of_trick
        leader = winner
    return PlayoutResult((hand_size - odd_tricks, odd_tricks), (sum(values) - odd_points, odd_points), winner & 1)


def play_tricks(pack: Pack, deck: Sequence[int], leader: int, trump: int | None, seats: int) -> Iterator[tuple[int, int]]:
    """Winner and card points of each trick when every seat plays for itself and follows suit if it can."""
    table = build_pack_tables(pack, trump)
    hand_size = len(deck) // seats
    block = (1 << hand_size) - 1
    holdings = [block << hand_size * seat for seat in range(seats)]
    suits, values, power = table.suits, table.values, table.power
    in_suit = [0] * len(pack.suits)
    for place, card in enumerate(deck):
        in_suit[suits[card]] |= 1 << place
    for _trick in range(hand_size):
        best, points, mask, winner = -1, 0, holdings[leader], leader
        for seat in (*range(leader, seats), *range(leader)):
            own_cards = holdings[seat]
            follow = own_cards & mask
            lowest_bit = follow & -follow or own_cards & -own_cards
            holdings[seat] = own_cards ^ lowest_bit
            card = deck[lowest_bit.bit_length() - 1]
            points += values[card]
            if best < 0:
                mask = in_suit[suits[card]]
            if (follow or suits[card] == trump) and power[card] > best:
                best, winner = power[card], seat
        yield winner, points
        leader = winner


def find_trick_winner(table: PackTables, cards: Sequence[int], leader: int, trump: int) -> int:
    """The seat that wins a trick; `cards` has one card for each seat, in the order of the seats."""
    suits, power = table.suits, table.power
    led, winner, best = suits[cards[leader]], leader, power[cards[leader]]
    for seat, card in enumerate(cards):
        if power[card] > best and suits[card] in (led, trump):
            winner, best = seat, power[card]
    return winner


_FOLLOWING_SEATS = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))


def _play_with_duty_to_beat(pack: Pack, deck: Sequence[int], leader: int, trump: int, table: PackTables) -> PlayoutResult:
    hand_size = len(deck) // 4
    block = (1 << hand_size) - 1
    holdings = [block, block << hand_size, block << 2 * hand_size, block << 3 * hand_size]
    suits, values = table.suits, table.values
    higher, in_suit = _find_higher(deck, table, trump, len(pack.suits))
    odd_tricks = odd_points = winner = 0
    for _trick in range(hand_size):
        own_cards = holdings[leader]
        lowest_bit = own_cards & -own_cards
        holdings[leader] = own_cards ^ lowest_bit
        card = deck[lowest_bit.bit_length() - 1]
        mask, beating, sum_of_trick, winner = in_suit[suits[card]], higher[card], values[card], leader
        for seat in _FOLLOWING_SEATS[leader]:
            own_cards = holdings[seat]
            pool = own_cards & mask or own_cards
            if (seat ^ winner) & 1:
                pool = pool & beating or pool
            lowest_bit = pool & -pool
            holdings[seat] = own_cards ^ lowest_bit
            card = deck[lowest_bit.bit_length() - 1]
            sum_of_trick += values[card]
            if lowest_bit & beating:
                beating, winner = higher[card], seat
        if winner & 1:
            odd_tricks += 1
            odd_points += sum_of_trick
        leader = winner
    return PlayoutResult((hand_size - odd_tricks, odd_tricks), (sum(values) - odd_points, odd_points), winner & 1)


def _find_higher(deck: Sequence[int], table: PackTables, trump: int, suit_count: int) -> tuple[list[int], list[int]]:
    """For each card a mask of the positions of all cards that beat it, and for each suit a mask of the positions of its cards."""
    bit_of_card = [0] * len(deck)
    for index, card in enumerate(deck):
        bit_of_card[card] = 1 << index
    in_suit = [0] * suit_count
    higher = [0] * len(deck)
    for card in table.by_strength:
        suit = table.suits[card]
        higher[card] = in_suit[suit]
        in_suit[suit] |= bit_of_card[card]
    trumps = in_suit[trump]
    for card, suit in enumerate(table.suits):
        if suit != trump:
            higher[card] |= trumps
    return higher, in_suit
