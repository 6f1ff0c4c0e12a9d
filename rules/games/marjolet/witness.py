"""Search for a whole hand of Marjolet that ends as a hand entry says.

A layout is the table of plays: a row for each trick, a column for each player. A player's cards come in the order in which they are needed,
for a meld or to be played; the first six are dealt, one more comes after each of the first ten tricks.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.deals import Action, DealtCards
from rules.events import Event
from rules.games.marjolet.tables import DRAWN, HELD, PACK, TEN, MarjoletHand, MarjoletOptions, Meld
from rules.games.marjolet.timetables import MeldTimetable
from rules.layouts import FAULT_COST, TRICK_COST, HandSearch, Layout, TrickRows, sheets_agree

CARDS = len(PACK)
PLAYERS = (0, 1)


@dataclass(frozen=True, slots=True)
class MarjoletSearch(HandSearch):
    options: MarjoletOptions
    entry: MarjoletHand
    completed_entry: MarjoletHand
    """The same entry, completed with what it leaves open."""
    rows: TrickRows
    turned: int
    melds: dict[str, Meld]
    timetable: MeldTimetable
    needs: tuple[int, int]
    """Points that each player needs to reach the target before the hand."""

    @property
    def seven_of_trumps(self) -> int:
        return (self.rows.trump or 0) * PACK.size

    @property
    def bottom_card(self) -> int:
        """The card that is drawn last."""
        return self.turned if self.timetable.exchanged is None else self.seven_of_trumps

    def draw_layout(self, rng: random.Random) -> Layout:
        return rng.sample(range(CARDS), CARDS)

    @property
    def exchange_groups(self) -> tuple[Sequence[int], ...]:
        return (range(CARDS),)

    def compute_cost(self, layout: Layout) -> int:
        course, entry = self.rows.play_layout(layout), self.completed_entry
        winners, places = course.winners, _locate_cards(layout)
        faults = course.faults[-1] + sum(winners[trick] != player for trick, player in self.timetable.winners.items())
        expectations = ((entry.tenth, winners[DRAWN - 1]), (entry.last, winners[-1]), (entry.seven, self._find_seven_scorer(places)))
        faults += sum(target not in (None, actual) for target, actual in expectations)
        if entry.last is not None:
            faults += entry.sweep != (len(set(winners[-HELD:])) == 1)
        deviation = sum(self._count_meld_faults(places, player) for player in PLAYERS) + self._count_bottom_faults(
            places, winners[DRAWN - 1]
        )
        if entry.tricks is not None:
            deviation += TRICK_COST * abs(winners.count(0) - entry.tricks[0])
        if entry.brisques is not None:
            first_points = sum(points for winner, points in zip(winners, self.rows.trick_points(layout), strict=True) if winner == 0)
            deviation += abs(first_points - entry.brisques[0]) // TEN
        if entry.out is not None and not faults and not deviation:
            deviation += self._count_wrong_tens(layout, winners)
        return FAULT_COST * faults + deviation

    def _count_meld_faults(self, places: Sequence[int], player: int) -> int:
        """Faults of the melds: cards that the opponent has or that are played too early, and cards above five in a holding."""
        faults, held_cards = 0, [0] * DRAWN
        for card, first, last in self.timetable.uses[player]:
            row, holder = divmod(places[card], 2)
            if holder != player:
                faults += 2
            elif row <= last:
                faults += 1 + (last - row) // 4
            for trick in range(first, min(row, DRAWN)):
                held_cards[trick] += 1
        return faults + sum(cards - HELD + 1 for cards in held_cards if cards >= HELD)

    def _count_bottom_faults(self, places: Sequence[int], tenth: int) -> int:
        """The bottom card goes to the loser of the tenth trick, who plays it after that trick."""
        row, player = divmod(places[self.bottom_card], 2)
        return 2 * (player == tenth) + (row < DRAWN) * (1 + (DRAWN - row) // 4)

    def _find_seven_scorer(self, places: Sequence[int]) -> int | None:
        """The player who scores first for the seven of trumps."""
        if self.timetable.exchanged is not None:
            return self.timetable.winners[self.timetable.exchanged]
        is_scored = self.options.turned_seven_scores_when_played or self.turned != self.seven_of_trumps
        return places[self.seven_of_trumps] % 2 if is_scored else None

    def _count_wrong_tens(self, layout: Layout, winners: Sequence[int]) -> int:
        """Tens by which a hand that a meld or a seven ended differs from the totals of the entry."""
        points = self._compute_points(tuple(self._cut_actions_at_target(self._list_actions(layout, winners))))
        return sum(abs(scored - target) for scored, target in zip(points, self.completed_entry.total or points, strict=True)) // TEN

    def build_hand(self, layout: Layout) -> tuple[DealtCards, tuple[Action, ...]]:
        winners, places = self.rows.play_layout(layout).winners, _locate_cards(layout)
        cards = [self._sort_cards(places, player) for player in PLAYERS]
        if self.timetable.exchanged is not None:
            swap = {self.turned: self.seven_of_trumps, self.seven_of_trumps: self.turned}
            cards = [[swap.get(card, card) for card in player_cards] for player_cards in cards]
        stock = [self.turned]
        for trick, winner in enumerate(winners[:DRAWN]):
            stock += (cards[player][HELD + trick] for player in (winner, 1 - winner))
        holdings = tuple(tuple(player_cards[:HELD]) for player_cards in cards)
        actions = self._list_actions(layout, winners)
        played_actions = actions if self.completed_entry.out is None else self._cut_actions_at_target(actions)
        return DealtCards(holdings, self.completed_entry.dealer, stock=tuple(stock[:-1])), tuple(played_actions)

    def _sort_cards(self, places: Sequence[int], player: int) -> list[int]:
        """The player's cards in the order in which they come: those needed first come first."""
        first_needed = {card: trick for card, trick, _last in self.timetable.uses[player]}
        own_cards = [card for card in range(CARDS) if places[card] % 2 == player]
        return sorted(own_cards, key=lambda card: (card == self.bottom_card, min(places[card] // 2, first_needed.get(card, CARDS))))

    def _cut_actions_at_target(self, actions: Iterator[Action]) -> Iterator[Action]:
        """The actions up to the one with which a player reaches the target; a played seven scores when its trick is complete."""
        performed: list[Action] = []
        for action in actions:
            performed.append(action)
            yield action
            is_trick_complete = sum(past_action.verb == "play" for past_action in performed) % 2 == 0
            if is_trick_complete and any(points >= need for points, need in zip(self._compute_points(performed), self.needs, strict=True)):
                return

    def _compute_points(self, actions: Sequence[Action]) -> tuple[int, int]:
        """Points of melds and sevens in these actions."""
        points = [0, 0]
        points[self.completed_entry.dealer or 0] += self.options.turned_seven if self.turned == self.seven_of_trumps else 0
        is_scored = self.options.turned_seven_scores_when_played or self.turned != self.seven_of_trumps
        for action in actions:
            if action.verb == "meld":
                points[action.seat] += self.melds[action.what].points
            elif action.verb == "exchange" or (
                action.what == PACK.names[self.seven_of_trumps] and is_scored and self.timetable.exchanged is None
            ):
                points[action.seat] += TEN
        return points[0], points[1]

    def _list_actions(self, layout: Layout, winners: Sequence[int]) -> Iterator[Action]:
        plays = self.rows.list_plays(layout, winners)
        for trick, winner in enumerate(winners):
            yield next(plays)
            yield next(plays)
            if self.timetable.exchanged == trick:
                yield Action(winner, "exchange")
            if trick < DRAWN:
                yield from (Action(winner, "meld", name) for name, meld_trick in self.timetable.laid[winner].items() if meld_trick == trick)
                yield Action(winner, "draw")

    def is_satisfied_by(self, event: Event) -> bool:
        counted = ("exchanged", "sweep") if self.entry.brisques is not None else ()
        names = ("dealer", "turned_seven", "melds", "seven", "tenth", "brisques", "last", "tricks", "total", "out")
        return sheets_agree(self.entry, event, *names, *counted)


def _locate_cards(layout: Layout) -> list[int]:
    """The place in the layout of every card, by its number."""
    places = [0] * CARDS
    for cell, card in enumerate(layout):
        places[card] = cell
    return places
