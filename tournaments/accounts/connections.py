"""Whether a password may travel over the connection of a request."""

import ipaddress

from django.conf import settings
from django.http import HttpRequest

from tournaments.models import LoginPolicy
from tournaments.transactions import write_tx


def is_login_allowed(request: HttpRequest) -> bool:
    """Whether staff may be logged in over this connection: over https, on this computer, or after the administrator allowed it."""
    return is_protected(request) or are_network_logins_allowed()


def are_network_logins_allowed() -> bool:
    return LoginPolicy.objects.filter(network_logins=True).exists()


def is_protected(request: HttpRequest) -> bool:
    """Whether nobody on the network can read the request. A request without an address came through a socket of this computer."""
    address = request.META.get("REMOTE_ADDR", "")
    return request.is_secure() or not address or _is_this_computer(address)


def allow_network_logins(*, allowed: bool) -> None:
    """Allow or forbid logins over an unprotected network. Forbidding ends those that are open, at their next request."""
    with write_tx():
        LoginPolicy.objects.update_or_create(pk=1, defaults={"network_logins": allowed})


def _is_this_computer(address: str) -> bool:
    """Loopback, or an address of this computer in the hall: what is sent there never leaves it."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None) or parsed
    return mapped.is_loopback or str(mapped) in settings.LAN_ADDRESSES
