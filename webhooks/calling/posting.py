"""One POST to a checked address: to the address that was checked, under its name, without following redirects, within limits."""

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from jobs.program import VERSION
from webhooks.calling.guarding import AddressRefusedError, CheckedAddress, check_address

CONNECT_SECONDS, WHOLE_SECONDS = 5.0, 12.0
"""For a connection, and for everything together however slowly it comes: the worker does nothing else meanwhile."""
MOST_ANSWER = 4_096
"""Bytes of an answer that are read; of what is longer the rest is left."""


@dataclass(frozen=True, slots=True)
class CallAnswer:
    """`status` None where there was no answer; `trouble` then says why, by a key of `webhooks.subscribing.troubles`."""

    status: int | None
    text: str = ""
    trouble: str = ""

    @property
    def is_good(self) -> bool:
        return self.status is not None and 200 <= self.status < 300

    @property
    def is_silent(self) -> bool:
        """Whether nothing else will arrive there either for now: nobody answered, or somebody who asks for a pause."""
        return self.status is None or self.status >= 500 or self.status in {408, 429}


class _Plain(http.client.HTTPConnection):
    """Connects to the first of the checked addresses that answers; its name is only said to whoever answers."""

    def __init__(self, checked: CheckedAddress) -> None:
        super().__init__(checked.host, checked.port, timeout=CONNECT_SECONDS)
        self.checked = checked

    def connect(self) -> None:
        self.sock = _connect(self.checked)


class _Encrypted(_Plain):
    default_port = http.client.HTTPS_PORT

    def connect(self) -> None:
        super().connect()
        self.sock = _build_context().wrap_socket(self.sock, server_hostname=self.checked.host)


@cache
def _build_context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _connect(checked: CheckedAddress) -> socket.socket:
    trouble: OSError = ConnectionError("no address")
    for ip in checked.ips[:4]:
        try:
            return socket.create_connection((ip, checked.port), timeout=CONNECT_SECONDS)
        except OSError as error:
            trouble = error
    raise trouble


def post(address: str, body: bytes, headers: Mapping[str, str], *, local: bool) -> CallAnswer:
    """Raises nothing: whatever happens is an answer."""
    try:
        checked = check_address(address, local=local)
    except AddressRefusedError as refusal:
        return CallAnswer(None, trouble=refusal.reason)
    connection = (_Encrypted if checked.is_https else _Plain)(checked)
    watch = threading.Timer(WHOLE_SECONDS, _cut, args=(connection,))
    watch.daemon = True
    watch.start()
    try:
        connection.request("POST", checked.path, body, _build_headers(headers))
        answer = connection.getresponse()
        text = answer.read(MOST_ANSWER).decode("utf-8", "replace")
        return CallAnswer(answer.status, text)
    except ssl.SSLCertVerificationError:
        return CallAnswer(None, trouble="certificate")
    except (OSError, http.client.HTTPException, ValueError):
        return CallAnswer(None, trouble="no_answer")
    finally:
        watch.cancel()
        connection.close()


def _cut(connection: http.client.HTTPConnection) -> None:
    """End a connection that takes too long, in the middle of whatever it waits for."""
    stream = connection.sock
    if stream is not None:
        try:
            stream.shutdown(socket.SHUT_RDWR)
        except OSError:
            return  # it has ended by itself


def _build_headers(headers: Mapping[str, str]) -> dict[str, str]:
    usual = {"Content-Type": "application/json", "User-Agent": f"LaBella-Webhooks/{VERSION}", "Connection": "close"}
    return {**usual, **headers}
