"""Maranna card by card: Maranne declared in turn, cards drawn after each trick."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.cards import build_mask
from rules.deals import Action, Deal, DealtCards
from rules.effects import find_ending_step
from rules.games.maranna.sheet import compute_maranna_steps
from rules.games.maranna.tables import MARANNA, PACK, TRICKS, DeclaredValues, MarannaHand, MarannaOptions, get_ladder
from rules.problems import Fact, Problem
from rules.scorebook import MatchState
from rules.texts import Text, _
from rules.tricks import must_beat
from rules.verbs import NO_SUCH_SUIT, PlayCard, Verb, draw_from_stock, seat_problems

NO_MARANNA = Fact("no_maranna", _("A Maranna is king and cavallo of one suit, both in hand."), source="S art. 15")
DECLARED_BEFORE = Fact("declared_before", _("The Maranna of this suit was declared before."), source="S art. 15, 19")
ONE_A_TURN = Fact("one_maranna_a_turn", _("One Maranna a turn: play a card first."), source="D")
NOT_THE_MOMENT = Fact("maranna_not_now", _("In this tournament a Maranna is declared {when}."), source="P19, P20")
WHEN = {
    "after_winning": _("by the player who has just won a trick"),
    "not_first_trick": _("after the first trick"),
    "only_with_5_cards": _("with five cards in hand"),
}


@dataclass(frozen=True, slots=True)
class MarannaDeal(Deal):
    dealer: int = 0
    declared: tuple[tuple[int, int], ...] = ()
    """Seat and suit of each Maranna, in order."""
    in_turn: int = 0
    """Maranne that the seat to play has declared before playing its card."""


class DeclareMaranna(Verb):
    """Show king and cavallo of a suit: it scores at once, and the first Maranna makes its suit trump."""

    name = "maranna"
    says = _("{seat} declares the Maranna of {what}")

    def list_candidates(self, deal: MarannaDeal) -> Iterator[Action]:
        if deal.turn is not None:
            for suit in deal.pack.suits:
                yield Action(deal.turn, self.name, suit)

    def find_problems(self, deal: MarannaDeal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.turn, action.seat)
        if len(action.what) != 1 or action.what not in deal.pack.suits:
            yield NO_SUCH_SUIT.problem("what", given=action.what)
            return
        maranna_mask = build_maranna_mask(deal.pack.suits.index(action.what))
        if deal.holdings[action.seat] & maranna_mask != maranna_mask:
            yield NO_MARANNA.problem("what")
        if deal.pack.suits.index(action.what) in {suit for _seat, suit in deal.declared}:
            yield DECLARED_BEFORE.problem("what")
        if deal.in_turn and deal.options.declarations_per_turn == "one":
            yield ONE_A_TURN.problem()
        if not can_declare(deal.options, len(deal.tricks), len(deal.trick), deal.holdings[action.seat].bit_count()):
            yield NOT_THE_MOMENT.problem(when=Text(WHEN[deal.options.declare_when]))

    def apply_action(self, deal: MarannaDeal, action: Action) -> MarannaDeal:
        suit = deal.pack.suits.index(action.what)
        trump = suit if deal.trump is None or deal.options.trump_changes else deal.trump
        declared_deal = replace(deal, declared=(*deal.declared, (action.seat, suit)), trump=trump, in_turn=deal.in_turn + 1)
        ending = find_ending_step(deal.state, compute_maranna_steps(deal.state, _build_declared_entry(declared_deal)))
        return declared_deal if ending is None else replace(declared_deal, turn=None, over=True)


class PlayMarannaCard(PlayCard):
    def apply_action(self, deal: MarannaDeal, action: Action) -> MarannaDeal:
        played: MarannaDeal = super().apply_action(replace(deal, in_turn=0), action)
        return played


def can_declare(options: MarannaOptions, tricks: int, played_cards: int, held_cards: int) -> bool:
    """Whether a Maranna may be declared after `tricks` tricks, with so many cards on the table and so many in hand."""
    match options.declare_when:
        case "after_winning":
            return tricks > 0 and not played_cards
        case "not_first_trick":
            return tricks > 0
        case "only_with_5_cards":
            return held_cards == 5
    return True


def build_maranna_mask(suit: int) -> int:
    """Bitmask of king and cavallo of a suit."""
    return PACK.mask_of_names(PACK.suits[suit] + rank for rank in MARANNA)


VERBS = (DeclareMaranna(), PlayMarannaCard(draw_from_stock))


def open_deal(state: MatchState[MarannaOptions], dealt: DealtCards) -> MarannaDeal:
    holdings = tuple(build_mask(cards) for cards in dealt.holdings)
    dealer = dealt.dealer or 0
    leader = (dealer + 1) % len(holdings) if dealt.leader is None else dealt.leader
    duties = (must_beat,) if state.options.must_beat else ()
    return MarannaDeal(state, PACK, dealt, holdings, 2, duties, turn=leader, dealer=dealer)


def build_outcome(deal: MarannaDeal) -> MarannaHand:
    """Build the hand entry: only the Maranne when one of them ended the game, else the card points as well."""
    entry = _build_declared_entry(deal)
    if any(deal.holdings):
        return entry
    won_tricks = len(deal.tricks_of(0))
    points = (deal.points_of(0), deal.points_of(1))
    return replace(entry, points=points, tricks=(won_tricks, TRICKS - won_tricks), last=deal.tricks[-1].winner % 2)


def list_declared_by_side(options: MarannaOptions, sides: list[int]) -> DeclaredValues | None:
    """For each side the values of its Maranne, when `sides` declared them in this order; None when there was none."""
    values_and_sides = list(zip(get_ladder(options), sides, strict=False))
    return tuple(tuple(value for value, declarer in values_and_sides if declarer == side) for side in (0, 1)) if sides else None


def _build_declared_entry(deal: MarannaDeal) -> MarannaHand:
    sides = [seat % 2 for seat, _suit in deal.declared]
    trump = PACK.suits[deal.declared[0][1]] if deal.declared else None
    return MarannaHand(dealer=deal.dealer, declared=list_declared_by_side(deal.options, sides), trump=trump)
