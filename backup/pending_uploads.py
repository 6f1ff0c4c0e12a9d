"""Files between two pages: what was uploaded waits on this computer's disk until the person has looked at it, for an hour at most."""

import datetime as dt
import re
import secrets
import shutil
from contextlib import suppress
from pathlib import Path
from typing import IO

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _

from exchange.files import build_draft_path, publish_draft_file
from exchange.values import BrokenCopy

LIFETIME = dt.timedelta(hours=1)
"""It holds names: nothing of it may be left behind."""
_TOKEN = re.compile(r"[0-9a-f]{32}")


def get_parking_directory() -> Path:
    return Path(settings.DATA) / "files" / "incoming"


def park_file(file: IO[bytes], owner: AbstractBaseUser) -> str:
    """Keep the content for its owner; return the token that finds it again. Raises OSError."""
    directory = get_parking_directory()
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    token = secrets.token_hex(16)
    path = _build_path(token, owner)
    draft = build_draft_path(path)
    file.seek(0)
    with draft.open("wb") as parked:
        shutil.copyfileobj(file, parked)
    publish_draft_file(draft, path)
    return token


def open_parked(token: str, owner: AbstractBaseUser) -> IO[bytes]:
    """Raises BrokenCopy where the owner has no such file, or not any more."""
    with suppress(OSError):
        if _TOKEN.fullmatch(token):
            return _build_path(token, owner).open("rb")
    raise BrokenCopy(_("the file"), _("is not here any more: import it again"))


def discard_parked(token: str, owner: AbstractBaseUser) -> None:
    if _TOKEN.fullmatch(token):
        _build_path(token, owner).unlink(missing_ok=True)


def discard_all() -> None:
    """Remove every waiting file, as when a person is erased."""
    for path in _list_files():
        path.unlink(missing_ok=True)


def delete_expired(now: dt.datetime) -> int:
    """Delete what waits too long; return how many files went. A sweeper (`SWEEPERS`)."""
    cutoff = (now - LIFETIME).timestamp()
    expired = [path for path in _list_files() if path.stat().st_mtime < cutoff]
    for path in expired:
        path.unlink(missing_ok=True)
    return len(expired)


def _list_files() -> list[Path]:
    directory = get_parking_directory()
    return list(directory.iterdir()) if directory.is_dir() else []


def _build_path(token: str, owner: AbstractBaseUser) -> Path:
    return get_parking_directory() / f"{owner.pk}-{token}"
