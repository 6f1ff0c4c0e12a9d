"""Reading a tournament's ledger."""

import json
from collections.abc import Iterable, Iterator

from scoring.ledger import GENESIS, ChainFault, ChainLink, Head, build_head, check_chain
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
