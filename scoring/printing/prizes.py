"""The prizes that a director types, one line for each place or range of places."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from tournaments.fields.euros import NUMBER, format_euros, parse_cents

_PLACES = re.compile(r"(?P<first>\d{1,3})\s*[ºª°.]?\s*(?:[-–—]\s*(?P<last>\d{1,3})\s*[ºª°.]?)?\s*:\s*(?P<text>.*)")
_AMOUNT = rf"(?:€\s*(?P<before>{NUMBER})|(?P<after>{NUMBER})\s*(?:€|euro\b))"
_MONEY = re.compile(_AMOUNT, re.IGNORECASE)
_VALUE = re.compile(rf".*\(\s*(?:{_AMOUNT})\s*\)\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PlacePrize:
    """The prize of one place. `cents` is its worth, where the line says it: money, or the value of a prize in kind in brackets."""

    text: str
    cents: int | None = None
    is_money: bool = False


def parse_prizes(lines: Iterable[str]) -> dict[int, PlacePrize]:
    """Prizes by place. A line “5–8: wine (10 €)” is for each of these places; a line without places follows the line before."""
    prizes: dict[int, PlacePrize] = {}
    following = 1
    for line in lines:
        placed = _PLACES.fullmatch(line)
        first = int(placed["first"]) if placed else following
        first, last = sorted((first, int(placed["last"] or first) if placed else first))
        prize = _parse_prize(placed["text"] if placed else line)
        prizes.update((place, prize) for place in range(first, last + 1) if place)
        following = last + 1
    return {place: prizes[place] for place in sorted(prizes)}


def _parse_prize(text: str) -> PlacePrize:
    money = _MONEY.fullmatch(text.strip())
    valued = money or _VALUE.fullmatch(text)
    amount = (valued["before"] or valued["after"]) if valued else None
    return PlacePrize(text.strip(), parse_cents(amount) if amount else None, is_money=money is not None)


def format_shared_prize(prizes: Sequence[PlacePrize], sharing: int) -> str:
    """What each of `sharing` tied entries gets of the prizes of their places: their part of the money, or the prizes to be divided."""
    if sharing == 1 or not prizes:
        return "".join(prize.text for prize in prizes)
    texts = [prize.text for prize in prizes]
    if len(set(texts)) == 1 and len(texts) == sharing:
        return texts[0]
    divided = gettext("divided by %(number)d: %(prizes)s") % {"number": sharing, "prizes": " + ".join(texts)}
    if not all(prize.is_money for prize in prizes):
        return divided
    return gettext("%(amount)s each (%(divided)s)") % {"amount": format_euros(divide_money(prizes, sharing)), "divided": divided}


def divide_money(prizes: Sequence[PlacePrize], sharing: int) -> int:
    """What each of `sharing` tied entries gets in money, in cents; 0 where a prize is no money. The rest stays."""
    return sum(prize.cents or 0 for prize in prizes) // sharing if all(prize.is_money for prize in prizes) else 0
