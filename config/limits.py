"""How often one address may log in or ask for costly pages: enough for a hall whose phones share one, too little to keep others waiting.

A browser in which somebody logged in before counts by itself, not with its address: whoever types wrong passwords in the same hall locks
nobody out but other unknown browsers. Addresses of the computer itself are not counted; behind a proxy that `PROXIES` does not name
everybody would have one.
"""

import hashlib
import ipaddress
import logging
import secrets
import time

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.deprecation import MiddlewareMixin

logger = logging.getLogger(__name__)

LOGIN_VIEWS = frozenset(
    {
        "login",
        "tournaments:login_code",
        "tournaments:password_forgotten",
        "tournaments:password_link",
        "tournaments:join",
        "tournaments:sign_up",
        "tournaments:sign_up_link",
    }
)
COSTLY_VIEWS = frozenset(
    {
        "scoring:ledger_file",
        "scoring:share_picture",
        "scoring:share_match",
        "tournaments:public_draw_file",
        "tournaments:public_draw_trf",
    }
)
LOGINS_A_MINUTE = 30
"""Passwords checked for one address: a third of a second of a processor each."""
COSTLY_A_MINUTE = 600
WINDOW = 60
DEVICE_COOKIE = "known_device"
DEVICE_AGE = 365 * 24 * 3600
_SALT = "config.limits"


class AddressLimitMiddleware(MiddlewareMixin):
    """Answers 429 to an address that asks too often, and marks the browsers in which somebody logged in."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        match = request.resolver_match
        if request.method == "POST" and match is not None and match.view_name in LOGIN_VIEWS and isinstance(response, HttpResponse):
            _mark_device(request, response)
        return response

    def process_view(self, request: HttpRequest, view: object, arguments: object, url_arguments: object) -> HttpResponseBase | None:
        limit = _find_limit(request)
        if limit is None or _is_own_computer(request) or _count_request(request, limit[0]) <= limit[1]:
            return None
        logger.warning("too many requests for %s from %s", limit[0], request.META.get("REMOTE_ADDR", "?"))
        response = render(request, "429.html", status=429)
        response["Retry-After"] = str(WINDOW)
        return response


def read_client_address(request: HttpRequest) -> str:
    """The address of the visitor; of a browser in which somebody logged in before one of its own, which no network has."""
    device = _read_device(request)
    if not device:
        return str(request.META.get("REMOTE_ADDR", ""))
    digest = hashlib.sha256(device.encode()).digest()
    return str(ipaddress.IPv6Address(b"\xfd" + digest[:15]))


def _find_limit(request: HttpRequest) -> tuple[str, int] | None:
    """What is counted, and how often a minute it may be; None for everything else."""
    name = request.resolver_match.view_name if request.resolver_match else ""
    if name in LOGIN_VIEWS and request.method == "POST":
        return "logins", LOGINS_A_MINUTE
    return ("pages", COSTLY_A_MINUTE) if name in COSTLY_VIEWS else None


def _count_request(request: HttpRequest, what: str) -> int:
    """How many of these came from there in this minute; 0 when the cache does not answer, for then nothing is counted."""
    key = f"limit:{what}:{read_client_address(request)}:{int(time.time()) // WINDOW}"
    try:
        cache.add(key, 0, 2 * WINDOW)
        return cache.incr(key)
    except Exception:  # noqa: BLE001 - each kind of cache has errors of its own, and a limit is no reason to refuse everybody
        logger.warning("requests are not counted: the cache does not answer")
        return 0


def _is_own_computer(request: HttpRequest) -> bool:
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return True


def _read_device(request: HttpRequest) -> str:
    return str(request.get_signed_cookie(DEVICE_COOKIE, default="", salt=_SALT, max_age=DEVICE_AGE) or "")


def _mark_device(request: HttpRequest, response: HttpResponse) -> None:
    if request.user.is_authenticated and not _read_device(request):
        response.set_signed_cookie(
            DEVICE_COOKIE,
            secrets.token_urlsafe(12),
            salt=_SALT,
            max_age=DEVICE_AGE,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
