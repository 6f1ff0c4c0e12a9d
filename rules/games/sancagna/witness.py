"""Whole hands of Sancagna for what a sheet says."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from rules.deals import Action, Dealt
from rules.events import Event
from rules.games.sancagna.deal import next_packets
from rules.games.sancagna.tables import PACK, SCARTINA, SancagnaHand, SancagnaOptions, Table, suit_and_rank
from rules.layouts import FAULT, TRICK, CardQuest, Course, Duty, Layout, Rows, agreeing
from rules.scorebook import MatchState

NEVER = 99
"""What it costs when the side that is to call wins no trick."""


def follow_or_trump(trumps: int, *, follow_trump_lead: bool) -> Duty:
    """The duty of play for a mask of trumps."""

    def duty(mine: int, led: int, beating: int, allied: bool) -> int:  # noqa: FBT001  # called by position, as every duty
        if not mine & led or (led == trumps and not follow_trump_lead):
            return mine
        return mine & (led | trumps)

    return duty


@dataclass(frozen=True, slots=True)
class SancagnaQuest(CardQuest):
    """The turned card and the three that are never played lie behind the rows, the turned one first and the bottom card last."""

    written: SancagnaHand
    table: Table
    dealer: int
    turned: int
    bottom: int | None

    def begin(self, rng: random.Random) -> Layout:
        place = len(PACK) - 4
        layout = [card for card in CardQuest.begin(self, rng) if card not in (self.turned, self.bottom)]
        return [*layout[:place], self.turned, *layout[place:], *([] if self.bottom is None else [self.bottom])]

    @property
    def groups(self) -> tuple[Sequence[int], ...]:
        place = len(PACK) - 4
        return ((*range(place), *range(place + 1, len(PACK) - (self.bottom is not None))),)

    def cost(self, layout: Layout) -> int:
        course = self.rows.course(layout)
        return min(self._costs(layout, course))

    def _costs(self, layout: Layout, course: Course) -> list[int]:
        """What is wrong with the hand if it ends after the first, the second … trick; a call needs the trick just won."""
        worth = self.rows.points(layout)
        sides = [winner % 2 for winner in course.winners]
        won = [list(accumulate(int(side == own) for side in sides)) for own in (0, 1)]
        points = [list(accumulate(count * (side == own) for count, side in zip(worth, sides, strict=True))) for own in (0, 1)]
        claim, last = self.written.claim, self.written.last
        if claim is None:
            wrong_last = TRICK if last not in (None, sides[-1]) else 0
            return [NEVER] * (len(sides) - 1) + [FAULT * course.faults[-1] + wrong_last + self._astray(won, points, -1)]
        return [
            FAULT * course.faults[place] + self._astray(won, points, place) if side == claim else NEVER for place, side in enumerate(sides)
        ]

    def _astray(self, won: list[list[int]], points: list[list[int]], place: int) -> int:
        tricks = self.written.tricks or (None, None)
        off = sum(abs(points[side][place] - wanted) for side, wanted in enumerate(self.written.points) if wanted is not None)
        return off + TRICK * sum(abs(won[side][place] - wanted) for side, wanted in enumerate(tricks) if wanted is not None)

    def hand(self, layout: Layout) -> tuple[Dealt, tuple[Action, ...]]:
        course = self.rows.course(layout)
        ended = self._costs(layout, course).index(0) + 1
        finish = Action(course.winners[ended - 1], "count" if self.written.claim is None else "claim")
        first = self.rows.columns(layout, 0, self.table.each)
        return Dealt(first, self.dealer, stock=self._stock(layout)), (*self.rows.plays(layout, course.winners, ended), finish)

    def _stock(self, layout: Layout) -> tuple[int, ...]:
        """The turned card, the packets of the later deals, what is left."""
        stock = [self.turned]
        for times in range(1, self.table.deals):
            columns = [list(column) for column in self.rows.columns(layout, times * self.table.each, (times + 1) * self.table.each)]
            for _start, seat in next_packets(self.table, self.dealer, times):
                stock += columns[seat][: self.table.packet]
                del columns[seat][: self.table.packet]
        return (*stock, *layout[-3:])

    def agrees(self, event: Event) -> bool:
        names = ["dealer", "trump", "claim", "points", "tricks"] + ([] if self.written.turned == SCARTINA else ["turned"])
        return agreeing(self.written, event, *names, *([] if self.written.claim is not None else ["last"]))


def quest(table: Table, state: MatchState[SancagnaOptions], entry: SancagnaHand, rng: random.Random) -> SancagnaQuest:
    """Dealer and turned card by lot where the sheet does not say them."""
    worthless = [rank for rank, points in zip(PACK.trump_ranks, PACK.trump_points, strict=True) if not points]
    rank = {None: rng.choice(PACK.ranks), SCARTINA: rng.choice(worthless)}.get(entry.turned, entry.turned)
    turned = PACK.card(f"{entry.trump or rng.choice(PACK.suits)}{rank}")
    dealer = next((seat for seat in (entry.dealer, state.dealer) if seat is not None), rng.randrange(table.seats))
    trump = PACK.suit_of(turned)
    duty = follow_or_trump(PACK.suit_masks[trump], follow_trump_lead=state.options.follow_trump_lead)
    rows = Rows(PACK, trump, table.seats, (dealer + 1) % table.seats, ((table.each, duty),) * table.deals)
    return SancagnaQuest(rows, entry, table, dealer, turned, _bottom(entry, turned, rng))


def _bottom(entry: SancagnaHand, turned: int, rng: random.Random) -> int | None:
    """The bottom card, its suit and what kind of scartina it is by lot where the sheet does not say them; never the turned one."""
    if entry.bottom is None:
        return None
    suit, rank = suit_and_rank(entry.bottom)
    worthless = [name for name, points in zip(PACK.trump_ranks, PACK.trump_points, strict=True) if not points]
    ranks = worthless if rank == SCARTINA else [rank]
    return rng.choice([card for letter in suit or PACK.suits for name in ranks if (card := PACK.card(letter + name)) != turned])
