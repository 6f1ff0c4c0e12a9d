"""Open the browser at a desk, logged in on this computer by a link that works once; and find the desk that is open already."""

import os
import secrets
import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core import signing

from jobs.machine import LockFileBusy, hold_lock_file

SALT = "config.opening"
MAX_AGE = 120
"""Seconds for which a link works."""
ADDRESS_FILE = "desk.address"
PORTS = range(8000, 8020)
"""Where a desk looks for a free port when nobody has named one."""

_used_tickets: set[str] = set()
_used_lock = threading.Lock()


def build_ticket() -> str:
    """A new ticket, signed with the desk's key: whoever can read the data directory may make one."""
    return signing.dumps(secrets.token_urlsafe(16), salt=SALT)


def use_ticket(ticket: str) -> bool:
    """Whether the ticket is ours, new and unused. It is used from now on; a desk is one process, which remembers."""
    try:
        number: Any = signing.loads(ticket, salt=SALT, max_age=MAX_AGE)
    except signing.BadSignature:
        return False
    with _used_lock:
        is_new = number not in _used_tickets
        _used_tickets.add(number)
    return is_new


def write_address(address: str) -> Path:
    """Note where the desk is open, for a second start."""
    path = Path(settings.DATA) / ADDRESS_FILE
    path.write_text(address, encoding="utf-8")
    return path


def find_running_desk() -> str | None:
    """The address of the desk that is open on the data directory; None where none is, where a command is working on the data, and where
    nothing can be written: the start says why.
    """
    try:
        with hold_lock_file(Path(settings.DATA) / "desk.lock"):
            return None
    except LockFileBusy:
        path = Path(settings.DATA) / ADDRESS_FILE
        return path.read_text(encoding="utf-8").strip() if path.is_file() else None
    except OSError:
        return None


def open_browser(address: str) -> bool:
    """Open the browser, logged in, where this computer has a screen; return whether it did."""
    if sys.platform not in {"win32", "darwin"} and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    return webbrowser.open(f"{address}/open/{build_ticket()}/")
