"""Whole deals of Maranna for what a sheet says.

Every seat plays its cards in the order in which it gets them, so five rows of a column, beginning with the next card, are a holding.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from rules.cards import mask_of
from rules.deals import Action, Dealt
from rules.events import Event
from rules.games.maranna.deal import pair_of
from rules.games.maranna.tables import CARDS_EACH, PACK, TRICKS, MarannaHand, MarannaOptions
from rules.layouts import FAULT, TRICK, CardQuest, Layout, Rows, agreeing
from rules.quick_replay import masks
from rules.scorebook import MatchState

SEATS = 4


@dataclass(frozen=True, slots=True)
class Shown:
    """A Maranna: before which trick's card, by whom, of which suit, and the trump from then on."""

    trick: int
    seat: int
    suit: int
    trump: int


@dataclass(frozen=True, slots=True)
class MarannaQuest(CardQuest):
    written: MarannaHand
    dealer: int
    shown: tuple[Shown, ...]
    must_beat: bool
    by_leader: bool
    """Only whoever leads to a trick shows: where that is the rule, and where cards must beat a trump that could change below them."""

    def cost(self, layout: Layout) -> int:
        missing = sum(map(partial(_apart, layout), self.shown))
        winners, faults = self._course(layout)
        if self.by_leader:
            missing += sum((self.rows.leader, *winners)[shown.trick] != shown.seat for shown in self.shown)
        if self.written.points is None:
            return FAULT * (missing + faults)
        return FAULT * (missing + faults) + self._astray(layout, winners)

    def _course(self, layout: Layout) -> tuple[list[int], int]:
        """Who wins each trick while trumps come and change, and how many cards did not beat that should have."""
        trump_from = {shown.trick: shown.trump for shown in self.shown}
        trump, leader, winners, faults = None, self.rows.leader, [], 0
        held = [mask_of(layout[seat : CARDS_EACH * SEATS : SEATS]) for seat in range(SEATS)]
        for trick in range(self.tricks):
            trump = trump_from.get(trick, trump)
            table = masks(PACK, trump)
            card = layout[trick * SEATS + leader]
            beating, winner = table.higher[card], leader
            for step in range(1, SEATS):
                seat = (leader + step) % SEATS
                bit = table.bits[layout[trick * SEATS + seat]]
                faults += self.must_beat and bool(held[seat] & beating) and not bit & beating
                if bit & beating:
                    beating, winner = table.higher[layout[trick * SEATS + seat]], seat
            leader = winner
            winners.append(winner)
            for seat in range(SEATS):
                drawn = (trick + CARDS_EACH) * SEATS + seat
                held[seat] ^= table.bits[layout[trick * SEATS + seat]] | (table.bits[layout[drawn]] if drawn < len(PACK) else 0)
        return winners, faults

    @property
    def tricks(self) -> int:
        """Complete tricks: all, or those before the Maranna that ended the game."""
        return TRICKS if self.written.points is not None else self.shown[-1].trick

    def _astray(self, layout: Layout, winners: list[int]) -> int:
        own = [winner % 2 == 0 for winner in winners]
        points = sum(worth for mine, worth in zip(own, self.rows.points(layout), strict=True) if mine)
        wanted, tricks, last = self.written.points or (0, 0), self.written.tricks, self.written.last
        wrong_last = last is not None and own[-1] != (last == 0)
        return abs(points - wanted[0]) + TRICK * ((abs(sum(own) - tricks[0]) if tricks else 0) + wrong_last)

    def hand(self, layout: Layout) -> tuple[Dealt, tuple[Action, ...]]:
        """Whoever wins a trick draws first: what each seat plays five tricks later."""
        winners, _faults = self._course(layout)
        stock: list[int] = []
        for trick in range(TRICKS - CARDS_EACH):
            first = winners[trick] if trick < len(winners) else 0
            row = (trick + CARDS_EACH) * SEATS
            stock += [layout[row + (first + step) % SEATS] for step in range(SEATS)]
        return Dealt(self.rows.columns(layout, 0, CARDS_EACH), self.dealer, stock=tuple(stock)), tuple(self._actions(layout, winners))

    def _actions(self, layout: Layout, winners: list[int]) -> Iterator[Action]:
        waiting = list(self.shown)
        for place, play in enumerate(self.rows.plays(layout, [*winners, 0][: TRICKS - 1], min(TRICKS, self.tricks + 1))):
            while waiting and (waiting[0].trick, waiting[0].seat) == (place // SEATS, play.seat):
                yield Action(play.seat, "maranna", PACK.suits[waiting.pop(0).suit])
                if not waiting and self.written.points is None:
                    return
            yield play

    def agrees(self, event: Event) -> bool:
        return agreeing(self.written, event, "dealer", "declared", "trump", "points", "tricks", "last")


def _apart(layout: Layout, shown: Shown) -> int:
    """How many of the two cards are not in the seat's hand when it shows them."""
    start = shown.trick * SEATS + shown.seat
    held = mask_of(layout[start : min(start + CARDS_EACH * SEATS, len(PACK)) : SEATS])
    return 2 - (held & pair_of(shown.suit)).bit_count()


def quest(state: MatchState[MarannaOptions], entry: MarannaHand, rng: random.Random) -> MarannaQuest:
    """Dealer, and when, by which of the partners and in which suits Maranne are shown, by lot where the sheet does not say it."""
    dealer = next((seat for seat in (entry.dealer, state.dealer) if seat is not None), rng.randrange(SEATS))
    options = state.options
    rows = Rows(PACK, None, SEATS, (dealer + 1) % SEATS, ((TRICKS, None),))
    by_leader = options.must_beat or options.declare_when == "after_winning"
    return MarannaQuest(rows, entry, dealer, tuple(_shown(options, entry, rng)), options.must_beat, by_leader)


def _shown(options: MarannaOptions, entry: MarannaHand, rng: random.Random) -> Iterator[Shown]:
    """One Maranna a trick, while both its cards can still be in hand."""
    sides = [side for _value, side in entry.maranne]
    suits = rng.sample(range(len(PACK.suits)), len(PACK.suits))
    if entry.trump is not None:
        first = PACK.suits.index(entry.trump)
        suits.remove(first)
        suits.insert(0, first)
    earliest = 1 if options.declare_when in ("after_winning", "not_first_trick") else 0
    latest = TRICKS - CARDS_EACH if options.declare_when == "only_with_5_cards" else TRICKS - 2
    tricks = sorted(rng.sample(range(earliest, latest + 1), len(sides)))
    for trick, side, suit in zip(tricks, sides, suits, strict=False):
        yield Shown(trick, side + 2 * rng.randrange(2), suit, suit if options.trump_changes else suits[0])
