"""The site's secret key in the data directory."""

import os
import secrets
from pathlib import Path

from jobs.machine import hold_lock_file, replace_file, sync_file

LOCK_TIMEOUT = 10.0
"""Seconds; writing a key takes a few milliseconds."""


def read_or_make_secret(path: Path) -> str:
    """Return the key in `path`; at the first start create the directory and the file (0600).

    Two processes that start together get the same key: one of them writes it behind a lock, so that no hard link is needed, which sticks
    do not have. Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        with hold_lock_file(path.with_suffix(".lock"), timeout=LOCK_TIMEOUT):
            if not path.exists():
                _write_secret(path)
    return path.read_text(encoding="ascii").strip()


def _write_secret(path: Path) -> None:
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(50))
    sync_file(draft)
    replace_file(draft, path)
