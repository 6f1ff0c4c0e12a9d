"""Mattazza card by card: at a table of three the dealer lays a card aside; the dealer's right leads, no trump, follow suit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.cards import mask_of
from rules.deals import Action, Deal, Dealt
from rules.games.mattazza.tables import ALL_POINTS, LAST_TRICK, PACK, TABLES, MattazzaHand, MattazzaOptions
from rules.playout import tricks_in_turn
from rules.problems import Problem
from rules.scorebook import MatchState, Score
from rules.texts import _
from rules.tricks import follow_suit
from rules.units import THIRDS
from rules.verbs import NO_SUCH_CARD, NOT_HELD, PlayCard, Verb, seat_name, seat_problems, without


@dataclass(frozen=True, slots=True)
class MattazzaDeal(Deal):
    dealer: int = 0
    leader: int = 0
    aside: int | None = None
    """The card that the dealer laid aside."""


class LayAside(Verb):
    """The dealer of a table of three has fourteen cards and lays one of them aside, before the first lead."""

    name = "aside"
    says = _("{seat} lays {what} aside")

    def candidates(self, deal: MattazzaDeal) -> Iterator[Action]:
        if deal.dealt.stock and deal.aside is None:
            for card in deal.cards_in(deal.dealer):
                yield Action(deal.dealer, self.name, deal.pack.names[card])

    def problems(self, deal: MattazzaDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.dealer if deal.dealt.stock and deal.aside is None else None, action.seat)
        card = deal.pack.numbers.get(action.what)
        if card is None:
            yield NO_SUCH_CARD.problem("what", given=action.what)
        elif not deal.holdings[action.seat] >> card & 1:
            yield NOT_HELD.problem("what", seat=seat_name(deal, action.seat), card=action.what)

    def apply(self, deal: MattazzaDeal, action: Action) -> MattazzaDeal:
        card = deal.pack.numbers[action.what]
        return replace(deal, holdings=without(deal.holdings, action.seat, 1 << card), aside=card, turn=deal.leader)


PLAY = (PlayCard(),)
PLAY_OF_THREE = (LayAside(), *PLAY)


def open_deal(state: MatchState[MattazzaOptions], dealt: Dealt) -> MattazzaDeal:
    """The stock is what the dealer has more than the others."""
    dealer, seats = dealt.dealer or 0, len(dealt.holdings)
    leader = (dealer + 1) % seats if dealt.leader is None else dealt.leader
    more = mask_of(dealt.stock)
    holdings = tuple(mask_of(cards) | (more if seat == dealer else 0) for seat, cards in enumerate(dealt.holdings))
    turn = None if more else leader
    return MattazzaDeal(state, PACK, dealt, holdings, seats, (follow_suit,), turn=turn, dealer=dealer, leader=leader)


def outcome(deal: MattazzaDeal) -> MattazzaHand:
    """The card that was laid aside is among those of the last trick's winner."""
    tricks = tuple(len(deal.tricks_of(side)) for side in range(deal.seats))
    last, values = deal.tricks[-1].winner, deal.pack.values()
    more = 0 if deal.aside is None else values[deal.aside]
    thirds = tuple(deal.points_of(side) + (more if side == last else 0) for side in range(deal.seats))
    return written(deal.options, deal.dealt.dealer, thirds, tricks, last)


def written(options: MattazzaOptions, dealer: int | None, thirds: Score, tricks: Score, last: int) -> MattazzaHand:
    """The sheet; `thirds` are those of the cards. In whole points the winner of the last trick takes what the others leave."""
    if options.count == "thirds":
        penalties = tuple(count + (LAST_TRICK if side == last else 0) for side, count in enumerate(thirds))
    else:
        rest = ALL_POINTS - sum(count // THIRDS for side, count in enumerate(thirds) if side != last)
        penalties = tuple(rest if side == last else count // THIRDS for side, count in enumerate(thirds))
    return MattazzaHand(dealer, penalties, last, tricks)


def quick_hand(options: MattazzaOptions, deck: Sequence[int], dealer: int, seats: int) -> MattazzaHand:
    """The sheet of a random hand. `deck` is the shuffled pack; what no seat gets of it is what the dealer laid aside."""
    thirds, tricks, winner = [0] * seats, [0] * seats, 0
    for winner, points in tricks_in_turn(PACK, deck, (dealer + 1) % seats, None, seats):
        thirds[winner] += points
        tricks[winner] += 1
    values = PACK.values()
    thirds[winner] += sum(values[card] for card in deck[seats * TABLES[seats].tricks :])
    return written(options, dealer, tuple(thirds), tuple(tricks), winner)
