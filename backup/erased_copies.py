"""Take a person out of the backups that exist, and leave everything else in them."""

import datetime as dt
import json
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from django.db.models import Q
from django.utils.translation import gettext as _

from backup.backups import (
    backup_directory,
    check_backup,
    compute_sha256,
    delete_backup,
    list_backups,
    list_directories,
    list_own_files,
    write_note,
)
from backup.intentions import ErasureIntention
from backup.restoring import read_own_migrations
from backup.shared_copies import shared_copies
from backup.sqlite_copy import applied_migrations, open_file
from backup.sticks import Stick, copy_checked, delete_own_drafts, hold_sticks, list_own_copies
from exchange.bundles import read_bundle
from exchange.files import build_draft_path, publish_draft_file
from exchange.values import Backup
from jobs.databases import other_database
from jobs.machine import delete_file
from jobs.results import ProgressReporter
from tournaments.models import Person

CHUNK = 1 << 20
EraseRows = Callable[[Person, dt.datetime], object]
"""Empties a person's rows, in the database that is asked now, as of a time."""


def holds_name(path: Path, names: Iterable[str]) -> bool:
    """Whether any name stands in the bytes of a file or of a member of an archive, as it is or as JSON writes it. Raises: BrokenCopy."""
    forms = _list_forms(names)
    if path.suffix == ".zip":
        return any(form in content for _name, content in read_bundle(path) for form in forms)
    longest = max(map(len, forms), default=1)
    tail = b""
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            window = tail + chunk
            if any(form in window for form in forms):
                return True
            tail = window[-longest:]
    return False


def _list_forms(names: Iterable[str]) -> frozenset[bytes]:
    return frozenset(form for name in names for form in (name.encode(), json.dumps(name)[1:-1].encode()))


def erase_from_copies(intention: ErasureIntention, erase_rows: EraseRows, *, at: dt.datetime, report: ProgressReporter) -> list[str]:
    """Erase the person from every backup in the usual directory; return the names of those that cannot be changed.

    A desk's copy is changed as the desk itself and written anew, without the pages that held the name; out of a site's archive the
    tournaments of the person are left out. Each file is replaced as a whole. A copy of another release is left and named.
    """
    _delete_interrupted(intention)
    directories = list_directories(intention.tournaments)
    with shared_copies(*directories[1:]):
        backups = [backup for place in directories for backup in list_backups(place)]
        return _erase_from_backups(backups, intention, erase_rows, at=at, report=report)


def erase_from_stick(
    stick: Stick, intention: ErasureIntention, erase_rows: EraseRows, *, at: dt.datetime, report: ProgressReporter
) -> list[str]:
    """Erase the person from every copy of ours on a stick that is plugged in, as `erase_from_copies`; nothing else there is touched.

    The work is done on this computer's disk, and the stick gets the finished file. Raises: OSError; BrokenCopy.
    """
    _delete_interrupted(intention)
    with hold_sticks():
        delete_own_drafts(stick)
        return _erase_from_backups(list_own_copies(stick), intention, erase_rows, at=at, report=report, workshop=backup_directory())


def _erase_from_backups(
    backups: Sequence[Backup],
    intention: ErasureIntention,
    erase_rows: EraseRows,
    *,
    at: dt.datetime,
    report: ProgressReporter,
    workshop: Path | None = None,
) -> list[str]:
    """`workshop`: the directory in which copies are changed; each in its own without it."""
    stubborn = []
    for place, backup in enumerate(backups):
        report(10 + 80 * place // len(backups), _("Copy %(number)d of %(count)d…") % {"number": place + 1, "count": len(backups)})
        if backup.path.suffix == ".zip":
            _drop_tournaments(backup, intention)
        elif applied_migrations(backup.path) != read_own_migrations():
            stubborn += [backup.name] if holds_name(backup.path, intention.names) else []
        else:
            _erase_from_desk_copy(backup, intention, erase_rows, at, workshop or backup.path.parent)
    return stubborn


def _delete_interrupted(intention: ErasureIntention) -> None:
    """Delete the working copies of this erasure that a power cut left: they still hold the name."""
    for file in (file for place in list_directories(intention.tournaments) for file in place.glob(f".*.{intention.key}.*")):
        delete_file(file)


def find_people(intention: ErasureIntention) -> list[Person]:
    """The person in the database that is asked now: by key and name, else by name in the same tournaments."""
    same_key = Q(pk=intention.person, name__in=intention.names)
    plays = Q(name__in=intention.names, memberships__tournament__slug__in=intention.tournaments)
    return list(Person.objects.filter(same_key | plays).distinct())


def _erase_from_desk_copy(backup: Backup, intention: ErasureIntention, erase_rows: EraseRows, at: dt.datetime, workshop: Path) -> None:
    path = workshop / backup.name
    working, draft = build_draft_path(path.with_suffix(f".{intention.key}")), build_draft_path(path)
    try:
        shutil.copyfile(backup.path, working)
        with other_database(working):
            people = find_people(intention)
            for person in people:
                erase_rows(person, at)
        if people:
            with closing(open_file(working, "rw")) as connection:
                connection.execute("VACUUM INTO ?", [str(draft)])
            _publish(backup, draft)
    finally:
        for file in (draft, *working.parent.glob(f"{working.name}*")):
            delete_file(file)


def _drop_tournaments(backup: Backup, intention: ErasureIntention) -> None:
    members = dict(read_bundle(backup.path))
    remaining = {name: content for name, content in members.items() if not _is_of(name, intention) or not _has_name(content, intention)}
    if len(remaining) == len(members):
        return
    if not remaining:
        delete_backup(backup)
        return
    draft = build_draft_path(backup.path)
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in remaining.items():
                archive.writestr(name, content)
        _publish(backup, draft)
    finally:
        delete_file(draft)


def _is_of(member: str, intention: ErasureIntention) -> bool:
    return member.removesuffix(".json") in intention.tournaments


def _has_name(content: bytes, intention: ErasureIntention) -> bool:
    return any(form in content for form in _list_forms(intention.names))


def _publish(backup: Backup, draft: Path) -> None:
    """Check the new file like a new backup, write its note, and put it in the place of the old one."""
    tournaments = check_backup(draft, suffix=backup.path.suffix)
    size, digest = draft.stat().st_size, compute_sha256(draft)
    write_note(replace(backup, size=size, sha256=digest, tournaments=tournaments, content=""))
    if draft.parent == backup.path.parent:
        publish_draft_file(draft, backup.path)
    else:
        copy_checked(draft, backup.path, digest)


def list_files_to_read(databases: Iterable[Path]) -> Iterator[Path]:
    """Everything of ours that could hold a name: the databases with their logs, backups, notes and drafts."""
    for database in databases:
        yield from (path for path in database.parent.glob(f"{database.name}*") if path.is_file())
    yield from list_own_files()
