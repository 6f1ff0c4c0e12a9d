"""Policies: who may call a view (see docs/architecture.md, "Access"). Here those that need no tournament."""

from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest

from jobs.models import Job


def everybody(request: HttpRequest, **url_arguments: Any) -> bool:
    return True


def logged_in(request: HttpRequest, **url_arguments: Any) -> bool:
    return request.user.is_authenticated


def owns_job(request: HttpRequest, *, job_id: UUID, **url_arguments: Any) -> bool:
    """Whose job it is. Somebody else's job answers like one that does not exist."""
    if not request.user.is_authenticated:
        return False
    if not Job.objects.filter(pk=job_id, owner=request.user).exists():
        raise Http404
    return True
