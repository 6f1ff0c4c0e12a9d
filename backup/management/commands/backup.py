from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from backup.backups import make_backup
from backup.second_location import make_copies
from exchange.values import BrokenCopy
from jobs.console import ConsoleCommand
from tournaments.refusals import ChangeRefused


class Command(ConsoleCommand):
    help = gettext_noop("Make a backup of all data while La Bella runs, and read it back.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("directory", nargs="?", type=Path, metavar=_("DIRECTORY"), help=_("without it, the directory of BACKUPS="))

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            directory = options["directory"]
            backup = make_backup(occasion="command", directory=directory) if directory else make_copies(occasion="command")
        except (ChangeRefused, BrokenCopy) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_("%(path)s  %(size)d bytes") % {"path": backup.path, "size": backup.size})
        for tournament in backup.tournaments:
            self.stdout.write(
                _("    %(name)s: %(count)d ledger entries; fingerprint %(head)s")
                % {"name": tournament.slug, "count": tournament.entries, "head": tournament.head}
            )
