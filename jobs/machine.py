"""What the desk asks of the machine beneath it, on each system that a laptop may have: its disk, its clock, its memory.

Disk: syncing, and lock files that a dead process gives back. Clock: the time since this process began, by a counter that nobody sets.
Memory: rows that know each other are freed by Python's search for garbage only, which is made seldom, and then given back to the system.
"""

import datetime as dt
import errno
import gc
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from filelock import FileLock, Timeout

POLL_INTERVAL = 0.002
"""Seconds between two tries at a lock file."""
PROBE = b"La Bella writes here to see whether the disk takes it.\n"
PAUSES = (0.05, 0.1, 0.2, 0.4, 0.8)
"""Seconds between the tries at a file that another program has open."""
NOTICEABLE_STEP = dt.timedelta(minutes=1)
SEARCH_AFTER = (50_000, 20, 100)
"""Python looks for cycles of objects that nobody needs after every 700 new objects; a page of a large hall makes a hundred thousand, and
spent half of its time with that (docs/performance.md). What is no cycle goes at once either way."""
LARGE_WORK = 4
"""Searches among the youngest objects after which a whole one is due: 200,000 objects more than before."""
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
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


def replace_file(draft: Path, path: Path) -> None:
    """Rename a file over another. Raises: OSError."""
    _try_patiently(lambda: draft.replace(path))


def delete_file(path: Path) -> None:
    """Delete a file, which may be gone already. Raises: OSError."""
    _try_patiently(lambda: path.unlink(missing_ok=True))


def _try_patiently(change: Callable[[], object]) -> None:
    """Windows refuses to rename or delete what another program has open, and virus scanners, its search and OneDrive look into every new
    file: try again until they have let go of it.
    """
    for pause in PAUSES:
        try:
            change()
        except PermissionError:
            time.sleep(pause)
        else:
            return
    change()


def sync_file(path: Path) -> None:
    """Wait until the disk has stored a file. Windows syncs only what is open for writing."""
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def is_full(error: OSError) -> bool:
    """Whether a disk has no room, or its owner may use no more of it."""
    return error.errno in _FULL


def probe_directory(directory: Path, *, size: int = len(PROBE)) -> None:
    """Write a file of at least `size` bytes there and forget it. Raises: OSError where the disk does not take it."""
    with tempfile.TemporaryFile(dir=directory) as file:
        file.write(PROBE * -(-size // len(PROBE)))
        file.flush()
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


def _read_counter() -> float:
    """Seconds of a counter that goes on while the computer sleeps, where the system has one."""
    boot_time = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


_begun_at, _begun_counter = dt.datetime.now(tz=dt.UTC), _read_counter()


def read_steady_time() -> dt.datetime:
    """The clock as it was when this process began plus the time since then: for whatever must not end because a clock was set."""
    return _begun_at + dt.timedelta(seconds=_read_counter() - _begun_counter)


def read_clock_step() -> dt.timedelta:
    """By how much the clock has been set since this process began: positive forward; zero for less than a minute."""
    step = dt.datetime.now(tz=dt.UTC) - read_steady_time()
    return step if abs(step) >= NOTICEABLE_STEP else dt.timedelta()


def search_seldom() -> None:
    """Let Python search for garbage less often, and never among what was there when the program began."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SEARCH_AFTER)


def free_after_large_work(**_of_signal: object) -> None:
    """Give back the memory of a large page, or of the last bundle of many rows, now that it is over; after small ones this does nothing."""
    _youngest, middle, oldest = gc.get_count()
    if middle >= LARGE_WORK or oldest:
        gc.collect()
        if (trim := find_trim()) is not None:
            trim(0)


@cache
def find_trim() -> Callable[[int], int] | None:
    """The call of glibc that gives freed memory back to the system; by itself it keeps what lies below anything still used. Else None."""
    import ctypes  # noqa: PLC0415 - asked for after the first large page only

    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another library; Windows has no name for the program itself
        return None
