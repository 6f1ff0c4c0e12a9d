"""Search for a whole hand of Trionfo that ends as a hand entry says."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from rules.deals import Action, DealtCards
from rules.events import Event
from rules.feasibility import find_nearest, list_bits
from rules.games.trionfo5.deal import FIVE_OF_SWORDS, NO_BID, count_tricks_played, find_verdict
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
from rules.layouts import FAULT_COST, TRICK_COST, CardSearch, Layout, LayoutPlay, TrickRows, follow_led_suit, sheets_agree
from rules.scorebook import MatchState
from rules.units import THIRDS


@dataclass(frozen=True, slots=True)
class TrionfoSearch(CardSearch):
    entry: TrionfoHand
    won: bool
    thirds: tuple[int, ...]
    """Thirds that the declarer's side may have when the hand ends."""
    stops: bool
    first: int
    trump: int
    called: int | None
    fixed_cards: tuple[tuple[int, int], ...]
    """Cards that must lie in a seat's column: the called card, the five of swords when it speaks first."""

    def compute_cost(self, layout: Layout) -> int:
        misplaced = sum(self.rows.find_owner(layout, card) != seat for card, seat in self.fixed_cards)
        course = self.rows.play_layout(layout)
        tricks = self._list_trick_counts(layout, course)
        played = self._count_tricks_played(tricks)
        result_deviation = self._compute_result_deviation(tricks) if find_verdict(self.entry.bid, tricks) != self.won else 0
        return FAULT_COST * (misplaced + course.faults[played - 1]) + result_deviation + self._compute_deviation(tricks[:played])

    def _list_trick_counts(self, layout: Layout, course: LayoutPlay) -> list[tuple[bool, int]]:
        side = (self.entry.declarer, self.entry.amico)
        return [(winner in side, points) for winner, points in zip(course.winners, self.rows.trick_points(layout), strict=True)]

    def _count_tricks_played(self, tricks: list[tuple[bool, int]]) -> int:
        """Number of tricks played: those up to the decision where it stops the hand, else all."""
        return count_tricks_played(self.entry.bid, tricks) if self.stops else TRICKS

    def _compute_result_deviation(self, tricks: list[tuple[bool, int]]) -> int:
        """How far a hand with the wrong result is from the right result."""
        if self.entry.bid == MASI:
            return TRICK_COST * (sum(not is_own for is_own, _thirds in tricks) or 1)
        if self.entry.bid != MASO:
            return 1 + abs(THIRDS * ENOUGH - _sum_thirds(tricks))
        opponents_thirds = 0
        for is_own, thirds in tricks:
            opponents_thirds += 0 if is_own else thirds
        return 1 + (opponents_thirds if self.won else max(0, FIRST_POINT - opponents_thirds))

    def _compute_deviation(self, tricks: list[tuple[bool, int]]) -> int:
        thirds, target_tricks = _sum_thirds(tricks), self.entry.tricks
        thirds_deviation = abs(find_nearest(self.thirds, thirds, 1)[0] - thirds)
        return thirds_deviation + (
            0 if target_tricks is None else TRICK_COST * abs(sum(is_own for is_own, _thirds in tricks) - target_tricks)
        )

    def build_hand(self, layout: Layout) -> tuple[DealtCards, tuple[Action, ...]]:
        course = self.rows.play_layout(layout)
        played = self._count_tricks_played(self._list_trick_counts(layout, course))
        plays = self.rows.list_plays(layout, course.winners, played)
        return DealtCards(self.rows.seat_columns(layout), (self.first - 1) % PLAYERS), (*self._list_bidding(), *plays)

    def _list_bidding(self) -> Iterator[Action]:
        """All seats pass except the declarer, who names the trump and calls."""
        for step in range(PLAYERS):
            seat = (self.first + step) % PLAYERS
            yield Action(seat, "bid", self.entry.bid if seat == self.entry.declarer else NO_BID)
            if seat == self.entry.declarer and self.entry.bid == MASI:
                break
        yield Action(self.entry.declarer, "trump", PACK.suits[self.trump])
        if self.called is not None:
            yield Action(self.entry.declarer, "call", PACK.names[self.called])

    def is_satisfied_by(self, event: Event) -> bool:
        return sheets_agree(self.entry, event, "first", "bid", "declarer", "amico", "won", "points", "tricks", "thirds")


def _sum_thirds(tricks: list[tuple[bool, int]]) -> int:
    last_bonus = LAST_TRICK if len(tricks) == TRICKS and tricks[-1][0] else 0
    return sum(thirds for is_own, thirds in tricks if is_own) + last_bonus


def build_search(state: MatchState[TrionfoOptions], entry: TrionfoHand, expected_first: int | None, rng: random.Random) -> TrionfoSearch:
    """Start a search; first speaker, trump and called card are drawn by lot where the entry does not give them."""
    first = next((seat for seat in (entry.first, expected_first) if seat is not None), rng.randrange(PLAYERS))
    trump = rng.randrange(len(PACK.suits))
    fixed_cards = [(FIVE_OF_SWORDS, first)] if expected_first is None and not state.hands else []
    called = None
    if entry.bid == CHIAMO and entry.amico is not None:
        called = _draw_called_card(state.options, trump, rng)
        fixed_cards.append((called, entry.amico))
    rows = TrickRows(PACK, trump, PLAYERS, first, ((TRICKS, follow_led_suit),), PLAYERS)
    stops = state.options.maso_stop_early and entry.bid in (MASO, MASI)
    return TrionfoSearch(rows, entry, bool(entry.won), _list_allowed_thirds(entry), stops, first, trump, called, tuple(fixed_cards))


def _draw_called_card(options: TrionfoOptions, trump: int, rng: random.Random) -> int:
    """Draw a card of another suit than trumps; not the five of swords, which may have to lie in another column."""
    suits = [suit for number, suit in enumerate(PACK.suits) if number != trump]
    ranks = "3" if options.called_rank == "threes" else [rank for rank in PACK.ranks if rank != "5"]
    return PACK.card_number(rng.choice(suits) + rng.choice(ranks))


def _list_allowed_thirds(entry: TrionfoHand) -> tuple[int, ...]:
    if entry.thirds is not None:
        return (entry.thirds,)
    return tuple(range(ALL_THIRDS + 1)) if entry.points is None else list_bits(0b111 << THIRDS * entry.points)
