"""What an error says about room: a disk is full, or its owner may use no more of it."""

from pathlib import Path
from typing import TypeGuard

from django.conf import settings

from jobs.machine import is_full, probe_directory

IO_ERROR = "disk i/o error"
DISK_FULL = "53100"
"""PostgreSQL's SQLSTATE."""
ROOM = 2**20
"""Bytes with which a place is tried: less may fit where SQLite's next pages do not."""


def is_disk_full(error: BaseException | None) -> bool:
    """Whether an error means that a disk has no room, or that its owner may use no more of it."""
    if isinstance(error, OSError):
        return is_full(error)
    if not is_database_error(error):
        return False
    text = str(error).lower()
    is_said = "disk is full" in text or getattr(error.__cause__, "sqlstate", "") == DISK_FULL
    return is_said or (IO_ERROR in text and find_want_of_room(Path(settings.DATA)) is not None)


def find_want_of_room(place: Path) -> OSError | None:
    """The system's own error where a directory takes no more; SQLite may call that an I/O error, like a bad disk."""
    try:
        probe_directory(place, size=ROOM)
    except OSError as error:
        return error if is_full(error) else None
    return None


def is_database_error(error: BaseException | None) -> TypeGuard[Exception]:
    return error is not None and any(kind.__name__ == "DatabaseError" for kind in type(error).__mro__)
