"""What is about to be erased, written down before it begins, so that a start after a power cut can finish it."""

import json
import uuid
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

from exchange.files import write_atomically
from jobs.machine import delete_file


@dataclass(frozen=True, slots=True)
class ErasureIntention:
    """A person's key, every name they had, and the tournaments they played; kept until every file was read and none holds a name."""

    person: int
    names: tuple[str, ...]
    tournaments: tuple[str, ...]
    key: str

    @property
    def path(self) -> Path:
        return _get_directory() / f"{self.key}.json"


def write_intention(person: int, names: tuple[str, ...], tournaments: tuple[str, ...]) -> ErasureIntention:
    """Store the intention on the disk. Raises: OSError."""
    intention = ErasureIntention(person, names, tournaments, uuid.uuid4().hex)
    intention.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    write_atomically(intention.path, json.dumps(asdict(intention), ensure_ascii=False).encode())
    return intention


def forget_intention(intention: ErasureIntention) -> None:
    delete_file(intention.path)


def list_intentions() -> Iterator[ErasureIntention]:
    """Every erasure that was begun and not finished."""
    for path in sorted(_get_directory().glob("*.json")):
        values = json.loads(path.read_bytes())
        yield ErasureIntention(values["person"], tuple(values["names"]), tuple(values["tournaments"]), values["key"])


def delete_intention_drafts() -> None:
    """Delete the intentions that a start finds half written: they hold names, and nothing had been erased."""
    for draft in _get_directory().glob(".*.part"):
        delete_file(draft)


def _get_directory() -> Path:
    return Path(settings.DATA) / "erasures"
