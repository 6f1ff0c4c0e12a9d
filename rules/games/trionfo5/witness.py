"""Whole hands of Trionfo for what a sheet says."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from rules.deals import Action, Dealt
from rules.events import Event
from rules.feasibility import bits, nearest
from rules.games.trionfo5.deal import FIVE_OF_SWORDS, NO_BID, ended_after, verdict
from rules.games.trionfo5.tables import (
    ALL_THIRDS,
    CHIAMO,
    ENOUGH,
    FIRST_POINT,
    LAST_TRICK,
    MASI,
    MASO,
    PACK,
    PLAYERS,
    TRICKS,
    TrionfoHand,
    TrionfoOptions,
)
from rules.layouts import FAULT, TRICK, CardQuest, Course, Layout, Rows, agreeing, follow
from rules.scorebook import MatchState
from rules.units import THIRDS


@dataclass(frozen=True, slots=True)
class TrionfoQuest(CardQuest):
    written: TrionfoHand
    won: bool
    thirds: tuple[int, ...]
    """What the declarer's side may have where the hand ends."""
    stops: bool
    first: int
    trump: int
    called: int | None
    belongs: tuple[tuple[int, int], ...]
    """Cards that must lie in a seat's column: the called card, the five of swords when it speaks first."""

    def cost(self, layout: Layout) -> int:
        missing = sum(self.rows.owner(layout, card) != seat for card, seat in self.belongs)
        course = self.rows.course(layout)
        tricks = self._counts(layout, course)
        ended = self._ended(tricks)
        off = self._off(tricks) if verdict(self.written.bid, tricks) != self.won else 0
        return FAULT * (missing + course.faults[ended - 1]) + off + self._astray(tricks[:ended])

    def _counts(self, layout: Layout, course: Course) -> list[tuple[bool, int]]:
        side = (self.written.declarer, self.written.amico)
        return [(winner in side, worth) for winner, worth in zip(course.winners, self.rows.points(layout), strict=True)]

    def _ended(self, tricks: list[tuple[bool, int]]) -> int:
        """How many tricks are played before the hand is decided, where that stops it."""
        return ended_after(self.written.bid, tricks) if self.stops else TRICKS

    def _off(self, tricks: list[tuple[bool, int]]) -> int:
        """How far a hand with the wrong result is from the right one."""
        if self.written.bid == MASI:
            return TRICK * (sum(not own for own, _thirds in tricks) or 1)
        if self.written.bid != MASO:
            return 1 + abs(THIRDS * ENOUGH - _thirds_of(tricks))
        others = 0
        for own, thirds in tricks:
            others += 0 if own else thirds
        return 1 + (others if self.won else max(0, FIRST_POINT - others))

    def _astray(self, tricks: list[tuple[bool, int]]) -> int:
        thirds, wanted = _thirds_of(tricks), self.written.tricks
        off = abs(nearest(self.thirds, thirds, 1)[0] - thirds)
        return off + (0 if wanted is None else TRICK * abs(sum(own for own, _thirds in tricks) - wanted))

    def hand(self, layout: Layout) -> tuple[Dealt, tuple[Action, ...]]:
        course = self.rows.course(layout)
        ended = self._ended(self._counts(layout, course))
        plays = self.rows.plays(layout, course.winners, ended)
        return Dealt(self.rows.columns(layout), (self.first - 1) % PLAYERS), (*self._bidding(), *plays)

    def _bidding(self) -> Iterator[Action]:
        """Everybody passes but the declarer, who names the trump and calls."""
        for step in range(PLAYERS):
            seat = (self.first + step) % PLAYERS
            yield Action(seat, "bid", self.written.bid if seat == self.written.declarer else NO_BID)
            if seat == self.written.declarer and self.written.bid == MASI:
                break
        yield Action(self.written.declarer, "trump", PACK.suits[self.trump])
        if self.called is not None:
            yield Action(self.written.declarer, "call", PACK.names[self.called])

    def agrees(self, event: Event) -> bool:
        return agreeing(self.written, event, "first", "bid", "declarer", "amico", "won", "points", "tricks", "thirds")


def _thirds_of(tricks: list[tuple[bool, int]]) -> int:
    last = LAST_TRICK if len(tricks) == TRICKS and tricks[-1][0] else 0
    return sum(thirds for own, thirds in tricks if own) + last


def quest(state: MatchState[TrionfoOptions], entry: TrionfoHand, expected_first: int | None, rng: random.Random) -> TrionfoQuest:
    """Who speaks first, the trump and the called card by lot where the sheet does not say them."""
    first = next((seat for seat in (entry.first, expected_first) if seat is not None), rng.randrange(PLAYERS))
    trump = rng.randrange(len(PACK.suits))
    belongs = [(FIVE_OF_SWORDS, first)] if expected_first is None and not state.hands else []
    called = None
    if entry.bid == CHIAMO and entry.amico is not None:
        called = _called(state.options, trump, rng)
        belongs.append((called, entry.amico))
    rows = Rows(PACK, trump, PLAYERS, first, ((TRICKS, follow),), PLAYERS)
    stops = state.options.maso_stop_early and entry.bid in (MASO, MASI)
    return TrionfoQuest(rows, entry, bool(entry.won), _allowed(entry), stops, first, trump, called, tuple(belongs))


def _called(options: TrionfoOptions, trump: int, rng: random.Random) -> int:
    """A card of another suit than trumps; not the five of swords, which may have to lie elsewhere."""
    suits = [suit for number, suit in enumerate(PACK.suits) if number != trump]
    ranks = "3" if options.called_rank == "threes" else [rank for rank in PACK.ranks if rank != "5"]
    return PACK.card(rng.choice(suits) + rng.choice(ranks))


def _allowed(entry: TrionfoHand) -> tuple[int, ...]:
    if entry.thirds is not None:
        return (entry.thirds,)
    return tuple(range(ALL_THIRDS + 1)) if entry.points is None else bits(0b111 << THIRDS * entry.points)
