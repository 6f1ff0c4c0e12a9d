from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

from backup.damage import state
from config.errors import render_damaged
from jobs.locking import limit_waiting
from tournaments.refusals import HandedOver

BUSY_SIGNS = ("database is locked", "lock timeout", "statement timeout", "deadlock detected", "still writing", "still running")
PATIENCE = 3.0
"""Seconds that a page waits for a lock: whoever sits before it would press the button again."""


class BusyMiddleware:
    """Answers 503 with Retry-After when a write could not get the lock soon: nothing was saved, and the request can be sent again."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with limit_waiting(PATIENCE):
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        if not isinstance(exception, OperationalError) or not any(sign in str(exception) for sign in BUSY_SIGNS):
            return None
        response = render(request, "503.html", status=503)
        response["Retry-After"] = "5"
        return response


class CompressedPagesMiddleware(GZipMiddleware):
    """Compresses pages and their parts, long lists to a seventh; files and pictures stay as they are, and so do streamed answers.

    Django adds some random bytes to each, so that lengths tell nothing of the form tokens in it.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.streaming or not response.get("Content-Type", "").startswith("text/html"):
            return response
        return super().process_response(request, response)


class HandedOverMiddleware(MiddlewareMixin):
    """Answers 423 where a tournament is being played on another computer: nothing was saved, and the page says where it is played."""

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        if not isinstance(exception, HandedOver):
            return None
        if request.headers.get("Accept") == "application/json":
            # A sheet's script sends its form as it is and shows this page; the console says the sentence beside its line.
            return JsonResponse({"plain": True, "said": str(exception), "saved": False, "links": []})
        response = render(request, "423.html", {"refusal": exception}, status=423)
        response["HX-Refresh"] = "true"
        return response


class HeadMiddleware(MiddlewareMixin):
    """Takes the body out of answers to HEAD: servers send what the application gives them, and a body would be read as the next answer."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if request.method == "HEAD":
            if isinstance(response, StreamingHttpResponse):
                response.streaming_content = ()
            elif isinstance(response, HttpResponse):
                response.content = b""
        return response


class DamageMiddleware(MiddlewareMixin):
    """Answers every request that would write with the page of a damaged desk, once damage was found."""

    def process_request(self, request: HttpRequest) -> HttpResponseBase | None:
        writes = request.method not in {"GET", "HEAD", "OPTIONS"}
        return render_damaged(request) if writes and state.damage else None


class NulMiddleware(MiddlewareMixin):
    """Answers 400 to requests that contain a NUL character: PostgreSQL cannot store it and would fail in the middle of the work."""

    def process_view(self, request: HttpRequest, view: Any, arguments: Any, url_arguments: Any) -> None:
        """Runs after the check of the form's token, because that reads the form first."""
        sent_texts = (
            value for form in (request.GET, request.POST) for field_values in form.lists() for value in (field_values[0], *field_values[1])
        )
        if "\0" in request.path or any("\0" in value for value in sent_texts):
            raise BadRequest("a NUL was sent")
