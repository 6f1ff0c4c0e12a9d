"""Mattazza card by card: the dealer's right leads, no trump, follow suit."""

from collections.abc import Sequence

from rules.cards import mask_of
from rules.deals import Deal, Dealt
from rules.games.mattazza.tables import ALL_POINTS, LAST_TRICK, PACK, PLAYERS, MattazzaHand, MattazzaOptions
from rules.playout import tricks_in_turn
from rules.scorebook import MatchState, Score
from rules.tricks import follow_suit
from rules.units import THIRDS
from rules.verbs import PlayCard

VERBS = (PlayCard(),)


def open_deal(state: MatchState[MattazzaOptions], dealt: Dealt) -> Deal:
    leader = ((dealt.dealer or 0) + 1) % PLAYERS if dealt.leader is None else dealt.leader
    holdings = tuple(mask_of(cards) for cards in dealt.holdings)
    return Deal(state, PACK, dealt, holdings, PLAYERS, (follow_suit,), turn=leader)


def outcome(deal: Deal) -> MattazzaHand:
    tricks = tuple(len(deal.tricks_of(side)) for side in range(PLAYERS))
    thirds = tuple(deal.points_of(side) for side in range(PLAYERS))
    return written(deal.options, deal.dealt.dealer, thirds, tricks, deal.tricks[-1].winner)


def written(options: MattazzaOptions, dealer: int | None, thirds: Score, tricks: Score, last: int) -> MattazzaHand:
    """The sheet; `thirds` are those of the cards. In whole points the winner of the last trick takes what the others leave."""
    if options.count == "thirds":
        penalties = tuple(count + (LAST_TRICK if side == last else 0) for side, count in enumerate(thirds))
    else:
        rest = ALL_POINTS - sum(count // THIRDS for side, count in enumerate(thirds) if side != last)
        penalties = tuple(rest if side == last else count // THIRDS for side, count in enumerate(thirds))
    return MattazzaHand(dealer, penalties, last, tricks)


def quick_hand(options: MattazzaOptions, deck: Sequence[int], dealer: int) -> MattazzaHand:
    thirds, tricks, winner = [0] * PLAYERS, [0] * PLAYERS, 0
    for winner, points in tricks_in_turn(PACK, deck, (dealer + 1) % PLAYERS, None, PLAYERS):
        thirds[winner] += points
        tricks[winner] += 1
    return written(options, dealer, tuple(thirds), tuple(tricks), winner)
