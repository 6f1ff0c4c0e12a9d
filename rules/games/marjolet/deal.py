"""Marjolet card by card: the turned card, melds, the exchange of the seven, draws, and a play whose rules change with the last draw."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from rules.cards import mask_of
from rules.deals import Action, Deal, Dealt
from rules.games.marjolet.tables import DRAWN, HELD, PACK, TEN, TRICKS, MarjoletHand, MarjoletOptions, Meld, melds
from rules.games.marjolet.totals import completed_hand
from rules.problems import Fact, Problem
from rules.scorebook import MatchState
from rules.texts import _
from rules.tricks import follow_suit, must_beat, must_trump
from rules.verbs import PlayCard, Verb, names, seat_name, seat_problems

NO_SUCH_MELD = Fact("no_such_meld", _("“{given}” is no meld. Known: {choices}."), source="S")
MELD_NOT_HELD = Fact("meld_not_held", _("{seat} does not hold all of {cards}."), source="S")
MELDED_TWICE = Fact("melded_twice", _("This meld was already laid down."), source="P15, P16")
ONE_MELD = Fact("one_meld", _("Only one meld may be laid down after a trick here."), source="D")
SEVEN_NOT_HELD = Fact("seven_not_held", _("Only whoever holds the seven of trumps can exchange it."), source="S")
SEVEN_TURNED = Fact("seven_is_turned", _("The turned card is the seven of trumps itself."), source="S")


@dataclass(frozen=True, slots=True)
class MarjoletDeal(Deal):
    dealer: int = 0
    turned: int = 0
    """The card under the stock: turned up, or the seven that was exchanged for it."""
    stock: tuple[int, ...] = ()
    """Face down, from the top."""
    drawer: int | None = None
    """Winner of the last trick, who may meld and has to draw; None at other times."""
    melded: tuple[tuple[int, str], ...] = ()
    """Who laid down what."""
    melded_now: int = 0
    """Melds since the last trick."""
    exchanged: bool = False
    sevens: tuple[int, ...] = ()
    """Who scored a ten for the seven of trumps, in order."""
    out: int | None = None

    @property
    def seven(self) -> int:
        """The seven of trumps."""
        return (self.trump or 0) * self.pack.size

    @property
    def turned_seven(self) -> bool:
        return self.pack.rank_of(self.dealt.stock[0]) == "7"

    @property
    def known_melds(self) -> dict[str, Meld]:
        return melds(self.options.quartets, self.trump or 0)


def scored(deal: MarjoletDeal) -> tuple[int, int]:
    """What each player has scored in this hand so far, without aces, tens and last tricks."""
    points = [0, 0]
    points[deal.dealer] += deal.options.turned_seven if deal.turned_seven else 0
    for seat, name in deal.melded:
        points[seat] += deal.known_melds[name].points
    for seat in deal.sevens:
        points[seat] += TEN
    return points[0], points[1]


def stopped(deal: MarjoletDeal) -> MarjoletDeal:
    """The hand ends at once when a player reaches the target, where that is played."""
    if not deal.options.stop_at_target:
        return deal
    state = deal.state
    now = [have + more for have, more in zip(state.score, scored(deal), strict=True)]
    there = [side for side, points in enumerate(now) if state.plan.reached(points, state.game_number)]
    return replace(deal, out=there[0], over=True, turn=None, drawer=None) if there else deal


class LayDown(Verb):
    """After winning a trick, before drawing: a meld of cards that are all still in the hand."""

    name = "meld"
    says = _("{seat} melds {what}")

    def candidates(self, deal: MarjoletDeal) -> Iterator[Action]:
        if deal.drawer is not None:
            for name, meld in deal.known_melds.items():
                if deal.holdings[deal.drawer] & meld.cards == meld.cards:
                    yield Action(deal.drawer, self.name, name)

    def problems(self, deal: MarjoletDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.drawer, action.seat)
        meld = deal.known_melds.get(action.what)
        if meld is None:
            yield NO_SUCH_MELD.problem("what", given=action.what, choices=", ".join(deal.known_melds))
        elif deal.holdings[action.seat] & meld.cards != meld.cards:
            yield MELD_NOT_HELD.problem("what", seat=seat_name(deal, action.seat), cards=names(deal, meld.cards))
        elif (action.seat, action.what) in deal.melded:
            yield MELDED_TWICE.problem("what")
        if deal.melded_now and deal.options.melds_per_trick == 1:
            yield ONE_MELD.problem("what")

    def apply(self, deal: MarjoletDeal, action: Action) -> MarjoletDeal:
        return stopped(replace(deal, melded=(*deal.melded, (action.seat, action.what)), melded_now=deal.melded_now + 1))


class Exchange(Verb):
    """After winning a trick, before drawing: the seven of trumps for the turned card, for ten."""

    name = "exchange"
    says = _("{seat} exchanges the seven")

    def candidates(self, deal: MarjoletDeal) -> Iterator[Action]:
        if deal.drawer is not None:
            yield Action(deal.drawer, self.name)

    def problems(self, deal: MarjoletDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.drawer, action.seat)
        if deal.turned == deal.seven:
            yield SEVEN_TURNED.problem()
        elif not deal.holdings[action.seat] >> deal.seven & 1:
            yield SEVEN_NOT_HELD.problem()

    def apply(self, deal: MarjoletDeal, action: Action) -> MarjoletDeal:
        swapped = deal.holdings[action.seat] ^ (1 << deal.seven | 1 << deal.turned)
        holdings = tuple(swapped if seat == action.seat else held for seat, held in enumerate(deal.holdings))
        taken = replace(deal, holdings=holdings, turned=deal.seven, exchanged=True, sevens=(*deal.sevens, action.seat))
        return stopped(taken)


class Draw(Verb):
    """The winner of the trick draws, then the other player; after the tenth trick that is the turned card, and the rules of play change."""

    name = "draw"
    says = _("{seat} draws, then the other player")

    def candidates(self, deal: MarjoletDeal) -> Iterator[Action]:
        if deal.drawer is not None:
            yield Action(deal.drawer, self.name)

    def problems(self, deal: MarjoletDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.drawer, action.seat)

    def apply(self, deal: MarjoletDeal, action: Action) -> MarjoletDeal:
        mine, *others = deal.stock
        theirs = others[0] if others else deal.turned
        drawn = (mine, theirs) if action.seat == 0 else (theirs, mine)
        holdings = tuple(held | 1 << card for held, card in zip(deal.holdings, drawn, strict=True))
        plays = deal.plays if others else (follow_suit, must_trump, must_beat)
        return replace(deal, holdings=holdings, stock=tuple(others[1:]), drawer=None, turn=action.seat, plays=plays, melded_now=0)


def _after_trick(deal: Any) -> Any:
    """The played seven scores, win or lose; then the winner may meld and draws, or leads, or the hand is over."""
    deal = stopped(_seven_played(deal))
    if deal.over:
        return deal
    if deal.stock:
        return replace(deal, drawer=deal.turn, turn=None)
    return deal if any(deal.holdings) else replace(deal, turn=None, over=True)


def _seven_played(deal: MarjoletDeal) -> MarjoletDeal:
    trick = deal.tricks[-1]
    if deal.seven not in trick.cards:
        return deal
    options = deal.options
    if deal.exchanged:
        counts = options.exchanged_seven_scores_again
    else:
        counts = options.turned_seven_scores_when_played or not deal.turned_seven
    player = (trick.leader + trick.cards.index(deal.seven)) % 2
    return replace(deal, sevens=(*deal.sevens, player)) if counts else deal


VERBS = (LayDown(), Exchange(), Draw(), PlayCard(_after_trick))


def open_deal(state: MatchState[MarjoletOptions], dealt: Dealt) -> MarjoletDeal:
    """The stock begins with the turned card; without a dealer the first player deals. The other player leads, any card to any lead."""
    turned, *stock = dealt.stock
    dealer = dealt.dealer or 0
    leader = 1 - dealer if dealt.leader is None else dealt.leader
    holdings = tuple(mask_of(cards) for cards in dealt.holdings)
    deal = MarjoletDeal(state, PACK, dealt, holdings, 2, (), turn=leader, trump=PACK.suit_of(turned), dealer=dealer, turned=turned)
    return stopped(replace(deal, stock=tuple(stock)))


def outcome(deal: MarjoletDeal) -> MarjoletHand:
    """The sheet: everything that was counted, or what was scored until somebody was out."""
    melded = tuple(sum(deal.known_melds[name].points for seat, name in deal.melded if seat == side) for side in (0, 1))
    seven = deal.sevens[0] if deal.sevens else None
    hand = MarjoletHand(deal.dealer, deal.turned_seven, melded, seven, deal.exchanged)
    if deal.out is not None:
        return replace(hand, out=deal.out, total=scored(deal))
    last_six = [trick.winner for trick in deal.tricks[-HELD:]]
    won = len(deal.tricks_of(0))
    counted = replace(
        hand,
        tenth=deal.tricks[DRAWN - 1].winner,
        brisques=(deal.points_of(0), deal.points_of(1)),
        last=last_six[-1],
        sweep=len(set(last_six)) == 1,
        tricks=(won, TRICKS - won),
    )
    return completed_hand(deal.options, counted)
