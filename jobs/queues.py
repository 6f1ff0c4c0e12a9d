"""A queue for each tournament whose writers wait for one row lock of PostgreSQL.

Without it every thread of a process can wait for the same stuck row, each with a connection. Here one thread of a process waits at the
database, the others behind it in order and without a connection; where the queue does not move, it is short.
"""

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

PLACES = 5
"""How many may wait in a queue that does not move, in one process."""
STALL_SECONDS = 1.0
"""A queue in which nobody had their turn for so long does not move."""


class QueueRefusal(Exception):
    """The turn did not come in time, or the queue is full and does not move."""


class WritersQueue:
    """Writers of one tournament in the order in which they came."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._tickets: deque[object] = deque()
        self._moved_at = 0.0

    @property
    def length(self) -> int:
        """How many wait or have their turn."""
        return len(self._tickets)

    @contextmanager
    def turn(self, patience: float) -> Iterator[None]:
        """Wait for one's turn, `patience` seconds at most, and keep it until the block ends. Raises: QueueRefusal."""
        ticket = object()
        with self._changed:
            if not self._tickets:
                self._moved_at = time.monotonic()
            self._tickets.append(ticket)
            try:
                self._wait(ticket, time.monotonic() + patience)
            except QueueRefusal:
                self._tickets.remove(ticket)
                raise
            self._moved_at = time.monotonic()
        try:
            yield
        finally:
            with self._changed:
                self._tickets.remove(ticket)
                self._changed.notify_all()

    def _wait(self, ticket: object, deadline: float) -> None:
        while self._tickets[0] is not ticket:
            now = time.monotonic()
            stalled = now - self._moved_at > STALL_SECONDS
            if now >= deadline or (stalled and self._tickets.index(ticket) > PLACES):
                raise QueueRefusal
            self._changed.wait(min(deadline - now, STALL_SECONDS))


_queues: dict[int, WritersQueue] = {}
_queues_lock = threading.Lock()


def get_queue(tournament: int) -> WritersQueue:
    """The queue of a tournament, by its key, in this process."""
    with _queues_lock:
        return _queues.setdefault(tournament, WritersQueue())
