"""Search for a whole hand of Mariglia that ends as a hand entry says."""

import random
from dataclasses import dataclass

from rules.deals import Action, DealtCards
from rules.events import Event
from rules.games.mariglia.tables import FRILLO, TRICKS, MarigliaHand, MarigliaOptions, pack_of
from rules.layouts import FAULT_COST, TRICK_COST, CardSearch, Layout, TrickRows, follow_and_beat_opponent, follow_led_suit, sheets_agree
from rules.scorebook import MatchState


@dataclass(frozen=True, slots=True)
class MarigliaSearch(CardSearch):
    entry: MarigliaHand
    dealer: int
    turned: int
    """The card that the dealer turns up."""

    def compute_cost(self, layout: Layout) -> int:
        turned_fault = FAULT_COST if self.rows.find_owner(layout, self.turned) != self.dealer else 0
        if self.entry.total is None:
            return turned_fault
        course = self.rows.play_layout(layout)
        won_by_first = [winner % 2 == 0 for winner in course.winners]
        points = sum(
            trick_points for is_won, trick_points in zip(won_by_first, self.rows.trick_points(layout), strict=True) if is_won
        ) + sum(won_by_first)
        tricks = self.entry.tricks
        deviation = abs(points - self.entry.total[0]) + (TRICK_COST * abs(sum(won_by_first) - tricks[0]) if tricks else 0)
        return turned_fault + FAULT_COST * course.faults[-1] + deviation

    def build_hand(self, layout: Layout) -> tuple[DealtCards, tuple[Action, ...]]:
        """The turned card is dealt last."""
        columns = list(self.rows.seat_columns(layout))
        columns[self.dealer] = (*(card for card in columns[self.dealer] if card != self.turned), self.turned)
        turn = Action(self.dealer, "turn", self.rows.pack.names[self.turned])
        plays = () if self.entry.total is None else self.rows.list_plays(layout, self.rows.play_layout(layout).winners)
        return DealtCards(tuple(columns), self.dealer), (turn, *plays)

    def is_satisfied_by(self, event: Event) -> bool:
        names = ["dealer", "trump", "tricks", "total"]
        return sheets_agree(self.entry, event, *names, *([] if self.entry.turned == FRILLO else ["turned"]))


def build_search(state: MatchState[MarigliaOptions], entry: MarigliaHand, rng: random.Random) -> MarigliaSearch:
    """Start a search; dealer, turned card and trump are drawn by lot where the entry does not give them."""
    pack = pack_of(state.options)
    worthless = [rank for rank, points in zip(pack.ranks, pack.points, strict=True) if not points]
    rank = rng.choice(worthless) if entry.turned in (None, FRILLO) else entry.turned
    turned = pack.card_number(f"{entry.trump or rng.choice(pack.suits)}{rank}")
    dealer = next((seat for seat in (entry.dealer, state.dealer) if seat is not None), rng.randrange(4))
    duty = follow_and_beat_opponent if state.options.must_beat else follow_led_suit
    rows = TrickRows(pack, pack.suit_of(turned), 4, (dealer + 1) % 4, ((TRICKS, duty),))
    return MarigliaSearch(rows, entry, dealer, turned)
