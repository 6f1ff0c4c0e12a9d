"""Search for a whole hand of Mattazza that ends as a hand entry says."""

import random
from dataclasses import dataclass

from rules.deals import Action, DealtCards
from rules.events import Event
from rules.games.mattazza.deal import build_hand_entry as sheet_of
from rules.games.mattazza.tables import PACK, MattazzaHand, MattazzaOptions, MattazzaTable
from rules.layouts import FAULT_COST, TRICK_COST, CardSearch, Layout, TrickRows, follow_led_suit, sheets_agree
from rules.scorebook import MatchState


@dataclass(frozen=True, slots=True)
class MattazzaSearch(CardSearch):
    """The cards behind the rows of the layout are those that the dealer laid aside."""

    options: MattazzaOptions
    entry: MattazzaHand
    dealer: int

    def compute_cost(self, layout: Layout) -> int:
        course = self.rows.play_layout(layout)
        thirds, tricks = [0] * self.rows.seats, [0] * self.rows.seats
        for winner, points in zip(course.winners, self.rows.trick_points(layout), strict=True):
            thirds[winner] += points
            tricks[winner] += 1
        values = PACK.card_values()
        thirds[course.winners[-1]] += sum(values[card] for card in self._get_aside_cards(layout))
        outcome = sheet_of(self.options, self.dealer, tuple(thirds), tuple(tricks), course.winners[-1])
        deviation = sum(abs(count - target) for count, target in zip(outcome.penalties, self.entry.penalties, strict=True))
        wrong_last = self.entry.last not in (None, outcome.last)
        return (
            FAULT_COST * course.faults[-1] + deviation + TRICK_COST * wrong_last + (TRICK_COST // 2) * self._compute_trick_deviation(tricks)
        )

    def _get_aside_cards(self, layout: Layout) -> Layout:
        return layout[self.rows.trick_count * self.rows.seats :]

    def _compute_trick_deviation(self, tricks: list[int]) -> int:
        target_tricks = self.entry.tricks
        return (
            0
            if target_tricks is None
            else sum(abs(won - target) for won, target in zip(tricks, target_tricks, strict=True) if target is not None)
        )

    def build_hand(self, layout: Layout) -> tuple[DealtCards, tuple[Action, ...]]:
        winners, aside = self.rows.play_layout(layout).winners, self._get_aside_cards(layout)
        asides = (Action(self.dealer, "aside", PACK.names[card]) for card in aside)
        return DealtCards(self.rows.seat_columns(layout), self.dealer, stock=tuple(aside)), (
            *asides,
            *self.rows.list_plays(layout, winners),
        )

    def is_satisfied_by(self, event: Event) -> bool:
        return sheets_agree(self.entry, event, "dealer", "penalties", "last", "tricks")


def build_search(table: MattazzaTable, state: MatchState[MattazzaOptions], entry: MattazzaHand, rng: random.Random) -> MattazzaSearch:
    """Start a search; the dealer is drawn by lot where neither the entry nor the match says who dealt."""
    dealer = next((seat for seat in (entry.dealer, state.dealer) if seat is not None), rng.randrange(table.seats))
    rows = TrickRows(PACK, None, table.seats, (dealer + 1) % table.seats, ((table.tricks, follow_led_suit),), table.seats)
    return MattazzaSearch(rows, state.options, entry, dealer)
