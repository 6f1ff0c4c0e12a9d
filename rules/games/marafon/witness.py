"""Whole hands of Marafon for what a sheet says."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from rules.deals import Action, Dealt
from rules.events import Event
from rules.feasibility import bits, nearest
from rules.games.marafon.deal import FOUR_OF_COINS
from rules.games.marafon.tables import LAST_TRICK, MARAFONA, PACK, TRICKS, MarafonHand, MarafonOptions
from rules.layouts import FAULT, TRICK, CardQuest, Layout, Rows, agreeing, follow
from rules.scorebook import MatchState
from rules.units import THIRDS


@dataclass(frozen=True, slots=True)
class MarafonQuest(CardQuest):
    written: MarafonHand
    thirds: tuple[int, ...]
    """What side A may have."""
    dealer: int | None
    maker: int
    trump: int
    belongs: tuple[tuple[int, int], ...]
    """Cards that must lie in a seat's column: the marafona, the four of coins when it names the trump."""
    marafona: int | None
    """Seat that declares it."""
    ace_first: bool

    def cost(self, layout: Layout) -> int:
        missing = sum(self.rows.owner(layout, card) != seat for card, seat in self.belongs)
        if self.ace_first and self.marafona is not None:
            missing += layout[self.marafona] != self._ace
        course = self.rows.course(layout)
        won = [winner % 2 == 0 for winner in course.winners]
        thirds = sum(worth for own, worth in zip(won, self.rows.points(layout), strict=True) if own) + LAST_TRICK * won[-1]
        return FAULT * (missing + course.faults[-1]) + self._astray(sum(won), thirds, last=won[-1])

    def _astray(self, won: int, thirds: int, *, last: bool) -> int:
        tricks = self.written.tricks
        wrong_last = self.written.last is not None and last != (self.written.last == 0)
        off = abs(nearest(self.thirds, thirds, 1)[0] - thirds)
        return off + TRICK * ((abs(won - tricks[0]) if tricks else 0) + wrong_last)

    @property
    def _ace(self) -> int:
        return PACK.card(PACK.suits[self.trump] + "A")

    def hand(self, layout: Layout) -> tuple[Dealt, tuple[Action, ...]]:
        return Dealt(self.rows.columns(layout), self.dealer, self.maker), tuple(self._actions(layout))

    def _actions(self, layout: Layout) -> Iterator[Action]:
        """Whoever declares does so before his first card."""
        yield Action(self.maker, "trump", PACK.suits[self.trump])
        for place, play in enumerate(self.rows.plays(layout, self.rows.course(layout).winners)):
            if place < self.rows.seats and play.seat == self.marafona:
                yield Action(play.seat, "marafona")
            yield play

    def agrees(self, event: Event) -> bool:
        return agreeing(self.written, event, "maker", "trump", "marafona", "points", "last", "tricks", "thirds")


def quest(state: MatchState[MarafonOptions], entry: MarafonHand, expected_maker: int | None, rng: random.Random) -> MarafonQuest:
    """Who names the trump, the trump and who declares by lot where the sheet does not say them."""
    maker = next((seat for seat in (entry.maker, expected_maker) if seat is not None), rng.randrange(4))
    trump = rng.randrange(len(PACK.suits)) if entry.trump is None else PACK.suits.index(entry.trump)
    marafona = _declarer(state.options, entry, maker, rng)
    belongs = [] if marafona is None else [(trump * PACK.size + PACK.size - 1 - place, marafona) for place in range(len(MARAFONA))]
    belongs += [(FOUR_OF_COINS, maker)] if expected_maker is None and not state.hands else []
    whole = THIRDS * entry.points[0]
    allowed = (entry.thirds[0],) if entry.thirds is not None else bits(0b111 << whole)
    rows = Rows(PACK, trump, 4, maker, ((TRICKS, follow),))
    needs_ace = state.options.marafona_needs_ace_first
    return MarafonQuest(rows, entry, allowed, state.dealer, maker, trump, tuple(belongs), marafona, needs_ace)


def _declarer(options: MarafonOptions, entry: MarafonHand, maker: int, rng: random.Random) -> int | None:
    if entry.marafona is None:
        return None
    return maker if options.marafona_by == "battezzante_only" else entry.marafona + 2 * rng.randrange(2)
