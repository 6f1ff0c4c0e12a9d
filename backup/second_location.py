"""A second place for copies, such as a stick: copies of a desk are put there too, and its pages say where that fails."""

import datetime as dt
import errno
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext_lazy

from backup.backups import backup_directory, make_backup
from backup.sticks import hold_sticks, put_on_stick
from exchange.files import write_atomically
from exchange.values import Backup
from jobs.machine import delete_file, is_full
from tournaments.models import Tournament

REASONS = {
    errno.ENOENT: gettext_lazy("not plugged in"),
    errno.EROFS: gettext_lazy("read-only"),
    errno.EACCES: gettext_lazy("no permission to write"),
    errno.EPERM: gettext_lazy("no permission to write"),
    errno.EIO: gettext_lazy("the device fails"),
}
STICK_EXAMPLE = {"win32": "E:\\", "darwin": "/Volumes/STICK"}.get(sys.platform, "/media/stick")
"""How the directory of a stick looks on this system."""


@dataclass(frozen=True, slots=True)
class SecondLocation:
    """Its directory; why the last copy is not there, in the words of the system, empty while it is, and by the system's number."""

    directory: str
    trouble: str = ""
    number: int = 0

    @property
    def is_full(self) -> bool:
        return is_full(OSError(self.number, self.trouble))

    @property
    def reason(self) -> str:
        """Why, as people say it."""
        return str(REASONS.get(self.number, self.trouble))


def make_copies(*, occasion: str, at: dt.datetime | None = None, tournament: Tournament | None = None) -> Backup:
    """Make a backup in the usual directory and put it into the second place too: the one way to a copy of what is there now.

    A second place that fails is remembered and shown; the backup is made either way. Raises as `backup.backups.make_backup`.
    """
    backup = make_backup(occasion=occasion, at=at, tournament=tournament)
    put_in_second_location(backup)
    return backup


def read_second_location() -> SecondLocation | None:
    """The second place of this computer; None where nobody chose one."""
    try:
        return SecondLocation(**json.loads(_get_path().read_bytes()))
    except (OSError, ValueError, TypeError):
        return None


def choose_second_location(directory: str) -> None:
    """From now on every copy goes to this directory too; to none for an empty word. Raises: OSError."""
    if directory:
        _store_second_location(SecondLocation(directory))
    else:
        delete_file(_get_path())


def put_in_second_location(backup: Backup) -> None:
    """Put a copy into the second place, read it back, and remember whether it is there. The place is not made: a stick may be unplugged."""
    place = read_second_location()
    if place is None:
        return
    try:
        with hold_sticks():
            put_on_stick(backup, Path(place.directory), keep=settings.BACKUPS_KEPT)
        now = SecondLocation(place.directory)
    except OSError as error:
        now = SecondLocation(place.directory, error.strerror or str(error), error.errno or 0)
    _store_second_location(now)


def find_safe_place() -> str:
    """A directory on another disk where copies outlive this computer; empty where there is none."""
    if place := read_second_location():
        return place.directory
    try:
        is_same_disk = backup_directory().stat().st_dev == Path(settings.DATA).stat().st_dev
    except OSError:
        return ""
    return "" if is_same_disk else str(backup_directory())


def _store_second_location(place: SecondLocation) -> None:
    write_atomically(_get_path(), json.dumps(asdict(place)).encode())


def _get_path() -> Path:
    return Path(settings.DATA) / "second-place.json"
