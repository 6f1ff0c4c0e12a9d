"""Duties in the play of a card. A game lists its own in order: `plays = (follow_suit, must_beat_opponent)`."""

from collections.abc import Callable

from rules.deals import Deal, PlayRule, higher_cards
from rules.problems import Fact
from rules.texts import _

Narrow = Callable[[Deal, int], int]


def declare_duty(code: str, message: str, source: str = "S") -> Callable[[Narrow], PlayRule]:
    """Decorator that makes a PlayRule of a function from a deal and a pool of cards to the part of the pool that fulfils the duty."""
    return lambda narrow: PlayRule(Fact(code, message, source=source), narrow)


@declare_duty("follow_suit", _("{led} were led and the player had some. Legal: {cards}."))
def follow_suit(deal: Deal, pool: int) -> int:
    """Cards of the suit led, if the pool has any."""
    return pool if deal.led_suit is None else deal.pack.in_suit(pool, deal.led_suit) or pool


@declare_duty("must_beat_opponent", _("An opponent’s {winning} was winning and could be beaten. Legal: {cards}."))
def must_beat_opponent(deal: Deal, pool: int) -> int:
    """While an opponent is winning: cards that beat the winning card, if the pool has any."""
    winner = deal.winning_seat
    if winner is None or deal.turn is None or deal.are_partners(winner, deal.turn):
        return pool
    return pool & higher_cards(deal.pack, deal.winning_card, deal.trump) or pool


@declare_duty("must_beat", _("{winning} was winning and could be beaten. Legal: {cards}."))
def must_beat(deal: Deal, pool: int) -> int:
    """Cards that beat the winning card, whichever side played it, if the pool has any."""
    return pool & higher_cards(deal.pack, deal.winning_card, deal.trump) or pool if deal.trick else pool


@declare_duty("must_trump", _("The player had none of {led} and must play a trump. Legal: {cards}."))
def must_trump(deal: Deal, pool: int) -> int:
    """When the pool has no card of the suit led: trumps, if it has any."""
    if deal.led_suit is None or deal.trump is None or deal.pack.in_suit(pool, deal.led_suit):
        return pool
    return deal.pack.in_suit(pool, deal.trump) or pool


@declare_duty("follow_or_trump", _("{led} were led: follow suit or trump. Legal: {cards}."))
def follow_or_trump(deal: Deal, pool: int) -> int:
    """When the pool has cards of the suit led: those and trumps."""
    if deal.led_suit is None or not deal.pack.in_suit(pool, deal.led_suit):
        return pool
    trumps = 0 if deal.trump is None else deal.pack.in_suit(pool, deal.trump)
    return deal.pack.in_suit(pool, deal.led_suit) | trumps


def find_legal_cards(deal: Deal, seat: int) -> int:
    """Bitmask of the cards that a seat may play now."""
    pool = deal.holdings[seat]
    for rule in deal.plays:
        pool = rule.narrow(deal, pool)
    return pool
