"""What is about to be erased, written down before it begins, so that a start after a power cut can finish it."""

import json
import uuid
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from django.conf import settings

from exchange.files import write_atomically
from jobs.machine import delete_file


@dataclass(frozen=True, slots=True)
class ErasureIntention:
    """A person's key, every name they had, and the tournaments they played; kept until every file was read and none holds a name.

    `sticks`: the keys of those whose copies still have to be changed; None until everything on this computer was read again.
    """

    person: int
    names: tuple[str, ...]
    tournaments: tuple[str, ...]
    key: str
    sticks: tuple[str, ...] | None = None

    @property
    def path(self) -> Path:
        return _get_directory() / f"{self.key}.json"


def write_intention(person: int, names: tuple[str, ...], tournaments: tuple[str, ...]) -> ErasureIntention:
    """Store the intention on the disk. Raises: OSError."""
    intention = ErasureIntention(person, names, tournaments, uuid.uuid4().hex)
    intention.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    _store_intention(intention)
    return intention


def note_sticks(intention: ErasureIntention, sticks: tuple[str, ...]) -> ErasureIntention:
    """Nothing is left to do but on these sticks; return the intention as it is now. Raises: OSError."""
    waiting = replace(intention, sticks=sticks)
    _store_intention(waiting)
    return waiting


def forget_intention(intention: ErasureIntention) -> None:
    delete_file(intention.path)


def list_intentions() -> Iterator[ErasureIntention]:
    """Every erasure that was begun and not finished."""
    for path in sorted(_get_directory().glob("*.json")):
        values = json.loads(path.read_bytes())
        sticks = values.get("sticks")
        yield ErasureIntention(
            values["person"],
            tuple(values["names"]),
            tuple(values["tournaments"]),
            values["key"],
            None if sticks is None else tuple(sticks),
        )


def delete_intention_drafts() -> None:
    """Delete the intentions that a start finds half written: they hold names, and nothing had been erased."""
    for draft in _get_directory().glob(".*.part"):
        delete_file(draft)


def _store_intention(intention: ErasureIntention) -> None:
    write_atomically(intention.path, json.dumps(asdict(intention), ensure_ascii=False).encode())


def _get_directory() -> Path:
    return Path(settings.DATA) / "erasures"
