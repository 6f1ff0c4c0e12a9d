"""The one way to write: nothing else in the site may open a writing transaction."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connections

from jobs.gate import PATIENCE, gated_tx

LOCK_TIMEOUT = int(PATIENCE)
STATEMENT_TIMEOUT = 60
"""Seconds, on PostgreSQL."""


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
