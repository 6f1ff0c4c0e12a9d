"""Tressette card by card: the dealer's right leads, no trump, follow suit; accuse are said in the first tricks."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.cards import build_mask
from rules.deals import Action, Deal, DealtCards
from rules.events import MONTE, Event, VoidHand
from rules.games.tressette.tables import (
    CARDS_EACH,
    HONOURS,
    LAST_TRICK,
    NAPOLETANA,
    PACK,
    TABLES,
    TressetteHand,
    TressetteOfTwoHand,
    TressetteOptions,
)
from rules.playout import play_tricks
from rules.problems import Fact, Problem
from rules.scorebook import MatchState, Score
from rules.texts import _
from rules.tricks import follow_suit
from rules.units import THIRDS
from rules.verbs import PlayCard, Verb, draw_from_stock, monte_problems

ACCUSE_NOT_PLAYED = Fact("accuse_not_played", _("In this tournament there are no accuse."), source="T1")
ACCUSE_TOO_LATE = Fact("accuse_too_late", _("An accusa is said in the first tricks only."), source="T1, T3")
ACCUSED_BEFORE = Fact("accused_before", _("This was accused before."))
NOTHING_TO_ACCUSE = Fact(
    "nothing_to_accuse", _("An accusa is three, two and ace of a suit, or three or four aces, twos or threes."), source="T1"
)
POOR_BELOW = 3
"""Thirds with which a hand is no longer poor."""
HAND_TYPES = {4: TressetteHand, 2: TressetteOfTwoHand}


@dataclass(frozen=True, slots=True)
class TressetteDeal(Deal):
    accused: tuple[tuple[int, str], ...] = ()
    """Seat and what was accused: a suit letter for a napoletana, or a rank."""
    is_thrown_in: bool = False


class Accuse(Verb):
    """Say a napoletana (the letter of its suit) or three or four of a rank; the cards need not be shown."""

    name = "accuse"
    says = _("{seat} accuses {what}")
    words: ClassVar[Mapping[str, str]] = {
        **dict.fromkeys(PACK.suits, _("the napoletana of {what}")),
        "A": _("three or four aces"),
        "2": _("three or four twos"),
        "3": _("three or four threes"),
    }

    def list_candidates(self, deal: TressetteDeal) -> Iterator[Action]:
        for seat in range(deal.seats):
            for what in (*PACK.suits, *HONOURS):
                yield Action(seat, self.name, what)

    def find_problems(self, deal: TressetteDeal, action: Action) -> Iterator[Problem]:
        if not deal.options.accuse:
            yield ACCUSE_NOT_PLAYED.problem()
        elif len(deal.tricks) >= deal.options.accuse_tricks:
            yield ACCUSE_TOO_LATE.problem()
        if (action.seat, action.what) in deal.accused:
            yield ACCUSED_BEFORE.problem("what")
        elif not count_accusa(deal.dealt_to(action.seat), action.what):
            yield NOTHING_TO_ACCUSE.problem("what")

    def apply_action(self, deal: TressetteDeal, action: Action) -> TressetteDeal:
        return replace(deal, accused=(*deal.accused, (action.seat, action.what)))


def count_accusa(dealt: int, what: str) -> int:
    """Points of a napoletana, named by its suit, or of three or four honours of a rank; 0 when the ten cards dealt do not hold it."""
    if what in HONOURS:
        held = (dealt & PACK.mask_of_names(suit + what for suit in PACK.suits)).bit_count()
        return held if held >= len(HONOURS) else 0
    if len(what) != 1 or what not in PACK.suits:
        return 0
    napoletana = PACK.mask_of_names(what + rank for rank in HONOURS)
    return NAPOLETANA if dealt & napoletana == napoletana else 0


class ThrowIn(Verb):
    """A player with a poor hand has the cards dealt again, where that is a right."""

    name = "monte"
    says = _("{seat} makes the hand void: a monte")
    voluntary = True

    def list_candidates(self, deal: TressetteDeal) -> Iterator[Action]:
        for seat in range(deal.seats):
            yield Action(seat, self.name)

    def find_problems(self, deal: TressetteDeal, action: Action) -> Iterator[Problem]:
        below = POOR_BELOW if deal.options.monte else 0
        yield from monte_problems(deal, action.seat, below, has_begun=bool(deal.tricks or deal.trick))

    def apply_action(self, deal: TressetteDeal, action: Action) -> TressetteDeal:
        return replace(deal, over=True, turn=None, is_thrown_in=True)


VERBS = (Accuse(), ThrowIn(), PlayCard())
VERBS_OF_TWO = (Accuse(), ThrowIn(), PlayCard(draw_from_stock))


def open_deal(state: MatchState[TressetteOptions], dealt: DealtCards) -> TressetteDeal:
    holdings = tuple(build_mask(cards) for cards in dealt.holdings)
    leader = ((dealt.dealer or 0) + 1) % len(holdings) if dealt.leader is None else dealt.leader
    return TressetteDeal(state, PACK, dealt, holdings, 2, (follow_suit,), turn=leader)


def build_outcome(deal: TressetteDeal) -> Event:
    """Build the entry of a hand that was played out, or the monte that ended it."""
    if deal.is_thrown_in:
        return VoidHand(MONTE)
    accuse = [0, 0]
    for seat, what in deal.accused:
        accuse[seat % 2] += count_accusa(deal.dealt_to(seat), what)
    thirds, tricks = (deal.points_of(0), deal.points_of(1)), (len(deal.tricks_of(0)), len(deal.tricks_of(1)))
    return _build_hand_entry(deal.dealt.dealer, (accuse[0], accuse[1]), thirds, tricks, deal.tricks[-1].winner % 2, deal.seats)


def _build_hand_entry(dealer: int | None, accuse: Score, thirds: Score, tricks: Score, last: int, seats: int) -> TressetteHand:
    points = tuple((count + (LAST_TRICK if side == last else 0)) // THIRDS for side, count in enumerate(thirds))
    return HAND_TYPES[seats](dealer, accuse if any(accuse) else None, points, last, tricks)


def play_random_hand(options: TressetteOptions, deck: Sequence[int], dealer: int, seats: int) -> TressetteHand:
    """Play a random hand quickly; everything that can be accused is. `deck` holds the cards of each seat, then the stock from the top."""
    thirds, tricks, winner = [0, 0], [0, 0], 0
    leader = (dealer + 1) % seats
    for winner, points in play_and_draw(deck, leader) if seats == 2 else play_tricks(PACK, deck, leader, None, seats):
        thirds[winner % 2] += points
        tricks[winner % 2] += 1
    accuse = [0, 0]
    if options.accuse:
        for seat in range(seats):
            dealt = build_mask(deck[seat * CARDS_EACH : (seat + 1) * CARDS_EACH])
            accuse[seat % 2] += sum(count_accusa(dealt, what) for what in (*PACK.suits, *HONOURS))
    return _build_hand_entry(dealer, tuple(accuse), tuple(thirds), tuple(tricks), winner % 2, seats)


def play_and_draw(deck: Sequence[int], leader: int) -> Iterator[tuple[int, int]]:
    """The winner and the points of each trick of two, who follow suit with the card that they have held longest and draw from the stock."""
    values, size = PACK.card_values(), PACK.size
    held = [list(deck[:CARDS_EACH]), list(deck[CARDS_EACH : 2 * CARDS_EACH])]
    stock = list(deck[2 * CARDS_EACH :])
    for trick in range(TABLES[2].tricks):
        led = held[leader].pop(0)
        answer = next((card for card in held[1 - leader] if card // size == led // size), held[1 - leader][0])
        held[1 - leader].remove(answer)
        winner = 1 - leader if answer // size == led // size and answer > led else leader
        if drawn := stock[2 * trick : 2 * trick + 2]:
            held[winner].append(drawn[0])
            held[1 - winner].append(drawn[1])
        yield winner, values[led] + values[answer]
        leader = winner
