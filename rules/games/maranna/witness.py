"""Search for a whole deal of Maranna that ends as a hand entry says.

Every seat plays its cards in the order in which it gets them, so five rows of a column, starting with the next card, are its holding.
"""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from rules.cards import build_mask
from rules.deals import Action, DealtCards
from rules.events import Event
from rules.games.maranna.deal import build_maranna_mask
from rules.games.maranna.tables import CARDS_EACH, PACK, TRICKS, MarannaHand, MarannaOptions
from rules.layouts import FAULT_COST, TRICK_COST, CardSearch, Layout, TrickRows, build_card_masks, sheets_agree
from rules.scorebook import MatchState

SEATS = 4


@dataclass(frozen=True, slots=True)
class PlannedMaranna:
    """A Maranna: the trick before whose card it is shown, the seat, the suit, and the trump from then on."""

    trick: int
    seat: int
    suit: int
    trump: int


@dataclass(frozen=True, slots=True)
class MarannaSearch(CardSearch):
    entry: MarannaHand
    dealer: int
    maranne: tuple[PlannedMaranna, ...]
    must_beat: bool
    by_leader: bool
    """Only the leader of a trick shows a Maranna: where that is the rule, and where cards must beat."""

    def compute_cost(self, layout: Layout) -> int:
        misplaced = sum(map(partial(_count_missing_cards, layout), self.maranne))
        winners, faults = self._play_layout(layout)
        if self.by_leader:
            misplaced += sum((self.rows.leader, *winners)[maranna.trick] != maranna.seat for maranna in self.maranne)
        if self.entry.points is None:
            return FAULT_COST * (misplaced + faults)
        return FAULT_COST * (misplaced + faults) + self._compute_deviation(layout, winners)

    def _play_layout(self, layout: Layout) -> tuple[list[int], int]:
        """The winner of each trick while the trump changes, and the number of cards that should have beaten and did not."""
        trump_from = {maranna.trick: maranna.trump for maranna in self.maranne}
        trump, leader, winners, faults = None, self.rows.leader, [], 0
        holdings = [build_mask(layout[seat : CARDS_EACH * SEATS : SEATS]) for seat in range(SEATS)]
        for trick in range(self.complete_tricks):
            trump = trump_from.get(trick, trump)
            table = build_card_masks(PACK, trump)
            card = layout[trick * SEATS + leader]
            beating, winner = table.higher[card], leader
            for step in range(1, SEATS):
                seat = (leader + step) % SEATS
                bit = table.bits[layout[trick * SEATS + seat]]
                faults += self.must_beat and bool(holdings[seat] & beating) and not bit & beating
                if bit & beating:
                    beating, winner = table.higher[layout[trick * SEATS + seat]], seat
            leader = winner
            winners.append(winner)
            for seat in range(SEATS):
                drawn = (trick + CARDS_EACH) * SEATS + seat
                holdings[seat] ^= table.bits[layout[trick * SEATS + seat]] | (table.bits[layout[drawn]] if drawn < len(PACK) else 0)
        return winners, faults

    @property
    def complete_tricks(self) -> int:
        """Number of complete tricks: all, or those before the Maranna that ended the game."""
        return TRICKS if self.entry.points is not None else self.maranne[-1].trick

    def _compute_deviation(self, layout: Layout, winners: list[int]) -> int:
        won_by_first = [winner % 2 == 0 for winner in winners]
        points = sum(trick_points for is_own, trick_points in zip(won_by_first, self.rows.trick_points(layout), strict=True) if is_own)
        target_points, tricks, last_side = self.entry.points or (0, 0), self.entry.tricks, self.entry.last
        wrong_last = last_side is not None and won_by_first[-1] != (last_side == 0)
        return abs(points - target_points[0]) + TRICK_COST * ((abs(sum(won_by_first) - tricks[0]) if tricks else 0) + wrong_last)

    def build_hand(self, layout: Layout) -> tuple[DealtCards, tuple[Action, ...]]:
        """The winner of a trick draws first; each seat draws the card that it plays five tricks later."""
        winners, _faults = self._play_layout(layout)
        stock: list[int] = []
        for trick in range(TRICKS - CARDS_EACH):
            first_seat = winners[trick] if trick < len(winners) else 0
            row = (trick + CARDS_EACH) * SEATS
            stock += [layout[row + (first_seat + step) % SEATS] for step in range(SEATS)]
        return DealtCards(self.rows.seat_columns(layout, 0, CARDS_EACH), self.dealer, stock=tuple(stock)), tuple(
            self._list_actions(layout, winners)
        )

    def _list_actions(self, layout: Layout, winners: list[int]) -> Iterator[Action]:
        pending = list(self.maranne)
        for place, play in enumerate(self.rows.list_plays(layout, [*winners, 0][: TRICKS - 1], min(TRICKS, self.complete_tricks + 1))):
            while pending and (pending[0].trick, pending[0].seat) == (place // SEATS, play.seat):
                yield Action(play.seat, "maranna", PACK.suits[pending.pop(0).suit])
                if not pending and self.entry.points is None:
                    return
            yield play

    def is_satisfied_by(self, event: Event) -> bool:
        return sheets_agree(self.entry, event, "dealer", "declared", "trump", "points", "tricks", "last")


def _count_missing_cards(layout: Layout, maranna: PlannedMaranna) -> int:
    """Number of the two cards that are not in the seat's holding when it shows them."""
    start = maranna.trick * SEATS + maranna.seat
    holding = build_mask(layout[start : min(start + CARDS_EACH * SEATS, len(PACK)) : SEATS])
    return 2 - (holding & build_maranna_mask(maranna.suit)).bit_count()


def build_search(state: MatchState[MarannaOptions], entry: MarannaHand, rng: random.Random) -> MarannaSearch:
    """Start a search.

    The dealer and the trick, player and suit of each Maranna are drawn by lot where the entry does not give them.
    """
    dealer = next((seat for seat in (entry.dealer, state.dealer) if seat is not None), rng.randrange(SEATS))
    options = state.options
    rows = TrickRows(PACK, None, SEATS, (dealer + 1) % SEATS, ((TRICKS, None),))
    by_leader = options.must_beat or options.declare_when == "after_winning"
    return MarannaSearch(rows, entry, dealer, tuple(_plan_maranne(options, entry, rng)), options.must_beat, by_leader)


def _plan_maranne(options: MarannaOptions, entry: MarannaHand, rng: random.Random) -> Iterator[PlannedMaranna]:
    """Draw the Maranne by lot: at most one a trick, while both its cards can still be in hand."""
    sides = [side for _value, side in entry.maranne]
    suits = rng.sample(range(len(PACK.suits)), len(PACK.suits))
    if entry.trump is not None:
        trump_suit = PACK.suits.index(entry.trump)
        suits.remove(trump_suit)
        suits.insert(0, trump_suit)
    earliest = 1 if options.declare_when in ("after_winning", "not_first_trick") else 0
    latest = TRICKS - CARDS_EACH if options.declare_when == "only_with_5_cards" else TRICKS - 2
    tricks = sorted(rng.sample(range(earliest, latest + 1), len(sides)))
    for trick, side, suit in zip(tricks, sides, suits, strict=False):
        yield PlannedMaranna(trick, side + 2 * rng.randrange(2), suit, suit if options.trump_changes else suits[0])
