"""The hosted profile's way to the same work: Celery brings the wake-up, the Job row decides."""

import uuid

from celery import shared_task
from django.utils import timezone

from jobs.claims import claim
from jobs.execution import execute
from jobs.sweeping import sweep_out
from jobs.worker import report_alive, work_off


@shared_task(name="jobs.tasks.run_job")  # type: ignore[untyped-decorator]  # celery has no types
def run_job(job_id: str) -> bool:
    """Do this job unless somebody else has it or had it; true when it was done here."""
    report_alive()
    job = claim(uuid.UUID(job_id), timezone.now())
    if job:
        execute(job)
    return job is not None


@shared_task(name="jobs.tasks.sweep")  # type: ignore[untyped-decorator]  # celery has no types
def sweep() -> int:
    """Find what no wake-up told of; return how many jobs were done."""
    report_alive()
    return work_off()


@shared_task(name="jobs.tasks.clear")  # type: ignore[untyped-decorator]  # celery has no types
def clear() -> int:
    """Delete what is past its time; return how much went."""
    return sweep_out(timezone.now())
