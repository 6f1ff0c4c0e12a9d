"""Doing one claimed job."""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import Error, connections
from django.utils import timezone, translation
from django.utils.module_loading import import_string

from jobs import claims
from jobs.files import result_directory, store_result
from jobs.models import Job, Pulse
from jobs.results import JobFunction, JobRefusedError, JobResult, Report

logger = logging.getLogger(__name__)

HEARTBEAT = 10.0
"""Seconds between two heartbeats; a sixth of the lease."""
REPORT_EVERY = 0.4
"""Seconds between two writes of the progress."""


def execute(job: Job) -> None:
    """Run the job's function under its language and heartbeat, and store how it ended. Raises nothing that the function raised."""
    function: JobFunction = import_string(settings.JOB_KINDS[job.kind])
    claims.renew(job, timezone.now())
    try:
        with _heartbeat(job), translation.override(job.language):
            result = function(job.arguments, _report_to(job))
        _finish(job, result)
    except JobRefusedError as refusal:
        claims.finish(job, state=Job.State.FAILED, finished_at=timezone.now(), error=str(refusal))
    except Exception as error:
        logger.exception("job %s failed in attempt %s", job, job.attempts)
        claims.give_back(job, f"{type(error).__name__}: {error}")


def _finish(job: Job, result: JobResult | None) -> None:
    """File first, then the row that names it; the file of a job that is not ours any more goes again."""
    changes = {}
    if result:
        path = store_result(job, result.content)
        changes = {"result_path": path, "result_name": result.name, "result_type": result.content_type}
    kept = claims.finish(job, state=Job.State.DONE, finished_at=timezone.now(), error="", **changes)
    if not kept and result:
        (result_directory() / path).unlink(missing_ok=True)


def _report_to(job: Job) -> Report:
    last = 0.0

    def report(percent: int, text: str = "") -> None:
        nonlocal last
        if percent < 100 and time.monotonic() - last < REPORT_EVERY:
            return
        last = time.monotonic()
        Pulse.objects.filter(job_id=job.pk, attempt=job.attempts).update(percent=max(0, min(100, percent)), text=text[:200])

    return report


@contextmanager
def _heartbeat(job: Job) -> Iterator[None]:
    over = threading.Event()
    heart = threading.Thread(target=_beat_until, args=(over, job), name=f"heartbeat-{job.pk}", daemon=True)
    heart.start()
    try:
        yield
    finally:
        over.set()
        heart.join()


def _beat_until(over: threading.Event, job: Job) -> None:
    while not over.wait(HEARTBEAT):
        try:
            claims.renew(job, timezone.now())
        except Error:
            logger.warning("missed a heartbeat of job %s", job, exc_info=True)
    connections.close_all()
