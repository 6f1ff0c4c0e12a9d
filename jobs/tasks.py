"""Celery tasks of the hosted profile: Celery brings the wake-up, the Job row decides."""

import uuid

from celery import shared_task
from django.utils import timezone

from jobs.claims import claim_job
from jobs.execution import execute_job
from jobs.lanes import REST, list_kinds
from jobs.machine import read_steady_time
from jobs.sweeping import delete_expired
from jobs.worker import execute_waiting_jobs, report_worker_alive


@shared_task(name="jobs.tasks.run_job")  # type: ignore[untyped-decorator]  # celery has no types
def run_job(job_id: str) -> bool:
    """Execute this job unless another worker has claimed or finished it; True when it was executed here."""
    report_worker_alive()
    job = claim_job(uuid.UUID(job_id), timezone.now())
    if job:
        execute_job(job)
    return job is not None


@shared_task(name="jobs.tasks.sweep")  # type: ignore[untyped-decorator]  # celery has no types
def sweep_jobs(lane: str = REST) -> int:
    """Execute all waiting jobs of a lane, also those whose wake-up was lost; return how many."""
    report_worker_alive()
    return execute_waiting_jobs(list_kinds(lane))


@shared_task(name="jobs.tasks.clear")  # type: ignore[untyped-decorator]  # celery has no types
def clear_expired() -> int:
    """Delete expired data; return how many items went."""
    return delete_expired(read_steady_time())
