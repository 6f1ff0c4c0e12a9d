"""Recorded plays checked and counted at speed, with bitmasks and tables of the pack that the referee reads too.

Four players in two pairs, follow suit, optionally the duty to beat an opponent. Where it stops, `rules.cardplay` says why.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.cards import Pack
from rules.deals import higher_cards
from rules.playout import Played

SEATS = 4


@dataclass(frozen=True, slots=True)
class Masks:
    """By card: its bit, its suit's mask, the cards that beat it, its points."""

    bits: tuple[int, ...]
    suits: tuple[int, ...]
    higher: tuple[int, ...]
    values: tuple[int, ...]


@lru_cache(maxsize=64)
def masks(pack: Pack, trump: int) -> Masks:
    cards = range(len(pack))
    return Masks(
        tuple(1 << card for card in cards),
        tuple(pack.suit_masks[pack.suit_of(card)] for card in cards),
        tuple(higher_cards(pack, card, trump) for card in cards),
        pack.values(trump),
    )


def replay_plays(
    pack: Pack, holdings: Sequence[int], plays: Sequence[int], leader: int, trump: int, *, must_beat: bool = False
) -> Played | int:
    """What a complete hand comes to, or the index of its first illegal play.

    `holdings` are bitmasks by seat, `plays` the card numbers in the order played, as many as were dealt.
    """
    table = masks(pack, trump)
    held = list(holdings)
    won = points = winner = 0
    for start in range(0, len(plays), SEATS):
        trick = _trick(table, held, plays, start, leader, must_beat=must_beat)
        if trick < 0:
            return -1 - trick
        winner = trick
        if winner & 1:
            won += 1
            points += sum(table.values[card] for card in plays[start : start + SEATS])
        leader = winner
    return Played((len(plays) // SEATS - won, won), (sum(table.values[card] for card in plays) - points, points), winner & 1)


def _trick(table: Masks, held: list[int], plays: Sequence[int], start: int, leader: int, *, must_beat: bool) -> int:
    """The winner of the trick that begins at `start`, or −1 − the index of its first illegal play. Takes the cards from `held`."""
    card = plays[start]
    bit = table.bits[card]
    if not held[leader] & bit:
        return -1 - start
    held[leader] ^= bit
    led, beating, winner, seat = table.suits[card], table.higher[card], leader, leader
    for place in range(start + 1, start + SEATS):
        seat = (seat + 1) & 3
        card = plays[place]
        bit = table.bits[card]
        mine = held[seat]
        pool = mine & led or mine
        if must_beat and (seat ^ winner) & 1:
            pool = pool & beating or pool
        if not pool & bit:
            return -1 - place
        held[seat] = mine ^ bit
        if bit & beating:
            beating, winner = table.higher[card], seat
    return winner
