"""Amounts of money: read as people write them in Italian or English, and written in the reader's language."""

import re

from django.utils.formats import number_format
from django.utils.translation import gettext

NUMBER = r"(?:\d{1,3}(?:[.,’' ]\d{3})+|\d+)(?:[.,]\d{1,2})?"
"""Groups of three digits are thousands, one or two digits after a point or a comma are cents: 7,50 · 7.5 · 1.500 · 1,500.00."""
_AMOUNT = re.compile(rf"€?\s*(?P<number>{NUMBER})\s*(?:€|euros?|eur)?", re.IGNORECASE)
_CENTS = re.compile(r"(?P<whole>.*?)(?:[.,](?P<cents>\d{1,2}))?")


def parse_cents(text: str) -> int:
    """The cents of an amount in euros, with or without its sign. Raises: ValueError."""
    amount = _AMOUNT.fullmatch(text.strip())
    parts = _CENTS.fullmatch(amount["number"]) if amount else None
    if parts is None:
        raise ValueError(text)
    return int(re.sub(r"\D", "", parts["whole"])) * 100 + int((parts["cents"] or "0").ljust(2, "0"))


def format_euros(cents: int) -> str:
    """“1.500,00 €” in Italian, “€1,500.00” in English."""
    amount = number_format(abs(cents) / 100, 2, force_grouping=True)
    return ("−" if cents < 0 else "") + gettext("€%(amount)s") % {"amount": amount}
