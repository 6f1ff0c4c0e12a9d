"""Points in thirds (Marafon, Trionfo, Mattazza), stored as integers and written `7⅓`, `7 1/3` or `22t`; never a float."""

import re
from dataclasses import dataclass

THIRDS = 3
_FRACTIONS = ("", "⅓", "⅔")
_AMOUNT = re.compile(r"(?P<whole>\d{1,4})?\s*(?P<part>[⅓⅔]|[12]/3)?")
_COUNTED = re.compile(r"(?P<thirds>\d{1,4})\s*t")
_PARTS = {None: 0, "⅓": 1, "⅔": 2, "1/3": 1, "2/3": 2}


@dataclass(frozen=True, slots=True)
class Amount:
    """Points as written: the whole points, and the thirds when they were written too (`21t` is exactly 7)."""

    whole: int
    thirds: int | None = None


def parse_amount(text: str) -> Amount:
    """Parse `7`, `7⅓`, `7 1/3`, `⅔` or `22t`. Raises ValueError for anything else."""
    cleaned = text.strip().lower()
    if counted := _COUNTED.fullmatch(cleaned):
        thirds = int(counted["thirds"])
        return Amount(thirds // THIRDS, thirds)
    match = _AMOUNT.fullmatch(cleaned)
    if not match or not cleaned:
        raise ValueError(f"not an amount: {text!r}")
    whole = int(match["whole"] or 0)
    return Amount(whole, whole * THIRDS + _PARTS[match["part"]] if match["part"] else None)


def format_thirds(thirds: int) -> str:
    """22 → `7⅓`, 2 → `⅔`, 21 → `7`."""
    whole, remainder = divmod(thirds, THIRDS)
    return f"{whole or ''}{_FRACTIONS[remainder]}" if remainder else str(whole)
