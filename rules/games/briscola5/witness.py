"""Search for a whole hand of Briscola with the called card that ends as a hand entry says."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from rules.deals import Action, DealtCards
from rules.events import Event
from rules.games.briscola.tables import PACK
from rules.games.briscola5.deal import LOWEST_RANK
from rules.games.briscola5.tables import ENOUGH, NO_BID, PLAYERS, RANK_WORDS, TRICKS, CalledHand, CalledOptions
from rules.layouts import FAULT_COST, TRICK_COST, CardSearch, Layout, TrickRows, sheets_agree
from rules.scorebook import MatchState


@dataclass(frozen=True, slots=True)
class CalledSearch(CardSearch):
    """Any card may be played; the called card must lie in the partner's column."""

    entry: CalledHand
    dealer: int
    called: int

    def compute_cost(self, layout: Layout) -> int:
        winners = self.rows.play_layout(layout).winners
        side = (self.entry.caller, self.entry.partner)
        own = [points for points, winner in zip(self.rows.trick_points(layout), winners, strict=True) if winner in side]
        misplaced = self.rows.find_owner(layout, self.called) != self.entry.partner
        tricks = 0 if self.entry.tricks is None else abs(len(own) - self.entry.tricks)
        return FAULT_COST * misplaced + TRICK_COST * tricks + self._compute_point_deviation(sum(own))

    def _compute_point_deviation(self, points: int) -> int:
        if self.entry.points is not None:
            return abs(points - self.entry.points)
        return max(0, self.entry.bid - points if self.entry.won else points - self.entry.bid + 1)

    def build_hand(self, layout: Layout) -> tuple[DealtCards, tuple[Action, ...]]:
        winners = self.rows.play_layout(layout).winners
        call = Action(self.entry.caller, "call", PACK.names[self.called])
        return DealtCards(self.rows.seat_columns(layout), self.dealer), (*self._list_bids(), call, *self.rows.list_plays(layout, winners))

    def _list_bids(self) -> Iterator[Action]:
        """The caller outbids one player where points were bid; nobody else speaks."""
        caller, order = self.entry.caller, [(self.dealer + step) % PLAYERS for step in range(1, PLAYERS + 1)]
        if self.entry.bid == ENOUGH:
            rank = PACK.rank_of(self.called)
            yield from (Action(seat, "bid", rank if seat == caller else NO_BID) for seat in order)
            return
        rival = next(seat for seat in order if seat != caller)
        if order[0] == caller:
            yield Action(caller, "bid", RANK_WORDS[0])
            order = [*order[1:], caller]
        words = {caller: str(self.entry.bid), rival: LOWEST_RANK}
        yield from (Action(seat, "bid", words.get(seat, NO_BID)) for seat in order)
        yield Action(rival, "bid", NO_BID)

    def is_satisfied_by(self, event: Event) -> bool:
        return sheets_agree(self.entry, event, "dealer", "caller", "partner", "bid", "points", "won", "tricks")


def build_search(state: MatchState[CalledOptions], entry: CalledHand, rng: random.Random) -> CalledSearch:
    """Start a search; trump and called rank, and a dealer whom nobody names, are drawn by lot."""
    dealer = next((seat for seat in (entry.dealer, state.dealer) if seat is not None), rng.randrange(PLAYERS))
    rank = LOWEST_RANK if entry.bid > ENOUGH else rng.choice(RANK_WORDS)
    called = PACK.card_number(rng.choice(PACK.suits) + rank)
    rows = TrickRows(PACK, PACK.suit_of(called), PLAYERS, (dealer + 1) % PLAYERS, ((TRICKS, None),), PLAYERS)
    return CalledSearch(rows, entry, dealer, called)
