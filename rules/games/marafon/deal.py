"""Marafon card by card: trump, marafona, announcements, claims, a monte."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from rules.cards import build_mask
from rules.deals import Action, Deal, DealtCards
from rules.events import Event, VoidHand
from rules.games.marafon.tables import ALL_THIRDS, LAST_TRICK, MARAFONA, PACK, TRICKS, MarafonClaim, MarafonHand, MarafonOptions
from rules.playout import play_out
from rules.problems import Fact, Problem
from rules.scorebook import MatchState
from rules.texts import _
from rules.tricks import declare_duty, follow_suit
from rules.units import THIRDS
from rules.verbs import NameTrump, PlayCard, Verb, end_with_last_card, monte_problems, seat_problems

FOUR_OF_COINS = PACK.card_number("D4")
NO_MARAFONA = Fact("no_marafona", _("A marafona is 3, 2 and ace of trumps dealt to one player."), source="S")
MARAFONA_TOO_LATE = Fact("marafona_too_late", _("A marafona is declared once, during the first trick."), source="S")
MARAFONA_BY_MAKER = Fact("marafona_by_maker", _("Only the player who named trump may declare a marafona."), source="P10")
ACE_NOT_PLAYABLE = Fact(
    "ace_not_playable", _("The ace of trumps must be the holder’s first card, and it cannot be played now."), source="P7"
)
NOT_LEADING = Fact("not_leading", _("Only the player who leads to a trick may announce, once."), source="S")
NO_SUCH_ANNOUNCEMENT = Fact("no_such_announcement", _("“{given}” is not announced here. Known: {choices}."), source="S")
UNTRUE = Fact("untrue_announcement", _("“{given}” would not be true of any card."), source="P5")
NO_CLAIM = Fact("no_claim_now", _("There are no claims here, or trump is not named yet."), source="S")


@dataclass(frozen=True, slots=True)
class MarafonDeal(Deal):
    maker: int = 0
    marafona: int | None = None
    """Seat that declared it."""
    announcement: str = ""
    """Announcement of the trick being led."""
    ended_by: Action | None = None
    """The claim or the monte that ended the hand."""


@declare_duty("ace_after_marafona", _("The player who declares a marafona plays the ace of trumps first. Legal: {cards}."), "P7")
def ace_after_marafona(deal: Deal, pool: int) -> int:
    """Only the ace of trumps, while a declared marafona requires it."""
    ace_is_due = isinstance(deal, MarafonDeal) and deal.marafona == deal.turn and not deal.tricks
    return pool & build_ace_mask(deal) or pool if ace_is_due else pool


@declare_duty("announced_truly", _("The announcement must be true. Legal: {cards}."), "P5")
def announced_truly(deal: Deal, pool: int) -> int:
    """Only the cards for which the announcement of this trick is true."""
    announcement = deal.announcement if isinstance(deal, MarafonDeal) and not deal.trick else ""
    return select_true_cards(deal, announcement, pool) or pool


def select_true_cards(deal: Deal, announcement: str, pool: int) -> int:
    """Volo: the last card of its suit; striscio: more cards of the suit remain; briscola: a trump. A busso is true of any card."""
    suits = [deal.pack.in_suit(pool, suit) for suit in range(len(deal.pack.suits))]
    match announcement:
        case "volo":
            return sum(cards for cards in suits if cards.bit_count() == 1)
        case "striscio":
            return sum(cards for cards in suits if cards.bit_count() > 1)
        case "briscola":
            return suits[deal.trump or 0]
    return pool


def build_ace_mask(deal: Deal) -> int:
    """Bitmask of the ace of trumps."""
    return deal.pack.mask_of_names([deal.pack.suits[deal.trump or 0] + "A"])


class ThrowIn(Verb):
    """The player who is to name trump has a poor hand dealt again, where that is a right."""

    name = "monte"
    says = _("{seat} makes the hand void: a monte")
    voluntary = True

    def list_candidates(self, deal: MarafonDeal) -> Iterator[Action]:
        yield Action(deal.maker, self.name)

    def find_problems(self, deal: MarafonDeal, action: Action) -> Iterator[Problem]:
        below = deal.options.monte_below_thirds
        if below and deal.trump is None:
            yield from seat_problems(deal, deal.maker, action.seat)
        yield from monte_problems(deal, deal.maker, below, has_begun=deal.trump is not None)

    def apply_action(self, deal: MarafonDeal, action: Action) -> MarafonDeal:
        return replace(deal, over=True, turn=None, ended_by=action)


class DeclareMarafona(Verb):
    name = "marafona"
    says = _("{seat} declares marafona")

    def list_candidates(self, deal: MarafonDeal) -> Iterator[Action]:
        for seat in range(deal.seats):
            yield Action(seat, self.name)

    def find_problems(self, deal: MarafonDeal, action: Action) -> Iterator[Problem]:
        if deal.trump is None or deal.tricks or deal.marafona is not None:
            yield MARAFONA_TOO_LATE.problem()
            return
        trump = deal.pack.suits[deal.trump]
        marafona_mask = deal.pack.mask_of_names(trump + rank for rank in "32A")
        if deal.dealt_to(action.seat) & marafona_mask != marafona_mask:
            yield NO_MARAFONA.problem()
        if deal.options.marafona_by == "battezzante_only" and action.seat != deal.maker:
            yield MARAFONA_BY_MAKER.problem()
        if deal.options.marafona_needs_ace_first and not self._can_play_ace(deal, action.seat):
            yield ACE_NOT_PLAYABLE.problem()

    @staticmethod
    def _can_play_ace(deal: MarafonDeal, seat: int) -> bool:
        return deal.turn == seat and bool(follow_suit.narrow(deal, deal.holdings[seat]) & build_ace_mask(deal))

    def apply_action(self, deal: MarafonDeal, action: Action) -> MarafonDeal:
        return replace(deal, marafona=action.seat)


class Announce(Verb):
    name = "announce"
    says = _("{seat} says “{what}”")
    words: ClassVar[Mapping[str, str]] = {
        "extra_1": _("a further one of this table, the first"),
        "extra_2": _("a further one of this table, the second"),
    }

    def list_candidates(self, deal: MarafonDeal) -> Iterator[Action]:
        if deal.turn is not None:
            for word in deal.options.announcements:
                yield Action(deal.turn, self.name, word)

    def find_problems(self, deal: MarafonDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.turn, action.seat)
        if deal.trick or deal.announcement:
            yield NOT_LEADING.problem()
        if action.what not in deal.options.announcements:
            yield NO_SUCH_ANNOUNCEMENT.problem("what", given=action.what, choices=", ".join(deal.options.announcements))
        elif deal.options.announcements_must_be_true and not select_true_cards(deal, action.what, deal.holdings[action.seat]):
            yield UNTRUE.problem("what", given=action.what)

    def apply_action(self, deal: MarafonDeal, action: Action) -> MarafonDeal:
        return replace(deal, announcement=action.what)


class ClaimOut(Verb):
    name = "claim"
    says = _("{seat} claims: we are out")
    voluntary = True

    def list_candidates(self, deal: MarafonDeal) -> Iterator[Action]:
        for seat in range(deal.seats):
            yield Action(seat, self.name)

    def find_problems(self, deal: MarafonDeal, action: Action) -> Iterator[Problem]:
        if not deal.state.plan.claims or deal.trump is None:
            yield NO_CLAIM.problem()

    def apply_action(self, deal: MarafonDeal, action: Action) -> MarafonDeal:
        return replace(deal, over=True, turn=None, ended_by=action)


def _finish_trick(deal: MarafonDeal) -> MarafonDeal:
    ended: MarafonDeal = end_with_last_card(replace(deal, announcement=""))
    return ended


VERBS = (ThrowIn(), NameTrump(), DeclareMarafona(), Announce(), PlayCard(_finish_trick), ClaimOut())


def open_deal(state: MatchState[MarafonOptions], dealt: DealtCards) -> MarafonDeal:
    """Open the hand. `dealt.leader` names the trump; if absent, the dealer's right; without a dealer, the holder of the four of coins."""
    duties = [follow_suit]
    duties += [ace_after_marafona] if state.options.marafona_needs_ace_first else []
    duties += [announced_truly] if state.options.announcements_must_be_true else []
    holdings = tuple(build_mask(cards) for cards in dealt.holdings)
    return MarafonDeal(state, PACK, dealt, holdings, 2, tuple(duties), maker=_find_maker(dealt))


def _find_maker(dealt: DealtCards) -> int:
    if dealt.leader is not None:
        return dealt.leader
    if dealt.dealer is not None:
        return (dealt.dealer + 1) % len(dealt.holdings)
    return find_four_holder(dealt)


def find_four_holder(dealt: DealtCards) -> int:
    """The seat that was dealt the four of coins."""
    return next(seat for seat, cards in enumerate(dealt.holdings) if FOUR_OF_COINS in cards)


def build_outcome(deal: MarafonDeal) -> Event:
    """Build the entry of a hand that was played out, or the claim or the monte that ended it."""
    if deal.ended_by is not None and deal.ended_by.verb == ThrowIn.name:
        return VoidHand("monte")
    if deal.ended_by is not None:
        side = deal.ended_by.seat % 2
        has_marafona = deal.marafona is not None and deal.marafona % 2 == side
        return MarafonClaim(side, deal.points_of(side), against=deal.points_of(1 - side), bonus=has_marafona)
    last_side = deal.tricks[-1].winner % 2
    thirds = tuple(deal.points_of(side) + (LAST_TRICK if side == last_side else 0) for side in (0, 1))
    won_tricks = len(deal.tricks_of(0))
    return MarafonHand(
        maker=deal.maker,
        trump=deal.pack.suits[deal.trump or 0],
        marafona=None if deal.marafona is None else deal.marafona % 2,
        points=tuple(count // THIRDS for count in thirds),
        last=last_side,
        tricks=(won_tricks, TRICKS - won_tricks),
        thirds=thirds,
    )


def play_random_hand(state: MatchState[MarafonOptions], deck: Sequence[int], maker: int | None, trump: int) -> MarafonHand:
    """Play a random hand quickly. `deck` is the shuffled pack; without a maker the holder of the four of coins names the trump.

    Every marafona that may surely be declared is declared; where the rules require the maker or the ace first, only the maker's.
    """
    leader = deck.index(FOUR_OF_COINS) // TRICKS if maker is None else maker
    played = play_out(PACK, deck, leader, trump)
    own_thirds = played.points[0] + (LAST_TRICK if played.last == 0 else 0)
    thirds = (own_thirds, ALL_THIRDS - own_thirds)
    holder = _find_marafona_holder(deck, trump)
    maker_only = state.options.marafona_by == "battezzante_only" or state.options.marafona_needs_ace_first
    is_declared = holder is not None and (holder == leader or not maker_only)
    return MarafonHand(
        maker=leader,
        trump=PACK.suits[trump],
        marafona=holder % 2 if holder is not None and is_declared else None,
        points=tuple(count // THIRDS for count in thirds),
        last=played.last,
        tricks=played.tricks,
        thirds=thirds,
    )


def _find_marafona_holder(deck: Sequence[int], trump: int) -> int | None:
    """The seat that was dealt three, two and ace of trumps; None when they lie apart."""
    top = (trump + 1) * PACK.size
    holders = {deck.index(card) // TRICKS for card in range(top - len(MARAFONA), top)}
    return holders.pop() if len(holders) == 1 else None
