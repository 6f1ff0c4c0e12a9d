"""Whole hands of Mariglia for what a sheet says."""

import random
from dataclasses import dataclass

from rules.deals import Action, Dealt
from rules.events import Event
from rules.games.mariglia.tables import FRILLO, TRICKS, MarigliaHand, MarigliaOptions, pack_of
from rules.layouts import FAULT, TRICK, CardQuest, Layout, Rows, agreeing, follow, follow_and_beat_opponent
from rules.scorebook import MatchState


@dataclass(frozen=True, slots=True)
class MarigliaQuest(CardQuest):
    written: MarigliaHand
    dealer: int
    turned: int
    """The card that the dealer turns up."""

    def cost(self, layout: Layout) -> int:
        missing = FAULT if self.rows.owner(layout, self.turned) != self.dealer else 0
        if self.written.total is None:
            return missing
        course = self.rows.course(layout)
        won = [winner % 2 == 0 for winner in course.winners]
        points = sum(worth for own, worth in zip(won, self.rows.points(layout), strict=True) if own) + sum(won)
        tricks = self.written.tricks
        astray = abs(points - self.written.total[0]) + (TRICK * abs(sum(won) - tricks[0]) if tricks else 0)
        return missing + FAULT * course.faults[-1] + astray

    def hand(self, layout: Layout) -> tuple[Dealt, tuple[Action, ...]]:
        """The turned card is dealt last."""
        columns = list(self.rows.columns(layout))
        columns[self.dealer] = (*(card for card in columns[self.dealer] if card != self.turned), self.turned)
        turn = Action(self.dealer, "turn", self.rows.pack.names[self.turned])
        plays = () if self.written.total is None else self.rows.plays(layout, self.rows.course(layout).winners)
        return Dealt(tuple(columns), self.dealer), (turn, *plays)

    def agrees(self, event: Event) -> bool:
        names = ["dealer", "trump", "tricks", "total"]
        return agreeing(self.written, event, *names, *([] if self.written.turned == FRILLO else ["turned"]))


def quest(state: MatchState[MarigliaOptions], entry: MarigliaHand, rng: random.Random) -> MarigliaQuest:
    """Dealer, turned card and trump by lot where the sheet does not say them."""
    pack = pack_of(state.options)
    worthless = [rank for rank, points in zip(pack.ranks, pack.points, strict=True) if not points]
    rank = rng.choice(worthless) if entry.turned in (None, FRILLO) else entry.turned
    turned = pack.card(f"{entry.trump or rng.choice(pack.suits)}{rank}")
    dealer = next((seat for seat in (entry.dealer, state.dealer) if seat is not None), rng.randrange(4))
    duty = follow_and_beat_opponent if state.options.must_beat else follow
    rows = Rows(pack, pack.suit_of(turned), 4, (dealer + 1) % 4, ((TRICKS, duty),))
    return MarigliaQuest(rows, entry, dealer, turned)
