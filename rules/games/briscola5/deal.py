"""Briscola with the called card, card by card: the auction, the call, the play."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.cards import RANK_NAMES, build_mask
from rules.deals import Action, Deal, DealtCards
from rules.events import MONTE, Event, VoidHand
from rules.games.briscola.tables import PACK
from rules.games.briscola5.tables import (
    CARDS_PER_TRICK,
    ENOUGH,
    NO_BID,
    PLAYERS,
    POINT_WORDS,
    RANK_WORDS,
    TRICKS,
    WORDS,
    CalledHand,
    CalledOptions,
)
from rules.playout import build_pack_tables, find_trick_winner
from rules.problems import Fact, Problem
from rules.scorebook import MatchState
from rules.texts import _
from rules.verbs import NO_SUCH_CARD, PlayCard, Verb, seat_problems

NO_SUCH_CALL = Fact("called_no_such_bid", _("“{given}” is no bid: a rank, points after the two, or passo."), source="C1, C2")
NOT_LOWER = Fact("called_not_lower", _("“{given}” does not outbid “{highest}”: call a lower card, or more points."), source="C1, C2")
POINTS_BEFORE_TWO = Fact("called_before_two", _("Points are bid only after the two has been called."), source="C2, C3")
PASSED = Fact("called_passed", _("A player who passed is out of the auction."), source="C1")
ANOTHER_RANK = Fact("called_another_rank", _("The called card must have the rank that won the auction: {rank}."), source="C1")
LOWEST_RANK = RANK_WORDS[-1]


@dataclass(frozen=True, slots=True)
class CalledDeal(Deal):
    first: int = 0
    """The seat that speaks first and leads."""
    speaker: int | None = None
    """The seat whose turn it is to bid; None after the auction."""
    passed: frozenset[int] = frozenset()
    bid: str = ""
    caller: int | None = None
    called: int | None = None
    partner: int | None = None
    """The seat that was dealt the called card."""

    @property
    def points_needed(self) -> int:
        return int(self.bid) if self.bid in POINT_WORDS else ENOUGH

    @property
    def rank(self) -> str:
        """The rank that won the auction; who bids points calls a two."""
        return LOWEST_RANK if self.bid in POINT_WORDS else self.bid


class Bid(Verb):
    """Speak in turn: pass, call a lower rank, or bid more points."""

    name = "bid"
    says = _("{seat} says “{what}”")
    words: ClassVar[Mapping[str, str]] = {rank: RANK_NAMES[rank] for rank in RANK_WORDS if rank in RANK_NAMES}
    repeated = NO_BID

    def list_candidates(self, deal: CalledDeal) -> Iterator[Action]:
        if deal.speaker is not None:
            for word in WORDS:
                yield Action(deal.speaker, self.name, word)

    def find_problems(self, deal: CalledDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.speaker, action.seat)
        if action.seat in deal.passed:
            yield PASSED.problem()
        if action.what not in WORDS or (action.what in POINT_WORDS and not deal.options.points_bid):
            yield NO_SUCH_CALL.problem("what", given=action.what)
        elif action.what in POINT_WORDS and deal.bid not in (LOWEST_RANK, *POINT_WORDS):
            yield POINTS_BEFORE_TWO.problem("what")
        elif action.what != NO_BID and deal.bid and WORDS.index(action.what) <= WORDS.index(deal.bid):
            yield NOT_LOWER.problem("what", given=action.what, highest=deal.bid)

    def apply_action(self, deal: CalledDeal, action: Action) -> CalledDeal:
        if action.what == NO_BID:
            spoken = replace(deal, passed=deal.passed | {action.seat})
        else:
            spoken = replace(deal, bid=action.what, caller=action.seat)
        waiting = [(action.seat + step) % PLAYERS for step in range(1, PLAYERS)]
        bidders = [seat for seat in waiting if seat not in spoken.passed | {spoken.caller}]
        if bidders and not _is_highest(spoken):
            return replace(spoken, speaker=bidders[0])
        return replace(spoken, speaker=None, over=spoken.caller is None)


def _is_highest(deal: CalledDeal) -> bool:
    """Whether nobody can say more."""
    return deal.bid == (WORDS[-1] if deal.options.points_bid else LOWEST_RANK)


class CallCard(Verb):
    """Name the suit of the card: it makes trump, and the seat that was dealt the card is the secret partner."""

    name = "call"
    says = _("{seat} calls {what}")

    def list_candidates(self, deal: CalledDeal) -> Iterator[Action]:
        if deal.caller is not None:
            for card in deal.pack.names:
                yield Action(deal.caller, self.name, card)

    def find_problems(self, deal: CalledDeal, action: Action) -> Iterator[Problem]:
        is_due = deal.speaker is None and deal.called is None
        yield from seat_problems(deal, deal.caller if is_due else None, action.seat)
        card = deal.pack.numbers.get(action.what)
        if card is None:
            yield NO_SUCH_CARD.problem("what", given=action.what)
        elif deal.bid and deal.pack.rank_of(card) != deal.rank:
            yield ANOTHER_RANK.problem("what", rank=deal.rank)

    def apply_action(self, deal: CalledDeal, action: Action) -> CalledDeal:
        card = deal.pack.numbers[action.what]
        partner = next(seat for seat, cards in enumerate(deal.dealt.holdings) if card in cards)
        return replace(deal, called=card, partner=partner, trump=deal.pack.suit_of(card), turn=deal.first)


VERBS = (Bid(), CallCard(), PlayCard())


def open_deal(state: MatchState[CalledOptions], dealt: DealtCards) -> CalledDeal:
    """Open the hand: the dealer's right speaks first and leads."""
    first = ((dealt.dealer or 0) + 1) % PLAYERS if dealt.leader is None else dealt.leader
    holdings = tuple(build_mask(cards) for cards in dealt.holdings)
    return CalledDeal(state, PACK, dealt, holdings, PLAYERS, (), first=first, speaker=first)


def build_outcome(deal: CalledDeal) -> Event:
    """Build the hand entry, or a monte when nobody bid."""
    if deal.caller is None or deal.partner is None:
        return VoidHand(MONTE)
    side = {deal.caller, deal.partner}
    values = deal.pack.card_values()
    own_tricks = [trick for trick in deal.tricks if trick.winner in side]
    points = sum(values[card] for trick in own_tricks for card in trick.cards)
    won = points >= deal.points_needed
    return CalledHand(deal.dealt.dealer, deal.caller, deal.partner, deal.points_needed, points, won, len(own_tricks))


def play_random_hand(options: CalledOptions, deck: Sequence[int], dealer: int, rng: random.Random) -> CalledHand:
    """Play a random hand quickly: any card may be played, so every seat plays its cards in the order in which it got them.

    `deck` is the shuffled pack, a trick of five after the other in the order of the seats. A quarter of the hands are bid up in points.
    """
    caller = rng.randrange(PLAYERS)
    bid = ENOUGH + rng.randint(1, 15) if options.points_bid and not rng.randrange(4) else ENOUGH
    rank = LOWEST_RANK if bid > ENOUGH else rng.choice(RANK_WORDS)
    called = PACK.card_number(rng.choice(PACK.suits) + rank)
    partner, trump = deck.index(called) % PLAYERS, PACK.suit_of(called)
    pack_tables, leader = build_pack_tables(PACK, trump), (dealer + 1) % PLAYERS
    points = tricks = 0
    for row in range(TRICKS):
        cards = deck[row * CARDS_PER_TRICK : (row + 1) * CARDS_PER_TRICK]
        leader = find_trick_winner(pack_tables, cards, leader, trump)
        if leader in (caller, partner):
            points += sum(pack_tables.values[card] for card in cards)
            tricks += 1
    return CalledHand(dealer, caller, partner, bid, points, points >= bid, tricks)
