"""The addresses and the port at which this machine can be reached in the hall's network."""

import ipaddress
import socket
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import ifaddr

from jobs.program import console_language, format_start
from rules.command.language import load_translation
from rules.texts import _

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})


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
    """The configured host names; while the desk is open to the hall, also the names of this computer and its addresses of this moment."""

    def __init__(self, names: Iterable[str], hall: HallAddresses) -> None:
        super().__init__(names)
        self.hall = hall

    def __iter__(self) -> Iterator[str]:
        return chain(super().__iter__(), list_host_names() if self.hall.is_open else (), self.hall)


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
    return tuple(dict.fromkeys(address for address in candidates if address and _is_reachable(address)))


def list_host_names() -> tuple[str, ...]:
    name = socket.gethostname().lower()
    return (name, f"{name}.local")


def parse_port(text: str) -> int:
    """The port as a number. Raises: SystemExit with advice when the text is no port from 1 to 65535."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 5 and 1 <= int(text) <= 65_535):
        say = load_translation(console_language(), "site")
        sentence = say(_("{port} is no port. Choose a number from 1024 to 65535: {command}"))
        sys.exit(sentence.format(port=text[:20] or "PORT=", command=format_start("PORT", "8001")))
    return int(text)


def check_port_is_free(host: str, port: int) -> None:
    """Raise OSError where another program listens at the port; Windows would let two share it, unless it is asked for alone."""
    alone = getattr(socket, "SO_EXCLUSIVEADDRUSE", None)
    if alone is None:
        return
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, alone, 1)
        probe.bind((host, port))


def _find_default_route_address() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def _list_interface_addresses() -> Iterator[str]:
    """The IPv4 addresses of each interface; a laptop that is the hall's hot spot has no default route."""
    for adapter in ifaddr.get_adapters():
        yield from (address.ip for address in adapter.ips if isinstance(address.ip, str))


def _is_reachable(address: str) -> bool:
    """Whether phones can reach the address: neither loopback nor one that an unplugged adapter gives itself (169.254…)."""
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local)
