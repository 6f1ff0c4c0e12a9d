"""The desk's worker: one thread that looks for jobs at every wake event, and every few seconds anyway."""

import datetime as dt
import logging
import threading
from collections.abc import Collection

from django.conf import settings
from django.core.cache import cache
from django.db import close_old_connections, connections
from django.utils import timezone

from jobs.claims import claim_next
from jobs.execution import execute_job, log_trouble
from jobs.machine import read_steady_time
from jobs.sweeping import delete_expired
from jobs.wake import wake_event

logger = logging.getLogger(__name__)

SWEEP_INTERVAL = 5.0
"""Seconds after which a lost wake-up, a dead worker's job or a pause that is over is found."""
CLEAR_INTERVAL = dt.timedelta(hours=6)
ALIVE_KEY = "jobs.worker.alive"
ALIVE = dt.timedelta(minutes=1)


def is_worker_alive() -> bool:
    """Whether a worker has reported within a minute; False when the cache does not answer."""
    try:
        reported = cache.get(ALIVE_KEY)
    except Exception:  # whatever the cache's server does, the site lives on
        logger.warning("the cache does not answer", exc_info=True)
        return False
    return reported is not None and (bool(settings.REDIS_URL) or read_steady_time() - reported < ALIVE)


def report_worker_alive() -> None:
    """Redis forgets it after a minute; the cache of a process would by the clock, which may be set, so there the counter tells."""
    try:
        cache.set(ALIVE_KEY, read_steady_time(), timeout=ALIVE.total_seconds() if settings.REDIS_URL else None)
    except Exception:  # as above: work is not left undone for it
        logger.warning("the cache does not answer", exc_info=True)


class Worker(threading.Thread):
    def __init__(self) -> None:
        super().__init__(name="jobs-worker", daemon=True)
        self._stopping = threading.Event()
        self._clear_at = read_steady_time()

    def run(self) -> None:
        while not self._stopping.is_set():
            wake_event.clear()
            report_worker_alive()
            close_old_connections()
            try:
                execute_waiting_jobs()
                self._clear_when_due()
            except Exception as error:  # noqa: BLE001 - whatever it is, it is logged, and the next job is looked for
                log_trouble("the worker met an error and goes on", error)
            wake_event.wait(SWEEP_INTERVAL)
        connections.close_all()

    def _clear_when_due(self) -> None:
        now = read_steady_time()
        if now >= self._clear_at:
            self._clear_at = now + CLEAR_INTERVAL
            delete_expired(now)

    def stop(self, patience: float = 10.0) -> None:
        """Stop after the current job, waiting up to `patience` seconds; a job that is cut off is claimed again at the next start."""
        self._stopping.set()
        wake_event.set()
        self.join(patience)


def execute_waiting_jobs(kinds: Collection[str] | None = None) -> int:
    """Execute every waiting job, or those of some kinds; return how many."""
    count = 0
    while job := claim_next(timezone.now(), kinds):
        execute_job(job)
        report_worker_alive()
        count += 1
    return count
