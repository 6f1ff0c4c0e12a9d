"""The desk's worker: one thread that looks at the table whenever it is nudged, and every few seconds anyway."""

import datetime as dt
import logging
import threading

from django.core.cache import cache
from django.db import close_old_connections, connections
from django.utils import timezone

from jobs.claims import claim_next
from jobs.execution import execute
from jobs.sweeping import sweep_out
from jobs.wake import nudged

logger = logging.getLogger(__name__)

SWEEP_EVERY = 5.0
"""Seconds after which a lost wake-up, a dead worker's job or a pause that is over is found."""
CLEAR_EVERY = dt.timedelta(hours=6)
ALIVE_KEY = "jobs.worker.alive"


def worker_is_alive() -> bool:
    """Whether one has reported within a minute. A cache that does not answer knows of none."""
    try:
        return bool(cache.get(ALIVE_KEY))
    except Exception:  # whatever the cache's server does, the site lives on
        logger.warning("the cache does not answer", exc_info=True)
        return False


def report_alive() -> None:
    try:
        cache.set(ALIVE_KEY, value=True, timeout=60)
    except Exception:  # as above: work is not left undone for it
        logger.warning("the cache does not answer", exc_info=True)


class Worker(threading.Thread):
    def __init__(self) -> None:
        super().__init__(name="jobs-worker", daemon=True)
        self._stopping = threading.Event()
        self._clear_at = timezone.now()

    def run(self) -> None:
        while not self._stopping.is_set():
            nudged.clear()
            report_alive()
            close_old_connections()
            try:
                work_off()
                self._clear()
            except Exception:
                logger.exception("the worker met an error and goes on")
            nudged.wait(SWEEP_EVERY)
        connections.close_all()

    def _clear(self) -> None:
        now = timezone.now()
        if now >= self._clear_at:
            self._clear_at = now + CLEAR_EVERY
            sweep_out(now)

    def stop(self, patience: float = 10.0) -> None:
        """Let the job in hand finish for `patience` seconds; what is cut off is claimed again at the next start."""
        self._stopping.set()
        nudged.set()
        self.join(patience)


def work_off() -> int:
    """Do everything that waits; return how many jobs that were."""
    done = 0
    while job := claim_next(timezone.now()):
        execute(job)
        report_alive()
        done += 1
    return done
