"""Error pages that say what happened, what was saved and what to do now."""

import errno
import sys

from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

DISK_FULL = "53100"
"""PostgreSQL's SQLSTATE."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """An exception that carries an `advice` knows what the person can do."""
    return render(request, "404.html", {"own_advice": getattr(exception, "advice", "")}, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """A full disk and a database that is gone are not the program's fault, and ask for something else than trying blindly."""
    error = sys.exc_info()[1]
    if _no_room(error):
        return render(request, "507.html", status=507)
    if _database_is_gone(error):
        response = render(request, "database_gone.html", status=503)
        response["Retry-After"] = "5"
        return response
    return render(request, "500.html", status=500)


def _no_room(error: BaseException | None) -> bool:
    if isinstance(error, OSError):
        return error.errno in {errno.ENOSPC, errno.EDQUOT}
    if not isinstance(error, OperationalError):
        return False
    return "disk is full" in str(error) or getattr(error.__cause__, "sqlstate", "") == DISK_FULL


def _database_is_gone(error: BaseException | None) -> bool:
    """PostgreSQL says so when its server ends, begins anew or cannot be reached; SQLite's errors of this kind are something else."""
    return isinstance(error, OperationalError | InterfaceError) and connection.vendor == "postgresql"


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form's token is missing or old: most often somebody logged in elsewhere, or the page lay open for days."""
    return render(request, "csrf.html", status=403)
