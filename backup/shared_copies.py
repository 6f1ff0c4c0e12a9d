"""Copies of tournaments on a site of several hosts: they lie in the storage, and a host's directory is where it works on them.

Whoever looks at copies or makes one brings the directory of the tournament to the state of the storage first, and whoever changed it there
stores the changes afterwards, those and no others: a host that was cut off may still be at work when another has done the same job again.
Within a host a lock keeps them apart.
"""

import logging
import shutil
from collections.abc import Collection, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection

from exchange.files import build_draft_path, publish_draft_file
from jobs.file_values import DamagedFile
from jobs.files import compute_digest, delete_stored, list_stored, open_stored, store_file
from jobs.machine import delete_file, hold_lock_file

LOCK_TIMEOUT = 60.0
"""Seconds; a copy takes less than one. Whoever only looks does not wait."""

logger = logging.getLogger(__name__)


def is_shared() -> bool:
    """Whether other hosts make and read copies too."""
    return bool(settings.FILES_URL) and connection.vendor != "sqlite"


def look_at_copies(place: Path) -> None:
    """Make the directory of a tournament hold what the storage holds, if nobody on this host is at work there. Raises: OSError."""
    with _lock_copies(place, timeout=0):
        fetch_copies(place)


def fetch_copies(place: Path) -> frozenset[str]:
    """Make the directory of a tournament hold what the storage holds, and nothing else; where the storage has nothing of it yet, the copies
    that lie here go there first. Returns what the storage held, for `store_copies`. Raises: OSError.
    """
    folder, stored = _name_folder(place), _list_stored_names(place)
    if not stored:
        store_copies(place)
        return frozenset(_list_stored_names(place).values())
    here = {path.name: path for path in _list_finished(place)}
    for name, path in here.items():
        if stored.get(name) != f"{name}-{_read_digest(path)}":
            delete_file(path)
    for name, stored_name in stored.items():
        if (place / name).is_file():
            continue
        try:
            content = open_stored(folder, stored_name)
        except DamagedFile:
            logger.exception("a stored copy is damaged and is left out; the next one takes its place")
            continue
        if content is None:  # thinned out on another host meanwhile
            continue
        draft = build_draft_path(place / name)
        with content, draft.open("wb") as file:
            shutil.copyfileobj(content, file)
        publish_draft_file(draft, place / name)
    return frozenset(stored.values())


def store_copies(place: Path, known: Collection[str] = ()) -> None:
    """Bring to the storage how the directory of a tournament differs from what was `known` of it: copies first, then notes; then what is
    gone goes. What others stored meanwhile stays. Raises: OSError.
    """
    folder, current_names = _name_folder(place), set()
    for path in sorted(_list_finished(place), key=lambda path: (path.suffix == ".json", path.name)):
        stored_name = f"{path.name}-{_read_digest(path)}"
        current_names.add(stored_name)
        if stored_name not in known:
            with path.open("rb") as file:
                store_file(folder, path.name, file)
    for outdated in set(known) - current_names:
        delete_stored(folder, outdated)


@contextmanager
def shared_copies(*places: Path) -> Iterator[None]:
    """Work on the copies of these directories as every host sees them; where copies are not shared nothing else happens."""
    if not is_shared():
        yield
        return
    with ExitStack() as stack:
        for place in places:
            stack.enter_context(_lock_copies(place, timeout=LOCK_TIMEOUT))
        stored = [fetch_copies(place) for place in places]
        yield
        for place, names in zip(places, stored, strict=True):
            store_copies(place, names)


@contextmanager
def _lock_copies(place: Path, *, timeout: float) -> Iterator[None]:
    """Nobody else on this host changes the directory, which is made where it is missing. Raises: LockFileBusy; OSError."""
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    with hold_lock_file(place / ".lock", timeout=timeout):
        yield


def _name_folder(place: Path) -> str:
    return f"copies/{place.name}"


def _list_stored_names(place: Path) -> dict[str, str]:
    """Stored names by names of copies and notes."""
    return {file.name.rpartition("-")[0]: file.name for file in list_stored(_name_folder(place))}


def _list_finished(place: Path) -> list[Path]:
    return [path for path in place.glob("labella-*") if path.is_file()] if place.is_dir() else []


def _read_digest(path: Path) -> str:
    with path.open("rb") as file:
        return compute_digest(file)
