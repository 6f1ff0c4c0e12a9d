"""How addresses begin that are read elsewhere: on paper, on slips, on the big screen."""

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})


def phones_reach(request: HttpRequest) -> bool:
    """Whether an address on paper leads a phone to this desk."""
    return bool(settings.LAN_ADDRESSES) or not _calls_itself(request)


def phone_address(request: HttpRequest, path: str) -> str:
    """An address for others: a desk that is open to the hall is not called by the name it has for itself."""
    if _calls_itself(request) and settings.LAN_ADDRESSES:
        return f"http://{settings.LAN_ADDRESSES[0]}:{settings.PORT}{path}"
    return request.build_absolute_uri(path)


def _calls_itself(request: HttpRequest) -> bool:
    return urlsplit(f"//{request.get_host()}").hostname in LOOPBACK
