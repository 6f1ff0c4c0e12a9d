from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from exchange.importing import import_tournament
from exchange.reading import parse_document
from exchange.values import BrokenCopy
from tournaments.refusals import ChangeRefused


class Command(BaseCommand):
    help = "Take in a tournament's file and go on here; every result is computed anew and compared first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--director", default="director", help="user name of its director here")

    def handle(self, *args: Any, **options: Any) -> None:
        director = User.objects.filter(username=options["director"]).first()
        if director is None:
            raise CommandError(f"There is no user {options['director']}. Say who directs it here: --director NAME")
        try:
            imported = import_tournament(parse_document(options["file"].read_bytes()), actor=director)
        except (OSError, ChangeRefused, BrokenCopy) as error:
            raise CommandError(f"{error} Nothing was changed.") from error
        self.stdout.write(f"/desk/{imported.tournament.slug}/  head {imported.head}")
        for name in imported.strangers:
            self.stdout.write(f"    {name} of the other desk is nobody here; their entries stay in the ledger under their number")
        for place in imported.not_repeated:
            self.stdout.write(f"    round {place}: this release would not draw it again in the same way; it stays as it was drawn")
