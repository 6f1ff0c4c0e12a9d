"""Random hands of Sancagna at speed, from the tables that the referee reads.

A card's bit is its place in the shuffled pack, so the lowest set bit of any mask is a random card of it. The side that may rightly call
itself out lets the chance pass so many times, then takes it.
"""

import random
from collections.abc import Sequence
from functools import lru_cache

from rules.games.sancagna.deal import list_packets
from rules.games.sancagna.tables import OUT, PACK, SancagnaHand, SancagnaTable
from rules.playout import PackTables, build_pack_tables
from rules.scorebook import Score

NEVER = 99
_WAITS = (0, 0, 0, 0, 1, 2, NEVER)


def random_waits(rng: random.Random) -> int:
    """How often a right call is let pass: mostly never."""
    return rng.choice(_WAITS)


def quick_hand(table: SancagnaTable, score: Score, deck: Sequence[int], dealer: int, waits: int, *, follow_trumps: bool) -> SancagnaHand:
    """The sheet of a random hand. `deck` is the shuffled pack: holdings seat by seat, then the stock; `score` is what is carried."""
    turned = deck[table.seats * table.each]
    trump = PACK.suit_of(turned)
    of_pack = build_pack_tables(PACK, trump)
    allowed = _allowed(deck, of_pack, trump, follow_trumps=follow_trumps)
    won, points, called = _play(table, of_pack, deck, dealer, trump, allowed, _need(score), waits)
    return SancagnaHand(
        dealer=dealer,
        turned=PACK.rank_of(turned),
        trump=PACK.suits[trump],
        bottom=PACK.names[deck[-1]],
        claim=called if called in (0, 1) else None,
        points=(points[0], points[1]),
        tricks=(won[0], won[1]),
        last=None if called in (0, 1) else ~called,
    )


def _need(score: Score) -> tuple[int, int]:
    return OUT - score[0], OUT - score[1]


def _allowed(deck: Sequence[int], of_pack: PackTables, trump: int, *, follow_trumps: bool) -> list[tuple[int, int]]:
    """By suit led: places of the cards that oblige, and of those that may then be played."""
    in_suit = [0] * len(PACK.suits)
    bit = 1
    for card in deck:
        in_suit[of_pack.suits[card]] |= bit
        bit += bit
    pairs = [(mask, mask | in_suit[trump]) for mask in in_suit]
    if not follow_trumps:
        pairs[trump] = (0, 0)
    return pairs


def _play(
    table: SancagnaTable,
    of_pack: PackTables,
    deck: Sequence[int],
    dealer: int,
    trump: int,
    allowed: list[tuple[int, int]],
    need: tuple[int, int],
    waits: int,
) -> tuple[list[int], list[int], int]:
    """Tricks and points of the sides, then the side that called, or ~side that won the last trick when nobody did."""
    suits, values, power = of_pack.suits, of_pack.values, of_pack.power
    seats, winner = table.seats, (dealer + 1) % table.seats
    turns = _turns(seats)
    won, points = [0, 0], [0, 0]
    for blocks in _blocks(table, dealer):
        held = list(blocks)
        for _trick in range(table.each):
            best, led = -1, -1
            total = 0
            for seat in turns[winner]:
                mine = held[seat]
                if led < 0:
                    pool = mine
                else:
                    oblige, may = allowed[led]
                    pool = mine & may if mine & oblige else mine
                low = pool & -pool
                held[seat] = mine ^ low
                card = deck[low.bit_length() - 1]
                total += values[card]
                suit = suits[card]
                if led < 0:
                    led = suit
                if power[card] > best and suit in (led, trump):
                    best, winner = power[card], seat
            side = winner & 1
            won[side] += 1
            points[side] += total
            if points[side] >= need[side]:
                if not waits:
                    return won, points, side
                waits -= 1
    return won, points, ~(winner & 1)


@lru_cache(maxsize=3)
def _turns(seats: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple((leader + step) % seats for step in range(seats)) for leader in range(seats))


@lru_cache(maxsize=12)
def _blocks(table: SancagnaTable, dealer: int) -> tuple[tuple[int, ...], ...]:
    """For each deal, the places in the pack of the cards that every seat gets."""
    block = (1 << table.each) - 1
    first = tuple(block << seat * table.each for seat in range(table.seats))
    return (first, *(_later(table, dealer, times) for times in range(1, table.deals)))


def _later(table: SancagnaTable, dealer: int, times: int) -> tuple[int, ...]:
    held = [0] * table.seats
    packet = (1 << table.packet) - 1
    for start, seat in list_packets(table, dealer, times):
        held[seat] |= packet << table.seats * table.each + start
    return tuple(held)
