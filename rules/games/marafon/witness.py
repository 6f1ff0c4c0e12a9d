"""Search for a whole hand of Marafon that ends as a hand entry says."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from rules.deals import Action, DealtCards
from rules.events import Event
from rules.feasibility import find_nearest, list_bits
from rules.games.marafon.deal import FOUR_OF_COINS
from rules.games.marafon.tables import LAST_TRICK, MARAFONA, PACK, TRICKS, MarafonHand, MarafonOptions
from rules.layouts import FAULT_COST, TRICK_COST, CardSearch, Layout, TrickRows, follow_led_suit, sheets_agree
from rules.scorebook import MatchState
from rules.units import THIRDS


@dataclass(frozen=True, slots=True)
class MarafonSearch(CardSearch):
    entry: MarafonHand
    thirds: tuple[int, ...]
    """Thirds that side A may have."""
    dealer: int | None
    maker: int
    trump: int
    fixed_cards: tuple[tuple[int, int], ...]
    """Cards that must lie in a seat's column: the marafona, the four of coins when it names the trump."""
    marafona: int | None
    """Seat that declares it."""
    ace_first: bool

    def compute_cost(self, layout: Layout) -> int:
        misplaced = sum(self.rows.find_owner(layout, card) != seat for card, seat in self.fixed_cards)
        if self.ace_first and self.marafona is not None:
            misplaced += layout[self.marafona] != self._trump_ace
        course = self.rows.play_layout(layout)
        won_by_first = [winner % 2 == 0 for winner in course.winners]
        thirds = (
            sum(trick_points for is_won, trick_points in zip(won_by_first, self.rows.trick_points(layout), strict=True) if is_won)
            + LAST_TRICK * won_by_first[-1]
        )
        return FAULT_COST * (misplaced + course.faults[-1]) + self._compute_deviation(sum(won_by_first), thirds, won_last=won_by_first[-1])

    def _compute_deviation(self, won_tricks: int, thirds: int, *, won_last: bool) -> int:
        tricks = self.entry.tricks
        wrong_last = self.entry.last is not None and won_last != (self.entry.last == 0)
        thirds_deviation = abs(find_nearest(self.thirds, thirds, 1)[0] - thirds)
        return thirds_deviation + TRICK_COST * ((abs(won_tricks - tricks[0]) if tricks else 0) + wrong_last)

    @property
    def _trump_ace(self) -> int:
        return PACK.card_number(PACK.suits[self.trump] + "A")

    def build_hand(self, layout: Layout) -> tuple[DealtCards, tuple[Action, ...]]:
        return DealtCards(self.rows.seat_columns(layout), self.dealer, self.maker), tuple(self._list_actions(layout))

    def _list_actions(self, layout: Layout) -> Iterator[Action]:
        """List the actions; a marafona is declared before the declarer's first card."""
        yield Action(self.maker, "trump", PACK.suits[self.trump])
        for place, play in enumerate(self.rows.list_plays(layout, self.rows.play_layout(layout).winners)):
            if place < self.rows.seats and play.seat == self.marafona:
                yield Action(play.seat, "marafona")
            yield play

    def is_satisfied_by(self, event: Event) -> bool:
        return sheets_agree(self.entry, event, "maker", "trump", "marafona", "points", "last", "tricks", "thirds")


def build_search(state: MatchState[MarafonOptions], entry: MarafonHand, expected_maker: int | None, rng: random.Random) -> MarafonSearch:
    """Start a search; the maker, the trump and the declarer are drawn by lot where the entry does not give them."""
    maker = next((seat for seat in (entry.maker, expected_maker) if seat is not None), rng.randrange(4))
    trump = rng.randrange(len(PACK.suits)) if entry.trump is None else PACK.suits.index(entry.trump)
    marafona = _draw_declarer(state.options, entry, maker, rng)
    fixed_cards = [] if marafona is None else [(trump * PACK.size + PACK.size - 1 - place, marafona) for place in range(len(MARAFONA))]
    fixed_cards += [(FOUR_OF_COINS, maker)] if expected_maker is None and not state.hands else []
    lowest_thirds = THIRDS * entry.points[0]
    allowed_thirds = (entry.thirds[0],) if entry.thirds is not None else list_bits(0b111 << lowest_thirds)
    rows = TrickRows(PACK, trump, 4, maker, ((TRICKS, follow_led_suit),))
    needs_ace = state.options.marafona_needs_ace_first
    return MarafonSearch(rows, entry, allowed_thirds, state.dealer, maker, trump, tuple(fixed_cards), marafona, needs_ace)


def _draw_declarer(options: MarafonOptions, entry: MarafonHand, maker: int, rng: random.Random) -> int | None:
    if entry.marafona is None:
        return None
    return maker if options.marafona_by == "battezzante_only" else entry.marafona + 2 * rng.randrange(2)
