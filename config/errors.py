"""Error pages that say what happened, what was saved and what to do now."""

import sys

from django.contrib.auth.models import AnonymousUser
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from api.callers.problems import answer_problem
from backup.damage import is_damage, report_damage, state
from backup.storage import find_newest_good_copy
from desk.match_page.gone import answer_gone_match
from desk.rounds.gone_rounds import answer_gone_round
from evenings.embedding.gone import answer_gone_frame
from jobs.full_disk import is_disk_full
from jobs.program import format_start
from plugins.registry import find_culprit

READ_ONLY_STATE = "25006"
"""SQLSTATE of a write at a server that takes none any more."""


def is_of_program(request: HttpRequest) -> bool:
    """Whether a program asks, by the API: it is told a problem and never given a page."""
    return request.path.startswith("/api/v1/") and len(request.path) > len("/api/v1/")


def render_too_many(request: HttpRequest) -> HttpResponse:
    """429 for an address that asks too often."""
    if is_of_program(request):
        return answer_problem("too_many")
    response = render(request, "429.html", status=429)
    response["Retry-After"] = "60"
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if is_of_program(request):
        return answer_problem("unreadable")
    return render(request, "400.html", status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404; an exception with an attribute `advice` says what the person can do, `address` where to go: to a tournament, unless `way` says
    otherwise, and `title` that the page is there, but not for this person. A match or round that is gone answers with what it was, a frame
    of another site with a sentence that may stand in it.
    """
    if answer := answer_gone_match(request) or answer_gone_round(request) or answer_gone_frame(request):
        return answer
    context = {"own_advice": getattr(exception, "advice", ""), "own_address": getattr(exception, "address", "")}
    context["own_title"] = getattr(exception, "title", "")
    context["own_way"] = getattr(exception, "way", _("To the tournament"))
    return render(request, "404.html", context, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    """503 for a damaged database, 507 for a full disk, 503 for a lost database connection, else 500, which names the game that failed."""
    error = sys.exc_info()[1]
    if is_damage(error):
        report_damage(str(error))
        return render_damaged(request)
    if is_disk_full(error):
        return render(request, "507.html", status=507)
    if _is_database_gone(error):
        request.user = AnonymousUser()  # who it is stands in that database
        response = render(request, "database_gone.html", status=503)
        response["Retry-After"] = "5"
        return response
    return render(request, "500.html", {"plugin": find_culprit(error) if error else None}, status=500)


def render_damaged(request: HttpRequest) -> HttpResponse:
    """The page of a desk whose database is damaged: what happened, which copy is good, what to do. It asks the database for nothing."""
    if is_of_program(request):
        return answer_problem("damaged")
    context = {"damage": state.damage, "copy": find_newest_good_copy(), "start": format_start("DATA", "/path/to/new/data")}
    return render(request, "damaged.html", context, status=503)


def _is_database_gone(error: BaseException | None) -> bool:
    """PostgreSQL raises these when its server stops, restarts, cannot be reached or became a standby; SQLite means something else."""
    if connection.vendor != "postgresql":
        return False
    cause = error.__cause__ if error else None
    return isinstance(error, OperationalError | InterfaceError) or getattr(cause, "sqlstate", None) == READ_ONLY_STATE


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form's token is missing or old: usually somebody logged in elsewhere, or the page was open for days."""
    return render(request, "csrf.html", status=403)
