"""The one way to write: nothing else in the site may open a writing transaction."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import OperationalError, connections

from jobs.locking import PATIENCE, gated_tx

LOCK_TIMEOUT = int(PATIENCE)
STATEMENT_TIMEOUT = 60
"""Seconds, on PostgreSQL."""
GIVEN_WAY = frozenset({"40001", "40P01"})
"""SQLSTATE of a transaction that PostgreSQL chose to give way to another one: nothing was saved, and trying again is right."""
ATTEMPTS = 4

P = ParamSpec("P")
R = TypeVar("R")


@contextmanager
def write_tx(using: str = "default") -> Iterator[None]:
    """A transaction that may write: all of it is saved when the block ends, nothing when it raises.

    Log in and parse before it; read state, rights and version again inside it. On SQLite writers queue at a gate before BEGIN, on
    PostgreSQL waiting for a row lock is bounded. Raises NestedWriteError inside another one, WriteGateTimeout or OperationalError when
    the turn did not come.
    """
    with gated_tx(using):
        if connections[using].vendor == "postgresql":
            with connections[using].cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}s'")
                cursor.execute(f"SET LOCAL statement_timeout = '{STATEMENT_TIMEOUT}s'")
        yield


def retried(service: Callable[P, R]) -> Callable[P, R]:
    """Let a service that gave way to another one begin again, with the same arguments and so under the same key; four times at most.

    A decorator, because the block of a context manager cannot be run twice. What the service decides must be read inside its `write_tx`.
    """

    @wraps(service)
    def begin_again(*args: P.args, **kwargs: P.kwargs) -> R:
        for attempt in range(1, ATTEMPTS):
            try:
                return service(*args, **kwargs)
            except OperationalError as error:
                if getattr(error.__cause__, "sqlstate", None) not in GIVEN_WAY:
                    raise
                time.sleep(random.uniform(0.01, 0.05) * attempt)  # noqa: S311 - spreads those who met; nothing secret
        return service(*args, **kwargs)

    return begin_again
