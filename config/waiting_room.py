"""Where questions of phones wait for news without a thread: `/t/stamp/<match>?seen=<version>` is answered once the version is another.

The desk's server (`config.serving`) and the workers of a hosted site (`config.hosted_worker`) bring such a request here before a thread is
given to it. One thread of the room looks at the versions of all that wait together, whichever process has changed them; whose version has
changed, or who has waited long enough, goes on to the threads of its pool and is answered like any other. Where the room is full, a
request goes on at once: the phone then asks again by itself. See docs/decisions/a-hand-is-waited-for.md.
"""

import logging
import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qs

from django.db import connections
from django.utils.module_loading import import_string

LOOK_SECONDS = 0.2
HOLD_SECONDS = 25.0
"""Less than proxies wait for an answer."""
POLL_PATH = "/t/stamp/"
READER = "scoring.live.poll_versions.read_poll_versions"

logger = logging.getLogger(__name__)
VersionReader = Callable[[Collection[str]], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class WaitingRequest:
    """A request that waits: for which match, what its phone has seen, until when, and how it goes on."""

    code: str
    seen: str
    until: float
    go_on: Callable[[], None]


def read_question(method: str, path: str, query: str) -> tuple[str, str] | None:
    """Code of the match and version that was seen, where a request may wait for another; None for every other request."""
    if method != "GET" or not path.startswith(POLL_PATH) or "seen=" not in query:
        return None
    code, seen = path[len(POLL_PATH) :], parse_qs(query).get("seen", [""])[0]
    return (code, seen) if code and seen else None


def read_versions(codes: Collection[str]) -> Mapping[str, str]:
    """The versions of these matches; leaves no connection open."""
    try:
        versions: Mapping[str, str] = import_string(READER)(codes)
    finally:
        connections.close_all()
    return versions


class WaitingRoom:
    """Requests that wait for another version, `size` at most, watched by one thread."""

    def __init__(self, size: int, read: VersionReader = read_versions) -> None:
        self._size = size
        self._read = read
        self._held: list[WaitingRequest] = []
        self._changed = threading.Condition()
        self._watcher: threading.Thread | None = None
        self.closing = False
        """Set, also by a signal's handler: everybody goes on, and nobody waits any more."""

    def hold(self, question: tuple[str, str], go_on: Callable[[], None]) -> bool:
        """Let a request wait until `go_on` is called, once, in another thread; False where it has to go on by itself."""
        with self._changed:
            if self.closing or len(self._held) >= self._size:
                return False
            self._held.append(WaitingRequest(*question, time.monotonic() + HOLD_SECONDS, go_on))
            if self._watcher is None:
                self._watcher = threading.Thread(target=self._watch, name="waiting-room", daemon=True)
                self._watcher.start()
            self._changed.notify()
        return True

    def look(self, now: float) -> None:
        """Let everybody go on whose version is another than the one that was seen, or whose time is over."""
        with self._changed:
            waiting = list(self._held)
        if not waiting:
            return
        leaving = [held for held in waiting if held.until <= now]
        if self.closing:
            leaving = waiting
        elif len(leaving) < len(waiting):
            leaving = self._choose_leaving(waiting, now)
        gone = {id(held) for held in leaving}
        with self._changed:
            self._held = [held for held in self._held if id(held) not in gone]
        for held in leaving:
            held.go_on()

    def _choose_leaving(self, waiting: list[WaitingRequest], now: float) -> list[WaitingRequest]:
        try:
            versions = self._read({held.code for held in waiting})
        except Exception:
            logger.exception("The versions of matches could not be read; whoever waited is answered now.")
            return waiting
        return [held for held in waiting if held.until <= now or versions.get(held.code, "") != held.seen]

    def _watch(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._held)
            self.look(time.monotonic())
            time.sleep(LOOK_SECONDS)
