"""Sancagna card by card: cards dealt several times from the stock, the play, the call after a trick."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.cards import build_mask
from rules.deals import Action, Deal, DealtCards
from rules.games.sancagna.tables import PACK, TABLES, SancagnaHand, SancagnaOptions, SancagnaTable
from rules.problems import Fact, Problem
from rules.scorebook import MatchState
from rules.texts import _
from rules.tricks import declare_duty, follow_or_trump
from rules.verbs import PlayCard, Verb, seat_problems

NOT_AFTER_TRICK = Fact("call_between_tricks", _("A side claims at the end of a trick, before the next card."), source="S")
NOT_THEIR_TRICK = Fact("call_of_others", _("Only the side that won the trick may claim."), source="S")
NOT_WINNER = Fact("call_of_partner", _("Only the player who won the trick may claim for the side."), source="D")


@dataclass(frozen=True, slots=True)
class SancagnaDeal(Deal):
    dealer: int = 0
    turned: int = 0
    """The card that makes trump; out of play."""
    dealt_times: int = 1
    called: int | None = None
    """Seat that called its side out."""

    @property
    def table(self) -> SancagnaTable:
        return TABLES[len(self.holdings)]


@declare_duty("follow_plain_or_trump", _("{led} were led: follow suit or trump. Legal: {cards}."))
def follow_plain_or_trump(deal: Deal, pool: int) -> int:
    """The same as `follow_or_trump`, but when a trump is led any card may be played."""
    return pool if deal.led_suit == deal.trump else follow_or_trump.narrow(deal, pool)


class CallOut(Verb):
    name = "claim"
    says = _("{seat} claims: we are out")
    voluntary = True

    def list_candidates(self, deal: SancagnaDeal) -> Iterator[Action]:
        for seat in range(deal.seats):
            yield Action(seat, self.name)

    def find_problems(self, deal: SancagnaDeal, action: Action) -> Iterator[Problem]:
        if deal.trick or not deal.tricks:
            yield NOT_AFTER_TRICK.problem()
        elif not deal.are_partners(deal.tricks[-1].winner, action.seat):
            yield NOT_THEIR_TRICK.problem()
        elif deal.options.claim_by == "trick_winner" and deal.tricks[-1].winner != action.seat:
            yield NOT_WINNER.problem()

    def apply_action(self, deal: SancagnaDeal, action: Action) -> SancagnaDeal:
        return replace(deal, called=action.seat, turn=None, over=True)


class CountPoints(Verb):
    """All cards are played and nobody calls: the winner of the last trick counts."""

    name = "count"
    says = _("{seat} counts")

    def list_candidates(self, deal: SancagnaDeal) -> Iterator[Action]:
        if deal.tricks:
            yield Action(deal.tricks[-1].winner, self.name)

    def find_problems(self, deal: SancagnaDeal, action: Action) -> Iterator[Problem]:
        is_played_out = len(deal.tricks) == deal.table.tricks
        yield from seat_problems(deal, deal.tricks[-1].winner if is_played_out else None, action.seat)

    def apply_action(self, deal: SancagnaDeal, action: Action) -> SancagnaDeal:
        return replace(deal, over=True)


def deal_again(deal: SancagnaDeal) -> SancagnaDeal:
    """When the holdings are played the same dealer deals as many cards again; after the last deal no seat has the turn."""
    if any(deal.holdings):
        return deal
    if deal.dealt_times == deal.table.deals:
        return replace(deal, turn=None)
    packets = list_packets(deal.table, deal.dealer, deal.dealt_times)
    holdings = [0] * deal.seats
    for start, seat in packets:
        holdings[seat] |= build_mask(deal.dealt.stock[start : start + deal.table.packet])
    return replace(deal, holdings=tuple(holdings), dealt_times=deal.dealt_times + 1)


def list_packets(table: SancagnaTable, dealer: int, times: int) -> Iterator[tuple[int, int]]:
    """List, for the deal after `times` deals, where each packet begins in the stock and which seat gets it."""
    for number in range(table.each // table.packet * table.seats):
        yield 1 + (times - 1) * table.each * table.seats + number * table.packet, (dealer + 1 + number) % table.seats


VERBS = (PlayCard(deal_again), CallOut(), CountPoints())


def open_deal(state: MatchState[SancagnaOptions], dealt: DealtCards) -> SancagnaDeal:
    """Open the hand. The stock begins with the turned card; three cards are never dealt, the last of them the bottom card."""
    duties = (follow_or_trump if state.options.follow_trump_lead else follow_plain_or_trump,)
    holdings = tuple(build_mask(cards) for cards in dealt.holdings)
    dealer, turned = dealt.dealer or 0, dealt.stock[0]
    leader = (dealer + 1) % len(holdings) if dealt.leader is None else dealt.leader
    trump = PACK.suit_of(turned)
    return SancagnaDeal(state, PACK, dealt, holdings, 2, duties, turn=leader, trump=trump, dealer=dealer, turned=turned)


def build_outcome(deal: SancagnaDeal) -> SancagnaHand:
    return SancagnaHand(
        dealer=deal.dealer,
        turned=PACK.rank_of(deal.turned),
        trump=PACK.suits[PACK.suit_of(deal.turned)],
        bottom=PACK.names[deal.dealt.stock[-1]],
        claim=None if deal.called is None else deal.called % 2,
        points=(deal.points_of(0), deal.points_of(1)),
        tricks=(len(deal.tricks_of(0)), len(deal.tricks_of(1))),
        last=deal.tricks[-1].winner % 2 if deal.called is None else None,
    )
