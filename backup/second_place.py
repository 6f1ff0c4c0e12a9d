"""A second place for copies, such as a stick: every backup of a desk is put there too, and its pages say where that fails."""

import errno
import json
import os
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings

from backup.backups import NOTE_SUFFIX, backup_directory, compute_sha256
from exchange.files import build_draft_path, publish_draft_file, write_atomically
from exchange.values import Backup
from jobs.machine import delete_file


@dataclass(frozen=True, slots=True)
class SecondPlace:
    """Its directory, and why the last copy is not there, in the words of the system; empty while it is."""

    directory: str
    trouble: str = ""


def read_second_place() -> SecondPlace | None:
    """The second place of this computer; None where nobody chose one."""
    try:
        return SecondPlace(**json.loads(_get_path().read_bytes()))
    except (OSError, ValueError, TypeError):
        return None


def choose_second_place(directory: str) -> None:
    """From now on every copy goes to this directory too; to none for an empty word. Raises: OSError."""
    if directory:
        write_atomically(_get_path(), json.dumps(asdict(SecondPlace(directory))).encode())
    else:
        delete_file(_get_path())


def put_in_second_place(backup: Backup) -> None:
    """Put a copy into the second place, read it back, and remember whether it is there. The place is not made: a stick may be unplugged."""
    place = read_second_place()
    if place is None:
        return
    try:
        _copy_backup(backup, Path(place.directory))
        trouble = ""
    except OSError as error:
        trouble = error.strerror or str(error)
    write_atomically(_get_path(), json.dumps(asdict(SecondPlace(place.directory, trouble))).encode())


def find_safe_place() -> str:
    """A directory on another disk where copies outlive this computer; empty where there is none."""
    if place := read_second_place():
        return place.directory
    try:
        is_same_disk = backup_directory().stat().st_dev == Path(settings.DATA).stat().st_dev
    except OSError:
        return ""
    return "" if is_same_disk else str(backup_directory())


def _copy_backup(backup: Backup, directory: Path) -> None:
    target = directory / backup.name
    if target.is_file() and compute_sha256(target) == backup.sha256:
        return
    draft = build_draft_path(target)
    try:
        shutil.copyfile(backup.path, draft)
        if compute_sha256(draft) != backup.sha256:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(draft))
        note = backup.path.with_name(backup.name + NOTE_SUFFIX)
        write_atomically(directory / note.name, note.read_bytes())
        publish_draft_file(draft, target)
    finally:
        delete_file(draft)


def _get_path() -> Path:
    return Path(settings.DATA) / "second-place.json"
