"""Whole hands of Mattazza for what a sheet says."""

import random
from dataclasses import dataclass

from rules.deals import Action, Dealt
from rules.events import Event
from rules.games.mattazza.deal import written as sheet_of
from rules.games.mattazza.tables import PACK, PLAYERS, TRICKS, MattazzaHand, MattazzaOptions
from rules.layouts import FAULT, TRICK, CardQuest, Layout, Rows, agreeing, follow
from rules.scorebook import MatchState


@dataclass(frozen=True, slots=True)
class MattazzaQuest(CardQuest):
    options: MattazzaOptions
    written: MattazzaHand
    dealer: int

    def cost(self, layout: Layout) -> int:
        course = self.rows.course(layout)
        thirds, tricks = [0] * PLAYERS, [0] * PLAYERS
        for winner, worth in zip(course.winners, self.rows.points(layout), strict=True):
            thirds[winner] += worth
            tricks[winner] += 1
        played = sheet_of(self.options, self.dealer, tuple(thirds), tuple(tricks), course.winners[-1])
        off = sum(abs(have - wanted) for have, wanted in zip(played.penalties, self.written.penalties, strict=True))
        wrong_last = self.written.last not in (None, played.last)
        return FAULT * course.faults[-1] + off + TRICK * wrong_last + (TRICK // 2) * self._tricks_off(tricks)

    def _tricks_off(self, tricks: list[int]) -> int:
        wanted = self.written.tricks
        return 0 if wanted is None else sum(abs(have - count) for have, count in zip(tricks, wanted, strict=True) if count is not None)

    def hand(self, layout: Layout) -> tuple[Dealt, tuple[Action, ...]]:
        winners = self.rows.course(layout).winners
        return Dealt(self.rows.columns(layout), self.dealer), tuple(self.rows.plays(layout, winners))

    def agrees(self, event: Event) -> bool:
        return agreeing(self.written, event, "dealer", "penalties", "last", "tricks")


def quest(state: MatchState[MattazzaOptions], entry: MattazzaHand, rng: random.Random) -> MattazzaQuest:
    dealer = next((seat for seat in (entry.dealer, state.dealer) if seat is not None), rng.randrange(PLAYERS))
    rows = Rows(PACK, None, PLAYERS, (dealer + 1) % PLAYERS, ((TRICKS, follow),), PLAYERS)
    return MattazzaQuest(rows, state.options, entry, dealer)
