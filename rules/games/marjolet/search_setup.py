"""Where a search for a hand of Marjolet begins: what the sheet leaves open is chosen by lot."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from rules.games.marjolet import shares, timetables
from rules.games.marjolet.tables import BRISQUES, DRAWN, HELD, PACK, MarjoletHand, MarjoletOptions, Meld, melds
from rules.games.marjolet.witness import MarjoletQuest
from rules.layouts import Duty, Rows
from rules.scorebook import MatchState

TRIES = 40
"""Choices of trump, melds and timetable before the search gives up."""


def strict(trumps: int) -> Duty:
    """The duty of play of the last six tricks, for a mask of trumps: follow, else trump, and beat."""

    def duty(mine: int, led: int, beating: int, allied: bool) -> int:  # noqa: FBT001  # called by position, as every duty
        pool = mine & led or mine & trumps or mine
        return pool & beating or pool

    return duty


def quest(state: MatchState[MarjoletOptions], entry: MarjoletHand, rng: random.Random) -> MarjoletQuest | None:
    """None when nothing is found to aim at, and for a hand that was over with its turned card."""
    if entry.out is not None and not any(entry.melds or ()) and entry.seven is None:
        return None
    for _try in range(TRIES):
        dealer = next((player for player in (entry.dealer, state.dealer) if player is not None), rng.randrange(2))
        hand = _told(state.options, replace(entry, dealer=dealer), rng)
        found = None if hand is None else _aimed(state, entry, hand, rng)
        if found is not None:
            return found
    return None


def _told(options: MarjoletOptions, hand: MarjoletHand, rng: random.Random) -> MarjoletHand | None:
    """The hand with all that was counted, by lot where the sheet does not say it; one that somebody's meld ended says all."""
    if hand.out is not None:
        return hand
    known = shares.known_of(hand)
    nobody = hand.turned_seven and not options.turned_seven_scores_when_played
    sevens: tuple[int | None, ...] = (None,) if nobody else shares.either(known.seven)
    players = product(sevens, shares.either(known.tenth), shares.either(known.last))
    ticks = [(False, True) if ticked is None else (ticked,) for ticked in (known.exchanged, known.sweep)]
    told = list(product(players, product(*ticks)))
    for (seven, tenth, last), (exchanged, sweep) in rng.sample(told, len(told)):
        one = replace(hand, seven=seven, tenth=tenth, last=last, exchanged=exchanged, sweep=sweep)
        found = sorted(set(_counted(options, one)))
        if found:
            brisques, melded = rng.choice(found)
            return replace(one, brisques=brisques, melds=melded)
    return None


def _counted(options: MarjoletOptions, hand: MarjoletHand) -> Iterator[tuple[shares.Pair, shares.Pair]]:
    """Aces and tens, and melds, with which the totals are what they are."""
    total = hand.total or (0, 0)
    known = replace(shares.known_of(hand), exchanged=hand.exchanged, sweep=hand.sweep)
    for way in shares.ways(options, known):
        for own in shares.within(way, hand):
            brisques = (own, BRISQUES - own)
            melded = (total[0] - way.points[0] - brisques[0], total[1] - way.points[1] - brisques[1])
            if shares.melded(options, hand, way, melded):
                yield brisques, melded


def _aimed(state: MatchState[MarjoletOptions], entry: MarjoletHand, hand: MarjoletHand, rng: random.Random) -> MarjoletQuest | None:
    """Trump, melds, a turned card that is in nobody's way, and a timetable."""
    trump = rng.randrange(len(PACK.suits))
    known = melds(state.options.quartets, trump)
    first, second = hand.melds or (0, 0)
    names = timetables.shares(known, (first, second), rng)
    turned = None if names is None else _turned(known, names, hand, trump, rng)
    if names is None or turned is None:
        return None
    exchange = (hand.seven, turned) if hand.exchanged and hand.seven is not None else None
    limits = timetables.Limits(_most(hand), hand.tenth, state.options.melds_per_trick, exchange)
    found = timetables.timetable(known, names, limits, rng)
    if found is None:
        return None
    rows = Rows(PACK, trump, 2, 1 - (hand.dealer or 0), ((DRAWN, None), (HELD, strict(PACK.suit_masks[trump]))))
    needs = ((state.target or 0) - state.score[0], (state.target or 0) - state.score[1])
    return MarjoletQuest(state.options, entry, hand, rows, turned, known, found, needs)


def _turned(known: dict[str, Meld], names: timetables.Names, hand: MarjoletHand, trump: int, rng: random.Random) -> int | None:
    """A card to turn up: one that its drawer melds no more, or that whoever exchanges the seven can use."""
    first = trump * PACK.size
    if hand.turned_seven:
        return first
    others = [names[player] for player in (0, 1) if not hand.exchanged or player != hand.seven]
    used = sum(timetables.cards_of(known, some) for some in others)
    free = [card for card in range(first + 1, first + PACK.size) if not used >> card & 1]
    return rng.choice(free) if free else None


def _most(hand: MarjoletHand) -> tuple[int, int]:
    """Of the first ten tricks that each player can win."""
    if hand.tricks is None:
        return DRAWN, DRAWN
    least = [0, 0] if hand.last is None else [(side == hand.last) * (HELD if hand.sweep else 1) for side in (0, 1)]
    if hand.last is not None and not hand.sweep:
        least[1 - hand.last] = 1
    return min(DRAWN, hand.tricks[0] - least[0]), min(DRAWN, hand.tricks[1] - least[1])
