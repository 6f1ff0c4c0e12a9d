"""The visitor's address behind our own proxies."""

import ipaddress
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponseBase


class VisitorAddressMiddleware:
    """Sets REMOTE_ADDR to the address that our outermost proxy saw, for `PROXIES` > 0.

    Otherwise everybody behind a proxy has the proxy's address, and one person's wrong passwords would lock out
    the director and one person's wrong codes all tables. What a visitor writes into X-Forwarded-For stands further left and is
    ignored.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if settings.PROXIES < 1:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        addresses = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
        client_address = addresses[-settings.PROXIES] if len(addresses) >= settings.PROXIES else ""
        if _is_address(client_address):
            request.META["REMOTE_ADDR"] = client_address
        return self.get_response(request)


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True
