"""What a desk asks of a file system, on each that a laptop or a stick may have: syncing, and lock files that a dead process gives back."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

POLL_INTERVAL = 0.002
"""Seconds between two tries at a lock file."""
_CANNOT_SYNC_DIRECTORIES = frozenset({errno.EINVAL, errno.ENOTSUP, errno.EACCES, errno.EBADF})


class LockFileBusy(TimeoutError):
    """Another process, or another thread of this one, holds the lock file."""


@contextmanager
def hold_lock_file(path: Path, *, timeout: float = 0) -> Iterator[None]:
    """Hold the lock file; create it where it is missing and leave it there.

    `timeout`: seconds to wait for it; below 0 without end. Raises: LockFileBusy; OSError for a place that cannot be written.
    """
    if not path.parent.is_dir():  # the library would make it, on the desk's own disk when a stick is unplugged
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.parent))
    lock = FileLock(path, timeout=timeout, poll_interval=POLL_INTERVAL)
    try:
        lock.acquire()
    except Timeout:
        raise LockFileBusy(errno.EBUSY, os.strerror(errno.EBUSY), str(path)) from None
    try:
        yield
    finally:
        lock.release()


def sync_file(path: Path) -> None:
    """Wait until the disk has stored a file. Windows syncs only what is open for writing."""
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def sync_directory(path: Path) -> None:
    """Wait until the disk has stored the names in a directory, where the system can: Windows and some sticks store them by themselves."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno not in _CANNOT_SYNC_DIRECTORIES:
            raise
    finally:
        os.close(handle)
