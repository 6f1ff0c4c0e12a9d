"""Error pages that say what happened, what was saved and what to do now."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", status=400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """An exception that carries an `advice` knows what the person can do."""
    return render(request, "404.html", {"own_advice": getattr(exception, "advice", "")}, status=404)


def server_error(request: HttpRequest) -> HttpResponse:
    return render(request, "500.html", status=500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form's token is missing or old: most often somebody logged in elsewhere, or the page lay open for days."""
    return render(request, "csrf.html", status=403)
