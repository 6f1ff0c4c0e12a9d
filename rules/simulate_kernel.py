"""Random hands by the million, compiled by numba from the tables that the referee reads. The play is that of `rules.playout`.

A card's bit is its place in the shuffled pack, so the lowest set bit of any mask is a random card of it. Importing this module needs numba.
"""

from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, types
from numba.extending import intrinsic

from rules.masses import LAST_BITS, POINT_BITS, RANK_BITS, TOP_BITS, TRICK_BITS

SEATS, EACH, CARDS, SUIT_SIZE = 4, 10, 40, 10
GOLDEN = np.uint64(0x9E3779B97F4A7C15)


def _place_of(_typing: Any, _bit: Any) -> Any:
    """How numba compiles `place_of`."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), generate


place_of: Any = intrinsic(_place_of)
"""The place of the lowest set bit of a mask that is not 0."""


@njit(cache=True)
def random_bits(state: Any) -> Any:
    """The next 64 random bits of a splitmix64 stream."""
    state[0] += GOLDEN
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@njit(cache=True)
def shuffle(deck: Any, state: Any) -> None:
    """Fisher and Yates; each 64 random bits serve two exchanges."""
    bits = np.uint64(0)
    for last in range(CARDS - 1, 0, -1):
        bits = random_bits(state) if last & 1 else bits >> np.uint64(32)
        other = ((bits & np.uint64(0xFFFFFFFF)) * np.uint64(last + 1)) >> np.uint64(32)
        deck[last], deck[other] = deck[other], deck[last]


@njit(cache=True)
def play(deck: Any, leader: int, trump: int, must_beat: bool, power: Any, values: Any) -> Any:  # noqa: FBT001  # compiled: positions only
    """Tricks and card points of side A, and the side that won the last trick, of a hand played with random legal cards.

    `power` and `values` are rows of the tables for this trump, by card; each seat holds a quarter of the deck in turn.
    """
    one, block = np.uint64(1), np.uint64((1 << EACH) - 1)
    in_suit = np.zeros(SEATS, np.uint64)
    for place in range(CARDS):
        in_suit[deck[place] // SUIT_SIZE] |= one << np.uint64(place)
    held = np.empty(SEATS, np.uint64)
    for seat in range(SEATS):
        held[seat] = block << np.uint64(EACH * seat)
    tricks = points = winner = 0
    for _trick in range(EACH):
        place = place_of(held[leader])
        held[leader] ^= one << place
        card = deck[place]
        led, best, worth, winner = card // SUIT_SIZE, power[card], values[card], leader
        for step in range(1, SEATS):
            seat = (leader + step) & 3
            mine = held[seat]
            follow = mine & in_suit[led]
            pool = follow or mine
            place = place_of(pool)
            if must_beat and (seat ^ winner) & 1:
                rest = pool
                while rest:
                    candidate = place_of(rest)
                    rest &= rest - one
                    card = deck[candidate]
                    if power[card] > best and (card // SUIT_SIZE == led or card // SUIT_SIZE == trump):
                        place = candidate
                        break
            held[seat] = mine ^ (one << place)
            card = deck[place]
            worth += values[card]
            if power[card] > best and (card // SUIT_SIZE == led or card // SUIT_SIZE == trump):
                best, winner = power[card], seat
        if not winner & 1:
            tricks += 1
            points += worth
        leader = winner
    return tricks, points, winner & 1


@njit(cache=True)
def holder_of_top(deck: Any, trump: int, top: int) -> int:
    """1 + the seat that holds the `top` highest trumps, or 0."""
    holder = -1
    for place in range(CARDS):
        card = deck[place]
        if card // SUIT_SIZE == trump and card % SUIT_SIZE >= SUIT_SIZE - top:
            if holder not in (-1, place // EACH):
                return 0
            holder = place // EACH
    return holder + 1


@njit(cache=True)
def setting(deck: Any, first: int, first_card: int, turns_trump: bool, state: Any) -> Any:  # noqa: FBT001  # compiled: positions only
    """Who leads, the trump and the strength of the turned card. `first` or `first_card` −1: not said."""
    leader: Any = first
    if leader < 0:
        leader = np.int64(random_bits(state) >> np.uint64(62))
    if first < 0 and first_card >= 0:
        for place in range(CARDS):
            if deck[place] == first_card:
                leader = place // EACH
    if turns_trump:
        turned = deck[((leader + 3) & 3) * EACH + EACH - 1]
        return leader, turned // SUIT_SIZE, turned % SUIT_SIZE
    return leader, np.int64(random_bits(state) >> np.uint64(62)), 0


@njit(cache=True, nogil=True)
def results(
    codes: Any,
    seed: Any,
    power: Any,
    values: Any,
    must_beat: bool,  # noqa: FBT001  # compiled: positions only
    turns_trump: bool,  # noqa: FBT001  # called by position, too
    first: int,
    first_card: int,
    top: int,
) -> None:
    """Fill `codes` with packed results (`rules.masses`), one random hand each; `power` and `values` by trump and card."""
    state = np.array([seed], np.uint64)
    deck = np.arange(CARDS).astype(np.uint8)
    for deal in range(len(codes)):
        shuffle(deck, state)
        leader, trump, turned = setting(deck, first, first_card, turns_trump, state)
        tricks, points, last = play(deck, leader, trump, must_beat, power[trump], values[trump])
        code = (leader << RANK_BITS | turned) << TRICK_BITS | tricks
        code = (code << POINT_BITS | points) << LAST_BITS | last
        codes[deal] = code << TOP_BITS | (holder_of_top(deck, trump, top) if top else 0)
