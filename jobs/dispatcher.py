"""Put jobs into the queue."""

import datetime as dt
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.db import IntegrityError, connection, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import get_language

from jobs.databases import locked_transaction
from jobs.models import Job
from jobs.wake import wake_worker

ACTIVE_STATES = (Job.State.QUEUED, Job.State.RUNNING)


class UnknownKindError(LookupError):
    """No function is registered for this kind in `settings.JOB_KINDS`."""


class NoTransactionError(RuntimeError):
    """`enqueue_job` was called outside a transaction: a job is stored in the same transaction as its cause."""


def enqueue_job(
    kind: str,
    *,
    arguments: dict[str, Any],
    owner: AbstractBaseUser | None = None,
    dedupe_key: str = "",
    input_seq: int | None = None,
    run_after: dt.datetime | None = None,
) -> Job:
    """Store a job in the caller's transaction and wake a worker after the commit.

    While a job with the same kind and `dedupe_key` is queued or running, that job is returned and nothing is written: the key must
    contain everything that makes two results differ. A job waits for its
    `run_after`. Waking never blocks and never fails; the worker's sweep finds a lost wake-up.
    Raises: UnknownKindError; NoTransactionError.
    """
    if kind not in settings.JOB_KINDS:
        raise UnknownKindError(kind)
    if not connection.in_atomic_block:
        raise NoTransactionError(kind)
    now = timezone.now()
    columns = {
        "arguments": arguments,
        "owner": owner,
        "input_seq": input_seq,
        "language": get_language() or settings.LANGUAGE_CODE,
        "created_at": _find_free_moment(now),
        "run_after": run_after or now,
    }
    if dedupe_key:
        job, _ = Job.objects.get_or_create(kind=kind, dedupe_key=dedupe_key, state__in=ACTIVE_STATES, defaults=columns)
    else:
        job = Job.objects.create(kind=kind, **columns)
    transaction.on_commit(lambda: wake_worker(str(job.pk), job.kind), robust=True)
    return job


def _find_free_moment(now: dt.datetime) -> dt.datetime:
    """The time of an order, behind all earlier ones: what was ordered last is told by it, also when a laptop's clock was set back."""
    latest = Job.objects.aggregate(latest=Max("created_at"))["latest"] if connection.vendor == "sqlite" else None
    return max(now, latest + dt.timedelta(microseconds=1)) if latest else now


def is_job_at_work(kind: str) -> bool:
    """Whether a job of this kind is queued or running."""
    return Job.objects.filter(kind=kind, state__in=ACTIVE_STATES).exists()


def retry_job(job: Job) -> Job | None:
    """Queue a failed job again, in a transaction of its own; None when it is not failed (any more).

    Returns the job that does the work now: this one, or one with the same kind and `dedupe_key` that was ordered meanwhile and is active.
    Effects: the row is queued with no attempts used and no error; a worker is woken after the commit.
    """
    failed, queued = {"pk": job.pk, "state": Job.State.FAILED}, {"state": Job.State.QUEUED, "attempts": 0, "error": "", "finished_at": None}
    try:
        with locked_transaction():
            changed = Job.objects.filter(**failed).update(**queued, run_after=timezone.now())
    except IntegrityError:
        return Job.objects.filter(kind=job.kind, dedupe_key=job.dedupe_key, state__in=ACTIVE_STATES).first()
    if not changed:
        return None
    wake_worker(str(job.pk), job.kind)
    return job
