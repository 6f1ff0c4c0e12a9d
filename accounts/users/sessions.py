"""Who is logged in, at every request, and the logins that a user has open.

Logins are kept by a steady clock. They end when nobody used them for long, when they come over a network that is not allowed, and when
their owner ends them.
"""

import datetime as dt
import hashlib
import ipaddress
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, cast

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.core.exceptions import MiddlewareNotUsed, SuspiciousOperation
from django.http import HttpRequest, HttpResponseBase, HttpResponseRedirect
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from django.utils.functional import SimpleLazyObject

from accounts.users.second_factor import is_second_factor_due
from jobs.databases import write_tx
from jobs.machine import read_steady_time
from tournaments.models import LoginPolicy

logger = logging.getLogger(__name__)
SEEN, BEGUN, DEVICE = "seen", "begun", "device"
NOTED_EVERY = 300
"""Seconds after which a use of a session is noted again."""
BROWSERS = (("Edg", "Edge"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS = (("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS", "Mac"), ("Linux", "Linux"))


class SessionStore(db.SessionStore):
    """Django's store; what has expired is judged by the time since this process began and not by the clock, which somebody may set."""

    def _get_session_from_db(self) -> Any:
        try:
            return self.model.objects.get(session_key=self.session_key, expire_date__gt=read_steady_time())
        except (self.model.DoesNotExist, SuspiciousOperation) as error:
            if isinstance(error, SuspiciousOperation):
                logger.warning("a session cannot be read: %s", error)
            self._session_key = None
            return None


@dataclass(frozen=True, slots=True)
class OpenLogin:
    """One open login; `handle` names it in a form without telling its key, times are aware."""

    handle: str
    device: str
    begun: dt.datetime | None
    seen: dt.datetime | None
    is_this: bool


def _read_seconds() -> int:
    """Now, in seconds; a clock that is set ends no login."""
    return int(read_steady_time().timestamp())


def note_login(request: HttpRequest) -> None:
    """Note in a new session when it began and on what kind of device."""
    request.session[SEEN] = request.session[BEGUN] = _read_seconds()
    request.session[DEVICE] = describe_device(request.META.get("HTTP_USER_AGENT", ""))


def note_use(session: SessionBase, *, is_poll: bool = False) -> bool:
    """Note that a session is used, unless the request is a poll; return False for one that was idle for longer than the site allows.

    Sessions from before this was noted end only with their cookie.
    """
    if SEEN not in session:
        return True
    idle_seconds = _read_seconds() - int(session[SEEN])
    if idle_seconds > settings.SESSION_IDLE_HOURS * 3600:
        return False
    if not is_poll and idle_seconds > NOTED_EVERY:
        session[SEEN] = _read_seconds()
    return True


def describe_device(agent: str) -> str:
    """“Firefox, Windows”: enough to recognise one's own devices; empty when unknown."""
    names = (next((name for sign, name in signs if sign in agent), "") for signs in (BROWSERS, SYSTEMS))
    return ", ".join(name for name in names if name)


def list_open_logins(user: User, current_key: str | None) -> tuple[OpenLogin, ...]:
    """The user's open logins, this one first, then the latest used first."""
    logins = [_build_open_login(session, data, current_key) for session, data in _find_sessions(user)]
    return tuple(sorted(logins, key=lambda login: (not login.is_this, -(login.seen.timestamp() if login.seen else 0))))


def end_logins(user: User, *, handle: str = "", keep_key: str | None = None) -> int:
    """End the login that `handle` names, or all but the one with `keep_key`; return how many ended."""
    keys = [session.session_key for session, _data in _find_sessions(user)]
    ended = [key for key in keys if (_hash_key(key) == handle if handle else key != keep_key)]
    Session.objects.filter(session_key__in=ended).delete()
    return len(ended)


def _find_sessions(user: User) -> Iterator[tuple[Session, dict[str, object]]]:
    """The valid sessions of a user: every session is opened, because only its contents say whose it is."""
    for session in Session.objects.filter(expire_date__gt=read_steady_time()).iterator():
        data = session.get_decoded()
        if data.get(SESSION_KEY) == str(user.pk) and data.get(HASH_SESSION_KEY) == user.get_session_auth_hash():
            yield session, data


def _build_open_login(session: Session, data: dict[str, object], current_key: str | None) -> OpenLogin:
    key = session.session_key
    return OpenLogin(_hash_key(key), str(data.get(DEVICE, "")), _read_time(data, BEGUN), _read_time(data, SEEN), key == current_key)


def _read_time(data: dict[str, object], name: str) -> dt.datetime | None:
    value = data.get(name)
    return dt.datetime.fromtimestamp(value, tz=dt.UTC) if isinstance(value, int) else None


def _hash_key(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:20]


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


class LoginMiddleware(AuthenticationMiddleware):
    """Sets `request.user`, which is read when a page first asks for it: public pages cost no look at the session."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = cast(User, SimpleLazyObject(lambda: _read_user(request)))


def _read_user(request: HttpRequest) -> User | AnonymousUser:
    user = get_user(request)
    if isinstance(user, User) and not (_is_used(request) and is_login_allowed(request)):
        request.session.flush()
        return AnonymousUser()
    return user


def _is_used(request: HttpRequest) -> bool:
    """Whether the session was not idle for too long. What a page asks for by itself every few seconds is no use of it."""
    is_poll = request.method == "GET" and bool(request.headers.get("HX-Request"))
    return note_use(request.session, is_poll=is_poll)


class SecondFactorMiddleware(MiddlewareMixin):
    """Sends directors without a second factor to the page where they set it up, where the site requires one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if not settings.SECOND_FACTOR_REQUIRED:
            raise MiddlewareNotUsed
        super().__init__(get_response)

    def process_view(self, request: HttpRequest, view: Any, arguments: Any, url_arguments: Any) -> HttpResponseBase | None:
        """Runs before the policy is asked; only pages of a desk, of seasons and of jobs are held back."""
        match = request.resolver_match
        is_desk_page = match is not None and match.route.startswith(("desk/", "seasons/", "organizers/", "jobs/", "import"))
        if is_desk_page and isinstance(request.user, User) and is_second_factor_due(request.user):
            return HttpResponseRedirect(reverse("tournaments:second_factor"))
        return None
