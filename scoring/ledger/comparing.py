"""Whether a head that somebody kept, on paper, on a phone or as the words of the screen, is that of the ledger as it is now."""

import datetime as dt
from dataclasses import dataclass
from enum import StrEnum

from scoring.ledger import Head, build_head
from scoring.ledger.queries import read_current_head
from scoring.ledger.words import decode_words
from scoring.models import LedgerEntry
from tournaments.models import Tournament


class Fit(StrEnum):
    FITS = "fits"
    DIFFERS = "differs"
    BEYOND = "beyond"
    """The ledger ends before that number."""
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class ComparedHead:
    """What came of a comparison; `later` entries have been added since, and `recorded_at` is when the head's own was written."""

    fit: Fit
    seq: int = 0
    later: int = 0
    recorded_at: dt.datetime | None = None


def compare_head(tournament: Tournament, text: str) -> ComparedHead:
    """Compare a head typed as letters or as words, each with its number, with the ledger's entry of that number. Two queries."""
    try:
        letters, seq = parse_typed_head(text)
    except ValueError:
        return ComparedHead(Fit.UNREADABLE)
    last = read_current_head(tournament).seq
    entry = LedgerEntry.objects.filter(tournament=tournament, seq=seq).first()
    if entry is None:
        return ComparedHead(Fit.BEYOND if seq > last else Fit.DIFFERS, seq)
    fits = build_head(seq, entry.digest).letters.startswith(letters)
    return ComparedHead(Fit.FITS if fits else Fit.DIFFERS, seq, last - seq, entry.recorded_at)


def parse_typed_head(text: str) -> tuple[str, int]:
    """Letters, all of them or the first eight, and number. Raises: ValueError.

    Words come first: five of them may have twenty letters together, as the letters of a head have.
    """
    try:
        return decode_words(text)
    except ValueError:
        head = Head.parse(text)
    return head.letters, head.seq
