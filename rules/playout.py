"""Random legal play-outs at speed: bitmasks over the places of a shuffled pack, tables from the same pack the referee reads.

A card's bit is its place in the shuffled pack, so the lowest set bit of any mask is a random card of it and the play needs no
further random numbers. Four players with follow suit, optionally the duty to beat an opponent.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rules.cards import Pack


class Played(NamedTuple):
    """Of the sides, by seat parity."""

    tricks: tuple[int, int]
    points: tuple[int, int]
    last: int


@dataclass(frozen=True, slots=True)
class Tables:
    """Of a pack with one trump suit: suit of a card, value, and rank among all cards of a suit and trumps over plain."""

    suits: tuple[int, ...]
    values: tuple[int, ...]
    power: tuple[int, ...]
    """A trump's power is above that of every plain card; plain cards compare only within the suit led."""
    by_strength: tuple[int, ...]
    """All cards, strongest of each suit first."""


@lru_cache(maxsize=64)
def tables(pack: Pack, trump: int | None) -> Tables:
    cards = range(len(pack))
    suits = tuple(map(pack.suit_of, cards))
    power = tuple(pack.trump_strength[card] + pack.size if suits[card] == trump else pack.plain_strength[card] for card in cards)
    by_strength = tuple(sorted(cards, key=lambda card: (suits[card], -power[card])))
    return Tables(suits, pack.values(trump), power, by_strength)


def shuffled(cards: int, rng: random.Random) -> list[int]:
    """All cards in random order; sorting by random keys is three times as fast as `rng.shuffle`."""
    keys = [rng.random() for _card in range(cards)]
    return sorted(range(cards), key=keys.__getitem__)


def play_out(pack: Pack, deck: Sequence[int], leader: int, trump: int, *, must_beat: bool = False) -> Played:
    """Play the shuffled `deck`, of which each of four seats holds a quarter in turn, with random legal cards."""
    table = tables(pack, trump)
    if must_beat:
        return _with_duty_to_beat(pack, deck, leader, trump, table)
    return _follow_suit(pack, deck, leader, table, trump)


def _follow_suit(pack: Pack, deck: Sequence[int], leader: int, table: Tables, trump: int) -> Played:
    each = len(deck) // 4
    block = (1 << each) - 1
    held = [block, block << each, block << 2 * each, block << 3 * each]
    suits, values, power = table.suits, table.values, table.power
    in_suit = [0] * len(pack.suits)
    bit = 1
    for card in deck:
        in_suit[suits[card]] |= bit
        bit += bit
    won = points = winner = 0
    for _trick in range(each):
        mine = held[leader]
        low = mine & -mine
        held[leader] = mine ^ low
        card = deck[low.bit_length() - 1]
        led = suits[card]
        mask, best, sum_of_trick, winner = in_suit[led], power[card], values[card], leader
        for seat in _NEXT[leader]:
            mine = held[seat]
            follow = mine & mask
            low = follow & -follow or mine & -mine
            held[seat] = mine ^ low
            card = deck[low.bit_length() - 1]
            sum_of_trick += values[card]
            if (follow or suits[card] == trump) and power[card] > best:
                best, winner = power[card], seat
        if winner & 1:
            won += 1
            points += sum_of_trick
        leader = winner
    return Played((each - won, won), (sum(values) - points, points), winner & 1)


def tricks_in_turn(pack: Pack, deck: Sequence[int], leader: int, trump: int | None, seats: int) -> Iterator[tuple[int, int]]:
    """Winner and card points of trick after trick, each of the seats playing for itself: follow suit, else anything."""
    table = tables(pack, trump)
    each = len(deck) // seats
    block = (1 << each) - 1
    held = [block << each * seat for seat in range(seats)]
    suits, values, power = table.suits, table.values, table.power
    in_suit = [0] * len(pack.suits)
    for place, card in enumerate(deck):
        in_suit[suits[card]] |= 1 << place
    for _trick in range(each):
        best, points, mask, winner = -1, 0, held[leader], leader
        for seat in (*range(leader, seats), *range(leader)):
            mine = held[seat]
            follow = mine & mask
            low = follow & -follow or mine & -mine
            held[seat] = mine ^ low
            card = deck[low.bit_length() - 1]
            points += values[card]
            if best < 0:
                mask = in_suit[suits[card]]
            if (follow or suits[card] == trump) and power[card] > best:
                best, winner = power[card], seat
        yield winner, points
        leader = winner


_NEXT = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))


def _with_duty_to_beat(pack: Pack, deck: Sequence[int], leader: int, trump: int, table: Tables) -> Played:
    each = len(deck) // 4
    block = (1 << each) - 1
    held = [block, block << each, block << 2 * each, block << 3 * each]
    suits, values = table.suits, table.values
    higher, in_suit = _higher(deck, table, trump, len(pack.suits))
    won = points = winner = 0
    for _trick in range(each):
        mine = held[leader]
        low = mine & -mine
        held[leader] = mine ^ low
        card = deck[low.bit_length() - 1]
        mask, beating, sum_of_trick, winner = in_suit[suits[card]], higher[card], values[card], leader
        for seat in _NEXT[leader]:
            mine = held[seat]
            pool = mine & mask or mine
            if (seat ^ winner) & 1:
                pool = pool & beating or pool
            low = pool & -pool
            held[seat] = mine ^ low
            card = deck[low.bit_length() - 1]
            sum_of_trick += values[card]
            if low & beating:
                beating, winner = higher[card], seat
        if winner & 1:
            won += 1
            points += sum_of_trick
        leader = winner
    return Played((each - won, won), (sum(values) - points, points), winner & 1)


def _higher(deck: Sequence[int], table: Tables, trump: int, suit_count: int) -> tuple[list[int], list[int]]:
    """For each card the places of all cards that beat it, and for each suit the places of its cards."""
    place = [0] * len(deck)
    for index, card in enumerate(deck):
        place[card] = 1 << index
    in_suit = [0] * suit_count
    higher = [0] * len(deck)
    for card in table.by_strength:
        suit = table.suits[card]
        higher[card] = in_suit[suit]
        in_suit[suit] |= place[card]
    trumps = in_suit[trump]
    for card, suit in enumerate(table.suits):
        if suit != trump:
            higher[card] |= trumps
    return higher, in_suit
