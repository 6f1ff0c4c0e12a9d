"""One writer at a time on SQLite: the gate that every writing transaction passes.

SQLite's own waiting is a poll without order: of many simultaneous writers some starve until their timeout. Here they queue before
BEGIN, first in this process, then between processes on a lock file in the data directory.
"""

import fcntl
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import OperationalError, connections, transaction

PATIENCE = 20.0
"""Seconds that a writer waits for its turn."""

_turn = threading.Lock()
_held = threading.local()


class WriteGateTimeout(OperationalError):
    """The writer's turn did not come in time; nothing was written."""


class NestedWriteError(RuntimeError):
    """A writing transaction was opened inside another one: the outer one decides what is saved."""


@contextmanager
def write_gate(using: str = "default", *, patience: float = PATIENCE) -> Iterator[None]:
    """Hold the only permission to write. Free on PostgreSQL, which has row locks.

    Raises NestedWriteError when this thread already holds it, WriteGateTimeout after `patience` seconds.
    """
    if getattr(_held, "here", False):
        raise NestedWriteError("a writing transaction is already open in this thread")
    _held.here = True
    try:
        if connections[using].vendor == "sqlite":
            with _sqlite_turn(patience):
                yield
        else:
            yield
    finally:
        _held.here = False


@contextmanager
def gated_tx(using: str = "default") -> Iterator[None]:
    """A transaction behind the gate: all of it is saved when the block ends, nothing when it raises."""
    with write_gate(using), transaction.atomic(using=using, durable=True):
        yield


@contextmanager
def snapshot_tx(using: str = "default") -> Iterator[None]:
    """One state of the database for all reads of the block, while others write. Nothing can be written in it.

    Inside a transaction of the caller its state is what is read.
    """
    connection: Any = connections[using]
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        mode, connection.transaction_mode = connection.transaction_mode, "DEFERRED"
        try:
            with transaction.atomic(using=using, durable=True):
                yield
        finally:
            connection.transaction_mode = mode
    else:
        with transaction.atomic(using=using, durable=True), connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield


@contextmanager
def _sqlite_turn(patience: float) -> Iterator[None]:
    deadline = time.monotonic() + patience
    if not _turn.acquire(timeout=patience):
        raise WriteGateTimeout("another write is still running")
    try:
        with (Path(settings.DATA) / "write.lock").open("ab") as file:
            _lock(file, deadline)
            yield
    finally:
        _turn.release()


def _lock(file: IO[bytes], deadline: float) -> None:
    """Take the lock that closing the file gives back. Polls, because a blocking flock knows no timeout."""
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise WriteGateTimeout("another process is still writing") from None
            time.sleep(random.uniform(0.001, 0.004))  # noqa: S311 - spreads the waiters; nothing secret
        else:
            return
