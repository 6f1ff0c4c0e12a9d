"""Execute one claimed job."""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import Error, InterfaceError, OperationalError, connections
from django.utils import timezone, translation
from django.utils.module_loading import import_string

from jobs import claims
from jobs.file_values import StoreFault
from jobs.files import RESULTS, delete_stored, store_result
from jobs.full_disk import is_disk_full
from jobs.machine import free_after_large_work
from jobs.models import Job, Pulse
from jobs.results import JobFunction, JobRefusedError, JobResult, ProgressReporter

logger = logging.getLogger(__name__)

HEARTBEAT_INTERVAL = 10.0
"""Seconds between two heartbeats; a sixth of the lease."""
REPORT_INTERVAL = 0.4
"""Seconds between two writes of the progress."""


def execute_job(job: Job) -> None:
    """Run the job's function in the job's language with a heartbeat, and store how it ended. Raises nothing that the function raised."""
    function: JobFunction = import_string(settings.JOB_KINDS[job.kind])
    claims.renew_lease(job, timezone.now())
    try:
        with _keep_heartbeat(job), translation.override(job.language):
            result = function(job.arguments, _make_reporter(job))
        _store_outcome(job, result)
    except JobRefusedError as refusal:
        claims.finish_job(job, state=Job.State.FAILED, finished_at=timezone.now(), error=str(refusal))
    except StoreFault as fault:
        logger.warning("job %s waits: the store of the files does not answer", job, exc_info=True)
        claims.give_back(job, f"{type(fault).__name__}: {fault}")
    except Exception as error:
        if is_database_gone(error):
            logger.warning("job %s waits: the database has gone away", job, exc_info=True)
            _give_back_to_database(job, f"{type(error).__name__}: {error}")
        else:
            log_trouble(f"job {job} failed in attempt {job.attempts}", error)
            claims.retry_or_fail(job, f"{type(error).__name__}: {error}")
    free_after_large_work()


def log_trouble(what: str, error: Exception) -> None:
    """With its trace, but for a full disk, which every page tells."""
    logger.error("%s: %s", what, error, exc_info=None if is_disk_full(error) else error)


def is_database_gone(error: Exception) -> bool:
    """Whether the connection to PostgreSQL is lost, and not only what was asked refused."""
    connection = connections["default"]
    lost = connection.connection is None or getattr(connection.connection, "closed", False)
    return connection.vendor == "postgresql" and isinstance(error, OperationalError | InterfaceError) and bool(lost)


def _give_back_to_database(job: Job, reason: str) -> None:
    """As soon as it answers. Raises: Error where it did not within the lease; the job is then taken up by somebody else."""
    until = time.monotonic() + claims.LEASE.total_seconds()
    while True:
        try:
            claims.give_back(job, reason)
        except Error:
            connections.close_all()
            if time.monotonic() > until:
                raise
            time.sleep(1)
        else:
            return


def _store_outcome(job: Job, result: JobResult | None) -> None:
    """Store the result file first, then the row that names it; delete the file again if the claim was lost in the meantime."""
    changes = {}
    if result:
        path = store_result(job, result.content)
        changes = {"result_path": path, "result_name": result.name, "result_type": result.content_type}
    finished = claims.finish_job(job, state=Job.State.DONE, finished_at=timezone.now(), error="", **changes)
    if not finished and result:
        delete_stored(RESULTS, path)


def _make_reporter(job: Job) -> ProgressReporter:
    last_write = 0.0

    def report_progress(percent: int, text: str = "") -> None:
        nonlocal last_write
        if percent < 100 and time.monotonic() - last_write < REPORT_INTERVAL:
            return
        last_write = time.monotonic()
        Pulse.objects.filter(job_id=job.pk, attempt=job.attempts).update(percent=max(0, min(100, percent)), text=text[:200])

    return report_progress


@contextmanager
def _keep_heartbeat(job: Job) -> Iterator[None]:
    stopped = threading.Event()
    thread = threading.Thread(target=_beat_until_stopped, args=(stopped, job), name=f"heartbeat-{job.pk}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join()


def _beat_until_stopped(stopped: threading.Event, job: Job) -> None:
    while not stopped.wait(HEARTBEAT_INTERVAL):
        try:
            claims.renew_lease(job, timezone.now())
        except Error:
            logger.warning("missed a heartbeat of job %s", job, exc_info=True)
    connections.close_all()
