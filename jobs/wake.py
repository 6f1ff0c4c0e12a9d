"""Waking a worker without ever blocking the caller."""

import contextlib
import logging
import os
import queue
import threading
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils.module_loading import import_string

from jobs.lanes import find_lane

logger = logging.getLogger(__name__)

wake_event = threading.Event()
"""Set whenever this process has written a job; the desk's worker thread waits for it."""

NOTICE = "labella queued "
"""How a trigger on PostgreSQL says of which kind the job is that it has written."""

_message_queue: queue.Queue[tuple[str, str, str]] = queue.Queue(maxsize=1000)
"""Task, its argument, lane."""
_lanes_to_wake: set[str] = set()
_sender_pids: set[int] = set()
_sender_lock = threading.Lock()


def wake_worker(job_id: str, kind: str) -> None:
    """Set this process's wake event and, with a broker, send a message to the workers elsewhere.

    A thread of its own talks to the broker, because a silent broker blocks for half a minute. A full queue drops the message:
    the workers' sweep finds the row anyway.
    """
    wake_event.set()
    if settings.CELERY_BROKER_URL:
        _start_sender()
        with contextlib.suppress(queue.Full):
            _message_queue.put_nowait(("jobs.tasks.run_job", job_id, find_lane(kind)))


def wake_lane(kind: str) -> None:
    """Have a worker look for all that waits in the lane of this kind; one message, however often it is asked for before it leaves."""
    wake_event.set()
    lane = find_lane(kind)
    if settings.CELERY_BROKER_URL:
        _start_sender()
        if lane not in _lanes_to_wake:
            _lanes_to_wake.add(lane)
            try:
                _message_queue.put_nowait(("jobs.tasks.sweep", lane, lane))
            except queue.Full:
                _lanes_to_wake.discard(lane)


def hear_notice(notice: Any) -> None:
    """Called by psycopg with what PostgreSQL says beside an answer: wake workers for a job that a trigger has written, after the commit."""
    message = notice.message_primary or ""
    if message.startswith(NOTICE):
        transaction.on_commit(partial(wake_lane, message.removeprefix(NOTICE)), robust=True)


def listen(connection: Any, **_more: object) -> None:
    """Receiver of `connection_created`. A pool gives the same connection out again and again: it is heard once."""
    if connection.vendor == "postgresql":
        with contextlib.suppress(ValueError):
            connection.connection.remove_notice_handler(hear_notice)
        connection.connection.add_notice_handler(hear_notice)


def _start_sender() -> None:
    """Start the sending thread once per process: forked children of a server have no threads of their parent."""
    with _sender_lock:
        if os.getpid() not in _sender_pids:
            _lanes_to_wake.clear()
            threading.Thread(target=_send_forever, name="jobs-postman", daemon=True).start()
            _sender_pids.add(os.getpid())


def _send_forever() -> None:
    while True:
        task, argument, lane = _message_queue.get()
        if task == "jobs.tasks.sweep":
            _lanes_to_wake.discard(lane)
        try:
            import_string(settings.JOB_MESSENGER).send_task(task, args=(argument,), queue=lane, retry=False)
        except Exception:  # whatever the broker does, this thread lives on
            logger.warning("could not wake a worker: %s %s", task, argument, exc_info=True)
