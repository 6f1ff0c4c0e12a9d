"""What is about to be erased, written down before it begins, so that a start after a power cut, or another host, can finish it."""

import json
import uuid
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from exchange.files import write_atomically
from jobs.databases import write_tx
from jobs.machine import delete_file
from jobs.models import Note

KIND = "erasure"


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


def write_intention(person: int, names: tuple[str, ...], tournaments: tuple[str, ...]) -> ErasureIntention:
    """Store the intention: on a desk as a file, because the database itself will be rewritten; on a site in its database, which all hosts
    have. Raises: OSError.
    """
    intention = ErasureIntention(person, names, tournaments, uuid.uuid4().hex)
    _store_intention(intention)
    return intention


def note_sticks(intention: ErasureIntention, sticks: tuple[str, ...]) -> ErasureIntention:
    """Nothing is left to do but on these sticks; return the intention as it is now. Raises: OSError."""
    waiting = replace(intention, sticks=sticks)
    _store_intention(waiting)
    return waiting


def forget_intention(intention: ErasureIntention) -> None:
    if not _lies_on_disk() and not connection.needs_rollback:  # else the note goes with the transaction that wrote it
        Note.objects.filter(kind=KIND, key=intention.key).delete()
    delete_file(_build_path(intention.key))


def list_intentions() -> Iterator[ErasureIntention]:
    """Every erasure that was begun and not finished, also in files that a site of an older release left."""
    if not _lies_on_disk():
        yield from (_parse_intention(values) for values in Note.objects.filter(kind=KIND).values_list("values", flat=True))
    for path in sorted(_get_directory().glob("*.json")):
        yield _parse_intention(json.loads(path.read_bytes()))


def delete_intention_drafts() -> None:
    """Delete the intentions that a start finds half written: they hold names, and nothing had been erased."""
    for draft in _get_directory().glob(".*.part"):
        delete_file(draft)


def _parse_intention(values: dict[str, Any]) -> ErasureIntention:
    sticks = values.get("sticks")
    return ErasureIntention(
        values["person"],
        tuple(values["names"]),
        tuple(values["tournaments"]),
        values["key"],
        None if sticks is None else tuple(sticks),
    )


def _store_intention(intention: ErasureIntention) -> None:
    if _lies_on_disk():
        path = _build_path(intention.key)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(path, json.dumps(asdict(intention), ensure_ascii=False).encode())
    else:
        with nullcontext() if connection.in_atomic_block else write_tx():
            Note.objects.update_or_create(kind=KIND, key=intention.key, defaults={"values": asdict(intention)})


def _lies_on_disk() -> bool:
    return connection.vendor == "sqlite"


def _build_path(key: str) -> Path:
    return _get_directory() / f"{key}.json"


def _get_directory() -> Path:
    return Path(settings.DATA) / "erasures"
