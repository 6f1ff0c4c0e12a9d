"""Trionfo card by card: the bidding, the trump, the called card, the play."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rules.cards import mask_of
from rules.deals import Action, Deal, Dealt
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
from rules.playout import tricks_in_turn
from rules.problems import Fact, Problem
from rules.scorebook import MatchState
from rules.texts import _
from rules.tricks import follow_suit
from rules.units import THIRDS
from rules.verbs import NO_SUCH_CARD, NO_SUCH_SUIT, PlayCard, Verb, seat_problems

FIVE_OF_SWORDS = PACK.card("S5")
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
    """Who speaks first and leads."""
    speaker: int | None = None
    """Whose turn it is to bid; None after the bidding."""
    bids: tuple[tuple[int, str], ...] = ()
    declarer: int | None = None
    bid: str = ""
    called: int | None = None
    amico: int | None = None
    """Who was dealt the called card."""
    naming: bool = False
    """The declarer has to name the trump."""
    calling: bool = False
    """The declarer has to call a card."""


class Bid(Verb):
    """Speak in turn: pass, or bid higher than everybody before."""

    name = "bid"
    says = _("{seat} says “{what}”")

    def candidates(self, deal: TrionfoDeal) -> Iterator[Action]:
        if deal.speaker is not None:
            for word in WORDS:
                yield Action(deal.speaker, self.name, word)

    def problems(self, deal: TrionfoDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.speaker, action.seat)
        if action.what not in WORDS:
            yield NO_SUCH_BID.problem("what", given=action.what, choices=", ".join(WORDS))
        elif action.what != NO_BID and WORDS.index(action.what) <= WORDS.index(deal.bid or NO_BID):
            yield BID_TOO_LOW.problem("what", given=action.what, highest=deal.bid)

    def apply(self, deal: TrionfoDeal, action: Action) -> TrionfoDeal:
        said = replace(deal, bids=(*deal.bids, (action.seat, action.what)))
        if action.what != NO_BID:
            said = replace(said, declarer=action.seat, bid=action.what)
        speaker = next_speaker(said)
        if speaker is not None:
            return replace(said, speaker=speaker)
        if said.declarer is None:
            return replace(said, speaker=None, over=True)
        return replace(said, speaker=None, naming=True)


def next_speaker(deal: TrionfoDeal) -> int | None:
    """The next to the right who has not passed; nobody when all have spoken once, or only the highest bidder is left."""
    if deal.bid == MASI:
        return None
    passed = {seat for seat, word in deal.bids if word == NO_BID}
    seat = (deal.bids[-1][0] + 1) % PLAYERS
    if len(deal.bids) >= PLAYERS and deal.options.bidding_rounds == 1:
        return None
    waiting = [other % PLAYERS for other in range(seat, seat + PLAYERS) if other % PLAYERS not in passed | {deal.declarer}]
    return waiting[0] if waiting else None


class Name(Verb):
    """The declarer names the trump; after a chiamo he calls a card before whoever spoke first leads."""

    name = "trump"
    says = _("{seat} makes {what} trump")

    def candidates(self, deal: TrionfoDeal) -> Iterator[Action]:
        if deal.naming and deal.declarer is not None:
            for suit in deal.pack.suits:
                yield Action(deal.declarer, self.name, suit)

    def problems(self, deal: TrionfoDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.declarer if deal.naming else None, action.seat)
        if len(action.what) != 1 or action.what not in deal.pack.suits:
            yield NO_SUCH_SUIT.problem("what", given=action.what)

    def apply(self, deal: TrionfoDeal, action: Action) -> TrionfoDeal:
        named = replace(deal, naming=False, trump=deal.pack.suits.index(action.what))
        return replace(named, calling=True) if deal.bid == CHIAMO else replace(named, turn=deal.first)


class Call(Verb):
    """A card of another suit than trumps: whoever was dealt it is the amico, and says nothing. It may be the declarer's own."""

    name = "call"
    says = _("{seat} calls {what}")

    def candidates(self, deal: TrionfoDeal) -> Iterator[Action]:
        if deal.calling and deal.declarer is not None:
            for card in deal.pack.names:
                yield Action(deal.declarer, self.name, card)

    def problems(self, deal: TrionfoDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.declarer if deal.calling else None, action.seat)
        card = deal.pack.numbers.get(action.what)
        if card is None:
            yield NO_SUCH_CARD.problem("what", given=action.what)
            return
        if deal.pack.suit_of(card) == deal.trump:
            yield CALLED_TRUMP.problem("what")
        if deal.options.called_rank == "threes" and deal.pack.rank_of(card) != "3":
            yield NOT_A_THREE.problem("what")

    def apply(self, deal: TrionfoDeal, action: Action) -> TrionfoDeal:
        card = deal.pack.numbers[action.what]
        amico = next(seat for seat, cards in enumerate(deal.dealt.holdings) if card in cards)
        return replace(deal, calling=False, called=card, amico=amico, turn=deal.first)


def own_side(deal: TrionfoDeal) -> frozenset[int | None]:
    return frozenset((deal.declarer, deal.amico)) - {None}


def _after_trick(deal: Any) -> Any:
    """The hand ends with the last card, or where a maso is decided."""
    decided = deal.options.maso_stop_early and deal.bid in (MASO, MASI) and verdict(deal.bid, counts_of(deal)) is not None
    return replace(deal, over=True, turn=None) if decided or not any(deal.holdings) else deal


def counts_of(deal: TrionfoDeal) -> list[tuple[bool, int]]:
    """Trick by trick: whether the declarer's side won it, and the thirds of its cards."""
    values = deal.pack.values()
    side = own_side(deal)
    return [(trick.winner in side, sum(values[card] for card in trick.cards)) for trick in deal.tricks]


def verdict(bid: str, tricks: Sequence[tuple[bool, int]]) -> bool | None:
    """Won or lost as soon as it is certain. A maso: 6 points before the others have one; masi: every trick; else more points."""
    taken = [0, 0]
    for place, (own, thirds) in enumerate(tricks, start=1):
        taken[own] += thirds + (LAST_TRICK if place == TRICKS else 0)
        if (bid == MASI and not own) or (bid == MASO and taken[0] >= FIRST_POINT):
            return False
        if bid == MASO and taken[1] >= THIRDS * ENOUGH:
            return True
    return taken[1] >= THIRDS * ENOUGH if len(tricks) == TRICKS else None


VERBS = (Bid(), Name(), Call(), PlayCard(_after_trick))


def open_deal(state: MatchState[TrionfoOptions], dealt: Dealt) -> TrionfoDeal:
    """`dealt.leader` speaks first; without it the dealer's right, and without a dealer the holder of the five of swords."""
    holdings = tuple(mask_of(cards) for cards in dealt.holdings)
    first = first_speaker(dealt)
    return TrionfoDeal(state, PACK, dealt, holdings, PLAYERS, (follow_suit,), first=first, speaker=first)


def first_speaker(dealt: Dealt) -> int:
    if dealt.leader is not None:
        return dealt.leader
    if dealt.dealer is not None:
        return (dealt.dealer + 1) % PLAYERS
    return next(seat for seat, cards in enumerate(dealt.holdings) if FIVE_OF_SWORDS in cards)


def outcome(deal: TrionfoDeal) -> Event:
    """The sheet, and a monte when nobody bid."""
    if deal.declarer is None:
        return VoidHand("monte")
    tricks = counts_of(deal)
    hand = TrionfoHand(first=deal.first, bid=deal.bid, declarer=deal.declarer, amico=deal.amico, won=verdict(deal.bid, tricks))
    return counted(hand, tricks)


def counted(hand: TrionfoHand, tricks: Sequence[tuple[bool, int]]) -> TrionfoHand:
    """The sheet with points and tricks of the declarer's side where the hand ended."""
    thirds = sum(count for own, count in tricks if own) + (LAST_TRICK if len(tricks) == TRICKS and tricks[-1][0] else 0)
    return replace(hand, points=thirds // THIRDS, thirds=thirds, tricks=sum(own for own, _count in tricks))


_OFTEN = (CHIAMO, CHIAMO, CHIAMO, CHIAMO, CHIAMO, CHIAMO, DI_PIU, DI_PIU, MASO, MASI)
"""Bids of random hands, about as rare as at a table."""


def quick_hand(options: TrionfoOptions, deck: Sequence[int], first: int | None, rng: random.Random) -> TrionfoHand:
    """The sheet of a random hand with a random bid. `deck` is the shuffled pack; without `first` the five of swords speaks first."""
    leader = deck.index(FIVE_OF_SWORDS) // TRICKS if first is None else first
    bid, declarer, trump = rng.choice(_OFTEN), rng.randrange(PLAYERS), rng.randrange(len(PACK.suits))
    amico = deck.index(_callable_card(options, trump, rng)) // TRICKS if bid == CHIAMO else None
    side = (declarer, declarer if amico is None else amico)
    tricks = [(winner in side, thirds) for winner, thirds in tricks_in_turn(PACK, deck, leader, trump, PLAYERS)]
    hand = TrionfoHand(first=leader, bid=bid, declarer=declarer, amico=amico, won=verdict(bid, tricks))
    return counted(hand, tricks[: ended_after(bid, tricks)] if options.maso_stop_early and bid in (MASO, MASI) else tricks)


def ended_after(bid: str, tricks: Sequence[tuple[bool, int]]) -> int:
    """Tricks after which a hand is decided."""
    return next(count for count in range(1, TRICKS + 1) if verdict(bid, tricks[:count]) is not None)


def _callable_card(options: TrionfoOptions, trump: int, rng: random.Random) -> int:
    suit = (trump + rng.randrange(1, len(PACK.suits))) % len(PACK.suits)
    strength = PACK.size - 1 if options.called_rank == "threes" else rng.randrange(PACK.size)
    return suit * PACK.size + strength
