import fcntl
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from backup.backups import check_backup, make_backup, restore_database
from exchange.bundles import import_bundle
from exchange.values import BrokenCopy
from tournaments.models import Tournament
from tournaments.refusals import ChangeRefused
from tournaments.transactions import write_tx


class Command(BaseCommand):
    help = "Make this desk what it was when a backup was made. The desk must be stopped; what is there now is backed up first."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("backup", type=Path, help="labella-….sqlite3, or the labella-….zip of a hosted site")

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("PostgreSQL is restored by its own tools; tournaments come back with: manage.py import_tournament FILE")
        path: Path = options["backup"].resolve()
        with _lock_stopped_desk():
            try:
                check_backup(path)
                _migrate_databases()
                self._restore_copy(path)
            except (ChangeRefused, BrokenCopy) as error:
                raise CommandError(f"{error} Nothing was changed.") from error

    def _restore_copy(self, path: Path) -> None:
        if Tournament.objects.exists():
            self.stdout.write(f"what was here: {make_backup(occasion='before_restore').path}")
        if path.suffix == ".sqlite3":
            restore_database(path)
            _migrate_databases()
        else:
            import_bundle(path, actor=_find_or_create_director())
        self.stdout.write(f"restored from {path}")


def _find_or_create_director() -> User:
    """The user who takes over the tournaments of a hosted site's archive: an admin of this desk, created if there is none."""
    director = User.objects.filter(is_superuser=True).order_by("pk").first()
    if director is None:
        with write_tx():
            director = User.objects.create_superuser("director")
    return director


def _migrate_databases() -> None:
    for alias in settings.DATABASES:
        call_command("migrate", database=alias, verbosity=0, interactive=False)


@contextmanager
def _lock_stopped_desk() -> Iterator[None]:
    with (Path(settings.DATA) / "desk.lock").open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError("The desk is running: stop it first, or restore from its page Safety.") from None
        yield
