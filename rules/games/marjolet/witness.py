"""Whole hands of Marjolet for what a sheet says.

A layout is the table of plays, then for each player the order in which the cards come: numbers of the rows in which they are played.
The first six are dealt, one more comes after each of the first ten tricks.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.deals import Action, Dealt
from rules.events import Event
from rules.feasibility import bits, nearest
from rules.games.marjolet.aims import Aims
from rules.games.marjolet.tables import DRAWN, HELD, PACK, TEN, TRICKS, MarjoletHand, MarjoletOptions, Meld
from rules.layouts import FAULT, TRICK, Layout, Quest, Rows, agreeing

CARDS = len(PACK)
PLAYERS = (0, 1)


@dataclass(frozen=True, slots=True)
class Played:
    """What a layout comes to, without melds; `chances` are the tricks after which each player can lay down each meld first."""

    winners: tuple[int, ...]
    faults: int
    exchanged_after: int | None
    chances: tuple[dict[str, int], dict[str, int]]
    seven: int | None
    brisques: tuple[int, int]
    points: tuple[int, int]
    lacking: int
    """How far the melds that are aimed at are from being laid down."""


@dataclass(frozen=True, slots=True)
class MarjoletQuest(Quest):
    options: MarjoletOptions
    written: MarjoletHand
    rows: Rows
    dealer: int
    turned: int
    melds: dict[str, Meld]
    aims: Aims | None
    """Melds to lay down, where the sheet says what they are worth."""
    needs: tuple[int, int]
    """What each player lacks for the target before the hand."""

    def begin(self, rng: random.Random) -> Layout:
        """Cards come in the order in which they are played."""
        return [*rng.sample(range(CARDS), CARDS), *range(TRICKS), *range(TRICKS)]

    @property
    def groups(self) -> tuple[Sequence[int], ...]:
        return (range(CARDS), range(CARDS), range(CARDS, CARDS + TRICKS), range(CARDS + TRICKS, CARDS + 2 * TRICKS))

    @property
    def seven(self) -> int:
        return (self.rows.trump or 0) * PACK.size

    def cost(self, layout: Layout) -> int:
        played = self._played(layout)
        hand, last_six = self.written, played.winners[-HELD:]
        told = ((hand.tenth, played.winners[DRAWN - 1]), (hand.last, last_six[-1]), (hand.seven, played.seven))
        wrong = sum(wanted is not None and wanted != have for wanted, have in told)
        if hand.last is not None or hand.sweep:
            wrong += hand.sweep != (len(set(last_six)) == 1)
        off = TRICK * abs(played.winners.count(0) - hand.tricks[0]) if hand.tricks else 0
        off += abs(played.brisques[0] - hand.brisques[0]) // TEN if hand.brisques else 0
        missing = played.lacking if self.aims else sum(self._melds_off(played, player) for player in PLAYERS)
        missing += self._too_late(layout, played) if hand.out is not None and not missing else 0
        return FAULT * (played.faults + wrong) + off + missing

    def _too_late(self, layout: Layout, played: Played) -> int:
        """What is scored in a hand that somebody's meld or seven ended, beside what the sheet says: tens too many or too few."""
        points = self._scored(tuple(self._until_out(self._actions(layout, played))))
        return sum(abs(have - wanted) for have, wanted in zip(points, self.written.total or points, strict=True)) // TEN

    def _wanted(self, played: Played, player: int) -> int:
        """Points of melds that make the sheet true."""
        if self.written.melds is not None:
            return self.written.melds[player]
        return 0 if self.written.total is None else self.written.total[player] - played.points[player] - played.brisques[player]

    def _melds_off(self, played: Played, player: int) -> int:
        wanted = self._wanted(played, player)
        reach = 1
        for name in played.chances[player]:
            reach |= reach << self.melds[name].points
        return abs(nearest(bits(reach), wanted, 1)[0] - wanted) // TEN

    def _played(self, layout: Layout) -> Played:
        course = self.rows.course(layout)
        place = [0] * CARDS
        for cell, card in enumerate(layout[:CARDS]):
            place[card] = cell
        comes = [{row: order for order, row in enumerate(layout[start : start + TRICKS])} for start in (CARDS, CARDS + TRICKS)]
        faults = course.faults[-1] + sum(row < order - HELD + 1 for player in comes for row, order in player.items() if order >= HELD)
        after, missing = self._under_the_stock(course.winners, place, comes)
        worth = self.rows.points(layout)
        own = sum(count for winner, count in zip(course.winners, worth, strict=True) if winner == 0)
        brisques = (own, sum(worth) - own)
        scorers = self._sevens(course.winners, place, after)
        points = self._points(course.winners, scorers)
        chances = self._chances(course.winners, place, comes, after)
        lacking = sum(self._lacking(course.winners, place, comes, chances, player) for player in PLAYERS)
        return Played(course.winners, faults + missing, after, chances, scorers[0] if scorers else None, brisques, points, lacking)

    def _lacking(
        self, winners: tuple[int, ...], place: list[int], comes: list[dict[int, int]], chances: Sequence[dict[str, int]], player: int
    ) -> int:
        """Cards of the player's melds that lie with the other, that come too late or go too early, tricks that are not won."""
        missing = 0
        for name in self.aims[player] if self.aims else ():
            if name in chances[player]:
                continue
            rows = [divmod(place[card], 2) for card in bits(self.melds[name].cards)]
            wrong = sum(holder != player for _row, holder in rows)
            if wrong:
                missing += 2 + wrong
                continue
            first = max(0, *(comes[player][row] - HELD + 1 for row, _holder in rows))
            gone = min(DRAWN, *(row for row, _holder in rows))
            missing += 1 + (first >= gone) + (first - gone) // 4 * (first > gone)
        return missing

    def _under_the_stock(self, winners: tuple[int, ...], place: list[int], comes: list[dict[int, int]]) -> tuple[int | None, int]:
        """After which trick the seven is exchanged, if it is; and a cost when the card under the stock lies elsewhere."""
        bottom = self.seven if self.written.exchanged else self.turned
        row, player = divmod(place[bottom], 2)
        wrong = 2 * (player == winners[DRAWN - 1]) + (comes[player][row] != TRICKS - 1)
        if not self.written.exchanged:
            return None, wrong
        row, player = divmod(place[self.turned], 2)
        first = max(0, comes[player][row] - HELD + 1)
        after = next((trick for trick in range(first, min(DRAWN, row)) if winners[trick] == player), None)
        return after, wrong + (after is None)

    def _sevens(self, winners: tuple[int, ...], place: list[int], after: int | None) -> list[int]:
        """Who scores a ten for the seven of trumps, in order."""
        player = place[self.seven] % 2
        if self.written.exchanged:
            again = [player] if self.options.exchanged_seven_scores_again else []
            return [] if after is None else [winners[after], *again]
        return [player] if self.options.turned_seven_scores_when_played or self.turned != self.seven else []

    def _points(self, winners: tuple[int, ...], sevens: list[int]) -> tuple[int, int]:
        points = [0, 0]
        points[self.dealer] += self.options.turned_seven if self.turned == self.seven else 0
        points[winners[DRAWN - 1]] += self.options.tenth_trick_bonus
        points[1 - winners[DRAWN - 1]] += TEN
        points[winners[-1]] += self.options.sweep_total if len(set(winners[-HELD:])) == 1 else TEN
        for player in sevens:
            points[player] += TEN
        return points[0], points[1]

    def _chances(
        self, winners: tuple[int, ...], place: list[int], comes: list[dict[int, int]], after: int | None
    ) -> tuple[dict[str, int], dict[str, int]]:
        """The first trick after which the winner holds all cards of a meld; an exchanged card is there only after the exchange."""
        chances: tuple[dict[str, int], dict[str, int]] = ({}, {})
        for name, meld in self.melds.items():
            cells = [divmod(place[card], 2) for card in bits(meld.cards)]
            player = cells[0][1]
            if any(holder != player for _row, holder in cells):
                continue
            first = max(0, *(comes[player][row] - HELD + 1 for row, _holder in cells))
            if after is not None and meld.cards >> self.turned & 1:
                first = max(first, after)
            gone = min(DRAWN, *(row for row, _holder in cells))
            trick = next((trick for trick in range(first, gone) if winners[trick] == player), None)
            if trick is not None:
                chances[player][name] = trick
        return chances

    def hand(self, layout: Layout) -> tuple[Dealt, tuple[Action, ...]]:
        played = self._played(layout)
        cards = [[layout[2 * row + player] for row in layout[CARDS + player * TRICKS :][:TRICKS]] for player in PLAYERS]
        if self.written.exchanged:
            swap = {self.turned: self.seven, self.seven: self.turned}
            cards = [[swap.get(card, card) for card in held] for held in cards]
        stock = [self.turned]
        for trick, winner in enumerate(played.winners[:DRAWN]):
            stock += (cards[player][HELD + trick] for player in (winner, 1 - winner))
        holdings = tuple(tuple(held[:HELD]) for held in cards)
        actions = self._actions(layout, played)
        ended = actions if self.written.out is None else self._until_out(actions)
        return Dealt(holdings, self.dealer, stock=tuple(stock[:-1])), tuple(ended)

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
        points[self.dealer] += self.options.turned_seven if self.turned == self.seven else 0
        counts = self.options.turned_seven_scores_when_played or self.turned != self.seven
        for action in actions:
            if action.verb == "meld":
                points[action.seat] += self.melds[action.what].points
            elif action.verb == "exchange" or (action.what == PACK.names[self.seven] and counts and not self.written.exchanged):
                points[action.seat] += TEN
        return points[0], points[1]

    def _actions(self, layout: Layout, played: Played) -> Iterator[Action]:
        plays = self.rows.plays(layout, played.winners)
        laid = [self._chosen(played, player) for player in PLAYERS]
        for trick, winner in enumerate(played.winners):
            yield next(plays)
            yield next(plays)
            if played.exchanged_after == trick:
                yield Action(winner, "exchange")
            if trick < DRAWN:
                yield from (Action(winner, "meld", name) for name in laid[winner] if played.chances[winner][name] == trick)
                yield Action(winner, "draw")

    def _chosen(self, played: Played, player: int) -> tuple[str, ...]:
        """Melds of the player that are worth what the sheet says together."""
        if self.aims:
            return tuple(sorted(self.aims[player]))
        ways: dict[int, tuple[str, ...]] = {0: ()}
        for name in played.chances[player]:
            more = {points + self.melds[name].points: (*names, name) for points, names in ways.items()}
            ways = {**more, **ways}
        return ways.get(self._wanted(played, player), ())

    def agrees(self, event: Event) -> bool:
        counted = ("exchanged", "sweep") if self.written.brisques is not None else ()
        names = ("dealer", "turned_seven", "melds", "seven", "tenth", "brisques", "last", "tricks", "total", "out")
        return agreeing(self.written, event, *names, *counted)
