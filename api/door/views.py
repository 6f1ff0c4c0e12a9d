"""The one view behind all addresses of the API: who calls, has it changed, may another site read it; then the version answers."""

import hashlib
import logging
from http import HTTPStatus
from typing import Any, cast

from django.core.exceptions import RequestDataTooBig
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.http.multipartparser import MultiPartParserError
from django.http.request import RawPostDataException, UnreadablePostError
from django.urls import Resolver404
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.decorators import method_decorator
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import View

from api.callers.problems import answer_problem
from api.callers.queries import Caller, UnknownCaller, read_caller
from api.reads.addresses import PUBLIC_METHODS, READS, find_tournament_slug
from jobs.permissions import everybody
from jobs.program import VERSION
from scoring.page_versions import read_page_version
from tournaments.pages.drawn import RELEASE_FINGERPRINT
from tournaments.refusals import HandedOver

logger = logging.getLogger(__name__)
LONGEST_BODY = 64 * 1024
_EXPLAINED: tuple[tuple[tuple[type[Exception], ...], str], ...] = (
    ((Resolver404,), "no_such_address"),
    ((Http404,), "not_found"),
    ((RequestDataTooBig, RawPostDataException, UnreadablePostError, MultiPartParserError), "unreadable"),
    ((OperationalError,), "busy"),
)
ALLOWED = "GET, HEAD, POST, PUT, DELETE, OPTIONS"


@method_decorator(csrf_exempt, name="dispatch")
class ApiDoor(View):
    """Rights come from the header Authorization alone: a login's cookie opens nothing here, so no other site can use it."""

    policy = staticmethod(everybody)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        with translation.override(choose_language(request)):
            answer = self.answer(request, kwargs["rest"])
        return mark_answer(request, answer)

    def answer(self, request: HttpRequest, rest: str) -> HttpResponse:
        if request.method == "OPTIONS":
            return answer_preflight(request)
        try:
            caller = read_caller(request)
        except UnknownCaller as unknown:
            return answer_problem(f"token_{unknown.reason}")
        cast(Any, request).caller = caller
        if request.method not in READS:
            return self.call_safely(request, rest)
        tag = compute_tag(request, rest, caller)
        if tag and is_known(request, tag):
            return answer_unchanged(tag)
        answer = self.call_safely(request, rest)
        if answer.status_code == 200:
            answer.headers["ETag"] = tag or compute_body_tag(answer)
            if not tag and is_known(request, answer.headers["ETag"]):
                return answer_unchanged(answer.headers["ETag"])
        return answer

    def call_safely(self, request: HttpRequest, rest: str) -> HttpResponse:
        """Whatever fails becomes a problem: a program is never given a page."""
        method, request.method = request.method, "GET" if request.method == "HEAD" else request.method
        try:
            return answer_problem("too_large") if is_too_large(request) else call_version(request, rest)
        except Exception as error:  # noqa: BLE001 - each kind is told by its own problem, and what nobody foresaw is in the log
            return explain_failure(request, error)
        finally:
            request.method = method


def call_version(request: HttpRequest, rest: str) -> HttpResponse:
    """The answer of version 1. Raises whatever its operations raise."""
    from api.door import v1  # noqa: PLC0415 - the library is loaded by the first call

    if rest == "openapi.json":
        return JsonResponse(v1.build_description()) if request.method == "GET" else answer_problem("wrong_method")
    answer = v1.call(request, rest)
    if answer.status_code != HTTPStatus.METHOD_NOT_ALLOWED:
        return answer
    problem = answer_problem("wrong_method")
    problem.headers["Allow"] = answer.headers.get("Allow", ALLOWED)
    return problem


def explain_failure(request: HttpRequest, error: Exception) -> HttpResponse:
    """A problem for what was raised: HandedOver says where the tournament is played."""
    if isinstance(error, HandedOver):
        return answer_problem("handed_over", str(error))
    code = next((code for kinds, code in _EXPLAINED if isinstance(error, kinds)), "broken")
    if code in {"busy", "broken"}:
        logger.error("the API failed at %s", request.path, exc_info=error)
    return answer_problem(code)


def is_too_large(request: HttpRequest) -> bool:
    length = request.headers.get("Content-Length", "")
    return len(length) > 9 or (length.isdecimal() and int(length) > LONGEST_BODY)


def choose_language(request: HttpRequest) -> str:
    """Of `?lang=` or Accept-Language; no cookie has a say."""
    wishes = [
        request.GET.get("lang", "")[:10],
        *(code for code, _weight in parse_accept_lang_header(request.headers.get("Accept-Language", ""))),
    ]
    for wish in wishes:
        try:
            return get_supported_language_variant(wish)
        except LookupError:
            continue
    return "en"


def compute_tag(request: HttpRequest, rest: str, caller: Caller) -> str:
    """The ETag of what an address of one tournament answers now, by its page version: one query. Empty for other addresses, and where the
    caller needs more than the public: then the answer itself is compared.
    """
    slug = find_tournament_slug(rest)
    version = read_page_version(slug) if slug and not caller.identity and caller.link is None else None
    if version is None or not version.public:
        return ""
    identity = (version.text, VERSION, RELEASE_FINGERPRINT, request.get_full_path(), translation.get_language())
    return f'"{hashlib.sha256(repr(identity).encode()).hexdigest()[:32]}"'


def compute_body_tag(answer: HttpResponse) -> str:
    return f'"{hashlib.sha256(answer.content).hexdigest()[:32]}"'


def is_known(request: HttpRequest, tag: str) -> bool:
    """Whether the program has this answer already."""
    known_tags = request.headers.get("If-None-Match", "")
    return known_tags == "*" or tag in {part.strip().removeprefix("W/") for part in known_tags.split(",")}


def answer_unchanged(tag: str) -> HttpResponse:
    answer = HttpResponse(status=304, headers={"ETag": tag})
    del answer.headers["Content-Type"]
    return answer


def answer_preflight(request: HttpRequest) -> HttpResponse:
    """What a browser may send from another site's page: readers only, and no token."""
    headers = {"Allow": ALLOWED}
    if "Access-Control-Request-Method" in request.headers:
        headers |= {
            "Access-Control-Allow-Methods": ", ".join(PUBLIC_METHODS),
            "Access-Control-Allow-Headers": "If-None-Match, Accept-Language",
            "Access-Control-Max-Age": "86400",
        }
    return HttpResponse(status=204, headers=headers)


def mark_answer(request: HttpRequest, answer: HttpResponse) -> HttpResponse:
    """Caches ask again each time; other sites' pages may read what everybody may."""
    patch_vary_headers(answer, ["Accept-Language", "Authorization"])
    answer.headers["Cache-Control"] = "no-cache" if request.method in READS else "no-store"
    answer.headers["X-Content-Type-Options"] = "nosniff"
    if request.method in {*READS, "OPTIONS"} and "Authorization" not in request.headers:
        answer.headers["Access-Control-Allow-Origin"] = "*"
        answer.headers["Access-Control-Expose-Headers"] = "ETag, Retry-After, Deprecation, Sunset"
    return answer
