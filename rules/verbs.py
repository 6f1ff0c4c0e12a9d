"""What a seat can do, one class a verb: what it might do now, what is wrong with it, what it leads to. Games add their own."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any, ClassVar

from rules.deals import Action, Deal, PlayRule, Trick, suit_text, winning_place
from rules.problems import Fact, Problem
from rules.texts import _
from rules.tricks import legal_pool

HAND_OVER = Fact("hand_over", _("The hand is already over."))
UNKNOWN_VERB = Fact("unknown_verb", _("Nobody can “{given}” in this game. Known: {choices}."))
NOT_NOW = Fact("not_now", _("This cannot be done now."))
NOT_YOUR_TURN = Fact("not_your_turn", _("It is {expected}'s turn, not {given}'s."))
NO_SUCH_CARD = Fact("no_such_card", _("“{given}” is not a card of this pack."))
NOT_HELD = Fact("not_held", _("{seat} does not hold {card}."))
NO_SUCH_SUIT = Fact("no_such_suit", _("“{given}” is not a suit."))

AfterTrick = Callable[[Any], Any]


class Verb(ABC):
    """Stateless. `problems` is the judge; `candidates` need only contain every legal action of this verb."""

    name: ClassVar[str]
    says: ClassVar[str] = "{seat}: {what}"
    """A msgid: who does what, for people."""
    voluntary: ClassVar[bool] = False
    """Left out by random play, because it ends a hand at will (a claim, a monte)."""

    @abstractmethod
    def candidates(self, deal: Any) -> Iterable[Action]:
        """Actions that might be legal now."""

    @abstractmethod
    def problems(self, deal: Any, action: Action) -> Iterator[Problem]:
        """Everything that makes the action illegal."""

    @abstractmethod
    def apply(self, deal: Any, action: Action) -> Any:
        """The deal after a legal action; the kernel writes the action down."""


def seat_problems(deal: Deal, expected: int | None, seat: int) -> Iterator[Problem]:
    """Nobody is to act, or somebody else."""
    if expected is None:
        yield NOT_NOW.problem()
    elif seat != expected:
        yield NOT_YOUR_TURN.problem(expected=seat_name(deal, expected), given=seat_name(deal, seat))


def seat_name(deal: Deal, seat: int) -> str:
    side, place = seat % deal.sides, seat // deal.sides
    return "ABCDE"[side] + (str(place + 1) if deal.seats > deal.sides else "")


def names(deal: Deal, holding: int) -> str:
    return " ".join(deal.pack.texts(holding))


def binding_duties(deal: Deal) -> Iterator[tuple[PlayRule, int]]:
    """The duties that leave whoever has to play a card less choice, in order, each with the cards that it leaves."""
    pool = deal.holdings[deal.turn or 0]
    for rule in deal.plays:
        left = rule.narrow(deal, pool)
        if left != pool:
            yield rule, left
        pool = left


def duty_problem(deal: Deal, rule: PlayRule) -> Problem:
    """A duty in words: what it follows from, and all cards that are legal."""
    led, winning = suit_text(deal.pack, deal.led or 0), deal.pack.names[deal.winning] if deal.trick else ""
    return rule.fact.problem("what", led=led, winning=winning, cards=names(deal, legal_pool(deal, deal.turn or 0)))


class NameTrump(Verb):
    """Whoever has the right (`deal.maker`) names the trump suit and leads."""

    name = "trump"
    says = _("{seat} makes {what} trump")

    def candidates(self, deal: Any) -> Iterator[Action]:
        if deal.trump is None:
            for suit in deal.pack.suits:
                yield Action(deal.maker, self.name, suit)

    def problems(self, deal: Any, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.maker if deal.trump is None else None, action.seat)
        if len(action.what) != 1 or action.what not in deal.pack.suits:
            yield NO_SUCH_SUIT.problem("what", given=action.what)

    def apply(self, deal: Any, action: Action) -> Any:
        return replace(deal, trump=deal.pack.suits.index(action.what), turn=deal.maker)


class PlayCard(Verb):
    """Play a card to the trick. `after_trick` is what happens when a trick is complete: by default the hand ends with the last card."""

    name = "play"
    says = _("{seat} plays {what}")

    def __init__(self, after_trick: AfterTrick | None = None) -> None:
        self.after_trick = after_trick or end_with_last_card

    def candidates(self, deal: Deal) -> Iterator[Action]:
        if deal.turn is not None:
            for card in deal.cards_in(deal.turn):
                yield Action(deal.turn, self.name, deal.pack.names[card])

    def problems(self, deal: Deal, action: Action) -> Iterator[Problem]:
        yield from seat_problems(deal, deal.turn, action.seat)
        card = deal.pack.numbers.get(action.what)
        if card is None:
            yield NO_SUCH_CARD.problem("what", given=action.what)
        elif not deal.holdings[action.seat] >> card & 1:
            yield NOT_HELD.problem("what", seat=seat_name(deal, action.seat), card=action.what)
        elif action.seat == deal.turn:
            yield from self._duties(deal, card)

    def _duties(self, deal: Deal, card: int) -> Iterator[Problem]:
        """The first duty that excludes the card, with all cards that would have been legal."""
        broken = (rule for rule, pool in binding_duties(deal) if not pool >> card & 1)
        yield from (duty_problem(deal, rule) for rule in islice(broken, 1))

    def apply(self, deal: Any, action: Action) -> Any:
        card = deal.pack.numbers[action.what]
        holdings = without(deal.holdings, action.seat, 1 << card)
        trick = (*deal.trick, card)
        if len(trick) < deal.seats:
            return replace(deal, holdings=holdings, trick=trick, turn=(action.seat + 1) % deal.seats)
        leader = (action.seat + 1) % deal.seats
        winner = (leader + winning_place(deal.pack, trick, deal.trump)) % deal.seats
        done = (*deal.tricks, Trick(leader, trick, winner))
        return self.after_trick(replace(deal, holdings=holdings, trick=(), tricks=done, turn=winner))


def end_with_last_card(deal: Any) -> Any:
    return deal if any(deal.holdings) else replace(deal, turn=None, over=True)


def without(holdings: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    """The holdings after a seat has given some cards away."""
    return tuple(held & ~cards if holder == seat else held for holder, held in enumerate(holdings))
