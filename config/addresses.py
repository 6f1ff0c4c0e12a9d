"""The addresses and the port at which this machine can be reached in the hall's network."""

import fcntl
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_SIOCGIFADDR = 0x8915
"""SIOCGIFADDR of Linux."""


class HallAddresses(Sequence[str]):
    """The addresses at which phones reach a desk that listens on `host`, read at every access: networks and addresses change."""

    def __init__(self, host: str) -> None:
        self.host = host

    @property
    def is_open(self) -> bool:
        """Whether the desk listens to other machines; this machine may not be in a network yet."""
        return self.host not in LOOPBACK

    def __getitem__(self, index: Any) -> Any:
        return list_hall_addresses(self.host)[index]

    def __len__(self) -> int:
        return len(list_hall_addresses(self.host))


class AllowedHosts(list[str]):
    """The configured host names followed by the hall addresses of this moment."""

    def __init__(self, names: Iterable[str], hall: HallAddresses) -> None:
        super().__init__(names)
        self.hall = hall

    def __iter__(self) -> Iterator[str]:
        return chain(super().__iter__(), self.hall)


def list_hall_addresses(host: str) -> tuple[str, ...]:
    """Addresses at which phones reach a desk that listens on `host`: none for loopback, all LAN addresses for 0.0.0.0, else that one."""
    if host in LOOPBACK:
        return ()
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - compared, not bound
        return lan_addresses()
    return (f"[{host}]" if ":" in host else host,)


def lan_addresses() -> tuple[str, ...]:
    """IPv4 addresses of this machine that its network can reach, the default route's first.

    No packet leaves the machine: connecting a datagram socket only chooses the interface.
    """
    candidates = [_find_default_route_address(), *_list_interface_addresses()]
    return tuple(dict.fromkeys(address for address in candidates if address and not _is_loopback(address)))


def list_host_names() -> tuple[str, ...]:
    name = socket.gethostname().lower()
    return (name, f"{name}.local")


def parse_port(text: str) -> int:
    """The port as a number. Raises: SystemExit with advice when the text is no port from 1 to 65535."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and 1 <= int(text) <= 65_535):
        sys.exit(f"PORT={text[:20]} is no port. Choose a number from 1024 to 65535: make run PORT=8001")
    return int(text)


def _find_default_route_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _list_interface_addresses() -> Iterator[str]:
    """The first address of each interface; a laptop that is the hall's hot spot has no default route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _number, name in socket.if_nameindex():
            try:
                reply = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, struct.pack("256s", name.encode()))
            except OSError:  # it has none
                continue
            yield socket.inet_ntoa(reply[20:24])


def _is_loopback(address: str) -> bool:
    return ipaddress.ip_address(address).is_loopback
