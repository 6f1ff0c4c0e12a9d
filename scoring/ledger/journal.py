"""The journal: a second copy of every tournament's ledger, line by line, on a second device.

`JOURNAL=`, or the page of backups, names its directory. A file is always a prefix of its tournament's ledger, spelled as
`docs/ledger.md` says, so the stand-alone verifier reads it. Missing lines are written before the next entry is acknowledged; when the
device fails, the entry is saved all the same and the desk's pages report the failure.
"""

import json
import logging
import os
import re
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from jobs.machine import hold_lock_file
from scoring.ledger.chain import ChainLink
from scoring.models import LedgerEntry, LedgerHead
from scoring.models.ledger import DIGEST
from tournaments.models import Tournament

logger = logging.getLogger(__name__)

MAX_LINE_LENGTH = 64 * 1024
"""Bytes; an entry's payload is far shorter."""
MAX_LEDGER_LENGTH = 2**31
LOCK_TIMEOUT = 60.0
"""Seconds that a writer waits for another one; what it leaves out, the next entry adds."""


@dataclass(frozen=True, slots=True)
class JournalState:
    """`behind`: the number of entries that the journal lacks. `trouble`: why it cannot be read or written, in the system's words."""

    directory: str
    behind: int
    trouble: str = ""

    @property
    def is_current(self) -> bool:
        return not self.behind and not self.trouble


@dataclass(frozen=True, slots=True)
class _End:
    """The last entry of a journal file; seq 0 for an empty file."""

    seq: int
    digest: str


def format_journal_line(link: ChainLink) -> str:
    """One entry of a ledger as a JSON line, with its line feed."""
    return json.dumps(build_journal_fields(link), sort_keys=True) + "\n"


def build_journal_fields(link: ChainLink) -> dict[str, Any]:
    """The fields that `docs/ledger.md` describes."""
    return link.record.read_fields() | {"prev": link.prev, "digest": link.digest}


def update_journal_after_commit(tournament_id: int) -> None:
    """Update the journal after the caller's transaction is committed, before its request is answered."""
    transaction.on_commit(partial(_update_or_log, tournament_id))


def update_journal(tournament: Tournament) -> int:
    """Append the entries that the journal of `tournament` lacks and sync its device; return how many.

    A file that is no prefix of this ledger (an older state was restored), or whose end is damaged, is renamed and kept.
    Raises OSError.
    """
    path = _build_path(tournament)
    with hold_lock_file(path.with_name(f".{path.name}.lock"), timeout=LOCK_TIMEOUT):
        with path.open("a+b") as file:
            end = _read_end(file)
            if end and _is_in_ledger(tournament, end):
                return _append_missing(file, tournament, after=end.seq)
        _set_aside(path, end.digest[:12] if end else "unreadable")  # closed before: Windows renames no open file
    return update_journal(tournament)


def read_journal_state(tournament: Tournament) -> JournalState | None:
    """The state of the journal; None where none is configured."""
    if not settings.JOURNAL:
        return None
    head = LedgerHead.objects.filter(tournament=tournament).values_list("seq", flat=True).first() or 0
    try:
        with _build_path(tournament).open("rb") as file:
            end = _read_end(file)
    except FileNotFoundError:
        trouble = "" if Path(settings.JOURNAL).is_dir() else os.strerror(2)
        return JournalState(settings.JOURNAL, head, trouble)
    except OSError as error:
        return JournalState(settings.JOURNAL, head, error.strerror or str(error))
    if end is None:
        return JournalState(settings.JOURNAL, head, _("the end of its file cannot be read; a new file starts with the next entry"))
    return JournalState(settings.JOURNAL, head - end.seq if _is_in_ledger(tournament, end) else head)


def _update_or_log(tournament_id: int) -> None:
    """Update the journal; log any exception, because a journal failure must not turn a saved entry into an error page."""
    try:
        update_journal(Tournament.objects.get(pk=tournament_id))
    except Exception:
        logger.exception("the journal in %s could not be written", settings.JOURNAL)


def _build_path(tournament: Tournament) -> Path:
    return Path(settings.JOURNAL) / f"{tournament.slug}.jsonl"


def _read_end(file: IO[bytes]) -> _End | None:
    """The last complete line; the rest of a torn line is overwritten by the next write. None for an end that is not ours."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(size - 2 * MAX_LINE_LENGTH, 0))
    whole, _newline, torn = file.read().rpartition(b"\n")
    if len(torn) > MAX_LINE_LENGTH:
        return None
    line = whole.rpartition(b"\n")[2]
    return _parse_end(line) if line else _End(0, "")


def _parse_end(line: bytes) -> _End | None:
    try:
        fields = json.loads(line)
        end = _End(fields["seq"], fields["digest"])
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return end if isinstance(end.seq, int) and 0 < end.seq < MAX_LEDGER_LENGTH and re.fullmatch(DIGEST, str(end.digest)) else None


def _is_in_ledger(tournament: Tournament, end: _End) -> bool:
    return not end.seq or LedgerEntry.objects.filter(tournament=tournament, seq=end.seq, digest=end.digest).exists()


def _append_missing(file: IO[bytes], tournament: Tournament, *, after: int) -> int:
    rows = LedgerEntry.objects.filter(tournament=tournament, seq__gt=after).select_related("match").order_by("seq")
    lines = [format_journal_line(entry.build_link(entry.match.code if entry.match else "")) for entry in rows]
    if lines:
        _cut_torn_line(file)
        file.write("".join(lines).encode("ascii"))
        file.flush()
        os.fsync(file.fileno())
    return len(lines)


def _cut_torn_line(file: IO[bytes]) -> None:
    size = file.seek(0, os.SEEK_END)
    file.seek(max(size - MAX_LINE_LENGTH, 0))
    torn = len(file.read().rpartition(b"\n")[2])
    if torn:
        file.truncate(size - torn)


def _set_aside(path: Path, reason: str) -> None:
    """Rename the file to a name that does not exist yet, so that no earlier file is overwritten."""
    names = (f"{path.stem}.until-{reason}{suffix}.jsonl" for suffix in chain([""], (f"-{number}" for number in count(2))))
    path.rename(next(target for target in map(path.with_name, names) if not target.exists()))
