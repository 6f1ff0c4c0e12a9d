"""What a seat can do, one class per verb: the actions that may be legal, their problems, their effect. Games add their own verbs."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any, ClassVar

from rules.deals import Action, Deal, PlayRule, Trick, find_winning_index, suit_name
from rules.judging import NO_MONTE
from rules.problems import Fact, Problem
from rules.texts import _
from rules.tricks import find_legal_cards
from rules.units import format_thirds

HAND_OVER = Fact("hand_over", _("The hand is already over."))
UNKNOWN_VERB = Fact("unknown_verb", _("“{given}” is not possible in this game. Known: {choices}."))
NOT_NOW = Fact("not_now", _("This is not possible at this point of the match."))
NOT_YOUR_TURN = Fact("not_your_turn", _("It is {expected}’s turn, not {given}’s."))
NO_SUCH_CARD = Fact("no_such_card", _("“{given}” is not a card in this pack. Type a name or a number: king, ace, 7 …"))
NOT_HELD = Fact("not_held", _("{seat} does not have {card}."))
NO_SUCH_SUIT = Fact("no_such_suit", _("“{given}” is not a suit."))
MONTE_TOO_LATE = Fact(
    "monte_too_late", _("The hand has begun: a monte comes before trump is named and before the first card."), source="S, T2"
)
HAND_NOT_POOR = Fact("hand_not_poor", _("{seat} holds {points} points: a monte needs less than {below}."), source="S, T2")

TrickHook = Callable[[Any], Any]


class Verb(ABC):
    """Stateless. `problems` decides what is legal; `candidates` must contain every legal action of this verb and may contain more."""

    name: ClassVar[str]
    says: ClassVar[str] = "{seat}: {what}"
    """A msgid: who does what, for people."""
    words: ClassVar[Mapping[str, str]] = {}
    """What players call a word of the record: a msgid by the word, or by what stands before its dot; {what} is the suit behind it."""
    voluntary: ClassVar[bool] = False
    """Left out by random play, because it ends a hand at will (a claim, a monte)."""
    implied: ClassVar[bool] = False
    """Understood without being said once the next card is on the table (a draw)."""
    repeated: ClassVar[str] = ""
    """What several players say one after the other (“passo”); empty where nobody says what the player before has said."""

    @abstractmethod
    def list_candidates(self, deal: Any) -> Iterable[Action]:
        """Actions that may be legal now."""

    @abstractmethod
    def find_problems(self, deal: Any, action: Action) -> Iterator[Problem]:
        """Every problem that makes the action illegal."""

    @abstractmethod
    def apply_action(self, deal: Any, action: Action) -> Any:
        """The deal after a legal action; the kernel records the action itself."""


def seat_problems(deal: Deal, expected: int | None, seat: int) -> Iterator[Problem]:
    """A problem when nobody is to act now, or when another seat is."""
    if expected is None:
        yield NOT_NOW.problem()
    elif seat != expected:
        yield NOT_YOUR_TURN.problem(expected=format_seat(deal, expected), given=format_seat(deal, seat))


def monte_problems(deal: Deal, seat: int, below: int, *, has_begun: bool) -> Iterator[Problem]:
    """Why a player may not make the hand void: no such right (`below` is 0), too late, or not fewer thirds than `below` in hand."""
    values = deal.pack.card_values()
    thirds = sum(values[card] for card in deal.cards_in(seat))
    if not below:
        yield NO_MONTE.problem()
    elif has_begun:
        yield MONTE_TOO_LATE.problem()
    elif thirds >= below:
        yield HAND_NOT_POOR.problem(seat=format_seat(deal, seat), points=format_thirds(thirds), below=format_thirds(below))


def format_seat(deal: Deal, seat: int) -> str:
    side, place = seat % deal.sides, seat // deal.sides
    return "ABCDE"[side] + (str(place + 1) if deal.seats > deal.sides else "")


def format_holding(deal: Deal, holding: int) -> str:
    return " ".join(deal.pack.names_in(holding))


def list_binding_duties(deal: Deal) -> Iterator[tuple[PlayRule, int]]:
    """The duties that restrict the choice of the player whose turn it is, in order, each with the cards that it leaves."""
    pool = deal.holdings[deal.turn or 0]
    for rule in deal.plays:
        legal_pool = rule.narrow(deal, pool)
        if legal_pool != pool:
            yield rule, legal_pool
        pool = legal_pool


def build_duty_problem(deal: Deal, rule: PlayRule) -> Problem:
    """The problem of a duty, with the cards that it follows from and all legal cards."""
    led, winning = suit_name(deal.pack, deal.led_suit or 0), deal.pack.names[deal.winning_card] if deal.trick else ""
    return rule.fact.problem("what", led=led, winning=winning, cards=format_holding(deal, find_legal_cards(deal, deal.turn or 0)))


class NameTrump(Verb):
    """The seat with the right to do so (`deal.maker`) names the trump suit and leads."""

    name = "trump"
    says = _("{seat} makes {what} trump")

    def list_candidates(self, deal: Any) -> Iterator[Action]:
        if deal.trump is None:
            for suit in deal.pack.suits:
                yield Action(deal.maker, self.name, suit)

    def find_problems(self, deal: Any, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.maker if deal.trump is None else None, action.seat)
        if len(action.what) != 1 or action.what not in deal.pack.suits:
            yield NO_SUCH_SUIT.problem("what", given=action.what)

    def apply_action(self, deal: Any, action: Action) -> Any:
        return replace(deal, trump=deal.pack.suits.index(action.what), turn=deal.maker)


class PlayCard(Verb):
    """Play a card to the trick. `after_trick` is called with the deal when a trick is complete; by default the last card ends the hand."""

    name = "play"
    says = _("{seat} plays {what}")

    def __init__(self, after_trick: TrickHook | None = None) -> None:
        self.after_trick = after_trick or end_with_last_card

    def list_candidates(self, deal: Deal) -> Iterator[Action]:
        if deal.turn is not None:
            for card in deal.cards_in(deal.turn):
                yield Action(deal.turn, self.name, deal.pack.names[card])

    def find_problems(self, deal: Deal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.turn, action.seat)
        card = deal.pack.numbers.get(action.what)
        if card is None:
            yield NO_SUCH_CARD.problem("what", given=action.what)
        elif not deal.holdings[action.seat] >> card & 1:
            yield NOT_HELD.problem("what", seat=format_seat(deal, action.seat), card=action.what)
        elif action.seat == deal.turn:
            yield from self._find_duty_problem(deal, card)

    def _find_duty_problem(self, deal: Deal, card: int) -> Iterator[Problem]:
        """The first duty that excludes the card, with all cards that would be legal."""
        broken = (rule for rule, pool in list_binding_duties(deal) if not pool >> card & 1)
        yield from (build_duty_problem(deal, rule) for rule in islice(broken, 1))

    def apply_action(self, deal: Any, action: Action) -> Any:
        card = deal.pack.numbers[action.what]
        holdings = remove_cards(deal.holdings, action.seat, 1 << card)
        trick = (*deal.trick, card)
        if len(trick) < deal.seats:
            return replace(deal, holdings=holdings, trick=trick, turn=(action.seat + 1) % deal.seats)
        leader = (action.seat + 1) % deal.seats
        winner = (leader + find_winning_index(deal.pack, trick, deal.trump)) % deal.seats
        tricks = (*deal.tricks, Trick(leader, trick, winner))
        return self.after_trick(replace(deal, holdings=holdings, trick=(), tricks=tricks, turn=winner))


def end_with_last_card(deal: Any) -> Any:
    return deal if any(deal.holdings) else replace(deal, turn=None, over=True)


def draw_from_stock(deal: Any) -> Any:
    """The winner of the trick draws a card, then the others in turn; when the stock is gone the last cards are played.

    `PlayCard(draw_from_stock)` is a verb of any game in which everybody draws after each trick. The top of `deal.stock` is not taken off.
    """
    start = (len(deal.tricks) - 1) * deal.seats
    cards = deal.stock[start : start + deal.seats]
    if not cards:
        return end_with_last_card(deal)
    first_seat = deal.tricks[-1].winner
    drawn = {(first_seat + place) % deal.seats: card for place, card in enumerate(cards)}
    return replace(deal, holdings=tuple(held | 1 << drawn[seat] for seat, held in enumerate(deal.holdings)))


def remove_cards(holdings: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    """The holdings after a seat has given up the cards of a bitmask."""
    return tuple(holding & ~cards if index == seat else holding for index, holding in enumerate(holdings))
