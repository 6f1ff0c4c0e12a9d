"""Entries that a start finds missing: a write-ahead log that got lost takes results with it and leaves no other trace.

Where each ledger ended stands beside the database (`note_head`), and is compared with it at every start.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from django.db import connection

from jobs.unfinished import begin_unfinished, read_unfinished
from scoring.ledger.appending import get_heads_path, note_head
from scoring.models import LedgerHead
from tournaments.models import Tournament

LOST = "lost_entries"
"""The note that keeps what was found missing until somebody has dealt with it (`jobs.unfinished`)."""


@dataclass(frozen=True, slots=True)
class LostEntries:
    """A ledger that ends before the last entry that was acknowledged here: `seq` is there, `noted` was."""

    slug: str
    name: str
    seq: int
    noted: int

    @property
    def count(self) -> int:
        return self.noted - self.seq


def find_lost_entries() -> tuple[LostEntries, ...]:
    """The ledgers of this desk that end before what was noted."""
    seqs = dict(LedgerHead.objects.values_list("tournament", "seq"))
    noted = {key: (seq, slug) for key, seq, slug in _read_lines() if seq > seqs.get(key, 0)}
    names = dict(Tournament.objects.filter(pk__in=noted).values_list("pk", "name"))
    return tuple(LostEntries(slug, names.get(key, slug), seqs.get(key, 0), seq) for key, (seq, slug) in sorted(noted.items()))


def check_last_heads() -> tuple[LostEntries, ...]:
    """At a start: compare the database with what was noted, keep what is missing until somebody has dealt with it, begin the file anew."""
    lost = find_lost_entries()
    if lost:
        begin_unfinished(LOST, ledgers=[asdict(ledger) for ledger in lost])
    forget_noted_heads()
    for key, seq, slug in LedgerHead.objects.filter(seq__gt=0).values_list("tournament", "seq", "tournament__slug"):
        note_head(key, seq, slug)
    return read_lost_entries()


def read_lost_entries() -> tuple[LostEntries, ...]:
    """What a start found missing and nobody has dealt with."""
    note = read_unfinished(LOST) if connection.vendor == "sqlite" else None
    return tuple(LostEntries(**ledger) for ledger in note["ledgers"]) if note else ()


def read_lost_entries_of(slug: str, *, whole_desk: bool) -> tuple[LostEntries, ...]:
    """What was found missing of one tournament, or of the whole desk for whoever looks after it."""
    return tuple(ledger for ledger in read_lost_entries() if whole_desk or ledger.slug == slug)


def forget_noted_heads() -> None:
    """Nothing is noted any more: the database was replaced by a backup."""
    get_heads_path().unlink(missing_ok=True)


def _read_lines() -> Iterator[tuple[int, int, str]]:
    try:
        lines = get_heads_path().read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return
    for line in lines:
        key, seq, slug = (*line.split(" "), "", "", "")[:3]
        if key.isdecimal() and seq.isdecimal():
            yield int(key), int(seq), slug
