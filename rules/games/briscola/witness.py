"""Search for a whole hand of Briscola that ends as a hand entry says: every seat plays its cards in the order in which it gets them."""

import random
from dataclasses import dataclass

from rules.deals import Action, DealtCards
from rules.events import Event
from rules.games.briscola.deal import sum_points
from rules.games.briscola.tables import CARDS_EACH, PACK, BriscolaHand, BriscolaOptions, BriscolaTable
from rules.layouts import FAULT_COST, TRICK_COST, CardSearch, Layout, TrickRows, sheets_agree
from rules.scorebook import MatchState


@dataclass(frozen=True, slots=True)
class BriscolaSearch(CardSearch):
    """Any card may be played, so only two things are illegal: a turned card of another suit, and leaving out a card that is no two."""

    entry: BriscolaHand
    dealer: int
    trump: int
    left_out: int

    def compute_cost(self, layout: Layout) -> int:
        winners = self.rows.play_layout(layout).winners
        points = sum_points(self.rows.trick_points(layout), winners, self.rows.sides)
        deviation = sum(abs(part - target) for part, target in zip(points, self.entry.points, strict=True))
        return FAULT_COST * self._count_faults(layout, winners) + deviation + TRICK_COST * self._compute_trick_deviation(winners)

    def _count_faults(self, layout: Layout, winners: tuple[int, ...]) -> int:
        aside = layout[len(PACK) - self.left_out :]
        return (PACK.suit_of(self._draw_stock(layout, winners)[-1]) != self.trump) + sum(PACK.rank_of(card) != "2" for card in aside)

    def _compute_trick_deviation(self, winners: tuple[int, ...]) -> int:
        if self.entry.tricks is None:
            return 0
        won = [sum(winner % self.rows.sides == side for winner in winners) for side in range(self.rows.sides)]
        return sum(abs(count - target) for count, target in zip(won, self.entry.tricks, strict=True))

    def _draw_stock(self, layout: Layout, winners: tuple[int, ...]) -> Layout:
        """The stock from the top: the winner of a trick draws first, and a card is played three tricks after it was drawn."""
        seats = self.rows.seats
        return [
            layout[(trick + CARDS_EACH) * seats + (winners[trick] + step) % seats]
            for trick in range(self.rows.trick_count - CARDS_EACH)
            for step in range(seats)
        ]

    def build_hand(self, layout: Layout) -> tuple[DealtCards, tuple[Action, ...]]:
        winners = self.rows.play_layout(layout).winners
        stock = (*self._draw_stock(layout, winners), *layout[len(PACK) - self.left_out :])
        dealt = DealtCards(self.rows.seat_columns(layout, 0, CARDS_EACH), self.dealer, stock=stock)
        return dealt, tuple(self.rows.list_plays(layout, winners))

    def is_satisfied_by(self, event: Event) -> bool:
        return sheets_agree(self.entry, event, "dealer", "points", "tricks")


def build_search(
    table: BriscolaTable, sides: int, state: MatchState[BriscolaOptions], entry: BriscolaHand, rng: random.Random
) -> BriscolaSearch:
    """Start a search; the trump and, where neither the entry nor the match names him, the dealer are drawn by lot."""
    dealer = next((seat for seat in (entry.dealer, state.dealer) if seat is not None), rng.randrange(table.seats))
    trump = rng.randrange(len(PACK.suits))
    rows = TrickRows(PACK, trump, table.seats, (dealer + 1) % table.seats, ((table.tricks, None),), sides)
    return BriscolaSearch(rows, entry, dealer, trump, table.left_out)
