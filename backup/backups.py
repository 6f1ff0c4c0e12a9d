"""Making copies, looking after them, and coming back from one.

On SQLite a copy is the whole desk as a database file (`VACUUM INTO`); on PostgreSQL, whose own tools belong to its administrator,
it is a zip archive with the portable file of every tournament. Either is checked after writing, before it gets its name.
"""

import datetime as dt
import hashlib
import json
import logging
import re
import sqlite3
import zipfile
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, User
from django.core.exceptions import PermissionDenied
from django.db import connection, connections
from django.utils import timezone
from django.utils.translation import gettext as _

from backup.sqlite_copy import applied_migrations, check_copy, copy_database, put_back
from exchange.bundles import read_bundle
from exchange.files import draft_of, publish, unfinished, write_whole
from exchange.reading import check_document, parse_document
from exchange.values import Backup, BrokenCopy, Kept
from exchange.writing import document_bytes, tournament_document
from jobs.locking import snapshot_tx, write_gate
from scoring.models import LedgerHead
from tournaments.models import Tournament
from tournaments.refusals import Refused

logger = logging.getLogger(__name__)

NAME = re.compile(r"labella-\d{8}T\d{6}Z(-\d+)?\.(sqlite3|zip)")
NOTE = ".json"
"""A copy's note stands beside it under the copy's name and this ending: when and why it was made, its checksum, its heads."""


def backup_directory() -> Path:
    return Path(settings.BACKUPS)


def make_backup(*, occasion: str, directory: Path | None = None, at: dt.datetime | None = None) -> Backup:
    """Copy the desk while people go on writing.

    1. Writes the copy under a temporary name; a directory that somebody names must be there, or a stick that is not plugged in would be
    made on the desk's own disk. 2. Reads all of it back: pages, references, chains, heads, numbers of entries.
    3. Waits for the disk, gives it its name, writes its note. 4. In the usual directory deletes the oldest beyond `BACKUPS_KEPT`.
    Raises: Refused with what to do; BrokenCopy when what was written does not hold together, which leaves nothing behind.
    """
    place = directory or backup_directory()
    now = at or timezone.now()
    before = dict(LedgerHead.objects.values_list("tournament__slug", "seq"))
    try:
        if directory is None:
            place.mkdir(mode=0o700, parents=True, exist_ok=True)
        path = _free_path(place, now)
        draft = draft_of(path)
        try:
            kept = _write_copy(draft)
            _refuse_loss(before, kept)
            content_digest = sha256_of(draft)
            publish(draft, path)
        finally:
            draft.unlink(missing_ok=True)
        backup = Backup(path, now, path.stat().st_size, content_digest, occasion, kept)
        write_whole(_note_of(path), _note(backup))
    except (OSError, sqlite3.Error) as error:
        raise Refused("no_backup", _no_backup(place, error)) from error
    if directory is None:
        prune(place, keep=settings.BACKUPS_KEPT)
    return backup


def list_backups(directory: Path | None = None) -> tuple[Backup, ...]:
    """Copies with their notes, the newest first."""
    return tuple(sorted(_read_notes(directory or backup_directory()), key=lambda backup: (backup.made_at, backup.name), reverse=True))


def prune(directory: Path, *, keep: int) -> None:
    """Delete the oldest copies beyond `keep`, the note last, and what power cuts left unfinished; what is not ours is not touched."""
    for backup in list_backups(directory)[max(keep, 1) :]:
        backup.path.unlink(missing_ok=True)
        _note_of(backup.path).unlink(missing_ok=True)
    for draft in unfinished(directory, "labella-*"):
        draft.unlink(missing_ok=True)


def check_backup(path: Path) -> tuple[Kept, ...]:
    """Read the whole of a copy; what it holds. Raises BrokenCopy."""
    return _check_archive(path) if path.suffix == ".zip" else check_copy(path)


def restore_backup(path: Path, *, actor: AbstractBaseUser) -> Backup:
    """Make the desk what it was when the copy at `path` was made.

    1. Reads the whole copy. 2. Makes a backup of the desk as it is now, which is returned. 3. Puts the copy in its place in one
    transaction; from 2 on nobody else writes, so that whatever was acknowledged is in one of the two. Logins, rights and results are
    those of the copy from then on. For site admins, on SQLite.
    Raises: Refused; BrokenCopy, and nothing is changed; PermissionDenied.
    """
    if not User.objects.filter(pk=actor.pk, is_superuser=True, is_active=True).exists():
        raise PermissionDenied
    if connection.vendor != "sqlite" or path.suffix != ".sqlite3":
        raise Refused("not_a_desk", _("Only a desk on SQLite can be set back from the screen. Import the tournament's file instead."))
    check_copy(path)
    if applied_migrations(path) != _own_migrations():
        sentence = _("This copy was made by another release. Stop the desk and run: manage.py restore_backup %(path)s")
        raise Refused("other_release", sentence % {"path": path})
    with write_gate():
        present = make_backup(occasion="before_restore")
        _put_back(path)
    return present


def put_back_whole(path: Path) -> None:
    """Put a checked copy in the place of the desk's database, behind the write gate."""
    with write_gate():
        _put_back(path)


def _put_back(path: Path) -> None:
    put_back(path, Path(connections["default"].settings_dict["NAME"]))
    connections["default"].close()


def sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write_copy(draft: Path) -> tuple[Kept, ...]:
    draft.unlink(missing_ok=True)
    if connection.vendor == "sqlite":
        copy_database(Path(connection.settings_dict["NAME"]), draft)
        return check_copy(draft)
    with snapshot_tx(), zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
        for tournament in Tournament.objects.order_by("slug"):
            archive.writestr(f"{tournament.slug}.json", document_bytes(tournament_document(tournament)))
    return _check_archive(draft)


def _check_archive(path: Path) -> tuple[Kept, ...]:
    return tuple(_check_member(content) for _name, content in read_bundle(path))


def _check_member(content: bytes) -> Kept:
    document = parse_document(content)
    head = check_document(document)
    return Kept(document["tournament"]["slug"], document["tournament"]["name"], str(head), head.seq)


def _refuse_loss(before: dict[str, int], kept: tuple[Kept, ...]) -> None:
    """Ledgers only grow: a copy begun afterwards holds at least as many entries."""
    found = {one.slug: one.entries for one in kept}
    for slug, seq in before.items():
        if found.get(slug, -1) < seq:
            raise BrokenCopy(slug, _("the copy has fewer entries than the ledger had before"))


def _free_path(directory: Path, at: dt.datetime) -> Path:
    ending = "sqlite3" if connection.vendor == "sqlite" else "zip"
    stem = f"labella-{at.astimezone(dt.UTC):%Y%m%dT%H%M%SZ}"
    names = (f"{stem}.{ending}", *(f"{stem}-{count}.{ending}" for count in range(2, 1000)))
    return next(directory / name for name in names if not (directory / name).exists())


def _own_migrations() -> frozenset[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return frozenset((app, name) for app, name in cursor.fetchall())


def _note_of(path: Path) -> Path:
    return path.with_name(path.name + NOTE)


def _note(backup: Backup) -> bytes:
    values = asdict(backup) | {"path": backup.name, "made_at": backup.made_at.isoformat()}
    return json.dumps(values, indent=1, ensure_ascii=False).encode()


def _read_notes(directory: Path) -> Iterator[Backup]:
    for path in directory.glob("labella-*") if directory.is_dir() else ():
        note = _note_of(path)
        if NAME.fullmatch(path.name) and note.is_file():
            try:
                yield _read_note(path, json.loads(note.read_bytes()))
            except (OSError, ValueError, TypeError, KeyError):
                logger.warning("the note %s cannot be read: its copy is left alone", note, exc_info=True)


def _read_note(path: Path, told: dict[str, Any]) -> Backup:
    """Raises TypeError, KeyError or ValueError for a note that is not ours."""
    kept = tuple(Kept(**one) for one in told["tournaments"])
    return Backup(**told | {"path": path, "tournaments": kept, "made_at": dt.datetime.fromisoformat(told["made_at"])})


def _no_backup(place: Path, error: Exception) -> str:
    sentence = _("No backup could be written to %(place)s (%(reason)s). Is the device there, and is there room on it? Results are safe.")
    return sentence % {"place": place, "reason": getattr(error, "strerror", None) or error}
