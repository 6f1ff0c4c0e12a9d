from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render

BUSY_SIGNS = ("database is locked", "lock timeout", "statement timeout", "deadlock detected", "still writing", "still running")


class BusyMiddleware:
    """Answers 503 with Retry-After when a write did not get its turn: nothing was saved, and trying again is right."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponseBase | None:
        if not isinstance(exception, OperationalError) or not any(sign in str(exception) for sign in BUSY_SIGNS):
            return None
        response = render(request, "503.html", status=503)
        response["Retry-After"] = "5"
        return response
