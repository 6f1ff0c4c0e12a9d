"""Trionfo card by card: the bidding, the trump, the called card, the play."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.cards import build_mask
from rules.deals import Action, Deal, DealtCards
from rules.events import Event, VoidHand
from rules.games.trionfo5.tables import (
    BIDS,
    CHIAMO,
    DI_PIU,
    ENOUGH,
    FIRST_POINT,
    LAST_TRICK,
    MASI,
    MASO,
    PACK,
    PLAYERS,
    TRICKS,
    TrionfoHand,
    TrionfoOptions,
)
from rules.playout import play_tricks
from rules.problems import Fact, Problem
from rules.scorebook import MatchState
from rules.texts import _
from rules.tricks import follow_suit
from rules.units import THIRDS
from rules.verbs import NO_SUCH_CARD, NO_SUCH_SUIT, PlayCard, Verb, seat_problems

FIVE_OF_SWORDS = PACK.card_number("S5")
NO_BID = "passo"
WORDS = (NO_BID, *BIDS)
"""What can be said in the bidding, lowest first."""
NO_SUCH_BID = Fact("no_such_bid", _("“{given}” is not a bid. Known: {choices}."), source="S")
BID_TOO_LOW = Fact("bid_too_low", _("“{given}” is not higher than “{highest}”."), source="S")
CALLED_TRUMP = Fact("called_trump", _("The called card must be of another suit than trumps."), source="S")
NOT_A_THREE = Fact("not_a_three", _("Only a three may be called here."), source="S")


@dataclass(frozen=True, slots=True)
class TrionfoDeal(Deal):
    first: int = 0
    """The seat that speaks first and leads."""
    speaker: int | None = None
    """The seat whose turn it is to bid; None after the bidding."""
    bids: tuple[tuple[int, str], ...] = ()
    declarer: int | None = None
    bid: str = ""
    called: int | None = None
    amico: int | None = None
    """The seat that was dealt the called card."""
    naming: bool = False
    """The declarer has to name the trump."""
    calling: bool = False
    """The declarer has to call a card."""


class Bid(Verb):
    """Speak in turn: pass, or bid higher than all bids before."""

    name = "bid"
    says = _("{seat} says “{what}”")
    words: ClassVar[Mapping[str, str]] = BIDS
    repeated = NO_BID

    def list_candidates(self, deal: TrionfoDeal) -> Iterator[Action]:
        if deal.speaker is not None:
            for word in WORDS:
                yield Action(deal.speaker, self.name, word)

    def find_problems(self, deal: TrionfoDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.speaker, action.seat)
        if action.what not in WORDS:
            yield NO_SUCH_BID.problem("what", given=action.what, choices=", ".join(WORDS))
        elif action.what != NO_BID and WORDS.index(action.what) <= WORDS.index(deal.bid or NO_BID):
            yield BID_TOO_LOW.problem("what", given=action.what, highest=deal.bid)

    def apply_action(self, deal: TrionfoDeal, action: Action) -> TrionfoDeal:
        bidding = replace(deal, bids=(*deal.bids, (action.seat, action.what)))
        if action.what != NO_BID:
            bidding = replace(bidding, declarer=action.seat, bid=action.what)
        speaker = find_next_speaker(bidding)
        if speaker is not None:
            return replace(bidding, speaker=speaker)
        if bidding.declarer is None:
            return replace(bidding, speaker=None, over=True)
        return replace(bidding, speaker=None, naming=True)


def find_next_speaker(deal: TrionfoDeal) -> int | None:
    """The next seat to the right that has not passed; None when all have spoken once, or only the highest bidder is left."""
    if deal.bid == MASI:
        return None
    passed = {next_seat for next_seat, word in deal.bids if word == NO_BID}
    next_seat = (deal.bids[-1][0] + 1) % PLAYERS
    if len(deal.bids) >= PLAYERS and deal.options.bidding_rounds == 1:
        return None
    candidates = [
        candidate % PLAYERS for candidate in range(next_seat, next_seat + PLAYERS) if candidate % PLAYERS not in passed | {deal.declarer}
    ]
    return candidates[0] if candidates else None


class NameDeclarerTrump(Verb):
    """The declarer names the trump; after a chiamo he calls a card before the first speaker leads."""

    name = "trump"
    says = _("{seat} makes {what} trump")

    def list_candidates(self, deal: TrionfoDeal) -> Iterator[Action]:
        if deal.naming and deal.declarer is not None:
            for suit in deal.pack.suits:
                yield Action(deal.declarer, self.name, suit)

    def find_problems(self, deal: TrionfoDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.declarer if deal.naming else None, action.seat)
        if len(action.what) != 1 or action.what not in deal.pack.suits:
            yield NO_SUCH_SUIT.problem("what", given=action.what)

    def apply_action(self, deal: TrionfoDeal, action: Action) -> TrionfoDeal:
        named = replace(deal, naming=False, trump=deal.pack.suits.index(action.what))
        return replace(named, calling=True) if deal.bid == CHIAMO else replace(named, turn=deal.first)


class CallCard(Verb):
    """Call a card of another suit than trumps: the seat that was dealt it is the secret amico. It may be the declarer's own."""

    name = "call"
    says = _("{seat} calls {what}")

    def list_candidates(self, deal: TrionfoDeal) -> Iterator[Action]:
        if deal.calling and deal.declarer is not None:
            for card in deal.pack.names:
                yield Action(deal.declarer, self.name, card)

    def find_problems(self, deal: TrionfoDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.declarer if deal.calling else None, action.seat)
        card = deal.pack.numbers.get(action.what)
        if card is None:
            yield NO_SUCH_CARD.problem("what", given=action.what)
            return
        if deal.pack.suit_of(card) == deal.trump:
            yield CALLED_TRUMP.problem("what")
        if deal.options.called_rank == "threes" and deal.pack.rank_of(card) != "3":
            yield NOT_A_THREE.problem("what")

    def apply_action(self, deal: TrionfoDeal, action: Action) -> TrionfoDeal:
        card = deal.pack.numbers[action.what]
        amico = next(seat for seat, cards in enumerate(deal.dealt.holdings) if card in cards)
        return replace(deal, calling=False, called=card, amico=amico, turn=deal.first)


def build_declarer_side(deal: TrionfoDeal) -> frozenset[int | None]:
    return frozenset((deal.declarer, deal.amico)) - {None}


def _finish_trick(deal: Any) -> Any:
    """The hand ends with the last card, or as soon as a maso is decided."""
    is_decided = deal.options.maso_stop_early and deal.bid in (MASO, MASI) and find_verdict(deal.bid, list_trick_counts(deal)) is not None
    return replace(deal, over=True, turn=None) if is_decided or not any(deal.holdings) else deal


def list_trick_counts(deal: TrionfoDeal) -> list[tuple[bool, int]]:
    """Trick by trick: whether the declarer's side won it, and the thirds of its cards."""
    values = deal.pack.card_values()
    side = build_declarer_side(deal)
    return [(trick.winner in side, sum(values[card] for card in trick.cards)) for trick in deal.tricks]


def find_verdict(bid: str, tricks: Sequence[tuple[bool, int]]) -> bool | None:
    """Won or lost as soon as it is certain, else None. A maso: 6 points before the opponents have one; masi: every trick; else 6 points."""
    thirds_by_side = [0, 0]
    for trick_number, (is_own, thirds) in enumerate(tricks, start=1):
        thirds_by_side[is_own] += thirds + (LAST_TRICK if trick_number == TRICKS else 0)
        if (bid == MASI and not is_own) or (bid == MASO and thirds_by_side[0] >= FIRST_POINT):
            return False
        if bid == MASO and thirds_by_side[1] >= THIRDS * ENOUGH:
            return True
    return thirds_by_side[1] >= THIRDS * ENOUGH if len(tricks) == TRICKS else None


VERBS = (Bid(), NameDeclarerTrump(), CallCard(), PlayCard(_finish_trick))


def open_deal(state: MatchState[TrionfoOptions], dealt: DealtCards) -> TrionfoDeal:
    """Open the hand. `dealt.leader` speaks first; if absent, the dealer's right; without a dealer, the holder of the five of swords."""
    holdings = tuple(build_mask(cards) for cards in dealt.holdings)
    first = find_first_speaker(dealt)
    return TrionfoDeal(state, PACK, dealt, holdings, PLAYERS, (follow_suit,), first=first, speaker=first)


def find_first_speaker(dealt: DealtCards) -> int:
    if dealt.leader is not None:
        return dealt.leader
    if dealt.dealer is not None:
        return (dealt.dealer + 1) % PLAYERS
    return next(seat for seat, cards in enumerate(dealt.holdings) if FIVE_OF_SWORDS in cards)


def build_outcome(deal: TrionfoDeal) -> Event:
    """Build the hand entry, or a monte when nobody bid."""
    if deal.declarer is None:
        return VoidHand("monte")
    tricks = list_trick_counts(deal)
    entry = TrionfoHand(first=deal.first, bid=deal.bid, declarer=deal.declarer, amico=deal.amico, won=find_verdict(deal.bid, tricks))
    return add_counts(entry, tricks)


def add_counts(entry: TrionfoHand, tricks: Sequence[tuple[bool, int]]) -> TrionfoHand:
    """Add points and tricks of the declarer's side, as they were when the hand ended."""
    thirds = sum(trick_thirds for is_own, trick_thirds in tricks if is_own) + (LAST_TRICK if len(tricks) == TRICKS and tricks[-1][0] else 0)
    return replace(entry, points=thirds // THIRDS, thirds=thirds, tricks=sum(is_own for is_own, _count in tricks))


_OFTEN = (CHIAMO, CHIAMO, CHIAMO, CHIAMO, CHIAMO, CHIAMO, DI_PIU, DI_PIU, MASO, MASI)
"""Bids of random hands, about as rare as at a table."""


def play_random_hand(options: TrionfoOptions, deck: Sequence[int], first: int | None, rng: random.Random) -> TrionfoHand:
    """Play a random hand with a random bid. `deck` is the shuffled pack; without `first` the holder of the five of swords speaks first."""
    leader = deck.index(FIVE_OF_SWORDS) // TRICKS if first is None else first
    bid, declarer, trump = rng.choice(_OFTEN), rng.randrange(PLAYERS), rng.randrange(len(PACK.suits))
    amico = deck.index(_draw_callable_card(options, trump, rng)) // TRICKS if bid == CHIAMO else None
    side = (declarer, declarer if amico is None else amico)
    tricks = [(winner in side, thirds) for winner, thirds in play_tricks(PACK, deck, leader, trump, PLAYERS)]
    entry = TrionfoHand(first=leader, bid=bid, declarer=declarer, amico=amico, won=find_verdict(bid, tricks))
    return add_counts(entry, tricks[: count_tricks_played(bid, tricks)] if options.maso_stop_early and bid in (MASO, MASI) else tricks)


def count_tricks_played(bid: str, tricks: Sequence[tuple[bool, int]]) -> int:
    """Number of tricks after which the hand is decided."""
    return next(count for count in range(1, TRICKS + 1) if find_verdict(bid, tricks[:count]) is not None)


def _draw_callable_card(options: TrionfoOptions, trump: int, rng: random.Random) -> int:
    suit = (trump + rng.randrange(1, len(PACK.suits))) % len(PACK.suits)
    strength = PACK.size - 1 if options.called_rank == "threes" else rng.randrange(PACK.size)
    return suit * PACK.size + strength
