"""The sticks with copies of this computer: a key on each says which it is, a note in the data directory which copies there are ours.

Whatever else is on a stick, copies of another computer too, is neither changed nor deleted.
"""

import errno
import json
import os
import shutil
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from django.conf import settings

from backup.backups import NOTE_SUFFIX, compute_sha256, delete_backup, list_backups
from backup.retention import list_superfluous
from exchange.files import build_draft_path, publish_draft_file, write_atomically
from exchange.values import Backup
from jobs.machine import delete_file, hold_lock_file

KEY_FILE = "labella-stick.json"
LOCK_TIMEOUT = 120.0
"""Seconds that a copy waits while a name is erased from the copies of a slow stick."""


@dataclass(frozen=True, slots=True)
class Stick:
    """A device by its key, the directory in which it was last, and the names of the copies that this computer put there."""

    key: str
    directory: str
    names: tuple[str, ...] = ()

    @property
    def newest(self) -> str:
        """The name of the copy that was put there last; empty without any."""
        return self.names[-1] if self.names else ""


@contextmanager
def hold_sticks() -> Iterator[None]:
    """Nobody else copies to a stick, or erases there, meanwhile. Raises: OSError, where somebody does for long."""
    with hold_lock_file(Path(settings.DATA) / "sticks.lock", timeout=LOCK_TIMEOUT):
        yield


def list_sticks() -> tuple[Stick, ...]:
    """Every stick that has, or had, copies of this computer."""
    try:
        rows = json.loads(_get_path().read_bytes())
    except FileNotFoundError:
        return ()
    return tuple(Stick(row["key"], row["directory"], tuple(row["names"])) for row in rows)


def find_stick(key: str) -> Stick | None:
    return next((stick for stick in list_sticks() if stick.key == key), None)


def forget_stick(key: str) -> None:
    """The stick is lost, or was formatted: nothing is owed to it any more. Raises: OSError."""
    with hold_sticks():
        _store_sticks(stick for stick in list_sticks() if stick.key != key)


def is_plugged_in(stick: Stick) -> bool:
    """Whether this very stick is in its directory now, and no other or none."""
    return _read_key(Path(stick.directory)) == stick.key


def put_on_stick(backup: Backup, directory: Path, *, keep: int) -> None:
    """Put a copy on the stick in a directory and read it back; before that delete those of ours there that are superfluous with it.

    The directory is not made: the stick may be unplugged. `keep`: the most copies of ours that stay. Call inside `hold_sticks`.
    Raises: OSError; FileExistsError for a file of that name which is not ours.
    """
    stick = _recognize_stick(directory)
    target = directory / backup.name
    if backup.name not in stick.names and target.exists() and compute_sha256(target) != backup.sha256:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
    stick = replace(stick, names=(*(name for name in stick.names if name != backup.name), backup.name))
    _store_stick(stick)
    delete_own_drafts(stick)
    _thin_stick(stick, backup, keep=keep)
    if not (target.is_file() and compute_sha256(target) == backup.sha256):
        copy_checked(backup.path, target, backup.sha256)
    note = backup.path.with_name(backup.name + NOTE_SUFFIX)
    write_atomically(directory / note.name, note.read_bytes())


def copy_checked(source: Path, target: Path, sha256: str) -> None:
    """Copy a file to another device, read it back and give it its name: complete or not at all. Raises: OSError."""
    draft = build_draft_path(target)
    try:
        shutil.copyfile(source, draft)
        if compute_sha256(draft) != sha256:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(draft))
        publish_draft_file(draft, target)
    finally:
        delete_file(draft)


def list_own_copies(stick: Stick) -> tuple[Backup, ...]:
    """The copies on a stick that this computer put there, the last one first."""
    by_name = {backup.name: backup for backup in list_backups(Path(stick.directory))}
    return tuple(by_name[name] for name in reversed(stick.names) if name in by_name)


def list_own_files_on(stick: Stick) -> list[Path]:
    """Our copies on a stick with their notes, and what a power cut left of them."""
    directory = Path(stick.directory)
    files = [directory / name for copy in stick.names for name in (copy, copy + NOTE_SUFFIX)]
    return [*(file for file in files if file.is_file()), *_list_own_drafts(stick)]


def delete_own_drafts(stick: Stick) -> None:
    """Delete what a power cut left of our copies on a stick. Inside `hold_sticks` nobody writes them."""
    for draft in _list_own_drafts(stick):
        delete_file(draft)


def delete_stick_drafts() -> None:
    """Delete what a power cut left of our copies on sticks that are plugged in, and of the notes about them. For a start, which goes on
    where a stick refuses.
    """
    for draft in Path(settings.DATA).glob(".*.json.*.part"):
        delete_file(draft)
    with suppress(OSError), hold_sticks():
        for stick in list_sticks():
            if is_plugged_in(stick):
                delete_own_drafts(stick)


def _thin_stick(stick: Stick, newest: Backup, *, keep: int) -> None:
    """Delete our copies that are superfluous beside the newest, as in the usual directory; forget those that somebody deleted."""
    directory = Path(stick.directory)
    present = [backup for backup in list_own_copies(stick) if backup.name != newest.name]
    for backup in list_superfluous([newest, *present], keep=keep):
        delete_backup(backup)
    _store_stick(replace(stick, names=tuple(name for name in stick.names if name == newest.name or (directory / name).exists())))


def _list_own_drafts(stick: Stick) -> list[Path]:
    beginnings = tuple(f".{name}." for copy in (*stick.names, KEY_FILE) for name in (copy, copy + NOTE_SUFFIX))
    return [path for path in Path(stick.directory).glob(".labella-*.part") if path.name.startswith(beginnings)]


def _recognize_stick(directory: Path) -> Stick:
    """The stick that is in a directory now; a new one gets a key, and one that lost its key is known by our copies. Raises: OSError."""
    key = _read_key(directory)
    if not key:
        remembered = next((stick for stick in list_sticks() if any((directory / name).is_file() for name in stick.names)), None)
        key = remembered.key if remembered else uuid.uuid4().hex
        write_atomically(directory / KEY_FILE, json.dumps({"key": key}).encode())
    return replace(find_stick(key) or Stick(key, ""), directory=str(directory))


def _read_key(directory: Path) -> str:
    """The key that is written in a directory; empty where there is none, or no stick."""
    try:
        return str(json.loads((directory / KEY_FILE).read_bytes())["key"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _store_stick(stick: Stick) -> None:
    _store_sticks([*(other_stick for other_stick in list_sticks() if other_stick.key != stick.key), stick])


def _store_sticks(sticks: Iterable[Stick]) -> None:
    write_atomically(_get_path(), json.dumps([asdict(stick) for stick in sticks]).encode())


def _get_path() -> Path:
    return Path(settings.DATA) / "sticks.json"
