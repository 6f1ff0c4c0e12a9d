"""Under which names this machine can be reached in the hall's network."""

import ipaddress
import socket


def lan_addresses() -> tuple[str, ...]:
    """IPv4 addresses of this machine that others in its network can reach, the default route's first.

    No packet leaves the machine: connecting a datagram socket only chooses the interface.
    """
    found = [_address_of_default_route(), *_addresses_of_host_name()]
    return tuple(dict.fromkeys(address for address in found if address and not _is_loopback(address)))


def host_names() -> tuple[str, ...]:
    name = socket.gethostname().lower()
    return (name, f"{name}.local")


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
