"""Duties of whoever plays a card. A game lists those it has, in order: `plays = (follow_suit, must_beat_opponent)`."""

from collections.abc import Callable

from rules.deals import Deal, PlayRule, higher_cards
from rules.problems import Fact
from rules.texts import _

Narrow = Callable[[Deal, int], int]


def duty(code: str, message: str, source: str = "S") -> Callable[[Narrow], PlayRule]:
    """Make a PlayRule of a function from the deal and a pool of cards to the part of the pool that fulfils the duty."""
    return lambda narrow: PlayRule(Fact(code, message, source=source), narrow)


@duty("follow_suit", _("{led} were led and the player had some. Legal: {cards}."))
def follow_suit(deal: Deal, pool: int) -> int:
    """A card of the suit led, if there is one."""
    return pool if deal.led is None else deal.pack.in_suit(pool, deal.led) or pool


@duty("must_beat_opponent", _("An opponent's {winning} was winning and could be beaten. Legal: {cards}."))
def must_beat_opponent(deal: Deal, pool: int) -> int:
    """While an opponent is winning, a card that beats the winning one, if the pool has any."""
    winner = deal.winning_seat
    if winner is None or deal.turn is None or deal.allied(winner, deal.turn):
        return pool
    return pool & higher_cards(deal.pack, deal.winning, deal.trump) or pool


@duty("must_beat", _("{winning} was winning and could be beaten. Legal: {cards}."))
def must_beat(deal: Deal, pool: int) -> int:
    """A card that beats the winning one, whoever played it, if the pool has any."""
    return pool & higher_cards(deal.pack, deal.winning, deal.trump) or pool if deal.trick else pool


@duty("must_trump", _("The player had none of {led} and must play a trump. Legal: {cards}."))
def must_trump(deal: Deal, pool: int) -> int:
    """Void in the suit led: a trump, if there is one."""
    if deal.led is None or deal.trump is None or deal.pack.in_suit(pool, deal.led):
        return pool
    return deal.pack.in_suit(pool, deal.trump) or pool


@duty("follow_or_trump", _("{led} were led: follow suit or trump. Legal: {cards}."))
def follow_or_trump(deal: Deal, pool: int) -> int:
    """A card of the suit led or a trump, if there is a card of the suit led."""
    if deal.led is None or not deal.pack.in_suit(pool, deal.led):
        return pool
    trumps = 0 if deal.trump is None else deal.pack.in_suit(pool, deal.trump)
    return deal.pack.in_suit(pool, deal.led) | trumps


def legal_pool(deal: Deal, seat: int) -> int:
    """Bitmask of the cards that a seat may play now."""
    pool = deal.holdings[seat]
    for rule in deal.plays:
        pool = rule.narrow(deal, pool)
    return pool
