"""The pot: what of the fees is played for, and how it is split. Whole cents and no database."""

import re
from collections.abc import Sequence
from itertools import pairwise

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.pages.fields import EuroField

EURO = 100
WHOLE = 100
MOST_PLACES = 64
_SHARE = re.compile(r"\d{1,3}")
_EXTRA = re.compile(r"(?P<label>[^:\d][^:]{0,59}):(?P<amount>[^:]+)")


def compute_pot_part(paid_cents: int, fee_cents: int, pot_cents: int) -> int:
    """What of the money paid for a fee goes into the pot: as the fee says, and in proportion of what was paid less or more."""
    return paid_cents * pot_cents // fee_cents if fee_cents else 0


def parse_split(text: str) -> tuple[int, ...]:
    """Shares in per cent by place, “50 30 20”. Empty for an empty text.

    Raises: ValidationError where it is no list of whole numbers, where a place gets more than the one before, or the sum is not 100.
    """
    words = re.split(r"[\s,;/%+-]+", text.strip(" \t%"))
    if words == [""]:
        return ()
    if len(words) > MOST_PLACES or not all(_SHARE.fullmatch(word) and int(word) for word in words):
        raise ValidationError(_("Write the shares in per cent from the first place down, for example 50 30 20."))
    shares = tuple(map(int, words))
    if sum(shares) != WHOLE:
        raise ValidationError(_("The shares add up to %(sum)d per cent and not to 100.") % {"sum": sum(shares)})
    if any(lower > higher for higher, lower in pairwise(shares)):
        raise ValidationError(_("A place gets more than the place before it: write the shares from the first place down."))
    return shares


def split_pot(pot_cents: int, shares: Sequence[int]) -> tuple[int, ...]:
    """Prizes in cents, whole euros, from the first place down; they add up to the pot.

    Every prize is rounded down to whole euros; what is left over goes to the first.
    """
    if not shares:
        return ()
    prizes = [pot_cents * share // (WHOLE * EURO) * EURO for share in shares]
    return (pot_cents - sum(prizes[1:]), *prizes[1:])


def parse_extras(text: str) -> dict[str, int]:
    """Further fees in cents by name, one a line: “Dinner: 15”. Raises: ValidationError with the line that cannot be read."""
    extras: dict[str, int] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        fee = _EXTRA.fullmatch(line)
        if fee is None:
            raise ValidationError(_("“%(line)s”: write a name, a colon and euros, for example “Dinner: 15”.") % {"line": line})
        label = fee["label"].strip()
        if label in extras:
            raise ValidationError(_("“%(label)s” is there twice.") % {"label": label})
        try:
            extras[label] = EuroField().clean(fee["amount"])
        except ValidationError as problem:
            raise ValidationError(_("“%(line)s”: %(problem)s") % {"line": line, "problem": problem.messages[0]}) from None
    return extras
