"""Set a desk back to a backup, and keep the login of whoever does it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.contrib.auth.models import AbstractBaseUser, User
from django.core.exceptions import PermissionDenied
from django.db import connection, connections
from django.utils.translation import gettext as _

from backup.backups import make_backup
from backup.releases import check_release
from backup.sqlite_copy import applied_migrations, check_copy, replace_database
from exchange.bundles import import_bundle
from exchange.values import Backup, BrokenCopy
from jobs.databases import write_lock, write_tx
from jobs.program import format_command, quote_path
from jobs.unfinished import forget_unfinished, unfinished
from scoring.ledger.lost_entries import LOST, forget_noted_heads
from tournaments.models import Tournament
from tournaments.refusals import ChangeRefused

RESTORE, IMPORT, BEFORE_MIGRATING = "restore", "import", "before_migrating"
"""Kinds of work that the next start finishes when it is interrupted (`jobs.unfinished`)."""


def restore_backup(path: Path, *, actor: AbstractBaseUser) -> Backup:
    """Set the desk back to the backup at `path`.

    1. Checks the whole backup. 2. Makes a backup of the desk as it is now, which is returned. 3. Replaces the database in one
    transaction; from 2 on nobody else writes, so that every acknowledged entry is in one of the two. Logins, rights and results are
    those of the backup from then on, but for the actor's own login: 4. gives it the password that it has now, so that whoever
    restores another computer's backup can log in. For site admins, on SQLite.
    Raises: ChangeRefused; BrokenCopy, and nothing is changed; PermissionDenied.
    """
    admin = User.objects.filter(pk=actor.pk, is_superuser=True, is_active=True).first()
    if admin is None:
        raise PermissionDenied
    if connection.vendor != "sqlite" or path.suffix != ".sqlite3":
        raise ChangeRefused("not_a_desk", _("On a server, backups cannot be restored here. Import the tournament file instead."))
    check_copy(path)
    check_release(path)
    if applied_migrations(path) != read_own_migrations():
        sentence = _("This backup is from another version. Stop La Bella and run: %(command)s")
        raise ChangeRefused("other_release", sentence % {"command": format_command(f"restore_backup {quote_path(path)}")})
    with keep_login(admin):
        return replace_desk(path)


@contextmanager
def keep_login(admin: User) -> Iterator[None]:
    """Let the admin log in after the block as before it: user name and password are those of this computer. Noted on the disk first, so
    that the next start does it when the block is interrupted.
    """
    with unfinished(RESTORE, username=admin.username, password=admin.password, is_staff=admin.is_staff):
        yield
        store_login(admin.username, admin.password, is_staff=admin.is_staff)


def store_login(username: str, password: str, *, is_staff: bool) -> None:
    """Give the admin with this user name this hashed password; create the admin where there is none."""
    rights = {"password": password, "is_superuser": True, "is_staff": is_staff, "is_active": True}
    with write_tx():
        User.objects.update_or_create(username=username, defaults=rights)


def replace_desk(path: Path) -> Backup:
    """Make a backup of the desk as it is and replace its database; nobody writes in between, so that every acknowledged entry is in one of
    the two.
    """
    with write_lock():
        present = make_backup(occasion="before_restore")
        _replace_live_database(path)
    return present


def restore_database(path: Path) -> None:
    """Replace the desk's database by a checked backup, behind the write lock."""
    with write_lock():
        _replace_live_database(path)


def _replace_live_database(path: Path) -> None:
    replace_database(path, Path(connections["default"].settings_dict["NAME"]))
    connections["default"].close()
    forget_noted_heads()
    forget_unfinished(LOST)


def read_own_migrations() -> frozenset[tuple[str, str]]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return frozenset((app, name) for app, name in cursor.fetchall())


class PartlyImported(Exception):
    """Some tournaments of an archive were imported before one was refused; the text says how many, and why."""


def import_archive(path: Path, *, actor: User) -> None:
    """Import every tournament of a hosted site's archive; a start after a kill goes on from there.

    Raises: ChangeRefused, BrokenCopy when none was imported; PartlyImported.
    """
    before = Tournament.objects.count()
    try:
        with unfinished(IMPORT, path=str(path), username=actor.username):
            import_bundle(path, actor=actor)
    except (ChangeRefused, BrokenCopy) as error:
        count = Tournament.objects.count() - before
        if not count:
            raise
        sentence = _("Imported: %(count)d tournaments, then an error. The others are not here. %(reason)s")
        raise PartlyImported(sentence % {"count": count, "reason": error}) from error
