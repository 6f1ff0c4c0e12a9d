"""Reading a tournament's ledger, and comparing a head that somebody kept, on paper, on a phone or as the words of the screen."""

import datetime as dt
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from scoring.ledger.chain import GENESIS, ChainFault, ChainLink, Head, build_head, check_chain
from scoring.ledger.words import decode_words
from scoring.models import LedgerEntry, LedgerHead
from tournaments.models import Tournament


def read_links(tournament: Tournament) -> Iterator[ChainLink]:
    """Read the whole chain in order, without holding it in memory."""
    rows = LedgerEntry.objects.filter(tournament=tournament).select_related("match").order_by("seq")
    for entry in rows.iterator(chunk_size=1000):
        yield entry.build_link(entry.match.code if entry.match else "")


def format_ledger_lines(tournament: Tournament) -> Iterator[str]:
    """The chain as it is published: one JSON entry per line (docs/ledger.md)."""
    for link in read_links(tournament):
        yield json.dumps(link.record.read_fields() | {"prev": link.prev, "digest": link.digest}, sort_keys=True) + "\n"


def read_current_head(tournament: Tournament) -> Head:
    return _build_current_head(LedgerHead.objects.filter(tournament=tournament).first())


def read_current_head_by_slug(slug: str) -> Head:
    """For pages that do not hold the tournament; one query."""
    return _build_current_head(LedgerHead.objects.filter(tournament__slug=slug).first())


def _build_current_head(row: LedgerHead | None) -> Head:
    return build_head(row.seq, row.digest) if row else build_head(0, GENESIS)


def find_chain_faults(tournament: Tournament, heads: Iterable[Head] = ()) -> tuple[ChainFault, ...]:
    """Faults of the chain, of the given printed heads, and of the stored head."""
    return check_chain(read_links(tournament), (*heads, read_current_head(tournament)))


class HeadFit(StrEnum):
    FITS = "fits"
    DIFFERS = "differs"
    BEYOND = "beyond"
    """The ledger ends before that number."""
    UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class ComparedHead:
    """What came of a comparison; `later` entries have been added since, and `recorded_at` is when the head's own was written."""

    fit: HeadFit
    seq: int = 0
    later: int = 0
    recorded_at: dt.datetime | None = None


def compare_head(tournament: Tournament, text: str) -> ComparedHead:
    """Compare a head typed as letters or as words, each with its number, with the ledger's entry of that number. Two queries."""
    try:
        letters, seq = parse_typed_head(text)
    except ValueError:
        return ComparedHead(HeadFit.UNREADABLE)
    last = read_current_head(tournament).seq
    entry = LedgerEntry.objects.filter(tournament=tournament, seq=seq).first()
    if entry is None:
        return ComparedHead(HeadFit.BEYOND if seq > last else HeadFit.DIFFERS, seq)
    fits = build_head(seq, entry.digest).letters.startswith(letters)
    return ComparedHead(HeadFit.FITS if fits else HeadFit.DIFFERS, seq, last - seq, entry.recorded_at)


def parse_typed_head(text: str) -> tuple[str, int]:
    """Letters, all of them or the first eight, and number. Raises: ValueError.

    Words come first: five of them may have twenty letters together, as the letters of a head have.
    """
    try:
        return decode_words(text)
    except ValueError:
        head = Head.parse(text)
    return head.letters, head.seq
