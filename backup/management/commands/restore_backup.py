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

from backup.backups import check_backup, make_backup, put_back_whole
from exchange.bundles import import_bundle
from exchange.values import BrokenCopy
from tournaments.models import Tournament
from tournaments.refusals import Refused
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
        with _desk_stopped():
            try:
                check_backup(path)
                _migrate()
                self._restore(path)
            except (Refused, BrokenCopy) as error:
                raise CommandError(f"{error} Nothing was changed.") from error

    def _restore(self, path: Path) -> None:
        if Tournament.objects.exists():
            self.stdout.write(f"what was here: {make_backup(occasion='before_restore').path}")
        if path.suffix == ".sqlite3":
            put_back_whole(path)
            _migrate()
        else:
            import_bundle(path, actor=_director())
        self.stdout.write(f"restored from {path}")


def _director() -> User:
    """Whoever takes over what a hosted site's archive holds: an admin of this desk, made if there is none."""
    found = User.objects.filter(is_superuser=True).order_by("pk").first()
    if found is None:
        with write_tx():
            found = User.objects.create_superuser("director")
    return found


def _migrate() -> None:
    for alias in settings.DATABASES:
        call_command("migrate", database=alias, verbosity=0, interactive=False)


@contextmanager
def _desk_stopped() -> Iterator[None]:
    with (Path(settings.DATA) / "desk.lock").open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError("The desk is running: stop it first, or restore from its page Safety.") from None
        yield
