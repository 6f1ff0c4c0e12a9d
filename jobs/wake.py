"""Waking a worker without ever blocking the caller."""

import contextlib
import logging
import os
import queue
import threading

from django.conf import settings
from django.utils.module_loading import import_string

from jobs.lanes import find_lane

logger = logging.getLogger(__name__)

wake_event = threading.Event()
"""Set whenever this process has written a job; the desk's worker thread waits for it."""

_message_queue: queue.Queue[tuple[str, str]] = queue.Queue(maxsize=1000)
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
            _message_queue.put_nowait((job_id, find_lane(kind)))


def _start_sender() -> None:
    """Start the sending thread once per process: forked children of a server have no threads of their parent."""
    with _sender_lock:
        if os.getpid() not in _sender_pids:
            threading.Thread(target=_send_forever, name="jobs-postman", daemon=True).start()
            _sender_pids.add(os.getpid())


def _send_forever() -> None:
    while True:
        job_id, lane = _message_queue.get()
        try:
            import_string(settings.JOB_MESSENGER).send_task("jobs.tasks.run_job", args=(job_id,), queue=lane, retry=False)
        except Exception:  # whatever the broker does, this thread lives on
            logger.warning("could not wake a worker for job %s", job_id, exc_info=True)
