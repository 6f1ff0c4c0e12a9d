"""Make, list and thin out backups.

On SQLite a backup is the whole desk as a database file (`VACUUM INTO`); on PostgreSQL, whose own tools belong to its administrator,
it is a zip archive with the portable file of one tournament, beside the others of that tournament; only the command, which names none,
copies the whole site. Both are checked after writing, before they get their name.
"""

import datetime as dt
import hashlib
import json
import logging
import re
import sqlite3
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from backup.damage import find_damage, is_damage, report_damage
from backup.releases import check_release
from backup.retention import list_superfluous
from backup.shared_copies import is_shared, look_at_copies, shared_copies
from backup.sqlite_copy import check_copy, compute_content_digest, copy_database, has_ledger
from exchange.bundles import open_members
from exchange.files import build_draft_path, list_stray_drafts, publish_draft_file, write_atomically
from exchange.reading import check_document, read_document
from exchange.values import Backup, BrokenCopy, CopiedTournament
from exchange.writing import build_document, write_document
from jobs.databases import snapshot_transaction
from jobs.full_disk import IO_ERROR, find_want_of_room
from jobs.machine import LockFileBusy, delete_file, hold_lock_file
from scoring.models import LedgerHead
from tournaments.models import Tournament
from tournaments.refusals import ChangeRefused

logger = logging.getLogger(__name__)

NAME_PATTERN = re.compile(r"labella-(\d{8}T\d{6}Z)(-\d+)?\.(sqlite3|zip)")
OWN_NAMES = ("labella-*", ".labella-*")
NAMING_TIMEOUT = 20.0
"""Seconds; naming a copy takes a few milliseconds."""
WHERE_NEWS = frozenset({"round", "published", "asked"})
"""Occasions for which nothing is stored where nothing is new; the others need a copy of their own."""
SQLITE_HEADER = b"SQLite format 3\0"
_MADE_AT = b' "made_at": '
"""The beginning of the line of a tournament's file (`exchange.writing.write_document`) that is another one in every copy."""
NOTE_SUFFIX = ".json"
"""The suffix of a backup's note, the file beside it with its time, occasion, checksum and heads."""


def backup_directory() -> Path:
    return Path(settings.BACKUPS)


def make_backup_directory() -> Path:
    """The usual directory, made where it is missing; but not the place of a stick that is not plugged in. Raises: OSError."""
    place = backup_directory()
    place.mkdir(mode=0o700, parents=Path(settings.DATA) in place.parents, exist_ok=True)
    return place


def copies_tournaments() -> bool:
    """Whether backups are of one tournament each, as on a site of many clubs; a desk is copied whole, in no more time."""
    return connection.vendor != "sqlite"


def hand_in_copies() -> None:
    """Give the storage of several hosts what this one copied before they shared their copies. Raises: OSError."""
    if is_shared() and backup_directory().is_dir():
        for place in filter(Path.is_dir, backup_directory().iterdir()):
            with shared_copies(place):
                pass


def list_directories(slugs: Iterable[str]) -> list[Path]:
    """The usual directory, and on a site those of these tournaments."""
    place = backup_directory()
    return [place, *(place / slug for slug in slugs if copies_tournaments())]


def list_backups_of(tournament: Tournament) -> tuple[Backup, ...]:
    """What the tournament can come back from, the newest first: on a site its own backups, then those of the whole site.

    Where the storage of the site does not answer, or a copy is being made here, they are those that this host has seen.
    """
    if is_shared():
        try:
            look_at_copies(backup_directory() / tournament.slug)
        except LockFileBusy:
            pass
        except OSError:
            logger.warning("copies of other hosts cannot be seen: the storage does not answer", exc_info=True)
    return tuple(backup for place in reversed(list_directories([tournament.slug])) for backup in list_backups(place))


def make_backup(
    *, occasion: str, directory: Path | None = None, at: dt.datetime | None = None, tournament: Tournament | None = None
) -> Backup:
    """Copy the desk while people go on writing; a site copies the `tournament` into its own directory, whatever else it holds.

    1. Writes the copy under a temporary name; a directory that is named explicitly must exist, or the path of an unplugged stick
    would be created on the desk's own disk. 2. Reads all of it back: pages, references, chains, heads, numbers of entries.
    3. Where the last backup has the same content, and the occasion is no reason for another, returns that one and stores nothing.
    4. Syncs it to disk, writes its note, renames it. 5. In the usual directory thins out, to `BACKUPS_KEPT` at most.
    Raises: ChangeRefused with what to do; BrokenCopy when the written copy is inconsistent, which leaves nothing behind.
    """
    copied_only = tournament if copies_tournaments() else None
    if directory is None and copied_only:
        place = backup_directory() / copied_only.slug
        with shared_copies(place):
            return _make_backup(place, occasion, at or timezone.now(), copied_only, is_usual=True)
    return _make_backup(directory or backup_directory(), occasion, at or timezone.now(), copied_only, is_usual=directory is None)


def _make_backup(place: Path, occasion: str, now: dt.datetime, copied_only: Tournament | None, *, is_usual: bool) -> Backup:
    heads = LedgerHead.objects.filter(tournament=copied_only) if copied_only else LedgerHead.objects.all()
    seqs_before = dict(heads.values_list("tournament__slug", "seq"))
    try:
        if is_usual:
            make_backup_directory()
            place.mkdir(mode=0o700, exist_ok=True)
        draft = build_draft_path(_find_free_path(place, now))
        try:
            copied = _write_copy(draft, copied_only)
            _check_no_loss(seqs_before, copied)
            content = _compute_content(draft)
            if occasion in WHERE_NEWS and (same := _find_same(place, content)):
                return same
            backup = _publish_draft(draft, place, now, occasion, copied, content)
        except sqlite3.OperationalError as error:
            if (want := find_want_of_room(place)) is not None:
                raise want from error
            raise
        finally:
            draft.unlink(missing_ok=True)
    except (OSError, sqlite3.Error) as error:
        raise ChangeRefused("no_backup", _format_failure(place, error)) from error
    if is_usual:
        thin_backups(place, keep=settings.BACKUPS_KEPT)
    return backup


def add_backup(chunks: Iterable[bytes], *, at: dt.datetime) -> Backup:
    """Keep a backup that was made on another computer, as it comes in pieces, so that it can be restored here.

    1. Writes it under a temporary name. 2. Checks that it is a whole desk of a release that this one can read. 3. Gives it a name and a
    note. Raises: ChangeRefused; BrokenCopy, and nothing is left behind.
    """
    place = backup_directory()
    try:
        make_backup_directory()
        draft = build_draft_path(_find_free_path(place, at))
        try:
            _write_chunks(chunks, draft)
            copied = _check_foreign(draft)
            backup = _publish_draft(draft, place, at, "brought", copied, _compute_content(draft))
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise ChangeRefused("no_backup", _format_failure(place, error)) from error
    return backup


def _publish_draft(draft: Path, place: Path, at: dt.datetime, occasion: str, copied: tuple[CopiedTournament, ...], content: str) -> Backup:
    """Write the note of a checked draft and give both their name and number, which nobody else takes meanwhile. Raises: OSError."""
    size, digest = draft.stat().st_size, compute_sha256(draft)
    with hold_lock_file(Path(settings.DATA) / "backup.lock", timeout=NAMING_TIMEOUT):
        backup = Backup(_find_free_path(place, at), at, size, digest, occasion, copied, _find_next_number(place), content)
        write_note(backup)
        publish_draft_file(draft, backup.path)
    return backup


def _write_chunks(chunks: Iterable[bytes], draft: Path) -> None:
    with draft.open("wb") as file:
        for chunk in chunks:
            file.write(chunk)


def _check_foreign(draft: Path) -> tuple[CopiedTournament, ...]:
    """The tournaments of a file that somebody chose.

    Raises: ChangeRefused for what is no backup of a desk; BrokenCopy for a damaged one.
    """
    with draft.open("rb") as file:
        is_database = file.read(len(SQLITE_HEADER)) == SQLITE_HEADER
    if connection.vendor != "sqlite" or not is_database or not has_ledger(draft):
        raise ChangeRefused(
            "no_backup_file",
            _("This is no backup of La Bella: choose a file labella-….sqlite3 from the folder backups of the other computer."),
        )
    check_release(draft)
    return check_copy(draft)


def list_backups(directory: Path | None = None) -> tuple[Backup, ...]:
    """Backups with a readable note, the newest first: by their number, whatever the clock said when they were made."""
    backups = _read_notes(directory or backup_directory())
    return tuple(sorted(backups, key=lambda backup: (backup.number, backup.made_at, backup.name), reverse=True))


def thin_backups(directory: Path, *, keep: int) -> None:
    """Delete what is superfluous by age (`backup.retention`), or beyond `keep`; other files are not touched."""
    _delete_backups(list_superfluous(list_backups(directory), keep=keep), directory)


def _delete_backups(backups: Iterable[Backup], directory: Path) -> None:
    for backup in backups:
        with _leaving_locked_files():
            delete_backup(backup)
    for draft in list_stray_drafts(directory, "labella-*"):
        with _leaving_locked_files():
            delete_file(draft)


def delete_stray_drafts() -> None:
    """Delete what interrupted backups left in the usual directory: drafts, and notes of copies that never got their name.

    For a start, when nobody else makes a backup.
    """
    files = list_own_files()
    drafts = [path for path in files if path.name.startswith(".") and path.suffix == ".part"]
    notes = [path for path in files if path.suffix == NOTE_SUFFIX and NAME_PATTERN.fullmatch(path.stem)]
    for path in (*drafts, *(note for note in notes if not note.with_suffix("").exists())):
        with _leaving_locked_files():
            delete_file(path)


@contextmanager
def _leaving_locked_files() -> Iterator[None]:
    """Whatever cannot be deleted now stays until the next time."""
    try:
        yield
    except OSError as error:
        logger.warning("%s cannot be deleted (%s): it is tried again later", error.filename, error.strerror)


def list_own_files() -> list[Path]:
    """Backups, notes and drafts in the usual directory and in those of tournaments; of a stick that holds other files too, only ours."""
    place = backup_directory()
    return [path for pattern in (*OWN_NAMES, *(f"*/{name}" for name in OWN_NAMES)) for path in place.glob(pattern) if path.is_file()]


def write_note(backup: Backup) -> None:
    """Store what is known about a backup beside it."""
    write_atomically(_build_note_path(backup.path), _encode_note(backup))


def delete_backup(backup: Backup) -> None:
    """Delete a backup, its note last."""
    delete_file(backup.path)
    delete_file(_build_note_path(backup.path))


def check_backup(path: Path, *, suffix: str = "") -> tuple[CopiedTournament, ...]:
    """Read and check the whole of a backup, or of a draft of one with that `suffix`; return its tournaments. Raises BrokenCopy."""
    return _check_archive(path) if (suffix or path.suffix) == ".zip" else check_copy(path)


def _compute_content(draft: Path) -> str:
    """A digest of what the copy holds: of a desk without jobs and logins, of an archive without the time at which it was made."""
    if connection.vendor == "sqlite":
        return compute_content_digest(draft)
    digest = hashlib.sha256()
    for name, file in open_members(draft):
        digest.update(name.encode())
        file.seek(0)
        for line in file:
            digest.update(b"\n" if line.startswith(_MADE_AT) else line)
    return digest.hexdigest()


def _find_same(place: Path, content: str) -> Backup | None:
    """The newest backup, if it holds the same."""
    newest = next(iter(list_backups(place)), None)
    return newest if newest and content and newest.content == content and newest.path.stat().st_size == newest.size else None


def compute_sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _write_copy(draft: Path, copied_only: Tournament | None) -> tuple[CopiedTournament, ...]:
    draft.unlink(missing_ok=True)
    if connection.vendor == "sqlite":
        copy_database(Path(connection.settings_dict["NAME"]), draft)
        return check_copy(draft)
    with snapshot_transaction(), zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
        for tournament in Tournament.objects.filter(pk=copied_only.pk) if copied_only else Tournament.objects.order_by("slug"):
            with archive.open(f"{tournament.slug}.json", mode="w") as member:
                write_document(build_document(tournament), member)
    return _check_archive(draft)


def _check_archive(path: Path) -> tuple[CopiedTournament, ...]:
    return tuple(_check_member(file) for _name, file in open_members(path))


def _check_member(file: IO[bytes]) -> CopiedTournament:
    document = read_document(file)
    head = check_document(document)
    return CopiedTournament(document["tournament"]["slug"], document["tournament"]["name"], str(head), head.seq)


def _check_no_loss(seqs_before: dict[str, int], copied: tuple[CopiedTournament, ...]) -> None:
    """Raise BrokenCopy when the copy has fewer entries than a ledger had before it was begun: ledgers only grow."""
    entry_counts = {tournament.slug: tournament.entries for tournament in copied}
    for slug, seq in seqs_before.items():
        if entry_counts.get(slug, -1) < seq:
            raise BrokenCopy(slug, _("the copy has fewer entries than the ledger had before"))


def _find_free_path(directory: Path, at: dt.datetime) -> Path:
    """A name behind all names there: by it people know the last copy on a stick, also of one second and when the clock was set back."""
    earlier_times = [
        dt.datetime.fromisoformat(match[1]) for path in directory.glob("labella-*") if (match := NAME_PATTERN.fullmatch(path.name))
    ]
    at_second = max([at.astimezone(dt.UTC).replace(microsecond=0), *(earlier + dt.timedelta(seconds=1) for earlier in earlier_times)])
    return directory / f"labella-{at_second:%Y%m%dT%H%M%SZ}.{'sqlite3' if connection.vendor == 'sqlite' else 'zip'}"


def _find_next_number(directory: Path) -> int:
    return 1 + max((backup.number for backup in _read_notes(directory)), default=0)


def _build_note_path(path: Path) -> Path:
    return path.with_name(path.name + NOTE_SUFFIX)


def _encode_note(backup: Backup) -> bytes:
    values = asdict(backup) | {"path": backup.name, "made_at": backup.made_at.isoformat()}
    return json.dumps(values, indent=1, ensure_ascii=False).encode()


def _read_notes(directory: Path) -> Iterator[Backup]:
    for path in directory.glob("labella-*") if directory.is_dir() else ():
        note = _build_note_path(path)
        if NAME_PATTERN.fullmatch(path.name) and note.is_file():
            try:
                yield _read_note(path, json.loads(note.read_bytes()))
            except (OSError, ValueError, TypeError, KeyError):
                logger.warning("the note %s cannot be read: its copy is left alone", note, exc_info=True)


def _read_note(path: Path, note: dict[str, Any]) -> Backup:
    """Raises TypeError, KeyError or ValueError for a note that is not ours."""
    copied = tuple(CopiedTournament(**tournament) for tournament in note["tournaments"])
    return Backup(**note | {"path": path, "tournaments": copied, "made_at": dt.datetime.fromisoformat(note["made_at"])})


def _format_failure(place: Path, error: Exception) -> str:
    if is_damage(error) and (IO_ERROR not in str(error).lower() or find_damage(Path(connection.settings_dict["NAME"]))):
        report_damage(str(error))
        sentence = _("No backup: the data on this computer are damaged (%(reason)s). Stop entering and keep the paper sheets.")
        return sentence % {"reason": error}
    sentence = _(
        "No backup could be written to %(place)s (%(reason)s). Results are safe. Check that the device is plugged in and has room."
    )
    return sentence % {"place": place, "reason": getattr(error, "strerror", None) or error}
