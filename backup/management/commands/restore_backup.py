from argparse import ArgumentParser
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection, connections
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from backup.backups import check_backup, make_backup
from backup.new_database import create_tables
from backup.releases import check_release, find_newer_migrations
from backup.restoring import PartlyImported, import_archive, restore_database
from backup.sqlite_copy import applied_migrations
from exchange.values import BrokenCopy
from jobs.console import ConsoleCommand
from jobs.databases import write_tx
from jobs.machine import LockFileBusy, delete_file, hold_lock_file
from jobs.program import format_command
from jobs.replicas import list_own_databases
from tournaments.models import Tournament
from tournaments.refusals import ChangeRefused


class Command(ConsoleCommand):
    help = gettext_noop("Restore a backup. La Bella must be stopped; the present data is backed up first.")
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("backup", type=Path, metavar=_("FILE"), help=_("labella-….sqlite3, or the labella-….zip of a server"))

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError(
                _("PostgreSQL is restored with its own tools. For a tournament use: %(command)s")
                % {"command": format_command("import_tournament FILE")}
            )
        path: Path = options["backup"].resolve()
        if not path.is_file():
            raise CommandError(_("There is no file %(file)s. Name the newest copy itself: labella-….sqlite3") % {"file": path})
        with ExitStack() as held:
            try:
                held.enter_context(hold_lock_file(Path(settings.DATA) / "desk.lock"))
                check_backup(path)
                if path.suffix == ".sqlite3":
                    check_release(path)
                if _drop_foreign_logins():
                    self.stdout.write(_("The logins of phones and people cannot be used by this release: everybody logs in again."))
                _migrate_databases()
                self._restore_copy(path)
            except LockFileBusy:
                raise CommandError(_("La Bella is running: stop it first, or restore from its page “Backups and data”.")) from None
            except PartlyImported as error:
                raise CommandError(str(error)) from error
            except (ChangeRefused, BrokenCopy) as error:
                raise CommandError(_("Nothing was changed. %(reason)s") % {"reason": error}) from error

    def _restore_copy(self, path: Path) -> None:
        if Tournament.objects.exists():
            self.stdout.write(_("previous data: %(path)s") % {"path": make_backup(occasion="before_restore").path})
        if path.suffix == ".sqlite3":
            restore_database(path)
            _migrate_databases()
        else:
            import_archive(path, actor=_find_or_create_director())
        self.stdout.write(_("restored from %(path)s") % {"path": path})


def _find_or_create_director() -> User:
    """The user who takes over the tournaments of a hosted site's archive: an admin of this desk, created if there is none."""
    director = User.objects.filter(is_superuser=True).order_by("pk").first()
    if director is None:
        with write_tx():
            director = User.objects.create_superuser("director")
    return director


def _drop_foreign_logins() -> bool:
    """Delete the file of logins where a newer release has changed it, or nothing can read it: nobody could open the desk after going back.
    Return whether it was so.
    """
    path = Path(connections["ephemeral"].settings_dict["NAME"])
    if not path.is_file() or _is_of_this_release(path):
        return False
    connections["ephemeral"].close()
    for file in path.parent.glob(f"{path.name}*"):
        delete_file(file)
    return True


def _is_of_this_release(path: Path) -> bool:
    try:
        return not find_newer_migrations(applied_migrations(path))
    except BrokenCopy:
        return False


def _migrate_databases() -> None:
    for alias in list_own_databases():
        create_tables(alias)
        call_command("migrate", database=alias, verbosity=0, interactive=False)
