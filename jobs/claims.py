"""Claim a job, renew its lease, finish it or return it to the queue. Every write is conditional on still owning the claim."""

import datetime as dt
from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from jobs.databases import locked_transaction
from jobs.models import Job, Pulse

LEASE = dt.timedelta(seconds=60)
"""One that lasts more than twice as long from now was given before the clock was set back: it is over."""
MAX_ATTEMPTS = 5
GIVEN_BACK = dt.timedelta(seconds=15)
"""Until work is tried again that something else than itself was in the way of."""
LONGEST_PAUSE = dt.timedelta(seconds=2 ** (MAX_ATTEMPTS + 1))
"""A job that is to wait for longer was ordered before the clock was set back: it waits no more."""
LONGEST_PATIENCE = dt.timedelta(hours=30)
"""The same for the kinds of `PATIENT_JOB_KINDS` in the settings."""


def claim_next(now: dt.datetime, kinds: Collection[str] | None = None) -> Job | None:
    """Claim the oldest job, of any kind or of these, that waits or whose lease has expired, or None. Counts the attempt; the lease starts
    at `now`.
    """
    claimable = _filter_claimable(now) if kinds is None else _filter_claimable(now).filter(kind__in=kinds)
    for job_id in list(claimable.values_list("pk", flat=True)[:20]):
        if job := claim_job(job_id, now):
            return job
    return None


def claim_job(job_id: UUID, now: dt.datetime) -> Job | None:
    """Claim this job if it can be claimed, else None. A job whose worker died in its last attempt is stored as failed instead."""
    if _has_live_lease(job_id, now):
        return None
    with locked_transaction():
        job = _filter_claimable(now).filter(pk=job_id).first()
        if job is None:
            return None
        if job.attempts >= MAX_ATTEMPTS:
            _update_claimed(job, state=Job.State.FAILED, finished_at=now, error="worker died")
            return None
        if not _update_claimed(job, state=Job.State.RUNNING, attempts=F("attempts") + 1, lease_until=now + LEASE):
            return None
    job.refresh_from_db()
    return job


def renew_lease(job: Job, now: dt.datetime) -> None:
    """Extend the job's lease to LEASE after `now`."""
    Pulse.objects.update_or_create(job_id=job.pk, defaults={"attempt": job.attempts, "lease_until": now + LEASE})


def finish_job(job: Job, **changes: Any) -> bool:
    """Store how the job ended; False when another worker has claimed it in the meantime."""
    with locked_transaction():
        changed = _update_claimed(job, **changes)
    Pulse.objects.filter(job_id=job.pk).delete()
    return changed


def release_running() -> int:
    """Put every running job back into the queue; return how many. For a desk that begins, beside which nobody else works."""
    with locked_transaction():
        Pulse.objects.all().delete()
        return Job.objects.filter(state=Job.State.RUNNING).update(state=Job.State.QUEUED, run_after=timezone.now())


def retry_or_fail(job: Job, error: str) -> bool:
    """Queue the job again after a failed attempt, with a pause of 2, 4, 8 … seconds; after the last attempt store it as failed."""
    now = timezone.now()
    if job.attempts >= MAX_ATTEMPTS:
        return finish_job(job, state=Job.State.FAILED, finished_at=now, error=error)
    delay = dt.timedelta(seconds=2**job.attempts)
    return finish_job(job, state=Job.State.QUEUED, run_after=now + delay, error=error)


def give_back(job: Job, reason: str) -> bool:
    """Queue a job again that could not be finished for no fault of its own, for as long as it takes: the attempt does not count.

    No older claim comes alive by it: the next one has this one's number, and that one has never been without it.
    """
    now = timezone.now()
    return finish_job(job, state=Job.State.QUEUED, attempts=job.attempts - 1, run_after=now + GIVEN_BACK, error=reason)


def _filter_claimable(now: dt.datetime) -> QuerySet[Job]:
    too_long = Q(run_after__gt=now + LONGEST_PAUSE) & ~Q(kind__in=settings.PATIENT_JOB_KINDS)
    waiting = Q(state=Job.State.QUEUED) & (Q(run_after__lte=now) | too_long | Q(run_after__gt=now + LONGEST_PATIENCE))
    abandoned = Q(state=Job.State.RUNNING) & (Q(lease_until__lt=now) | Q(lease_until__gt=now + 2 * LEASE))
    return Job.objects.filter(waiting | abandoned)


def _has_live_lease(job_id: UUID, now: dt.datetime) -> bool:
    return Pulse.objects.filter(job_id=job_id, lease_until__gte=now, lease_until__lte=now + 2 * LEASE).exists()


def _update_claimed(job: Job, **changes: Any) -> bool:
    own_claim = Job.objects.filter(pk=job.pk, state=job.state, attempts=job.attempts)
    return own_claim.update(**changes) == 1
