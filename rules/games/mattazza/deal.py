"""Mattazza card by card: at a table of three the dealer lays a card aside; the dealer's right leads, no trump, follow suit."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.cards import build_mask
from rules.deals import Action, Deal, DealtCards
from rules.games.mattazza.tables import ALL_POINTS, LAST_TRICK, PACK, TABLES, MattazzaHand, MattazzaOptions
from rules.playout import play_tricks
from rules.problems import Problem
from rules.scorebook import MatchState, Score
from rules.texts import _
from rules.tricks import follow_suit
from rules.units import THIRDS
from rules.verbs import NO_SUCH_CARD, NOT_HELD, PlayCard, Verb, format_seat, remove_cards, seat_problems


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

    def list_candidates(self, deal: MattazzaDeal) -> Iterator[Action]:
        if deal.dealt.stock and deal.aside is None:
            for card in deal.cards_in(deal.dealer):
                yield Action(deal.dealer, self.name, deal.pack.names[card])

    def find_problems(self, deal: MattazzaDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.dealer if deal.dealt.stock and deal.aside is None else None, action.seat)
        card = deal.pack.numbers.get(action.what)
        if card is None:
            yield NO_SUCH_CARD.problem("what", given=action.what)
        elif not deal.holdings[action.seat] >> card & 1:
            yield NOT_HELD.problem("what", seat=format_seat(deal, action.seat), card=action.what)

    def apply_action(self, deal: MattazzaDeal, action: Action) -> MattazzaDeal:
        card = deal.pack.numbers[action.what]
        return replace(deal, holdings=remove_cards(deal.holdings, action.seat, 1 << card), aside=card, turn=deal.leader)


PLAY = (PlayCard(),)
PLAY_OF_THREE = (LayAside(), *PLAY)


def open_deal(state: MatchState[MattazzaOptions], dealt: DealtCards) -> MattazzaDeal:
    """Open the hand. `dealt.stock` holds the cards that the dealer gets beyond the others'."""
    dealer, seats = dealt.dealer or 0, len(dealt.holdings)
    leader = (dealer + 1) % seats if dealt.leader is None else dealt.leader
    aside_mask = build_mask(dealt.stock)
    holdings = tuple(build_mask(cards) | (aside_mask if seat == dealer else 0) for seat, cards in enumerate(dealt.holdings))
    turn = None if aside_mask else leader
    return MattazzaDeal(state, PACK, dealt, holdings, seats, (follow_suit,), turn=turn, dealer=dealer, leader=leader)


def build_outcome(deal: MattazzaDeal) -> MattazzaHand:
    """Build the hand entry; the value of the card laid aside goes to the winner of the last trick."""
    tricks = tuple(len(deal.tricks_of(side)) for side in range(deal.seats))
    last_winner, values = deal.tricks[-1].winner, deal.pack.card_values()
    aside_value = 0 if deal.aside is None else values[deal.aside]
    thirds = tuple(deal.points_of(side) + (aside_value if side == last_winner else 0) for side in range(deal.seats))
    return build_hand_entry(deal.options, deal.dealt.dealer, thirds, tricks, last_winner)


def build_hand_entry(options: MattazzaOptions, dealer: int | None, thirds: Score, tricks: Score, last_winner: int) -> MattazzaHand:
    """Build the hand entry from the thirds of the cards.

    In whole points the winner of the last trick gets what the other players' points leave of 11.
    """
    if options.count == "thirds":
        penalties = tuple(count + (LAST_TRICK if side == last_winner else 0) for side, count in enumerate(thirds))
    else:
        remainder = ALL_POINTS - sum(count // THIRDS for side, count in enumerate(thirds) if side != last_winner)
        penalties = tuple(remainder if side == last_winner else count // THIRDS for side, count in enumerate(thirds))
    return MattazzaHand(dealer, penalties, last_winner, tricks)


def play_random_hand(options: MattazzaOptions, deck: Sequence[int], dealer: int, seats: int) -> MattazzaHand:
    """Play a random hand quickly. `deck` is the shuffled pack; the cards that no seat gets are those that the dealer laid aside."""
    thirds, tricks, winner = [0] * seats, [0] * seats, 0
    for winner, points in play_tricks(PACK, deck, (dealer + 1) % seats, None, seats):
        thirds[winner] += points
        tricks[winner] += 1
    values = PACK.card_values()
    thirds[winner] += sum(values[card] for card in deck[seats * TABLES[seats].tricks :])
    return build_hand_entry(options, dealer, tuple(thirds), tuple(tricks), winner)
