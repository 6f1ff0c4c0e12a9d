"""Taking a job, keeping it, and giving it back: every change is conditional on still being its owner."""

import datetime as dt
from typing import Any
from uuid import UUID

from django.db.models import F, Q, QuerySet
from django.utils import timezone

from jobs.locking import gated_tx
from jobs.models import Job, Pulse

LEASE = dt.timedelta(seconds=60)
MAX_ATTEMPTS = 5


def claim_next(now: dt.datetime) -> Job | None:
    """The oldest job that waits, or whose worker has died; its attempts are counted up and the lease runs from `now`."""
    for job_id in list(_claimable(now).values_list("pk", flat=True)[:20]):
        if job := claim(job_id, now):
            return job
    return None


def claim(job_id: UUID, now: dt.datetime) -> Job | None:
    """Take this job if it may be taken; a job that died in its last attempt is put down as failed instead."""
    if _somebody_vouches(job_id, now):
        return None
    with gated_tx():
        job = _claimable(now).filter(pk=job_id).first()
        if job is None:
            return None
        if job.attempts >= MAX_ATTEMPTS:
            _change(job, state=Job.State.FAILED, finished_at=now, error="worker died")
            return None
        if not _change(job, state=Job.State.RUNNING, attempts=F("attempts") + 1, lease_until=now + LEASE):
            return None
    job.refresh_from_db()
    return job


def renew(job: Job, now: dt.datetime) -> None:
    """Vouch for the job until a lease from `now`."""
    Pulse.objects.update_or_create(job_id=job.pk, defaults={"attempt": job.attempts, "lease_until": now + LEASE})


def finish(job: Job, **changes: Any) -> bool:
    """Store how the job ended; false when another worker has taken it in the meantime."""
    with gated_tx():
        changed = _change(job, **changes)
    Pulse.objects.filter(job_id=job.pk).delete()
    return changed


def give_back(job: Job, error: str) -> bool:
    """After an attempt that failed: wait 2, 4, 8 … seconds and try again, or give up after the last one."""
    now = timezone.now()
    if job.attempts >= MAX_ATTEMPTS:
        return finish(job, state=Job.State.FAILED, finished_at=now, error=error)
    pause = dt.timedelta(seconds=2**job.attempts)
    return finish(job, state=Job.State.QUEUED, run_after=now + pause, error=error)


def _claimable(now: dt.datetime) -> QuerySet[Job]:
    waiting = Q(state=Job.State.QUEUED, run_after__lte=now)
    abandoned = Q(state=Job.State.RUNNING, lease_until__lt=now)
    return Job.objects.filter(waiting | abandoned)


def _somebody_vouches(job_id: UUID, now: dt.datetime) -> bool:
    return Pulse.objects.filter(job_id=job_id, lease_until__gte=now).exists()


def _change(job: Job, **changes: Any) -> bool:
    mine = Job.objects.filter(pk=job.pk, state=job.state, attempts=job.attempts)
    return mine.update(**changes) == 1
