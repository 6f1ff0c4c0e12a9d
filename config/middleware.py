"""What every request passes: who may ask for a page, how often and in which language, waiting for a lock, damage, the form of the answer.

Every view names its policy, and a view without a policy is not served. A policy is a plain function `(request, **url_arguments) -> bool`
that a view carries as its attribute `policy` (for a class-based view what `as_view` is given, else the class's attribute). It reads rights
anew at every request and may raise `Http404` for an object the visitor must not know of.

One address may log in or ask for costly pages often enough for a hall whose phones share one, too seldom to keep others waiting. A browser
in which somebody logged in before counts by itself, not with its address: whoever types wrong passwords in the same hall locks nobody out
but other unknown browsers. Addresses of the computer itself are not counted; behind a proxy that `PROXIES` does not name everybody would
have one.
"""

import hashlib
import ipaddress
import logging
import re
import secrets
import time
from collections.abc import Callable
from typing import Any, Protocol
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache
from django.core.exceptions import BadRequest, ImproperlyConfigured, PermissionDenied
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse, StreamingHttpResponse
from django.middleware.gzip import GZipMiddleware
from django.middleware.locale import LocaleMiddleware
from django.shortcuts import render
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin

from accounts.staff.place_codes import act_for_place
from backup.damage import state
from config.errors import render_damaged, render_too_many
from jobs.databases import limit_waiting
from scoring.matches.paper_style import find_style
from tournaments.pages.partial_languages import choose_page_language
from tournaments.refusals import HandedOver

logger = logging.getLogger(__name__)

BUSY_SIGNS = ("database is locked", "lock timeout", "statement timeout", "deadlock detected", "still writing", "still running")
PATIENCE = 3.0
"""Seconds that a page waits for a lock: whoever sits before it would press the button again."""
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
API_A_MINUTE = 1200
"""Requests of a program: twenty a second, most of which are answered with 304."""
LOGINS_A_MINUTE = 30
"""Passwords checked for one address: a third of a second of a processor each."""
COSTLY_A_MINUTE = 600
WINDOW = 60
DEVICE_COOKIE = "known_device"
DEVICE_AGE = 365 * 24 * 3600
_SALT = "config.limits"
PROGRAMS = re.compile(r"bot\b|crawler|spider|preview|facebookexternalhit|whatsapp|signal", re.IGNORECASE)
"""How programs name themselves that fetch a shared link for somebody else: messengers."""
TOURNAMENT_ADDRESS = re.compile(r"/tournaments/([-\w]+)/")
SHARED_PAGES = re.compile(r"/(?:tournaments/|calendar/|seasons/|honours/|persons/|handbook/|enrolments/|ratings/|referee/|t$)|/$")
"""Pages whose links are shared."""


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


class ReaderLanguageMiddleware(LocaleMiddleware):
    """Django's, but a messenger's program gets a public page in the language of the tournament's papers, else in that of the site; the
    latter also gets whoever neither says nor chose a language.

    Messengers say nothing of who will read, and what their programs ask for is not it either. One query, for messengers only.
    """

    def process_request(self, request: HttpRequest) -> None:
        if not SHARED_PAGES.match(request.path_info) or not (_is_messenger(request) or _is_silent(request)):
            super().process_request(request)
            return
        # Only messengers are worth the query: a page that is kept must cost none for its language.
        address = TOURNAMENT_ADDRESS.match(request.path_info) if _is_messenger(request) else None
        language = _choose_preview_language(address[1] if address else "")
        translation.activate(language)
        request.LANGUAGE_CODE = language

    def process_view(self, request: HttpRequest, view: Callable[..., Any], _arguments: Any, _settings: Any) -> None:
        """A page that a partial language would mix with English is shown in English."""
        language = choose_page_language(view, translation.get_language() or settings.LANGUAGE_CODE)
        translation.activate(language)
        request.LANGUAGE_CODE = language


def _is_messenger(request: HttpRequest) -> bool:
    return PROGRAMS.search(request.headers.get("User-Agent", "")) is not None


def _is_silent(request: HttpRequest) -> bool:
    return not request.headers.get("Accept-Language") and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES


def _choose_preview_language(slug: str) -> str:
    """A code of the setting LANGUAGES; `slug` is that of a tournament, or empty."""
    offered = {code for code, _name in settings.LANGUAGES}
    style = find_style(slug) if slug else None
    wishes = (style.language if style else "", settings.SITE_LANGUAGE)
    return next((wish for wish in wishes if wish in offered), settings.LANGUAGE_CODE)


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


class Policy(Protocol):
    @property
    def __name__(self) -> str: ...

    def __call__(self, request: HttpRequest, /, **url_arguments: Any) -> bool: ...


def get_policy(view: Callable[..., Any]) -> Policy | None:
    """The policy that `view` (a function, or the result of `as_view()`) declares, or None."""
    owner = getattr(view, "view_class", view)
    given: Policy | None = getattr(view, "view_initkwargs", {}).get("policy")
    return given or getattr(owner, "policy", None)


class AccessMiddleware(MiddlewareMixin):
    """Asks the view's policy before the view runs.

    A refused visitor without a login is redirected to the login page and returns afterwards; everybody else gets 403.
    """

    def process_view(
        self,
        request: HttpRequest,
        view: Callable[..., HttpResponseBase],
        arguments: tuple[Any, ...],
        url_arguments: dict[str, Any],
    ) -> HttpResponseBase | None:
        policy = get_policy(view)
        if policy is None:
            return self._refuse_undeclared(request, view)
        refusal = act_for_place(request)
        if refusal:
            return render(request, "accounts/staff/place_open.html", {"refusal": refusal}, status=404)
        if policy(request, **url_arguments):
            return None
        if request.user.is_authenticated:
            raise PermissionDenied
        return _redirect_to_login(request)

    def _refuse_undeclared(self, request: HttpRequest, view: Callable[..., HttpResponseBase]) -> HttpResponseBase:
        name = f"{view.__module__}.{getattr(view, '__qualname__', repr(view))}"
        if settings.STRICT_POLICIES:
            raise ImproperlyConfigured(f"{name} declares no policy")
        logger.error("refused %s: %s declares no policy", request.path, name)
        raise PermissionDenied


def _redirect_to_login(request: HttpRequest) -> HttpResponse:
    """Redirect to the login, and afterwards back to the page the person was on; a form is never sent again by returning to its address.

    A request by htmx would show the login inside the page, so it gets HX-Redirect instead. Its status 401 is no success, so that
    what was typed stays on the device (static/labella.js).
    """
    response = redirect_to_login(_find_return_address(request))
    if not request.headers.get("HX-Request"):
        return response
    return HttpResponse(status=401, headers={"HX-Redirect": response.url})


def _find_return_address(request: HttpRequest) -> str:
    if request.method in {"GET", "HEAD"} and not request.headers.get("HX-Request"):
        return request.get_full_path()
    try:
        origin = urlsplit(request.headers.get("HX-Current-URL") or request.headers.get("Referer", ""))
    except ValueError:  # whoever sends such an address is no browser
        return "/"
    return origin._replace(scheme="", netloc="", fragment="").geturl() if origin.netloc == request.get_host() else "/"


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
        return render_too_many(request)


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
    if name == "api:v1":
        return "api", API_A_MINUTE
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
