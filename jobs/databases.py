"""Writing transactions, one at a time on SQLite and in a queue for each tournament on PostgreSQL; and to which file a query goes.

SQLite's own waiting polls without order, so that some of many simultaneous writers starve until their timeout. Here they queue
before BEGIN: first inside this process, then between processes on a lock file in the data directory. Nothing else in the site may open a
writing transaction.
"""

import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from django.conf import settings
from django.db import OperationalError, connections, transaction
from django.db.models import Model

from jobs.machine import LockFileBusy, hold_lock_file
from jobs.queues import QueueRefusal, get_queue

WRITE_LOCK_TIMEOUT = 20.0
"""Seconds that a writer waits for its turn, where nobody limits it."""
STATEMENT_TIMEOUT = 60
"""Seconds, on PostgreSQL; also how long a transaction may do nothing."""
RETRYABLE_STATES = frozenset({"40001", "40P01"})
"""SQLSTATE of a transaction that PostgreSQL chose to give way to another one: nothing was saved, and trying again is right."""
ATTEMPTS = 4

OTHER = "other"
EPHEMERAL_APPS = frozenset({"sessions", "axes"})
EPHEMERAL_MODELS = frozenset({("api", "tokenuse"), ("jobs", "pulse"), ("scoring", "tabledevice"), ("scoring", "wrongsecret")})

P = ParamSpec("P")
R = TypeVar("R")

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


@contextmanager
def write_tx(using: str = "default", *, queue: int | None = None) -> Iterator[None]:
    """A transaction that may write: everything is saved when the block ends, nothing when it raises.

    Log in and parse before it; read state, rights and version again inside it. On SQLite writers wait for the write lock before BEGIN, on
    PostgreSQL waiting for a row lock is bounded, and writers of the tournament with the key `queue` wait for one another before BEGIN.
    Raises: NestedWriteError inside another one; WriteLockTimeout or OperationalError when the lock was not free in time.
    """
    with locked_transaction(using, queue=queue):
        if connections[using].vendor == "postgresql":
            with connections[using].cursor() as cursor:
                cursor.execute(_build_limits(get_patience()))
        yield


def has_standby(using: str) -> bool:
    """Whether the database's address names several hosts, of which one takes over from another."""
    return "," in str(connections[using].settings_dict.get("HOST") or "")


def _build_limits(patience: float) -> str:
    """One command for all limits of a transaction, because each is a way to the database and back."""
    limits = {"lock_timeout": patience, "statement_timeout": STATEMENT_TIMEOUT, "idle_in_transaction_session_timeout": STATEMENT_TIMEOUT}
    return "; ".join(f"SET LOCAL {name} = '{int(seconds * 1000)}ms'" for name, seconds in limits.items())


def retry_on_conflict(service: Callable[P, R]) -> Callable[P, R]:
    """Decorator: run a service again with the same arguments, and so the same key, when PostgreSQL aborted it in favour of another
    transaction; four attempts at most.

    A decorator, because the block of a context manager cannot run twice. The service must read what it decides on inside its `write_tx`.
    """

    @wraps(service)
    def run_with_retries(*args: P.args, **kwargs: P.kwargs) -> R:
        for attempt in range(1, ATTEMPTS):
            try:
                return service(*args, **kwargs)
            except OperationalError as error:
                if getattr(error.__cause__, "sqlstate", None) not in RETRYABLE_STATES:
                    raise
                time.sleep(random.uniform(0.01, 0.05) * attempt)  # noqa: S311 - spreads those who met; nothing secret
        return service(*args, **kwargs)

    return run_with_retries


@contextmanager
def other_database(path: Path) -> Iterator[None]:
    """Send all queries of this thread for the desk's database to the SQLite file at `path`; the block is one transaction."""
    connection = connections["default"].copy(OTHER)
    connection.settings_dict["NAME"] = str(path)
    connections[OTHER] = connection
    _thread_state.redirected = True
    try:
        with transaction.atomic(using=OTHER):
            yield
    finally:
        _thread_state.redirected = False
        connection.close()
        del connections[OTHER]


class EphemeralRouter:
    """Routes data that may be lost (sessions, login throttle, heartbeats) to the second file, so that it never waits behind results.

    With PostgreSQL there is one database, and the router returns None.
    """

    def db_for_read(self, model: type[Model], **hints: object) -> str | None:
        return self._choose_database(model._meta.app_label, model._meta.model_name)

    def db_for_write(self, model: type[Model], **hints: object) -> str | None:
        return self._choose_database(model._meta.app_label, model._meta.model_name)

    def allow_relation(self, left: Model, right: Model, **hints: object) -> bool | None:
        return None

    def allow_migrate(self, db: str, app_label: str, model_name: str | None = None, **hints: object) -> bool | None:
        if "ephemeral" not in settings.DATABASES:
            return None
        return db == self._choose_database(app_label, model_name)

    def _choose_database(self, app_label: str, model_name: str | None) -> str | None:
        if "ephemeral" not in settings.DATABASES:
            return None
        if getattr(_thread_state, "redirected", False):
            return OTHER
        ephemeral = app_label in EPHEMERAL_APPS or (app_label, model_name) in EPHEMERAL_MODELS
        return "ephemeral" if ephemeral else "default"
