"""Files between two pages: what was uploaded waits in the storage until the person has looked at it, for an hour at most."""

import datetime as dt
import re
import secrets
from contextlib import suppress
from typing import IO

from django.contrib.auth.models import AbstractBaseUser
from django.utils.translation import gettext as _

from exchange.values import BrokenCopy
from jobs.file_values import DamagedFile
from jobs.files import delete_stored, list_stored, open_stored, store_file

FOLDER = "incoming"
LIFETIME = dt.timedelta(hours=1)
"""It holds names: nothing of it may be left behind."""
_TOKEN = re.compile(r"[0-9a-f]{32}-[0-9a-f]{64}")


def park_file(file: IO[bytes], owner: AbstractBaseUser) -> str:
    """Keep the content for its owner; return the token that finds it again, whichever host is asked. Raises: OSError."""
    stored = store_file(FOLDER, _build_name(secrets.token_hex(16), owner), file)
    return stored.removeprefix(_build_name("", owner))


def open_parked(token: str, owner: AbstractBaseUser) -> IO[bytes]:
    """Raises BrokenCopy where the owner has no such file, or not any more."""
    with suppress(OSError, DamagedFile):
        file = open_stored(FOLDER, _build_name(token, owner)) if _TOKEN.fullmatch(token) else None
        if file is not None:
            return file
    raise BrokenCopy(_("the file"), _("is not here any more: import it again"))


def discard_parked(token: str, owner: AbstractBaseUser) -> None:
    if _TOKEN.fullmatch(token):
        delete_stored(FOLDER, _build_name(token, owner))


def discard_all() -> None:
    """Remove every waiting file, as when a person is erased."""
    for file in list_stored(FOLDER):
        delete_stored(FOLDER, file.name)


def delete_expired(now: dt.datetime) -> int:
    """Delete what waits too long; return how many files went. A sweeper (`SWEEPERS`)."""
    expired = [file.name for file in list_stored(FOLDER) if file.changed_at < now - LIFETIME]
    for name in expired:
        delete_stored(FOLDER, name)
    return len(expired)


def _build_name(token: str, owner: AbstractBaseUser) -> str:
    return f"{owner.pk}-{token}"
