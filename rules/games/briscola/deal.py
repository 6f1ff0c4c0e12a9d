"""Briscola card by card: the turned card makes trump, everybody draws after each trick, any card may be played."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.cards import build_mask
from rules.deals import Action, Deal, DealtCards
from rules.games.briscola.tables import CARDS_EACH, LAID_ASIDE, PACK, TABLES, BriscolaHand, BriscolaOptions, BriscolaTable
from rules.playout import build_pack_tables, find_trick_winner, shuffle_deck
from rules.problems import Fact, Problem
from rules.scorebook import MatchState, Score
from rules.texts import _
from rules.verbs import NOT_HELD, PlayCard, Verb, draw_from_stock, format_seat, remove_cards, seat_problems

NO_EXCHANGE = Fact("briscola_no_exchange", _("In this tournament the turned card stays where it is."), source="D")
EXCHANGE_LATE = Fact("briscola_exchange_late", _("The turned card can be exchanged in the first trick only."), source="B5")
EXCHANGE_RANKS = {"seven": "7", "two": "2"}


@dataclass(frozen=True, slots=True)
class BriscolaDeal(Deal):
    stock: tuple[int, ...] = ()
    """Cards to draw from the top; the last one is the turned card, or the one that was exchanged for it."""


class ExchangeTurned(Verb):
    """The holder of the trump that the option names puts it under the stock and takes the turned card."""

    name = "exchange"
    says = _("{seat} exchanges the turned card")

    def list_candidates(self, deal: BriscolaDeal) -> Iterator[Action]:
        if deal.turn is not None:
            yield Action(deal.turn, self.name)

    def find_problems(self, deal: BriscolaDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.turn, action.seat)
        card = _find_exchange_card(deal)
        if card is None:
            yield NO_EXCHANGE.problem()
        elif deal.tricks:
            yield EXCHANGE_LATE.problem()
        elif not deal.holdings[action.seat] >> card & 1:
            yield NOT_HELD.problem(seat=format_seat(deal, action.seat), card=deal.pack.names[card])

    def apply_action(self, deal: BriscolaDeal, action: Action) -> BriscolaDeal:
        card, turned = _find_exchange_card(deal) or 0, deal.stock[-1]
        holdings = remove_cards(deal.holdings, action.seat, 1 << card)
        exchanged = tuple(held | (1 << turned if seat == action.seat else 0) for seat, held in enumerate(holdings))
        return replace(deal, holdings=exchanged, stock=(*deal.stock[:-1], card))


def _find_exchange_card(deal: BriscolaDeal) -> int | None:
    rank = EXCHANGE_RANKS.get(deal.options.exchange)
    return None if rank is None or deal.trump is None else deal.pack.numbers[deal.pack.suits[deal.trump] + rank]


VERBS = (ExchangeTurned(), PlayCard(draw_from_stock))


def open_deal(state: MatchState[BriscolaOptions], dealt: DealtCards, sides: int) -> BriscolaDeal:
    """Open the hand. The stock runs from the top to the turned card; a two that is left out comes after it."""
    seats = len(dealt.holdings)
    stock = dealt.stock[: len(dealt.stock) - TABLES[seats].left_out]
    holdings = tuple(build_mask(cards) for cards in dealt.holdings)
    leader = ((dealt.dealer or 0) + 1) % seats if dealt.leader is None else dealt.leader
    return BriscolaDeal(state, PACK, dealt, holdings, sides, (), turn=leader, trump=PACK.suit_of(stock[-1]), stock=stock)


def build_outcome(deal: BriscolaDeal) -> BriscolaHand:
    points = tuple(deal.points_of(side) for side in range(deal.sides))
    return BriscolaHand(deal.dealt.dealer, points, tuple(len(deal.tricks_of(side)) for side in range(deal.sides)))


def play_random_hand(table: BriscolaTable, deck: Sequence[int], dealer: int, sides: int, rng: random.Random) -> BriscolaHand:
    """Play a random hand quickly. `deck` is the shuffled pack without a card that is left out; its last card is the turned one.

    Nobody's choice depends on what a card is, so each seat may as well play its cards in the order in which it gets them. Only the turned
    card is known to come last to whoever draws last, who then plays it in any of the last three tricks.
    """
    seats, trump = table.seats, PACK.suit_of(deck[-1])
    pack_tables = build_pack_tables(PACK, trump)
    points, tricks = [0] * sides, [0] * sides
    leader, drawing = (dealer + 1) % seats, table.tricks - CARDS_EACH
    last_rows = [list(deck[row * seats : (row + 1) * seats]) for row in range(drawing, table.tricks)]
    for row in range(table.tricks):
        if row == drawing:
            _seat_turned_card(last_rows, (leader - 1) % seats, rng.randrange(CARDS_EACH))
        cards = deck[row * seats : (row + 1) * seats] if row < drawing else last_rows[row - drawing]
        leader = find_trick_winner(pack_tables, cards, leader, trump)
        points[leader % sides] += sum(pack_tables.values[card] for card in cards)
        tricks[leader % sides] += 1
    return BriscolaHand(dealer, tuple(points), tuple(tricks))


def _seat_turned_card(rows: list[list[int]], seat: int, row: int) -> None:
    """Move the turned card, the last of the last row, to the seat that drew it and the trick in which it is played."""
    rows[-1][-1], rows[row][seat] = rows[row][seat], rows[-1][-1]


def shuffle_pack(table: BriscolaTable, rng: random.Random) -> list[int]:
    """The pack in random order; a card that is left out stands at its end."""
    aside = [PACK.card_number(LAID_ASIDE)] * table.left_out
    return [*(card for card in shuffle_deck(len(PACK), rng) if card not in aside), *aside]


def sum_points(layout_points: Sequence[int], winners: Sequence[int], sides: int) -> Score:
    """Points of each side from the points and the winner of each trick."""
    return tuple(
        sum(points for points, winner in zip(layout_points, winners, strict=True) if winner % sides == side) for side in range(sides)
    )
