"""The logins that a user has open: kept by a steady clock, ended when nobody used them for long, listed, and ended by their owner."""

import datetime as dt
import hashlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest

from jobs.clock import read_steady_time

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
