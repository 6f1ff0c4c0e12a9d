"""Values that the backup services share."""

import datetime as dt
from dataclasses import dataclass
from pathlib import Path


class BrokenCopy(Exception):
    """A copy is inconsistent: `place` says where, `sentence` what is wrong there; `text` both in other words, where there are any."""

    def __init__(self, place: str, sentence: str, text: str = "") -> None:
        super().__init__(text or f"{place}: {sentence}")
        self.place = place
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class CopiedTournament:
    """A tournament inside a copy: its head as it is printed, the number of its ledger entries, and its last round that was published."""

    slug: str
    name: str
    head: str
    entries: int
    stage: str = ""
    """The name of the stage of that round; empty before any, and in notes of older releases."""
    round: int = 0


@dataclass(frozen=True, slots=True)
class Backup:
    """A finished copy that was checked after writing."""

    path: Path
    made_at: dt.datetime
    size: int
    sha256: str
    occasion: str
    tournaments: tuple[CopiedTournament, ...]
    number: int = 0
    """Counts the copies in their directory: what is newest is told by it and never by a clock. 0 in notes of earlier releases."""
    content: str = ""
    """Digest of what it holds, jobs and logins apart; empty in notes of older releases."""

    @property
    def name(self) -> str:
        return self.path.name
