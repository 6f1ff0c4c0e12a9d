"""The journal: every tournament's ledger once more, line by line, on a second device.

`JOURNAL=` names its directory. A file is always a beginning of its tournament's ledger, spelled as `docs/ledger.md` says, so the
stand-alone verifier reads it. Whatever it lacks is written before the next entry is acknowledged; when the device fails, the entry
stands all the same and the desk's pages say so.
"""

import fcntl
import json
import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.ledger import Link
from scoring.models import LedgerEntry, LedgerHead
from scoring.models.ledger import DIGEST
from tournaments.models import Tournament

logger = logging.getLogger(__name__)

LONGEST_LINE = 64 * 1024
"""Bytes; an entry's payload is far shorter."""
LONGEST_LEDGER = 2**31


@dataclass(frozen=True, slots=True)
class JournalState:
    """`behind`: entries that the journal lacks. `trouble`: why it cannot be read or written, in the system's words."""

    directory: str
    behind: int
    trouble: str = ""

    @property
    def well(self) -> bool:
        return not self.behind and not self.trouble


@dataclass(frozen=True, slots=True)
class _End:
    """The last entry that a file holds; number 0 for an empty one."""

    seq: int
    digest: str


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

    A file that is no beginning of this ledger (an older state was restored), or whose end its device has spoilt, is renamed and kept.
    Raises OSError.
    """
    with _locked(_path(tournament)) as file:
        end = _read_end(file)
        if end and _belongs(tournament, end):
            return _append(file, tournament, after=end.seq)
        _set_aside(_path(tournament), end.digest[:12] if end else "unreadable")
    return follow(tournament)


def journal_state(tournament: Tournament) -> JournalState | None:
    """How the journal stands; None where none is configured."""
    if not settings.JOURNAL:
        return None
    head = LedgerHead.objects.filter(tournament=tournament).values_list("seq", flat=True).first() or 0
    try:
        with _path(tournament).open("rb") as file:
            end = _read_end(file)
    except FileNotFoundError:
        trouble = "" if Path(settings.JOURNAL).is_dir() else os.strerror(2)
        return JournalState(settings.JOURNAL, head, trouble)
    except OSError as error:
        return JournalState(settings.JOURNAL, head, error.strerror or str(error))
    if end is None:
        return JournalState(settings.JOURNAL, head, _("the end of its file cannot be read; a new file is begun with the next entry"))
    return JournalState(settings.JOURNAL, head - end.seq if _belongs(tournament, end) else head)


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


def _read_end(file: IO[bytes]) -> _End | None:
    """The last whole line; what a power cut left of a line behind it is overwritten by the next one. None for an end that is not ours."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(size - 2 * LONGEST_LINE, 0))
    whole, _newline, torn = file.read().rpartition(b"\n")
    if len(torn) > LONGEST_LINE:
        return None
    line = whole.rpartition(b"\n")[2]
    return _end_in(line) if line else _End(0, "")


def _end_in(line: bytes) -> _End | None:
    try:
        told = json.loads(line)
        end = _End(told["seq"], told["digest"])
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return end if isinstance(end.seq, int) and 0 < end.seq < LONGEST_LEDGER and re.fullmatch(DIGEST, str(end.digest)) else None


def _belongs(tournament: Tournament, end: _End) -> bool:
    return not end.seq or LedgerEntry.objects.filter(tournament=tournament, seq=end.seq, digest=end.digest).exists()


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


def _set_aside(path: Path, word: str) -> None:
    """Under a name that no file has yet: what was kept once is never written over."""
    names = (f"{path.stem}.until-{word}{more}.jsonl" for more in ("", *(f"-{count}" for count in range(2, 1000))))
    path.rename(next(aside for aside in map(path.with_name, names) if not aside.exists()))
