"""Policies, which decide who may call a view (docs/architecture.md, “Pages”); here those that need no tournament."""

from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.http import Http404, HttpRequest
from django.utils.module_loading import import_string

from jobs.models import Job


def everybody(request: HttpRequest, **url_arguments: Any) -> bool:
    return True


def logged_in(request: HttpRequest, **url_arguments: Any) -> bool:
    return request.user.is_authenticated


def owns_job(request: HttpRequest, *, job_id: UUID, **url_arguments: Any) -> bool:
    """Policy: the job's owner, and users with whom its kind is shared (`JOB_READERS` in the settings: a function of user and arguments).

    Raises: Http404 for a job of somebody else, as for one that does not exist.
    """
    if not request.user.is_authenticated:
        return False
    job = Job.objects.filter(pk=job_id).first()
    if job is None or not (job.owner_id == request.user.pk or _is_shared_with(job, request.user)):
        raise Http404
    return True


def _is_shared_with(job: Job, user: AbstractBaseUser) -> bool:
    reader = settings.JOB_READERS.get(job.kind)
    return reader is not None and import_string(reader)(user, job.arguments) is True
