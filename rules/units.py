"""Points in thirds (Marafon, Trionfo, Mattazza): kept as integers, written `7⅓`, `7 1/3` or `22t`. Never a float."""

import re
from dataclasses import dataclass

THIRDS = 3
_FRACTIONS = ("", "⅓", "⅔")
_AMOUNT = re.compile(r"(?P<whole>\d{1,4})?\s*(?P<part>[⅓⅔]|[12]/3)?")
_COUNTED = re.compile(r"(?P<thirds>\d{1,4})\s*t")
_PARTS = {None: 0, "⅓": 1, "⅔": 2, "1/3": 1, "2/3": 2}


@dataclass(frozen=True, slots=True)
class Amount:
    """What somebody wrote as points: the whole points, and the thirds when they were written too (`21t` is 7 and exact)."""

    whole: int
    thirds: int | None = None


def parse_amount(text: str) -> Amount:
    """Read `7`, `7⅓`, `7 1/3`, `⅔`, `22t`. Raises ValueError for anything else."""
    cleaned = text.strip().lower()
    if counted := _COUNTED.fullmatch(cleaned):
        thirds = int(counted["thirds"])
        return Amount(thirds // THIRDS, thirds)
    found = _AMOUNT.fullmatch(cleaned)
    if not found or not cleaned:
        raise ValueError(f"not an amount: {text!r}")
    whole = int(found["whole"] or 0)
    return Amount(whole, whole * THIRDS + _PARTS[found["part"]] if found["part"] else None)


def show_thirds(thirds: int) -> str:
    """22 → `7⅓`, 2 → `⅔`, 21 → `7`."""
    whole, rest = divmod(thirds, THIRDS)
    return f"{whole or ''}{_FRACTIONS[rest]}" if rest else str(whole)
