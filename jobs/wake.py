"""Telling a worker that there is something to do, without ever waiting for anybody."""

import contextlib
import logging
import os
import queue
import threading

from celery import current_app
from django.conf import settings

logger = logging.getLogger(__name__)

nudged = threading.Event()
"""Set whenever this process has written a job; the desk's worker thread waits for it."""

_outbox: queue.Queue[str] = queue.Queue(maxsize=1000)
_postman_of: set[int] = set()
_hiring = threading.Lock()


def wake_worker(job_id: str) -> None:
    """Nudge the worker thread of this process, and with a broker post a message to the workers elsewhere.

    The broker is spoken to by a thread of its own, since a silent one blocks for half a minute. A full outbox drops the message:
    the workers' sweep finds the row anyway.
    """
    nudged.set()
    if settings.CELERY_BROKER_URL:
        _hire_postman()
        with contextlib.suppress(queue.Full):
            _outbox.put_nowait(job_id)


def _hire_postman() -> None:
    """Start the posting thread once per process: a server's forked children have no threads of their parent."""
    with _hiring:
        if os.getpid() not in _postman_of:
            threading.Thread(target=_post_forever, name="jobs-postman", daemon=True).start()
            _postman_of.add(os.getpid())


def _post_forever() -> None:
    while True:
        job_id = _outbox.get()
        try:
            current_app.send_task("jobs.tasks.run_job", args=(job_id,), retry=False)
        except Exception:  # whatever the broker does, this thread lives on
            logger.warning("could not wake a worker for job %s", job_id, exc_info=True)
