"""Writing transactions: nothing else in the site may open one."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connections

from jobs.locking import get_patience, locked_transaction

STATEMENT_TIMEOUT = 60
"""Seconds, on PostgreSQL; also how long a transaction may do nothing."""
RETRYABLE_STATES = frozenset({"40001", "40P01"})
"""SQLSTATE of a transaction that PostgreSQL chose to give way to another one: nothing was saved, and trying again is right."""
ATTEMPTS = 4

P = ParamSpec("P")
R = TypeVar("R")


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
