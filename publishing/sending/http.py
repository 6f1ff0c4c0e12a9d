"""Ask a site: JSON and bytes over HTTPS, by the proxies of the system, with certificates verified and redirects never followed."""

import http.client
import json
import socket
import ssl
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from functools import cache
from typing import IO, Any
from urllib.error import HTTPError, URLError

from jobs.program import VERSION
from publishing.targets.troubles import NETWORK, Trouble

TIMEOUT = 20.0
"""Seconds that may pass until the other end answers."""
SLOWEST_LINE = 500
"""Bytes a second with which a body still arrives: it has so much longer."""
MOST_ANSWER = 200_000
"""Bytes of an answer that are read."""
OUT_OF_DATE = frozenset({9, 10})
"""OpenSSL: a certificate that is not valid yet, or no more."""
OTHER_NAME = frozenset({62, 64})
UNREACHABLE = ("ENETUNREACH", "EHOSTUNREACH", "ENETDOWN", "EADDRNOTAVAIL")
MOVED = frozenset({301, 302, 303, 307, 308})
TROUBLES_BY_STATUS = {403: "refused", 407: "proxy", 413: "too_large", 429: "busy", 503: "busy", 507: "site_full", 511: "proxy"}
PROBLEMS = frozenset({"older", "forked", "two_desks", "other_tournament"})
"""What a site says of one tournament by a key that has words here too."""


@dataclass(frozen=True, slots=True)
class SiteAnswer:
    """`values`: the object that a site answered, empty for an answer that was none."""

    status: int
    values: Mapping[str, Any]
    pause: float = 0.0

    @property
    def is_good(self) -> bool:
        return self.status == http.client.OK

    def get_text(self, name: str) -> str:
        value = self.values.get(name)
        return value[:2000] if isinstance(value, str) else ""

    def get_number(self, name: str) -> int:
        value = self.values.get(name)
        return value if type(value) is int and 0 <= value < 2**53 else 0


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Leaves every redirect unfollowed: what a desk sends is for the site that it was connected with."""

    def redirect_request(self, req: Any, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str) -> None:
        return None


@cache
def _build_opener() -> urllib.request.OpenerDirector:
    return urllib.request.build_opener(_NoRedirect, urllib.request.HTTPSHandler(context=ssl.create_default_context()))


def ask_site(address: str, body: bytes | None = None, *, language: str = "", most: int = MOST_ANSWER, **headers: str) -> SiteAnswer:
    """GET, or POST of a body; names of headers with underscores for hyphens. An answer of any status is returned, also a redirect; of its
    body at most `most` bytes.

    Raises: Trouble when there is none.
    """
    headers_of_all = {"User-Agent": f"LaBella/{VERSION}", "Accept": "application/json", "Accept-Language": language or "en"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(address, data=body, headers=headers_of_all | named)  # noqa: S310 - the scheme was read when it was typed
    try:
        with _build_opener().open(request, timeout=TIMEOUT + len(body or b"") / SLOWEST_LINE) as answer:
            return _read_answer(answer.status, answer.headers, answer, most)
    except HTTPError as refusal:
        with refusal:
            return _read_answer(refusal.code, refusal.headers, refusal, MOST_ANSWER)
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise explain_failure(error) from error


def post_json(address: str, values: Mapping[str, Any], *, language: str) -> SiteAnswer:
    """Raises: Trouble."""
    return ask_site(address, json.dumps(values).encode(), language=language, Content_Type="application/json")


def require_good(answer: SiteAnswer) -> SiteAnswer:
    """The answer when it is 200 with an object. Raises: Trouble for every other."""
    if answer.is_good and answer.values:
        return answer
    problem, words = answer.get_text("problem"), answer.get_text("sentence")
    if answer.status in MOVED:
        raise Trouble("moved", words)
    if problem in PROBLEMS:
        raise Trouble(problem, words)
    if answer.status in TROUBLES_BY_STATUS:
        raise Trouble(TROUBLES_BY_STATUS[answer.status], words, pause=answer.pause)
    if answer.status >= 500:
        raise Trouble("site_trouble", words)
    raise Trouble("site_refuses" if problem else "no_site", words)


def explain_failure(error: Exception) -> Trouble:
    """Why there is no answer: no network, nobody there, or a certificate that is not good."""
    reason = error.reason if isinstance(error, URLError) else error
    if isinstance(reason, ssl.SSLCertVerificationError):
        if reason.verify_code in OUT_OF_DATE:
            return Trouble("certificate_dates")
        return Trouble("certificate_name" if reason.verify_code in OTHER_NAME else "certificate")
    if isinstance(reason, str) and "407" in reason:
        return Trouble("proxy")
    no_way = isinstance(reason, OSError) and reason.errno is not None and _name_errno(reason.errno) in UNREACHABLE
    return Trouble(NETWORK if isinstance(reason, socket.gaierror) or no_way else "no_answer")


def _name_errno(number: int) -> str:
    import errno  # noqa: PLC0415 - asked for after a failure only

    return errno.errorcode.get(number, "").removeprefix("WSA")


def _read_answer(status: int, headers: Message, stream: Any, most: int) -> SiteAnswer:
    content = stream.read(most)
    pause = headers.get("Retry-After", "")
    try:
        values = json.loads(content)
    except ValueError:
        values = {}
    return SiteAnswer(status, values if isinstance(values, dict) else {}, float(pause) if pause.isascii() and pause.isdecimal() else 0.0)
