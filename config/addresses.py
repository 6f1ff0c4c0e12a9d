"""Under which names this machine can be reached in the hall's network, and at which port."""

import ipaddress
import socket
import sys


def hall_addresses(host: str) -> tuple[str, ...]:
    """Where phones reach a desk that listens on `host`: nowhere when it keeps to itself, at one address when it is told which."""
    if host in {"127.0.0.1", "::1", "localhost"}:
        return ()
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - compared, not bound
        return lan_addresses()
    return (f"[{host}]" if ":" in host else host,)


def lan_addresses() -> tuple[str, ...]:
    """IPv4 addresses of this machine that others in its network can reach, the default route's first.

    No packet leaves the machine: connecting a datagram socket only chooses the interface.
    """
    found = [_address_of_default_route(), *_addresses_of_host_name()]
    return tuple(dict.fromkeys(address for address in found if address and not _is_loopback(address)))


def host_names() -> tuple[str, ...]:
    name = socket.gethostname().lower()
    return (name, f"{name}.local")


def port_number(text: str) -> int:
    """Raises SystemExit with what to do: a number beyond the highest port would silently become another one."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and 1 <= int(text) <= 65_535):
        sys.exit(f"PORT={text[:20]} is no port. Choose a number from 1024 to 65535: make run PORT=8001")
    return int(text)


def _address_of_default_route() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _addresses_of_host_name() -> list[str]:
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []


def _is_loopback(address: str) -> bool:
    return ipaddress.ip_address(address).is_loopback
