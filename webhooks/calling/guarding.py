"""Which addresses may be called. What was checked is what is connected to: a name is asked for once, and its answer is used."""

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""IPv6 addresses in which an IPv4 address is called through a translator (RFC 6052)."""
LONGEST_HOST = 253


class AddressRefusedError(Exception):
    """`reason` is a key of `webhooks.subscribing.troubles`."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class CheckedAddress:
    """An address that may be called: `ips` are those of its name at this moment, each of them allowed."""

    host: str
    port: int
    path: str
    is_https: bool
    ips: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ParsedAddress:
    host: str
    port: int
    path: str
    is_https: bool


def parse_address(address: str, *, local: bool) -> ParsedAddress:
    """Raises: AddressRefusedError for what is no address, carries a password, or is not https where nothing local may be called."""
    try:
        parts = urlsplit(address)
        host, port = (parts.hostname or "").rstrip("."), parts.port
        encoded = host if ":" in host else host.encode("idna").decode("ascii")
    except ValueError as error:
        raise AddressRefusedError("no_address") from error
    if parts.scheme not in {"http", "https"} or not encoded or len(encoded) > LONGEST_HOST or "@" in parts.netloc or not address.isascii():
        raise AddressRefusedError("no_address")
    if any(sign <= " " or sign == "\x7f" for sign in address):
        raise AddressRefusedError("no_address")
    if parts.scheme != "https" and not local:
        raise AddressRefusedError("not_https")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return ParsedAddress(encoded, port or (443 if parts.scheme == "https" else 80), path, parts.scheme == "https")


def check_address(address: str, *, local: bool) -> CheckedAddress:
    """Ask for the name once, and check every address that it has. Raises: AddressRefusedError."""
    parsed = parse_address(address, local=local)
    try:
        infos = socket.getaddrinfo(parsed.host, parsed.port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError) as error:
        raise AddressRefusedError("no_name") from error
    ips = tuple(dict.fromkeys(str(info[4][0]) for info in infos))
    if not ips:
        raise AddressRefusedError("no_name")
    if not all(may_be_called(ip, local=local) for ip in ips):
        raise AddressRefusedError("private")
    return CheckedAddress(parsed.host, parsed.port, parsed.path, parsed.is_https, ips)


def may_be_called(ip: str, *, local: bool) -> bool:
    """Whether an address is one of the internet; where `local` ones may be called, also of this computer and of private networks.

    Never those by which a computer asks the machine that hosts it (link-local), nor addresses of many at once.
    """
    address = _unwrap(ipaddress.ip_address(ip.partition("%")[0]))
    if address.is_multicast or address.is_unspecified or address.is_link_local:
        return False
    if local and (address.is_private or address.is_loopback):
        return not (address.is_reserved and address.version == 4)
    return address.is_global and not address.is_reserved


def _unwrap(address: IpAddress) -> IpAddress:
    """The IPv4 address that an IPv6 address stands for, if it does."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in TRANSLATED:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    teredo = address.teredo
    return address.ipv4_mapped or address.sixtofour or (teredo[1] if teredo else address)
