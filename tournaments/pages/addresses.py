"""Build addresses that are read elsewhere: on paper, on slips, on the big screen."""

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
PRIVATE_ENDINGS = (".local", ".localhost", ".lan", ".home", ".internal", ".home.arpa")
"""Of names that only a network knows."""


def is_reachable_by_phone(request: HttpRequest) -> bool:
    """Whether a phone can open an address of this desk that stands on paper."""
    return bool(settings.LAN_ADDRESSES) or not _is_loopback(request)


def build_phone_address(request: HttpRequest, path: str) -> str:
    """The absolute address of `path` for other devices: a desk opened as localhost is replaced by its address in the hall's network."""
    if _is_loopback(request) and settings.LAN_ADDRESSES:
        return f"http://{settings.LAN_ADDRESSES[0]}:{settings.PORT}{path}"
    return request.build_absolute_uri(path)


def _is_loopback(request: HttpRequest) -> bool:
    return urlsplit(f"//{request.get_host()}").hostname in LOOPBACK


def is_public_address(request: HttpRequest) -> bool:
    """Whether the address at which the site was asked for can be opened from everywhere: neither of this computer nor of a network."""
    host = urlsplit(f"//{request.get_host()}").hostname or ""
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        return "." in host and not host.endswith(PRIVATE_ENDINGS)
