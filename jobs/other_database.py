"""Work on a copy of the desk's SQLite file with the same models and services as on the desk itself."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.db import connections, transaction

OTHER = "other"
_thread_state = threading.local()


def is_redirected() -> bool:
    """Whether this thread's queries go to another file; asked by the database router."""
    return getattr(_thread_state, "redirected", False)


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
