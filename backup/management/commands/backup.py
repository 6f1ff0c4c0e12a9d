from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from backup.backups import make_backup
from exchange.values import BrokenCopy
from tournaments.refusals import ChangeRefused


class Command(BaseCommand):
    help = "Make a backup of the whole desk while it runs, and read it back."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("directory", nargs="?", type=Path, help="where to; BACKUPS= without it")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            backup = make_backup(occasion="command", directory=options["directory"])
        except (ChangeRefused, BrokenCopy) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{backup.path}  {backup.size} bytes")
        for tournament in backup.tournaments:
            self.stdout.write(f"    {tournament.slug}: {tournament.entries} entries; head {tournament.head}")
