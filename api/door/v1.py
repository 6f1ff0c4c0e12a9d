"""Version 1 of the API: its addresses as Django resolves them, and its description as OpenAPI 3.1. Loaded by the first call."""

from functools import cache
from importlib import import_module
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver
from django.urls.resolvers import RegexPattern
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.operation import Operation
from ninja.renderers import JSONRenderer

from api.callers.problems import PROBLEM_TYPE, WORDS, Refused, answer_problem, answer_refusal, describe_place
from api.door.retiring import RETIRING, mark_retiring
from api.reads.operations import router
from api.reads.schemas import ProblemOut

ROOT, TITLE = "/api/v1", "La Bella"
ABOUT = """Tournaments of Italian card games: read what the public pages show, or with a token what the staff sees and may do.

Every answer to GET has an ETag: send it back in If-None-Match. Lists come in parts: send `next` back as `cursor`. Problems are RFC 9457,
in the language of Accept-Language. Within v1 fields are added, never renamed or taken away."""


class PlainRenderer(JSONRenderer):
    """Letters with accents as they are."""

    json_dumps_params = {"ensure_ascii": False}


class VersionOne(NinjaAPI):
    """Operations are called by the names of their functions."""

    def get_openapi_operation_id(self, operation: Operation) -> str:
        return str(operation.view_func.__name__)


@cache
def build_api() -> NinjaAPI:
    api = VersionOne(
        title=TITLE, version="1", description=ABOUT, openapi_url=None, docs_url=None, urls_namespace="api-v1", renderer=PlainRenderer()
    )
    import_module("api.writes.operations")  # they join the same router
    api.add_router("", router)
    api.add_exception_handler(Refused, _answer_refused)
    api.add_exception_handler(ValidationError, _answer_invalid)
    api.add_exception_handler(HttpError, _answer_unreadable)
    return api


@cache
def build_resolver() -> URLResolver:
    """The addresses below `/api/v1/`."""
    patterns: list[URLPattern | URLResolver] = build_api().urls[0]
    return URLResolver(RegexPattern(r"^"), patterns)


def _answer_refused(request: HttpRequest, refusal: Any) -> HttpResponse:
    return answer_refusal(refusal)


def _answer_unreadable(request: HttpRequest, error: Any) -> HttpResponse:
    return answer_problem("unreadable")


def _answer_invalid(request: HttpRequest, error: Any) -> HttpResponse:
    """Each error with its place and what is wrong, in words."""
    if any(fault["loc"][-1:] == ("Idempotency-Key",) for fault in error.errors):
        return answer_problem("key_needed")
    errors = [(describe_place(_leave_out_name(fault["loc"])), _describe_error(fault)) for fault in error.errors]
    return answer_problem("invalid", errors=errors)


def _leave_out_name(location: tuple[Any, ...]) -> tuple[Any, ...]:
    """The place without the name of our parameter: ("body", "body", "persons", 0) is body.persons.0."""
    return (location[0], *location[2:]) if location[:2] == ("body", "body") else tuple(location)


def _describe_error(error: dict[str, Any]) -> str:
    limits = error.get("ctx") or {}
    sentences = {
        "missing": _("This is missing."),
        "extra_forbidden": _("There is no such field."),
        "greater_than_equal": _("This must be at least %(ge)s."),
        "less_than_equal": _("This must be at most %(le)s."),
        "string_too_long": _("This has at most %(max_length)s characters."),
        "string_too_short": _("This must not be empty."),
        "string_type": _("This must be a text."),
        "int_type": _("This must be a whole number."),
        "int_parsing": _("This must be a whole number."),
        "bool_type": _("This must be true or false."),
        "literal_error": _("This must be one of: %(expected)s."),
        "date_from_datetime_parsing": _("This must be a date: 2026-11-28."),
        "date_parsing": _("This must be a date: 2026-11-28."),
        "too_short": _("This needs at least %(min_length)s."),
        "too_long": _("This has at most %(max_length)s."),
    }
    return sentences.get(error["type"], _("This is not as the description says.")) % limits


@cache
def build_description() -> dict[str, Any]:
    """OpenAPI 3.1: that of the library, with problems as every other answer, and who needs a token."""
    description: dict[str, Any] = build_api().get_openapi_schema(path_prefix=ROOT)
    description["components"]["schemas"]["ProblemOut"] = ProblemOut.json_schema()
    description["components"]["schemas"] |= description["components"]["schemas"]["ProblemOut"].pop("$defs", {})
    description["components"]["securitySchemes"] = {
        "token": {"type": "http", "scheme": "bearer", "description": "A token that a director made: lb_…"},
        "slip": {"type": "http", "scheme": "bearer", "description": "slip_ and the secret of a table slip, which ends with its round"},
    }
    problem = {"description": "A problem", "content": {PROBLEM_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemOut"}}}}
    for address, path in description["paths"].items():
        for method, operation in path.items():
            if f"{method.upper()} {address.removeprefix(ROOT)}" in RETIRING:
                operation["deprecated"] = True
            operation["responses"] = {str(status): answer for status, answer in operation["responses"].items()} | {"default": problem}
            operation.setdefault("security", [{}, {"token": []}])
    description["x-problems"] = {code: status for code, (status, _sentence) in WORDS.items()}
    return description


@cache
def list_query_names() -> dict[str, frozenset[str]]:
    """What may stand behind the question mark, by method and address."""
    return {
        f"{method.upper()} {address.removeprefix(ROOT)}": frozenset(
            parameter["name"] for parameter in operation.get("parameters", ()) if parameter["in"] == "query"
        )
        for address, path in build_description()["paths"].items()
        for method, operation in path.items()
    }


def call(request: HttpRequest, rest: str) -> HttpResponse:
    """Answer one request below `/api/v1/`. A question that nobody understands is refused: a filter with a slip in its name would give
    everything. Raises: django.urls.Resolver404.
    """
    resolved = build_resolver().resolve(rest)
    operation = f"{request.method} /{resolved.route.replace('<', '{').replace('>', '}').lstrip('^')}"
    unknown = request.GET.keys() - list_query_names().get(operation, frozenset()) - {"lang"}
    if unknown and operation in list_query_names():
        return answer_problem("invalid", errors=[(f"query.{name}", _("There is no such field.")) for name in sorted(unknown)])
    answer: HttpResponse = resolved.func(request, *resolved.args, **resolved.kwargs)
    mark_retiring(answer, operation)
    return answer
