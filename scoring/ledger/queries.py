"""Reading a tournament's ledger back."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict

from scoring.ledger import Fault, Head, Link, check_chain, head_of
from scoring.models import LedgerEntry, LedgerHead
from tournaments.models import Tournament


def read_links(tournament: Tournament) -> Iterator[Link]:
    """The whole chain in order, without holding it in memory."""
    rows = LedgerEntry.objects.filter(tournament=tournament).select_related("match").order_by("seq")
    for entry in rows.iterator(chunk_size=1000):
        yield entry.link_of(entry.match.code if entry.match else "")


def ledger_lines(tournament: Tournament) -> Iterator[str]:
    """The chain as it is published: one entry a line (docs/ledger.md)."""
    for link in read_links(tournament):
        yield json.dumps({**asdict(link.record), "prev": link.prev, "digest": link.digest}, sort_keys=True) + "\n"


def current_head(tournament: Tournament) -> Head:
    row = LedgerHead.objects.filter(tournament=tournament).first() or LedgerHead()
    return head_of(row.seq, row.digest)


def find_chain_faults(tournament: Tournament, heads: Iterable[Head] = ()) -> tuple[Fault, ...]:
    """Faults of the chain, of the given printed heads, and of our own stored head."""
    return check_chain(read_links(tournament), (*heads, current_head(tournament)))
