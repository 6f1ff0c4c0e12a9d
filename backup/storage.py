"""Whether the desk's disk still keeps what it is told: pages that are read again and again, and a small file that is written."""

import logging
import threading
import time
from functools import cache
from pathlib import Path

from django.conf import settings
from django.db import connections

from backup.backups import check_backup, list_backups, make_backup_directory
from backup.damage import find_damage, report_damage, state
from exchange.values import Backup, BrokenCopy
from jobs.machine import probe_directory

logger = logging.getLogger(__name__)

CHECK_INTERVAL = 20.0
"""Seconds; all pages of an evening's file are read in a tenth of one."""
MOST_OF_THE_TIME = 50
"""A large file is looked at less often: reading it may take a fiftieth of the time."""


def check_storage() -> None:
    """Read every page of the database and write a small file; remember what is wrong. On PostgreSQL both are its server's."""
    if connections["default"].vendor != "sqlite":
        return
    damage = find_damage(Path(connections["default"].settings_dict["NAME"]))
    if damage:
        report_damage(damage)
    state.write_fault = find_write_fault(Path(settings.DATA))


def find_newest_good_copy() -> Backup | None:
    """The newest backup whose pages, references, chains and heads are good now: it may lie on the same disk."""
    return next((backup for backup in list_backups() if _is_good(backup.path)), None)


@cache
def _is_good(path: Path) -> bool:
    """Read once: every page of a damaged desk asks, and backups do not change."""
    try:
        check_backup(path)
    except BrokenCopy:
        return False
    return True


def find_write_fault(directory: Path) -> str:
    """Why a small file cannot be written there, in the words of the system; empty where it can."""
    try:
        probe_directory(directory)
    except OSError as error:
        return error.strerror or str(error)
    return ""


def find_backup_fault() -> str:
    """Why no backup can be written where they go; empty where it can."""
    try:
        return find_write_fault(make_backup_directory())
    except OSError as error:
        return error.strerror or str(error)


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
