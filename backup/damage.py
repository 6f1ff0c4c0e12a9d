"""What an error says about the disk: the database file is damaged, which the process remembers until it ends; or there is no room."""

import logging
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

from django.conf import settings

from backup.sqlite_copy import open_file
from jobs.machine import is_full, probe_directory

logger = logging.getLogger(__name__)

IO_ERROR = "disk i/o error"
DAMAGE_SIGNS = ("malformed", "not a database", IO_ERROR, "database corruption")
DISK_FULL = "53100"
"""PostgreSQL's SQLSTATE."""
ROOM = 2**20
"""Bytes with which a place is tried: less may fit where SQLite's next pages do not."""


@dataclass(slots=True)
class StorageState:
    """What the last look found, in the words of the system; empty while all is well. Damage stays until the next start."""

    damage: str = ""
    write_fault: str = ""


state = StorageState()


def is_damage(error: BaseException | None) -> bool:
    """Whether an error means that the database file itself is damaged or cannot be read."""
    text = str(error).lower()
    return _is_database_error(error) and any(sign in text for sign in DAMAGE_SIGNS) and not is_disk_full(error)


def is_disk_full(error: BaseException | None) -> bool:
    """Whether an error means that a disk has no room, or that its owner may use no more of it."""
    if isinstance(error, OSError):
        return is_full(error)
    if not _is_database_error(error):
        return False
    text = str(error).lower()
    is_said = "disk is full" in text or getattr(error.__cause__, "sqlstate", "") == DISK_FULL
    return is_said or (IO_ERROR in text and find_want_of_room(Path(settings.DATA)) is not None)


def find_damage(path: Path) -> str:
    """What is wrong with the pages of a database, in the words of SQLite; empty while nothing is."""
    try:
        with closing(open_file(path, "ro")) as connection:
            (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        return "" if "locked" in str(error) or is_disk_full(error) else str(error)
    return "" if finding == "ok" else str(finding)


def find_want_of_room(place: Path) -> OSError | None:
    """The system's own error where a directory takes no more; SQLite calls a quota that is used up an I/O error, like a bad disk."""
    try:
        probe_directory(place, size=ROOM)
    except OSError as error:
        return error if is_full(error) else None
    return None


def _is_database_error(error: BaseException | None) -> TypeGuard[Exception]:
    return error is not None and any(kind.__name__ == "DatabaseError" for kind in type(error).__mro__)


def report_damage(damage: str) -> None:
    """Remember that the database is damaged: from now on nothing is written into it."""
    if not state.damage:
        logger.critical("the database is damaged, the desk stops writing: %s", damage)
    state.damage = damage
