"""What the services of safety hand to each other."""

import datetime as dt
from dataclasses import dataclass
from pathlib import Path


class BrokenCopy(Exception):
    """A copy does not hold together: `place` says where, the message what is wrong there."""

    def __init__(self, place: str, sentence: str) -> None:
        super().__init__(f"{place}: {sentence}")
        self.place = place
        self.sentence = sentence


@dataclass(frozen=True, slots=True)
class Kept:
    """A tournament inside a copy: its head as it is printed, and how many entries its ledger has."""

    slug: str
    name: str
    head: str
    entries: int


@dataclass(frozen=True, slots=True)
class Backup:
    """A finished copy that was checked after writing."""

    path: Path
    made_at: dt.datetime
    size: int
    sha256: str
    occasion: str
    tournaments: tuple[Kept, ...]

    @property
    def name(self) -> str:
        return self.path.name
