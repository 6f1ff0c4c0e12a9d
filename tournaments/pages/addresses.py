"""Build addresses that are read elsewhere: on paper, on slips, on the big screen, in messages to friends.

What leaves the hall (a poster, a picture, a message) carries a public address or none: `build_public_address`. What stays in it (slips,
sheets, the screen) carries that of the hall's network: `build_phone_address`. Where this desk's pages are published elsewhere, the package
that does it says at which address: `PUBLIC_PAGES` in the settings names its function.
"""

import ipaddress
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.module_loading import import_string

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
PRIVATE_ENDINGS = (".local", ".localhost", ".localdomain", ".lan", ".home", ".internal", ".intranet", ".home.arpa", ".test", ".invalid")
"""Names that only one's own network knows."""


def is_reachable_by_phone(request: HttpRequest) -> bool:
    """Whether a phone can open an address of this desk that stands on paper."""
    return bool(settings.LAN_ADDRESSES) or not _is_loopback(request)


def build_phone_address(request: HttpRequest, path: str) -> str:
    """The absolute address of `path` for other devices: a desk opened as localhost is replaced by its address in the hall's network."""
    if _is_loopback(request) and settings.LAN_ADDRESSES:
        return f"http://{settings.LAN_ADDRESSES[0]}:{settings.PORT}{path}"
    return request.build_absolute_uri(path)


def build_public_address(request: HttpRequest, path: str) -> str:
    """The absolute address of `path` for the whole world: where it is published, else at the configured public address or at that of the
    request; empty where this desk has none.
    """
    if published := import_string(settings.PUBLIC_PAGES)(path):
        return str(published)
    bases = (settings.PUBLIC_ADDRESS, request.build_absolute_uri("/"))
    base = next((base for base in bases if base and not is_private_address(base)), "")
    return base.rstrip("/") + path if base else ""


def has_public_address(request: HttpRequest) -> bool:
    """Whether this site has an address that everybody can open."""
    return bool(build_public_address(request, "/"))


def is_private_address(address: str) -> bool:
    """Whether an address, with its http:// in front, leads nowhere from outside one's own network."""
    host = (urlsplit(address).hostname or "").rstrip(".")
    try:
        return not ipaddress.ip_address(host).is_global
    except ValueError:
        return "." not in host or host.endswith(PRIVATE_ENDINGS)


def _is_loopback(request: HttpRequest) -> bool:
    return urlsplit(f"//{request.get_host()}").hostname in LOOPBACK
