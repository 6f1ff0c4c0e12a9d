"""Recorded plays checked and counted at speed, with bitmasks and tables of the pack that the referee reads too.

Four players in two pairs, follow suit, optionally the duty to beat an opponent. Where it stops, `rules.cardplay` says why.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rules.cards import Pack
from rules.deals import higher_cards
from rules.playout import PlayoutResult, build_pack_tables

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
        pack.card_values(trump),
    )


def replay_plays(
    pack: Pack, holdings: Sequence[int], plays: Sequence[int], leader: int, trump: int, *, must_beat: bool = False
) -> PlayoutResult | int:
    """What a complete hand comes to, or the index of its first illegal play.

    `holdings` are bitmasks by seat, `plays` the card numbers in the order played, as many as were dealt.
    """
    played = None if must_beat else _followed(pack, holdings, plays, leader, trump)
    return _card_by_card(masks(pack, trump), holdings, plays, leader, must_beat=must_beat) if played is None else played


@lru_cache(maxsize=64)
def _by_card(pack: Pack, trump: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...], int]:
    """By card: suit, power, points, bit; then the points of the pack."""
    table = build_pack_tables(pack, trump)
    return table.suits, table.power, table.values, masks(pack, trump).bits, sum(table.values)


_NEXT = ((1, 2, 3), (2, 3, 0), (3, 0, 1), (0, 1, 2))


def _followed(  # noqa: C901, PLR0911, PLR0912  # the three followers are written out for speed
    pack: Pack, holdings: Sequence[int], plays: Sequence[int], leader: int, trump: int
) -> PlayoutResult | None:
    """What a hand comes to in which everybody follows suit; None when somebody did not, or played what he did not hold.

    Who does not follow has none of that suit left. Holdings are compared at the end: only the bits of its own cards add up to a holding.
    """
    suits, power, values, bits, total = _by_card(pack, trump)
    without, won, points, winner = [0, 0, 0, 0], 0, 0, leader
    rows: list[tuple[int, ...]] = []
    for row in zip(*[iter(plays)] * 4, strict=False):
        first, second, third, fourth = row
        led, best, bit = suits[first], power[first], 1 << suits[first]
        if without[winner] & bit:
            return None
        right, across, left = _NEXT[winner]
        rows.append(row if winner == 0 else row[-winner:] + row[:-winner])
        suit = suits[second]
        if suit == led:
            if without[right] & bit:
                return None
            if power[second] > best:
                best, winner = power[second], right
        else:
            without[right] |= bit
            if without[right] >> suit & 1:
                return None
            if suit == trump and power[second] > best:
                best, winner = power[second], right
        suit = suits[third]
        if suit == led:
            if without[across] & bit:
                return None
            if power[third] > best:
                best, winner = power[third], across
        else:
            without[across] |= bit
            if without[across] >> suit & 1:
                return None
            if suit == trump and power[third] > best:
                best, winner = power[third], across
        suit = suits[fourth]
        if suit == led:
            if without[left] & bit:
                return None
            if power[fourth] > best:
                best, winner = power[fourth], left
        else:
            without[left] |= bit
            if without[left] >> suit & 1:
                return None
            if suit == trump and power[fourth] > best:
                best, winner = power[fourth], left
        if winner & 1:
            won += 1
            points += values[first] + values[second] + values[third] + values[fourth]
    for held, column in zip(holdings, zip(*rows, strict=True), strict=True):
        if sum(map(bits.__getitem__, column)) != held or len(column) != held.bit_count():
            return None
    return PlayoutResult((len(rows) - won, won), (total - points, points), winner & 1)


def _card_by_card(table: Masks, holdings: Sequence[int], plays: Sequence[int], leader: int, *, must_beat: bool) -> PlayoutResult | int:
    """The same with bitmasks, any duty, and the place of the first illegal play."""
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
    return PlayoutResult((len(plays) // SEATS - won, won), (sum(table.values[card] for card in plays) - points, points), winner & 1)


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
