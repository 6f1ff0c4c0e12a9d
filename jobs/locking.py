"""The write lock: on SQLite one writing transaction at a time, on PostgreSQL a queue for each tournament.

SQLite's own waiting polls without order, so that some of many simultaneous writers starve until their timeout. Here they queue
before BEGIN: first inside this process, then between processes on a lock file in the data directory.
"""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import OperationalError, connections, transaction

from jobs.disk import LockFileBusy, hold_lock_file
from jobs.queues import QueueRefusal, get_queue

WRITE_LOCK_TIMEOUT = 20.0
"""Seconds that a writer waits for its turn, where nobody limits it."""

_process_lock = threading.Lock()
_thread_state = threading.local()


class WriteLockTimeout(OperationalError):
    """The write lock was not free in time; nothing was written."""


@contextmanager
def limit_waiting(seconds: float) -> Iterator[None]:
    """Let writers of this thread wait for `seconds` at most: somebody sits before the page."""
    previous, _thread_state.patience = get_patience(), seconds
    try:
        yield
    finally:
        _thread_state.patience = previous


def get_patience() -> float:
    """Seconds that a writer of this thread waits for its turn."""
    return float(getattr(_thread_state, "patience", WRITE_LOCK_TIMEOUT))


class NestedWriteError(RuntimeError):
    """A writing transaction was opened inside another one; only the outer one decides what is saved."""


@contextmanager
def write_lock(using: str = "default", *, queue: int | None = None) -> Iterator[None]:
    """Hold the write lock. On PostgreSQL, which has row locks, it refuses nesting and waits in the queue of the tournament `queue`.

    Raises: NestedWriteError when this thread already holds it; WriteLockTimeout when the turn did not come in time (`get_patience`).
    """
    if getattr(_thread_state, "here", False):
        raise NestedWriteError("a writing transaction is already open in this thread")
    _thread_state.here = True
    try:
        if connections[using].vendor == "sqlite":
            with _hold_sqlite_lock(get_patience()):
                yield
        elif queue is not None:
            with _take_turn(using, queue):
                yield
        else:
            yield
    finally:
        _thread_state.here = False


@contextmanager
def locked_transaction(using: str = "default", *, queue: int | None = None) -> Iterator[None]:
    """A transaction under the write lock: everything is saved when the block ends, nothing when it raises."""
    with write_lock(using, queue=queue), transaction.atomic(using=using, durable=True):
        yield


@contextmanager
def snapshot_transaction(using: str = "default") -> Iterator[None]:
    """A read-only transaction: all reads of the block see one state of the database while others write.

    Inside a transaction of the caller the block reads that transaction's state.
    """
    connection: Any = connections[using]
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        previous_mode, connection.transaction_mode = connection.transaction_mode, "DEFERRED"
        try:
            with transaction.atomic(using=using, durable=True):
                yield
        finally:
            connection.transaction_mode = previous_mode
    else:
        with transaction.atomic(using=using, durable=True), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


@contextmanager
def _take_turn(using: str, tournament: int) -> Iterator[None]:
    waiting = get_queue(tournament)
    if waiting.length:
        connections[using].close()  # whoever waits leaves the connection to others
    with ExitStack() as held:
        try:
            held.enter_context(waiting.turn(get_patience()))
        except QueueRefusal:
            raise WriteLockTimeout("other writes of this tournament are still running") from None
        yield


@contextmanager
def _hold_sqlite_lock(timeout: float) -> Iterator[None]:
    deadline = time.monotonic() + timeout
    if not _process_lock.acquire(timeout=timeout):
        raise WriteLockTimeout("another write is still running")
    try:
        with _hold_write_lock_file(max(deadline - time.monotonic(), 0)):
            yield
    finally:
        _process_lock.release()


@contextmanager
def _hold_write_lock_file(timeout: float) -> Iterator[None]:
    with ExitStack() as held:
        try:
            held.enter_context(hold_lock_file(Path(settings.DATA) / "write.lock", timeout=timeout))
        except LockFileBusy:
            raise WriteLockTimeout("another process is still writing") from None
        yield
