"""Under which names this machine can be reached in the hall's network, and at which port."""

import fcntl
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
_ADDRESS_OF_INTERFACE = 0x8915
"""SIOCGIFADDR of Linux."""


class Hall(Sequence[str]):
    """Where phones reach a desk that listens on `host`, at this moment: laptops join the Wi-Fi late, and routers change addresses."""

    def __init__(self, host: str) -> None:
        self.host = host

    @property
    def opened(self) -> bool:
        """Whether anybody else may come in; perhaps this machine is in no network yet."""
        return self.host not in LOOPBACK

    def __getitem__(self, at: Any) -> Any:
        return hall_addresses(self.host)[at]

    def __len__(self) -> int:
        return len(hall_addresses(self.host))


class Hosts(list[str]):
    """The names that were set, and whatever the hall calls the desk when somebody asks."""

    def __init__(self, names: Iterable[str], hall: Hall) -> None:
        super().__init__(names)
        self.hall = hall

    def __iter__(self) -> Iterator[str]:
        return chain(super().__iter__(), self.hall)


def hall_addresses(host: str) -> tuple[str, ...]:
    """Where phones reach a desk that listens on `host`: nowhere when it keeps to itself, at one address when it is told which."""
    if host in LOOPBACK:
        return ()
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - compared, not bound
        return lan_addresses()
    return (f"[{host}]" if ":" in host else host,)


def lan_addresses() -> tuple[str, ...]:
    """IPv4 addresses of this machine that others in its network can reach, the default route's first.

    No packet leaves the machine: connecting a datagram socket only chooses the interface.
    """
    found = [_address_of_default_route(), *_addresses_of_interfaces()]
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


def _addresses_of_interfaces() -> Iterator[str]:
    """The first of each; a laptop that is the hall's own hot spot has no route to anywhere."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _number, name in socket.if_nameindex():
            try:
                told = fcntl.ioctl(probe.fileno(), _ADDRESS_OF_INTERFACE, struct.pack("256s", name.encode()))
            except OSError:  # it has none
                continue
            yield socket.inet_ntoa(told[20:24])


def _is_loopback(address: str) -> bool:
    return ipaddress.ip_address(address).is_loopback
