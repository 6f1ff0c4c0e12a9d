"""Rows of a list that are no entries: titles above it, totals below it, headings that are repeated."""

import re
from collections.abc import Sequence
from enum import StrEnum

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.people.names import fold_name
from tournaments.reading.headings import is_heading_row
from tournaments.reading.lines import has_strong_separator

Cells = tuple[str, ...]

HEADING_WITHIN = 15
"""The heading is sought in so many rows: titles, dates and empty rows may stand above it."""

_FOOTER = re.compile(r"^(?:(?:tot|totale|totali|total|totals)\b|stampato il\b|printed on\b|(?:pagina|pag|page) \d)")
_TITLE_WORDS = re.compile(
    r"\b(?:torneo|tournament|elenco|lista|list|iscritti|iscrizioni|entries|gara|memorial|trofeo|coppa|campionato|edizione)\b"
)

_SURE_TITLE = re.compile(r"\b(?:torneo|tournament|iscritti|iscrizioni|entries)\b")
"""Words that nobody is called: a dash beside them separates no pair."""

_FEE = r"\b(?:non )?(?:paga|pagan[oi]|pagat[oaie]|pagare|paid|unpaid)(?: \d+)*(?: eur| euro)?$"
_BESIDE_A_NAME = re.compile(rf"(?:^| )\d{{3,}}(?: |$)|^\d|{_FEE}")
"""In folded text, which has no signs. “Anna 2” tells two people apart, and stays."""
_SIGN = re.compile(r"[€$]")
_DATE = re.compile(r"\d+(?:\s*[/–-]\s*\d+)+")


class SkipReason(StrEnum):
    """Why a row was passed over; `SKIP_REASON_WORDS` has the words."""

    TITLE = "title"
    HEADING = "heading"
    TOTAL = "total"


SKIP_REASON_WORDS: dict[SkipReason, str | Promise] = {
    SkipReason.TITLE: _("a title above the list"),
    SkipReason.HEADING: _("the heading again"),
    SkipReason.TOTAL: _("a total below the list"),
}


def find_heading(rows: Sequence[Cells]) -> int | None:
    """The index of the heading: the first one near the top with nothing above it but titles, which fill few cells; None without one."""
    for index, row in enumerate(rows[:HEADING_WITHIN]):
        if is_heading_row(row):
            return index
        if _count_filled(row) > 1 and 2 * _count_filled(row) > max(map(_count_filled, rows[index + 1 : index + 4]), default=0):
            return None
    return None


def find_title_rows(rows: Sequence[Cells]) -> int:
    """How many rows at the top are titles of a list without a heading: a single cell that names no pair, where other rows have more."""
    usual = sorted(_count_filled(row) for row in rows)[len(rows) // 2] if rows else 0
    for index, row in enumerate(rows):
        if index == len(rows) - 1 or not _is_title(row, usual):
            return index
    return 0


def _is_title(row: Cells, usual: int) -> bool:
    filled = [cell for cell in row if cell]
    if len(filled) != 1:
        return False
    words = fold_name(filled[0])
    if _SURE_TITLE.search(words):
        return True
    if has_strong_separator(_DATE.sub("", filled[0])):
        return False
    return bool(_TITLE_WORDS.search(words)) or (usual > 1 and any(letter.isdigit() for letter in words))


def find_footer(rows: Sequence[Cells], start: int) -> int:
    """The index of the first row of the totals at the end, `len(rows)` where there are none; rows before `start` are not looked at."""
    end = len(rows)
    while end > start and _is_footer(rows[end - 1]):
        end -= 1
    return end


def _is_footer(row: Cells) -> bool:
    """Whether a row begins with such a word, or holds a few numbers and nothing else."""
    filled = [cell for cell in row if cell]
    if not filled:
        return True
    if any(_FOOTER.match(fold_name(cell)) for cell in filled[:2]):
        return True
    return 2 * len(filled) <= len(row) and not any(letter.isalpha() for cell in filled for letter in cell.replace("€", ""))


def is_no_name(text: str) -> bool:
    """Whether a text that stands where a name is expected cannot be one: no letter in it, or the word of a total."""
    return bool(text) and (not any(letter.isalpha() for letter in text) or bool(_FOOTER.match(fold_name(text))))


def is_more_than_a_name(text: str) -> bool:
    """Whether something stands beside a name that everybody would read there: a number alone, a sign, a word about the fee."""
    folded = fold_name(text)
    return bool(_BESIDE_A_NAME.search(folded) or _SURE_TITLE.search(folded) or _SIGN.search(text))


def tells_of_a_fee(text: str) -> bool:
    """Whether a text ends with a word about the fee and its sum: “pagato 20 €”."""
    return bool(re.search(_FEE, fold_name(text)))


def _count_filled(row: Cells) -> int:
    return sum(bool(cell) for cell in row)
