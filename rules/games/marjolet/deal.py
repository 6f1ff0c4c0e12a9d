"""Marjolet card by card: the turned card, melds, the exchange of the seven, draws, and rules of play that change with the last draw."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from rules.cards import build_mask
from rules.deals import Action, Deal, DealtCards
from rules.games.marjolet.tables import DRAWN, HELD, PACK, TEN, TRICKS, MarjoletHand, MarjoletOptions, Meld, build_melds
from rules.games.marjolet.totals import complete_hand
from rules.problems import Fact, Problem
from rules.scorebook import MatchState
from rules.texts import _
from rules.tricks import follow_suit, must_beat, must_trump
from rules.verbs import PlayCard, Verb, format_holding, format_seat, seat_problems

NO_SUCH_MELD = Fact("no_such_meld", _("“{given}” is no meld. Known: {choices}."), source="S")
MELD_NOT_HELD = Fact("meld_not_held", _("{seat} does not have all of {cards}."), source="S")
MELDED_TWICE = Fact("melded_twice", _("This meld was already laid down."), source="P15, P16")
ONE_MELD = Fact("one_meld", _("Only one meld may be laid down after a trick here."), source="D")
SEVEN_NOT_HELD = Fact("seven_not_held", _("Only the holder of the seven of trumps can exchange it."), source="S")
SEVEN_TURNED = Fact("seven_is_turned", _("The turned card is the seven of trumps itself."), source="S")


@dataclass(frozen=True, slots=True)
class MarjoletDeal(Deal):
    dealer: int = 0
    turned: int = 0
    """The card under the stock: turned up, or the seven that was exchanged for it."""
    stock: tuple[int, ...] = ()
    """Cards face down, from the top."""
    drawer: int | None = None
    """Winner of the last trick, who may meld and has to draw; None at other times."""
    melded: tuple[tuple[int, str], ...] = ()
    """Seat and name of each meld that was laid down, in order."""
    melded_now: int = 0
    """Melds since the last trick."""
    exchanged: bool = False
    sevens: tuple[int, ...] = ()
    """Seats that scored a ten for the seven of trumps, in order."""
    out: int | None = None

    @property
    def seven_of_trumps(self) -> int:
        """The seven of trumps."""
        return (self.trump or 0) * self.pack.size

    @property
    def turned_seven(self) -> bool:
        return self.pack.rank_of(self.dealt.stock[0]) == "7"

    @property
    def known_melds(self) -> dict[str, Meld]:
        return build_melds(self.options.quartets, self.trump or 0)


def compute_points_so_far(deal: MarjoletDeal) -> tuple[int, int]:
    """Points of each player in this hand so far, without aces, tens and last tricks."""
    points = [0, 0]
    points[deal.dealer] += deal.options.turned_seven if deal.turned_seven else 0
    for seat, name in deal.melded:
        points[seat] += deal.known_melds[name].points
    for seat in deal.sevens:
        points[seat] += TEN
    return points[0], points[1]


def end_if_out(deal: MarjoletDeal) -> MarjoletDeal:
    """End the hand at once when a player reaches the target, where that is played."""
    if not deal.options.stop_at_target:
        return deal
    state = deal.state
    scores = [before + gain for before, gain in zip(state.score, compute_points_so_far(deal), strict=True)]
    sides_out = [side for side, points in enumerate(scores) if state.plan.is_reached(points, state.game_number)]
    return replace(deal, out=sides_out[0], over=True, turn=None, drawer=None) if sides_out else deal


class LayDown(Verb):
    """After winning a trick, before drawing: lay down a meld whose cards are all still in the holding."""

    name = "meld"
    says = _("{seat} melds {what}")
    words: ClassVar[Mapping[str, str]] = {
        "four.A": _("four aces"),
        "four.10": _("four tens"),
        "four.K": _("four kings"),
        "four.Q": _("four queens"),
        "four.J": _("four jacks"),
        "marriage": _("king and queen of {what}"),
        "jack": _("jack of trumps and queen of {what}"),
    }

    def list_candidates(self, deal: MarjoletDeal) -> Iterator[Action]:
        if deal.drawer is not None:
            for name, meld in deal.known_melds.items():
                if deal.holdings[deal.drawer] & meld.cards == meld.cards:
                    yield Action(deal.drawer, self.name, name)

    def find_problems(self, deal: MarjoletDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.drawer, action.seat)
        meld = deal.known_melds.get(action.what)
        if meld is None:
            yield NO_SUCH_MELD.problem("what", given=action.what, choices=", ".join(deal.known_melds))
        elif deal.holdings[action.seat] & meld.cards != meld.cards:
            yield MELD_NOT_HELD.problem("what", seat=format_seat(deal, action.seat), cards=format_holding(deal, meld.cards))
        elif (action.seat, action.what) in deal.melded:
            yield MELDED_TWICE.problem("what")
        if deal.melded_now and deal.options.melds_per_trick == 1:
            yield ONE_MELD.problem("what")

    def apply_action(self, deal: MarjoletDeal, action: Action) -> MarjoletDeal:
        return end_if_out(replace(deal, melded=(*deal.melded, (action.seat, action.what)), melded_now=deal.melded_now + 1))


class ExchangeSeven(Verb):
    """After winning a trick, before drawing: exchange the seven of trumps for the turned card, for ten."""

    name = "exchange"
    says = _("{seat} exchanges the seven")

    def list_candidates(self, deal: MarjoletDeal) -> Iterator[Action]:
        if deal.drawer is not None:
            yield Action(deal.drawer, self.name)

    def find_problems(self, deal: MarjoletDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.drawer, action.seat)
        if deal.turned == deal.seven_of_trumps:
            yield SEVEN_TURNED.problem()
        elif not deal.holdings[action.seat] >> deal.seven_of_trumps & 1:
            yield SEVEN_NOT_HELD.problem()

    def apply_action(self, deal: MarjoletDeal, action: Action) -> MarjoletDeal:
        new_holding = deal.holdings[action.seat] ^ (1 << deal.seven_of_trumps | 1 << deal.turned)
        holdings = tuple(new_holding if seat == action.seat else held for seat, held in enumerate(deal.holdings))
        exchanged = replace(deal, holdings=holdings, turned=deal.seven_of_trumps, exchanged=True, sevens=(*deal.sevens, action.seat))
        return end_if_out(exchanged)


class DrawCards(Verb):
    """The winner of the trick draws, then the opponent; after the tenth trick that is the turned card, and the rules of play change."""

    name = "draw"
    implied = True
    says = _("{seat} draws, then the other player")

    def list_candidates(self, deal: MarjoletDeal) -> Iterator[Action]:
        if deal.drawer is not None:
            yield Action(deal.drawer, self.name)

    def find_problems(self, deal: MarjoletDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.drawer, action.seat)

    def apply_action(self, deal: MarjoletDeal, action: Action) -> MarjoletDeal:
        own_card, *rest = deal.stock
        opponents_card = rest[0] if rest else deal.turned
        drawn = (own_card, opponents_card) if action.seat == 0 else (opponents_card, own_card)
        holdings = tuple(held | 1 << card for held, card in zip(deal.holdings, drawn, strict=True))
        plays = deal.plays if rest else (follow_suit, must_trump, must_beat)
        return replace(deal, holdings=holdings, stock=tuple(rest[1:]), drawer=None, turn=action.seat, plays=plays, melded_now=0)


def _finish_trick(deal: Any) -> Any:
    """A played seven scores, whoever wins the trick. Then the winner may meld and draws, or leads, or the hand is over."""
    deal = end_if_out(_score_played_seven(deal))
    if deal.over:
        return deal
    if deal.stock:
        return replace(deal, drawer=deal.turn, turn=None)
    return deal if any(deal.holdings) else replace(deal, turn=None, over=True)


def _score_played_seven(deal: MarjoletDeal) -> MarjoletDeal:
    trick = deal.tricks[-1]
    if deal.seven_of_trumps not in trick.cards:
        return deal
    options = deal.options
    if deal.exchanged:
        is_scored = options.exchanged_seven_scores_again
    else:
        is_scored = options.turned_seven_scores_when_played or not deal.turned_seven
    player = (trick.leader + trick.cards.index(deal.seven_of_trumps)) % 2
    return replace(deal, sevens=(*deal.sevens, player)) if is_scored else deal


VERBS = (LayDown(), ExchangeSeven(), DrawCards(), PlayCard(_finish_trick))


def open_deal(state: MatchState[MarjoletOptions], dealt: DealtCards) -> MarjoletDeal:
    """Open the hand. The stock begins with the turned card; the opponent of the dealer leads; without a dealer the first player deals."""
    turned, *stock = dealt.stock
    dealer = dealt.dealer or 0
    leader = 1 - dealer if dealt.leader is None else dealt.leader
    holdings = tuple(build_mask(cards) for cards in dealt.holdings)
    deal = MarjoletDeal(state, PACK, dealt, holdings, 2, (), turn=leader, trump=PACK.suit_of(turned), dealer=dealer, turned=turned)
    return end_if_out(replace(deal, stock=tuple(stock)))


def build_outcome(deal: MarjoletDeal) -> MarjoletHand:
    """Build the hand entry: all counts, or the points up to the moment when a player was out."""
    melded = tuple(sum(deal.known_melds[name].points for seat, name in deal.melded if seat == side) for side in (0, 1))
    seven = deal.sevens[0] if deal.sevens else None
    entry = MarjoletHand(deal.dealer, deal.turned_seven, melded, seven, deal.exchanged)
    if deal.out is not None:
        return replace(entry, out=deal.out, total=compute_points_so_far(deal))
    last_six = [trick.winner for trick in deal.tricks[-HELD:]]
    won_tricks = len(deal.tricks_of(0))
    counted = replace(
        entry,
        tenth=deal.tricks[DRAWN - 1].winner,
        brisques=(deal.points_of(0), deal.points_of(1)),
        last=last_six[-1],
        sweep=len(set(last_six)) == 1,
        tricks=(won_tricks, TRICKS - won_tricks),
    )
    return complete_hand(deal.options, counted)
