"""The lines of a prize list as a director types them: places, what is won, what it cost, and who gave it. No database.

“1: ham (80 €) · Salumeria Rossi” is a prize in kind for the first place, with its purchase value and its sponsor; “2: voucher 50 € · Bar
Sport” is a voucher, and “3: 30 €” is money. A line without places follows the line before. A line that ends with a colon begins the prizes
of somebody else: a consolation, a category, a club, or the last.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext

from tournaments.fields.euros import NUMBER, format_euros, parse_cents

SPONSOR_MARK = " · "
MOST_PLACE = 999
LAST = (
    *("last", "last place", "last pair"),
    *("ultimo", "ultimi", "ultimo posto", "ultimi posti", "ultima coppia", "ultimo classificato", "ultimi classificati"),
)
"""Headings, in small letters, under which places are counted from the end."""
_VOUCHER = re.compile(r"(?:buon[oi]|vouchers?)\b", re.IGNORECASE)
_PLACES = re.compile(r"(?P<first>\d{1,3})\s*[ºª°.]?\s*(?:[-–—]\s*(?P<last>\d{1,3})\s*[ºª°.]?)?\s*:\s*(?P<text>.*)")
_WORD = r"(?:premio|prize|posto|place)"
_NUMBERED = re.compile(
    rf"(?P<first>\d{{1,3}})(?:\s*[º°)]|(?:st|nd|rd|th)\b|[.](?=\s)|(?=\s*{_WORD}\s*[:–—-]))(?!\s*[–—-]\s*\d)\s*(?:{_WORD}\b)?"
    rf"\s*[:–—-]?\s*(?P<text>(?!{_WORD}\s*$)\S.*)",
    re.IGNORECASE,
)
"""“1º premio: ham”, “2. oil”, “3) wine”: the place stands before the prize as people write it by hand. “2 hams” says none."""
_IN_WORDS = re.compile(r"(?:(?:prim|second|terz|quart|quint)[oa]|first|second|third)\b", re.IGNORECASE)
_AMOUNT = rf"(?:€\s*(?P<before>{NUMBER})|(?P<after>{NUMBER})\s*(?:€|euro\b))"
_MONEY = re.compile(_AMOUNT, re.IGNORECASE)
_VALUE = re.compile(rf"(?P<what>.*?)\s*\(\s*(?:{_AMOUNT})\s*\)\s*", re.IGNORECASE)
_VOUCHER_VALUE = re.compile(rf"(?P<what>.*?)\s*(?:{_AMOUNT})\s*", re.IGNORECASE)


class PrizeKind(StrEnum):
    """In kind comes first, money last."""

    GOODS = "goods"
    VOUCHER = "voucher"
    MONEY = "money"


@dataclass(frozen=True, slots=True)
class PlacePrize:
    """The prize of one place; `text` is its whole line. `cents` is its worth, where the line says it: money, the value of a voucher, or
    what a prize in kind cost. `what` is the line without worth and `sponsor`.
    """

    text: str
    cents: int | None = None
    kind: PrizeKind = PrizeKind.GOODS
    what: str = ""
    sponsor: str = ""

    @property
    def is_money(self) -> bool:
        return self.kind is PrizeKind.MONEY


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A line of the list: the places from `first` to `last` under a heading, which is empty for places of the tournament."""

    award: str
    first: int
    last: int
    prize: PlacePrize

    @property
    def places(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"

    @property
    def count(self) -> int:
        return self.last - self.first + 1

    @property
    def key(self) -> str:
        """What names the line in a form."""
        return f"{self.first} {self.award.casefold()}".strip()


def name_places(award: str, places: object) -> str:
    """“Women, 1”; of the tournament itself the places alone."""
    return f"{award}, {places}" if award else str(places)


def find_heading(title: str, headings: Iterable[str]) -> str:
    """Under which of the headings, in small letters, the prizes of a title stand: under its own, else that of the consolation of which
    it is a pool; empty for those of the tournament.
    """
    return max((heading for heading in headings if f"{title.casefold()} ".startswith(f"{heading} ")), key=len, default="")


def parse_prize_lines(text: str) -> tuple[PrizeLine, ...]:
    """Every line of a prize list under its heading, in the order of the text."""
    award, following, lines = "", 1, []
    for typed in filter(None, map(str.strip, text.splitlines())):
        if typed.endswith(":"):
            award, following = typed.removesuffix(":").strip(), 1
            continue
        line = _parse_line(award, typed, following)
        following = line.last + 1
        lines.append(line)
    return tuple(lines)


def parse_prizes(lines: Iterable[str]) -> dict[int, PlacePrize]:
    """Prizes by place. A line “5–8: wine (10 €)” is for each of these places; a line without places follows the line before."""
    prizes: dict[int, PlacePrize] = {}
    for line in parse_prize_lines("\n".join(lines)):
        prizes.update((place, line.prize) for place in range(line.first, line.last + 1) if place)
    return {place: prizes[place] for place in sorted(prizes)}


def list_single_prizes(text: str) -> Iterator[tuple[PrizeLine, int]]:
    """Every prize that can be given: its line and its place."""
    yield from ((line, place) for line in parse_prize_lines(text) for place in range(max(line.first, 1), line.last + 1))


def _parse_line(award: str, typed: str, following: int) -> PrizeLine:
    placed = _PLACES.fullmatch(typed) or _NUMBERED.fullmatch(typed)
    first = int(placed["first"]) if placed else following
    first, last = sorted((first, int(placed.groupdict().get("last") or first) if placed else first))
    return PrizeLine(award, first, last, parse_prize(placed["text"] if placed else typed))


def says_places(lines: Iterable[str]) -> bool:
    """Whether the lines say themselves for which places they are: “1º premio: ham”, “5–8: wine”, “Primo premio”."""
    return any(pattern.match(line) for line in lines for pattern in (_PLACES, _NUMBERED, _IN_WORDS))


def parse_prize(typed: str) -> PlacePrize:
    """The prize of a line without its places."""
    text = typed.strip()
    content, _mark, sponsor = text.rpartition(SPONSOR_MARK) if SPONSOR_MARK in text else (text, "", "")
    money = _MONEY.fullmatch(content.strip())
    if money:
        return PlacePrize(text, _read_amount(money), PrizeKind.MONEY, content.strip(), sponsor.strip())
    is_voucher = _VOUCHER.match(content.strip()) is not None
    valued = _VALUE.fullmatch(content) or (_VOUCHER_VALUE.fullmatch(content) if is_voucher else None)
    what = valued["what"].strip() if valued else content.strip()
    kind = PrizeKind.VOUCHER if is_voucher else PrizeKind.GOODS
    return PlacePrize(text, _read_amount(valued) if valued else None, kind, what, sponsor.strip())


def _read_amount(amount: re.Match[str]) -> int:
    return parse_cents(amount["before"] or amount["after"])


def format_prize(kind: PrizeKind, what: str, cents: int, sponsor: str) -> str:
    """A prize as its line says it; `parse_prize` reads the same."""
    if kind is PrizeKind.MONEY:
        text = format_euros(cents)
    else:
        called = what if kind is PrizeKind.GOODS or _VOUCHER.match(what) else " ".join(filter(None, (gettext("voucher"), what)))
        text = f"{called} ({format_euros(cents)})" if cents else called
    return f"{text}{SPONSOR_MARK}{sponsor}" if sponsor else text


def list_prize_words(text: str) -> tuple[str, ...]:
    """The prize list as guests read it."""
    return tuple(map(describe_prize, parse_prize_lines(text)))


def describe_prize(line: PrizeLine) -> str:
    """“2–3: oil · Rossi”; what things cost is for the desk."""
    prize = line.prize
    words = SPONSOR_MARK.join(filter(None, (prize.what, prize.sponsor))) if prize.kind is PrizeKind.GOODS else prize.text
    return f"{name_places(line.award, line.places)}: {words}"


def write_prize_list(lines: Iterable[PrizeLine]) -> str:
    """The text of a list: first the places of the tournament, then each heading with its own, from the first place down."""
    awards: dict[str, list[PrizeLine]] = {"": []}
    titles: dict[str, str] = {}
    for line in lines:
        titles.setdefault(line.award.casefold(), line.award)
        awards.setdefault(line.award.casefold(), []).append(line)
    written: list[str] = []
    for award, listed in awards.items():
        if award:
            written.append(f"{titles[award]}:")
        written += [f"{line.places}: {line.prize.text}" for line in sorted(listed, key=lambda line: line.first)]
    return "\n".join(written)
