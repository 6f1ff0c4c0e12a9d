"""A page of the site as an anonymous visitor gets it, drawn in this process without a server."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse, QueryDict, StreamingHttpResponse
from django.template.response import SimpleTemplateResponse
from django.urls import resolve

NOT_KEPT = {"messages": ""}
"""With this cookie a page is drawn anew and not kept (`tournaments.pages.drawn`): the pages that phones ask for keep their place."""


class StaticPageRequest(HttpRequest):
    """The request of a visitor who will read the page without a server. Templates leave out what needs one: `is_static_page`."""

    is_static_page = True
    htmx = False

    def __init__(self, address: str, site: str) -> None:
        """`site`: the address at which the desk itself can be reached from outside, or nothing."""
        super().__init__()
        parts, base = urlsplit(address), urlsplit(site)
        self.method, self.path, self.path_info = "GET", parts.path, parts.path
        self.META = {"REQUEST_METHOD": "GET", "QUERY_STRING": parts.query, "SERVER_NAME": "localhost", "SERVER_PORT": "80"}
        self.GET = QueryDict(parts.query)
        self.COOKIES = dict(NOT_KEPT)
        self.user = AnonymousUser()
        self.site_scheme, self.site_host = base.scheme or "http", base.netloc or "localhost"

    def get_host(self) -> str:
        return self.site_host

    def _get_scheme(self) -> str:
        return self.site_scheme


def draw_address(address: str, site: str = "") -> bytes | None:
    """What a visitor gets at an address of the site (path and query), in the language of the moment; None where nothing is shown."""
    request = StaticPageRequest(address, site)
    route = resolve(request.path)
    request.resolver_match = route
    try:
        if not _read_policy(route.func)(request, **route.kwargs):
            return None
        return _read_content(route.func(request, *route.args, **route.kwargs))
    except Http404:
        return None


def _read_policy(view: Any) -> Callable[..., bool]:
    policy: Callable[..., bool] = getattr(view, "view_class", view).policy
    return policy


def _read_content(answer: Any) -> bytes | None:
    if answer.status_code != 200:
        return None
    if isinstance(answer, StreamingHttpResponse):
        return b"".join(answer)
    if isinstance(answer, SimpleTemplateResponse):
        answer.render()
    return bytes(answer.content) if isinstance(answer, HttpResponse) else None
