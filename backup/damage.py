"""What an error says about the disk: the database file is damaged, which the process remembers until it ends; or there is no room."""

import logging
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from backup.sqlite_copy import open_file
from jobs.full_disk import IO_ERROR, is_database_error, is_disk_full

logger = logging.getLogger(__name__)

DAMAGE_SIGNS = ("malformed", "not a database", IO_ERROR, "database corruption")


@dataclass(slots=True)
class StorageState:
    """What the last look found, in the words of the system; empty while all is well. Damage stays until the next start."""

    damage: str = ""
    write_fault: str = ""


state = StorageState()


def is_damage(error: BaseException | None) -> bool:
    """Whether an error means that the database file itself is damaged or cannot be read."""
    text = str(error).lower()
    return is_database_error(error) and any(sign in text for sign in DAMAGE_SIGNS) and not is_disk_full(error)


def find_damage(path: Path) -> str:
    """What is wrong with the pages of a database, in the words of SQLite; empty while nothing is."""
    try:
        with closing(open_file(path, "ro")) as connection:
            (finding,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        return "" if "locked" in str(error) or is_disk_full(error) else str(error)
    return "" if finding == "ok" else str(finding)


def report_damage(damage: str) -> None:
    """Remember that the database is damaged: from now on nothing is written into it."""
    if not state.damage:
        logger.critical("the database is damaged, the desk stops writing: %s", damage)
    state.damage = damage
