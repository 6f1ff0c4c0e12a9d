"""Whole hands of Marjolet for what a sheet says.

A layout is the table of plays: a row a trick, a column a player. A player's cards come in the order in which they are needed, for a meld
or to be played; the first six are dealt, one more comes after each of the first ten tricks.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.deals import Action, Dealt
from rules.events import Event
from rules.games.marjolet.tables import DRAWN, HELD, PACK, TEN, MarjoletHand, MarjoletOptions, Meld
from rules.games.marjolet.timetables import Aims
from rules.layouts import FAULT, TRICK, Layout, Quest, Rows, agreeing

CARDS = len(PACK)
PLAYERS = (0, 1)


@dataclass(frozen=True, slots=True)
class MarjoletQuest(Quest):
    options: MarjoletOptions
    entry: MarjoletHand
    told: MarjoletHand
    """The same sheet with what it leaves open."""
    rows: Rows
    turned: int
    melds: dict[str, Meld]
    aims: Aims
    needs: tuple[int, int]
    """What each player lacks for the target before the hand."""

    @property
    def seven(self) -> int:
        return (self.rows.trump or 0) * PACK.size

    @property
    def bottom(self) -> int:
        """The card that is drawn last."""
        return self.turned if self.aims.exchanged is None else self.seven

    def begin(self, rng: random.Random) -> Layout:
        return rng.sample(range(CARDS), CARDS)

    @property
    def groups(self) -> tuple[Sequence[int], ...]:
        return (range(CARDS),)

    def cost(self, layout: Layout) -> int:
        course, hand = self.rows.course(layout), self.told
        winners, place = course.winners, _places(layout)
        wrong = course.faults[-1] + sum(winners[trick] != player for trick, player in self.aims.winners.items())
        told = ((hand.tenth, winners[DRAWN - 1]), (hand.last, winners[-1]), (hand.seven, self._scorer(place)))
        wrong += sum(wanted not in (None, have) for wanted, have in told)
        if hand.last is not None:
            wrong += hand.sweep != (len(set(winners[-HELD:])) == 1)
        off = sum(self._lacking(place, player) for player in PLAYERS) + self._under_the_stock(place, winners[DRAWN - 1])
        if hand.tricks is not None:
            off += TRICK * abs(winners.count(0) - hand.tricks[0])
        if hand.brisques is not None:
            own = sum(points for winner, points in zip(winners, self.rows.points(layout), strict=True) if winner == 0)
            off += abs(own - hand.brisques[0]) // TEN
        if hand.out is not None and not wrong and not off:
            off += self._too_late(layout, winners)
        return FAULT * wrong + off

    def _lacking(self, place: Sequence[int], player: int) -> int:
        """Cards of melds that lie with the other player or go too early, and cards too many in a hand of five."""
        missing, held = 0, [0] * DRAWN
        for card, first, last in self.aims.uses[player]:
            row, holder = divmod(place[card], 2)
            if holder != player:
                missing += 2
            elif row <= last:
                missing += 1 + (last - row) // 4
            for trick in range(first, min(row, DRAWN)):
                held[trick] += 1
        return missing + sum(cards - HELD + 1 for cards in held if cards >= HELD)

    def _under_the_stock(self, place: Sequence[int], tenth: int) -> int:
        """The bottom card goes to the loser of the tenth trick, who plays it after that."""
        row, player = divmod(place[self.bottom], 2)
        return 2 * (player == tenth) + (row < DRAWN) * (1 + (DRAWN - row) // 4)

    def _scorer(self, place: Sequence[int]) -> int | None:
        """Who scores first for the seven of trumps."""
        if self.aims.exchanged is not None:
            return self.aims.winners[self.aims.exchanged]
        scores = self.options.turned_seven_scores_when_played or self.turned != self.seven
        return place[self.seven] % 2 if scores else None

    def _too_late(self, layout: Layout, winners: Sequence[int]) -> int:
        """What is scored in a hand that somebody's meld or seven ended, beside what the sheet says: tens too many or too few."""
        points = self._scored(tuple(self._until_out(self._actions(layout, winners))))
        return sum(abs(have - wanted) for have, wanted in zip(points, self.told.total or points, strict=True)) // TEN

    def hand(self, layout: Layout) -> tuple[Dealt, tuple[Action, ...]]:
        winners, place = self.rows.course(layout).winners, _places(layout)
        cards = [self._order(place, player) for player in PLAYERS]
        if self.aims.exchanged is not None:
            swap = {self.turned: self.seven, self.seven: self.turned}
            cards = [[swap.get(card, card) for card in held] for held in cards]
        stock = [self.turned]
        for trick, winner in enumerate(winners[:DRAWN]):
            stock += (cards[player][HELD + trick] for player in (winner, 1 - winner))
        holdings = tuple(tuple(held[:HELD]) for held in cards)
        actions = self._actions(layout, winners)
        ended = actions if self.told.out is None else self._until_out(actions)
        return Dealt(holdings, self.told.dealer, stock=tuple(stock[:-1])), tuple(ended)

    def _order(self, place: Sequence[int], player: int) -> list[int]:
        """The player's cards as they come: whatever is needed first."""
        first = {card: trick for card, trick, _last in self.aims.uses[player]}
        mine = [card for card in range(CARDS) if place[card] % 2 == player]
        return sorted(mine, key=lambda card: (card == self.bottom, min(place[card] // 2, first.get(card, CARDS))))

    def _until_out(self, actions: Iterator[Action]) -> Iterator[Action]:
        """The actions as far as the one with which somebody reaches the target; a played seven scores when its trick is over."""
        done: list[Action] = []
        for action in actions:
            done.append(action)
            yield action
            whole = sum(one.verb == "play" for one in done) % 2 == 0
            if whole and any(points >= need for points, need in zip(self._scored(done), self.needs, strict=True)):
                return

    def _scored(self, actions: Sequence[Action]) -> tuple[int, int]:
        """Points of melds and sevens in these actions."""
        points = [0, 0]
        points[self.told.dealer or 0] += self.options.turned_seven if self.turned == self.seven else 0
        counts = self.options.turned_seven_scores_when_played or self.turned != self.seven
        for action in actions:
            if action.verb == "meld":
                points[action.seat] += self.melds[action.what].points
            elif action.verb == "exchange" or (action.what == PACK.names[self.seven] and counts and self.aims.exchanged is None):
                points[action.seat] += TEN
        return points[0], points[1]

    def _actions(self, layout: Layout, winners: Sequence[int]) -> Iterator[Action]:
        plays = self.rows.plays(layout, winners)
        for trick, winner in enumerate(winners):
            yield next(plays)
            yield next(plays)
            if self.aims.exchanged == trick:
                yield Action(winner, "exchange")
            if trick < DRAWN:
                yield from (Action(winner, "meld", name) for name, at in self.aims.laid[winner].items() if at == trick)
                yield Action(winner, "draw")

    def agrees(self, event: Event) -> bool:
        counted = ("exchanged", "sweep") if self.entry.brisques is not None else ()
        names = ("dealer", "turned_seven", "melds", "seven", "tenth", "brisques", "last", "tricks", "total", "out")
        return agreeing(self.entry, event, *names, *counted)


def _places(layout: Layout) -> list[int]:
    place = [0] * CARDS
    for cell, card in enumerate(layout):
        place[card] = cell
    return place
