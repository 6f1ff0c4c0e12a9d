"""The journal: every tournament's ledger once more, line by line, on a second device.

`JOURNAL=` names its directory. A file is always a beginning of its tournament's ledger, spelled as `docs/ledger.md` says, so the
stand-alone verifier reads it. Whatever it lacks is written before the next entry is acknowledged; when the device fails, the entry
stands all the same and the desk's pages say so.
"""

import fcntl
import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import transaction

from scoring.ledger import Link
from scoring.models import LedgerEntry, LedgerHead
from tournaments.models import Tournament

logger = logging.getLogger(__name__)

LONGEST_LINE = 64 * 1024
"""Bytes; an entry's payload is far shorter."""


@dataclass(frozen=True, slots=True)
class JournalState:
    """`behind`: entries that the journal lacks. `trouble`: why it cannot be read or written, in the system's words."""

    directory: str
    behind: int
    trouble: str = ""

    @property
    def well(self) -> bool:
        return not self.behind and not self.trouble


def journal_line(link: Link) -> str:
    """One entry of a ledger as outsiders get it, with its line feed."""
    return json.dumps(journal_fields(link), sort_keys=True) + "\n"


def journal_fields(link: Link) -> dict[str, Any]:
    """The fields that `docs/ledger.md` describes."""
    return {**asdict(link.record), "prev": link.prev, "digest": link.digest}


def follow_after_commit(tournament_id: int) -> None:
    """Bring the journal up to date once the caller's transaction is committed, before its request is answered."""
    if settings.JOURNAL:
        transaction.on_commit(lambda: _follow_or_report(tournament_id))


def follow(tournament: Tournament) -> int:
    """Append what the journal of `tournament` lacks and wait for its device; return how many entries that were.

    A file that is no beginning of this ledger (an older state was restored) is renamed and kept. Raises OSError.
    """
    with _locked(_path(tournament)) as file:
        last = _last_line(file)
        if last and not _belongs(tournament, last):
            _set_aside(file, _path(tournament), str(last["digest"]))
        else:
            return _append(file, tournament, after=last["seq"] if last else 0)
    return follow(tournament)


def journal_state(tournament: Tournament) -> JournalState | None:
    """How the journal stands; None where none is configured."""
    if not settings.JOURNAL:
        return None
    head = LedgerHead.objects.filter(tournament=tournament).values_list("seq", flat=True).first() or 0
    try:
        with _path(tournament).open("rb") as file:
            last = _last_line(file)
    except FileNotFoundError:
        trouble = "" if Path(settings.JOURNAL).is_dir() else os.strerror(2)
        return JournalState(settings.JOURNAL, head, trouble)
    except OSError as error:
        return JournalState(settings.JOURNAL, head, error.strerror or str(error))
    return JournalState(settings.JOURNAL, max(head - (last["seq"] if last else 0), 0))


def _follow_or_report(tournament_id: int) -> None:
    """Nothing that happens to the journal may turn a saved entry into an error page."""
    try:
        follow(Tournament.objects.get(pk=tournament_id))
    except Exception:
        logger.exception("the journal in %s could not be written", settings.JOURNAL)


def _path(tournament: Tournament) -> Path:
    return Path(settings.JOURNAL) / f"{tournament.slug}.jsonl"


@contextmanager
def _locked(path: Path) -> Iterator[IO[bytes]]:
    with path.open("a+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file


def _last_line(file: IO[bytes]) -> dict[str, Any] | None:
    """The last whole line; what a power cut left of a line behind it is overwritten by the next one."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(size - 2 * LONGEST_LINE, 0))
    whole = file.read().rpartition(b"\n")[0]
    line = whole.rpartition(b"\n")[2]
    found: dict[str, Any] | None = json.loads(line) if line else None
    return found


def _belongs(tournament: Tournament, last: dict[str, Any]) -> bool:
    return LedgerEntry.objects.filter(tournament=tournament, seq=last["seq"], digest=last["digest"]).exists()


def _append(file: IO[bytes], tournament: Tournament, *, after: int) -> int:
    rows = LedgerEntry.objects.filter(tournament=tournament, seq__gt=after).select_related("match").order_by("seq")
    lines = [journal_line(entry.link_of(entry.match.code if entry.match else "")) for entry in rows]
    if lines:
        _cut_torn_line(file)
        file.write("".join(lines).encode("ascii"))
        file.flush()
        os.fsync(file.fileno())
    return len(lines)


def _cut_torn_line(file: IO[bytes]) -> None:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(size - LONGEST_LINE, 0))
    torn = len(file.read().rpartition(b"\n")[2])
    if torn:
        file.truncate(size - torn)


def _set_aside(file: IO[bytes], path: Path, digest: str) -> None:
    path.rename(path.with_name(f"{path.stem}.until-{digest[:12]}.jsonl"))
