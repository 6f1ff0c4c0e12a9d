"""From where a visitor comes, when proxies of our own stand between."""

import ipaddress
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponseBase


class VisitorAddressMiddleware:
    """Behind a proxy everybody comes from the proxy's address: one stranger's wrong passwords would lock the director out, and one
    stranger's wrong codes all tables. With `PROXIES` the address is the one that our outermost proxy saw; whatever a visitor writes into
    the header himself stands further left and is not believed.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if settings.PROXIES < 1:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        told = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
        seen = told[-settings.PROXIES] if len(told) >= settings.PROXIES else ""
        if _is_address(seen):
            request.META["REMOTE_ADDR"] = seen
        return self.get_response(request)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
