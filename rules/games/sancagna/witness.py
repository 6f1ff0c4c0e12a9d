"""Search for a whole hand of Sancagna that ends as a hand entry says."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from rules.deals import Action, DealtCards
from rules.events import Event
from rules.games.sancagna.deal import list_packets
from rules.games.sancagna.tables import PACK, SCARTINA, SancagnaHand, SancagnaOptions, SancagnaTable, split_card
from rules.layouts import FAULT_COST, TRICK_COST, CardSearch, Duty, Layout, LayoutPlay, TrickRows, sheets_agree
from rules.scorebook import MatchState

NEVER = 99
"""Cost when the side that calls wins no trick."""


def build_trump_duty(trumps: int, *, follow_trump_lead: bool) -> Duty:
    """Build the duty of play for a mask of trumps."""

    def narrow_holding(mine: int, led: int, beating: int, allied: bool) -> int:  # noqa: FBT001  # called by position, as every duty
        if not mine & led or (led == trumps and not follow_trump_lead):
            return mine
        return mine & (led | trumps)

    return narrow_holding


@dataclass(frozen=True, slots=True)
class SancagnaSearch(CardSearch):
    """The turned card and the three cards never played lie behind the rows, the turned card first and the bottom card last."""

    entry: SancagnaHand
    table: SancagnaTable
    dealer: int
    turned: int
    bottom: int | None

    def draw_layout(self, rng: random.Random) -> Layout:
        turned_place = len(PACK) - 4
        layout = [card for card in CardSearch.draw_layout(self, rng) if card not in (self.turned, self.bottom)]
        return [*layout[:turned_place], self.turned, *layout[turned_place:], *([] if self.bottom is None else [self.bottom])]

    @property
    def exchange_groups(self) -> tuple[Sequence[int], ...]:
        turned_place = len(PACK) - 4
        return ((*range(turned_place), *range(turned_place + 1, len(PACK) - (self.bottom is not None))),)

    def compute_cost(self, layout: Layout) -> int:
        course = self.rows.play_layout(layout)
        return min(self._list_costs(layout, course))

    def _list_costs(self, layout: Layout, course: LayoutPlay) -> list[int]:
        """What is wrong with the hand if it ends after the first, the second … trick; the caller must have won that trick."""
        trick_points = self.rows.trick_points(layout)
        sides = [winner % 2 for winner in course.winners]
        won_tricks = [list(accumulate(int(side == counted_side) for side in sides)) for counted_side in (0, 1)]
        points = [
            list(accumulate(value * (side == counted_side) for value, side in zip(trick_points, sides, strict=True)))
            for counted_side in (0, 1)
        ]
        claim, last = self.entry.claim, self.entry.last
        if claim is None:
            wrong_last = TRICK_COST if last not in (None, sides[-1]) else 0
            return [NEVER] * (len(sides) - 1) + [
                FAULT_COST * course.faults[-1] + wrong_last + self._compute_deviation(won_tricks, points, -1)
            ]
        return [
            FAULT_COST * course.faults[trick] + self._compute_deviation(won_tricks, points, trick) if side == claim else NEVER
            for trick, side in enumerate(sides)
        ]

    def _compute_deviation(self, won_tricks: list[list[int]], points: list[list[int]], trick: int) -> int:
        tricks = self.entry.tricks or (None, None)
        points_deviation = sum(abs(points[side][trick] - target) for side, target in enumerate(self.entry.points) if target is not None)
        return points_deviation + TRICK_COST * sum(
            abs(won_tricks[side][trick] - target) for side, target in enumerate(tricks) if target is not None
        )

    def build_hand(self, layout: Layout) -> tuple[DealtCards, tuple[Action, ...]]:
        course = self.rows.play_layout(layout)
        tricks_played = self._list_costs(layout, course).index(0) + 1
        last_action = Action(course.winners[tricks_played - 1], "count" if self.entry.claim is None else "claim")
        holdings = self.rows.seat_columns(layout, 0, self.table.each)
        return DealtCards(holdings, self.dealer, stock=self._build_stock(layout)), (
            *self.rows.list_plays(layout, course.winners, tricks_played),
            last_action,
        )

    def _build_stock(self, layout: Layout) -> tuple[int, ...]:
        """The turned card, the packets of the later deals, the cards left over."""
        stock = [self.turned]
        for times in range(1, self.table.deals):
            columns = [list(column) for column in self.rows.seat_columns(layout, times * self.table.each, (times + 1) * self.table.each)]
            for _start, seat in list_packets(self.table, self.dealer, times):
                stock += columns[seat][: self.table.packet]
                del columns[seat][: self.table.packet]
        return (*stock, *layout[-3:])

    def is_satisfied_by(self, event: Event) -> bool:
        names = ["dealer", "trump", "claim", "points", "tricks"] + ([] if self.entry.turned == SCARTINA else ["turned"])
        return sheets_agree(self.entry, event, *names, *([] if self.entry.claim is not None else ["last"]))


def build_search(table: SancagnaTable, state: MatchState[SancagnaOptions], entry: SancagnaHand, rng: random.Random) -> SancagnaSearch:
    """Start a search; dealer and turned card are drawn by lot where the entry does not give them."""
    worthless = [rank for rank, points in zip(PACK.trump_ranks, PACK.trump_points, strict=True) if not points]
    rank = {None: rng.choice(PACK.ranks), SCARTINA: rng.choice(worthless)}.get(entry.turned, entry.turned)
    turned = PACK.card_number(f"{entry.trump or rng.choice(PACK.suits)}{rank}")
    dealer = next((seat for seat in (entry.dealer, state.dealer) if seat is not None), rng.randrange(table.seats))
    trump = PACK.suit_of(turned)
    duty = build_trump_duty(PACK.suit_masks[trump], follow_trump_lead=state.options.follow_trump_lead)
    rows = TrickRows(PACK, trump, table.seats, (dealer + 1) % table.seats, ((table.each, duty),) * table.deals)
    return SancagnaSearch(rows, entry, table, dealer, turned, _draw_bottom_card(entry, turned, rng))


def _draw_bottom_card(entry: SancagnaHand, turned: int, rng: random.Random) -> int | None:
    """Draw the bottom card, its suit or the kind of scartina by lot where the entry does not give them; never the turned card."""
    if entry.bottom is None:
        return None
    suit, rank = split_card(entry.bottom)
    worthless = [name for name, points in zip(PACK.trump_ranks, PACK.trump_points, strict=True) if not points]
    ranks = worthless if rank == SCARTINA else [rank]
    return rng.choice([card for letter in suit or PACK.suits for name in ranks if (card := PACK.card_number(letter + name)) != turned])
