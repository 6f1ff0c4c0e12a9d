"""Whole hands of Mattazza for what a sheet says."""

import random
from dataclasses import dataclass

from rules.deals import Action, Dealt
from rules.events import Event
from rules.games.mattazza.deal import written as sheet_of
from rules.games.mattazza.tables import PACK, MattazzaHand, MattazzaOptions, Table
from rules.layouts import FAULT, TRICK, CardQuest, Layout, Rows, agreeing, follow
from rules.scorebook import MatchState


@dataclass(frozen=True, slots=True)
class MattazzaQuest(CardQuest):
    """What lies behind the rows is what the dealer laid aside."""

    options: MattazzaOptions
    written: MattazzaHand
    dealer: int

    def cost(self, layout: Layout) -> int:
        course = self.rows.course(layout)
        thirds, tricks = [0] * self.rows.seats, [0] * self.rows.seats
        for winner, worth in zip(course.winners, self.rows.points(layout), strict=True):
            thirds[winner] += worth
            tricks[winner] += 1
        values = PACK.values()
        thirds[course.winners[-1]] += sum(values[card] for card in self._aside(layout))
        played = sheet_of(self.options, self.dealer, tuple(thirds), tuple(tricks), course.winners[-1])
        off = sum(abs(have - wanted) for have, wanted in zip(played.penalties, self.written.penalties, strict=True))
        wrong_last = self.written.last not in (None, played.last)
        return FAULT * course.faults[-1] + off + TRICK * wrong_last + (TRICK // 2) * self._tricks_off(tricks)

    def _aside(self, layout: Layout) -> Layout:
        return layout[self.rows.tricks * self.rows.seats :]

    def _tricks_off(self, tricks: list[int]) -> int:
        wanted = self.written.tricks
        return 0 if wanted is None else sum(abs(have - count) for have, count in zip(tricks, wanted, strict=True) if count is not None)

    def hand(self, layout: Layout) -> tuple[Dealt, tuple[Action, ...]]:
        winners, aside = self.rows.course(layout).winners, self._aside(layout)
        laid = (Action(self.dealer, "aside", PACK.names[card]) for card in aside)
        return Dealt(self.rows.columns(layout), self.dealer, stock=tuple(aside)), (*laid, *self.rows.plays(layout, winners))

    def agrees(self, event: Event) -> bool:
        return agreeing(self.written, event, "dealer", "penalties", "last", "tricks")


def quest(table: Table, state: MatchState[MattazzaOptions], entry: MattazzaHand, rng: random.Random) -> MattazzaQuest:
    dealer = next((seat for seat in (entry.dealer, state.dealer) if seat is not None), rng.randrange(table.seats))
    rows = Rows(PACK, None, table.seats, (dealer + 1) % table.seats, ((table.tricks, follow),), table.seats)
    return MattazzaQuest(rows, state.options, entry, dealer)
