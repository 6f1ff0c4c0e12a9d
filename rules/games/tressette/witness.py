"""Search for a whole hand of Tressette in pairs that ends as a hand entry says. The holders of all honours are drawn first."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from rules.cards import build_mask
from rules.deals import Action, DealtCards
from rules.events import Event
from rules.games.tressette.deal import count_accusa
from rules.games.tressette.tables import HONOURS, LAST_TRICK, PACK, TABLES, TressetteHand, TressetteOptions
from rules.layouts import FAULT_COST, TRICK_COST, CardSearch, Layout, TrickRows, follow_led_suit, sheets_agree
from rules.scorebook import MatchState
from rules.units import THIRDS

Accusa = tuple[int, str]
"""Seat, and a suit or a rank."""
MOST_TRIES = 4000


@dataclass(frozen=True, slots=True)
class TressetteSearch(CardSearch):
    entry: TressetteHand
    dealer: int
    accused: tuple[Accusa, ...]
    fixed_cards: tuple[tuple[int, int], ...]
    """Cards of what is accused, with the seats that must hold them."""

    def compute_cost(self, layout: Layout) -> int:
        course = self.rows.play_layout(layout)
        misplaced = sum(self.rows.find_owner(layout, card) != seat for card, seat in self.fixed_cards)
        won = [winner % 2 == 0 for winner in course.winners]
        thirds = sum(points for points, is_own in zip(self.rows.trick_points(layout), won, strict=True) if is_own)
        cost = FAULT_COST * (misplaced + course.faults[-1]) + self._compute_point_deviation(thirds + LAST_TRICK * won[-1])
        cost += TRICK_COST * (self.entry.last is not None and won[-1] != (self.entry.last == 0))
        return cost + (0 if self.entry.tricks is None else TRICK_COST * abs(sum(won) - self.entry.tricks[0]))

    def _compute_point_deviation(self, thirds: int) -> int:
        lowest = THIRDS * self.entry.points[0]
        return max(0, lowest - thirds, thirds - lowest - THIRDS + 1)

    def build_hand(self, layout: Layout) -> tuple[DealtCards, tuple[Action, ...]]:
        winners = self.rows.play_layout(layout).winners
        said = (Action(seat, "accuse", what) for seat, what in self.accused)
        return DealtCards(self.rows.seat_columns(layout), self.dealer), (*said, *self.rows.list_plays(layout, winners))

    def is_satisfied_by(self, event: Event) -> bool:
        return sheets_agree(self.entry, event, "dealer", "points", "last", "tricks") and self.entry.accuse == getattr(event, "accuse", None)


def build_search(state: MatchState[TressetteOptions], entry: TressetteHand, rng: random.Random) -> TressetteSearch | None:
    """Start a search; who accuses what is drawn by lot. None when no draw gives the accuse of the entry."""
    table = TABLES[4]
    dealer = next((seat for seat in (entry.dealer, state.dealer) if seat is not None), rng.randrange(table.seats))
    drawn = draw_accuse(entry.accuse or (0, 0), rng)
    if drawn is None:
        return None
    rows = TrickRows(PACK, None, table.seats, (dealer + 1) % table.seats, ((table.tricks, follow_led_suit),))
    return TressetteSearch(rows, entry, dealer, *drawn)


def draw_accuse(accuse: tuple[int, ...], rng: random.Random) -> tuple[tuple[Accusa, ...], tuple[tuple[int, int], ...]] | None:
    """Accuse of seats that make these sums, and the cards that they need; None when many draws found none."""
    honours = [PACK.card_number(suit + rank) for suit in PACK.suits for rank in HONOURS]
    for _try in range(MOST_TRIES):
        owners = _draw_owners(honours, accuse, rng)
        held = [build_mask(card for card, owner in owners.items() if owner == seat) for seat in range(4)]
        chosen = [_choose_accuse(held, side, accuse[side]) for side in (0, 1)]
        if None not in chosen and max(mask.bit_count() for mask in held) <= TABLES[4].tricks:
            accused = tuple(accusa for side in chosen for accusa in side or ())
            return accused, tuple(owners.items())
    return None


def _draw_owners(honours: list[int], accuse: tuple[int, ...], rng: random.Random) -> dict[int, int]:
    """A seat for each honour, the more of them with one player of a side the more it accuses."""
    owners = {card: rng.randrange(4) for card in honours}
    for side, points in enumerate(accuse):
        seat = side + 2 * rng.randrange(2)
        while rng.randrange(1 + points) > 0 and rng.randrange(4):
            suit, rank = rng.choice((*PACK.suits, "")), rng.choice(HONOURS)
            cards = [card for card in honours if (PACK.names[card][0] == suit if suit else PACK.rank_of(card) == rank)]
            owners.update(dict.fromkeys(cards if suit else rng.sample(cards, rng.choice((3, 4))), seat))
    return owners


def _choose_accuse(held: list[int], side: int, points: int) -> tuple[Accusa, ...] | None:
    """What the seats of a side can accuse to make these points."""
    possible = [(seat, what) for seat in (side, side + 2) for what in (*PACK.suits, *HONOURS) if count_accusa(held[seat], what)]
    return next(
        (chosen for chosen in _list_choices(possible) if sum(count_accusa(held[seat], what) for seat, what in chosen) == points), None
    )


def _list_choices(possible: list[Accusa]) -> Iterator[tuple[Accusa, ...]]:
    for count in range(len(possible) + 1):
        yield from combinations(possible, count)
