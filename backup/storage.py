"""Whether the desk's disk still keeps what it is told: pages that are read again and again, and a small file that is written."""

import logging
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

from django.conf import settings
from django.db import connections

from backup.backups import list_backups
from backup.damage import report_damage, state
from backup.sqlite_copy import open_file
from exchange.values import Backup
from jobs.machine import sync_file

logger = logging.getLogger(__name__)

CHECK_INTERVAL = 20.0
"""Seconds; all pages of an evening's file are read in a tenth of one."""
MOST_OF_THE_TIME = 50
"""A large file is looked at less often: reading it may take a fiftieth of the time."""
PROBE = b"La Bella writes here to see whether the disk takes it.\n"


def check_storage() -> None:
    """Read every page of the database and write a small file; remember what is wrong. On PostgreSQL both are its server's."""
    if connections["default"].vendor != "sqlite":
        return
    damage = _find_damage(Path(connections["default"].settings_dict["NAME"]))
    if damage:
        report_damage(damage)
    state.write_fault = _find_write_fault(Path(settings.DATA))


def find_newest_good_copy() -> Backup | None:
    """The newest backup with a note: its pages, references, chains and heads were read when it was made."""
    return next(iter(list_backups()), None)


def _find_damage(path: Path) -> str:
    try:
        with closing(open_file(path, "ro")) as connection:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        return "" if "locked" in str(error) else str(error)
    return "" if found == "ok" else str(found)


def _find_write_fault(directory: Path) -> str:
    path = directory / "write.probe"
    try:
        path.write_bytes(PROBE)
        sync_file(path)
        path.unlink()
    except OSError as error:
        return error.strerror or str(error)
    return ""


class StorageWatch(threading.Thread):
    """Looks at the storage every few seconds while the desk serves."""

    def __init__(self) -> None:
        super().__init__(name="storage-watch", daemon=True)
        self._stopping = threading.Event()

    def run(self) -> None:
        pause = CHECK_INTERVAL
        while not self._stopping.wait(pause):
            begun = time.monotonic()
            try:
                check_storage()
            except Exception:  # a watch that fails is no reason to stop a desk that works
                logger.exception("the storage could not be checked")
            pause = max(CHECK_INTERVAL, MOST_OF_THE_TIME * (time.monotonic() - begun))

    def stop(self) -> None:
        self._stopping.set()
