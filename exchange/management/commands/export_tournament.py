from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from exchange.files import write_atomically
from exchange.writing import build_document, encode_document
from jobs.locking import snapshot_transaction
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Write a tournament as one file that another desk can go on with (docs/tournament-file.md)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {options['slug']}.")
        with snapshot_transaction():
            content = encode_document(build_document(tournament))
        try:
            write_atomically(options["file"], content)
        except OSError as error:
            raise CommandError(f"Cannot write {options['file']}: {error.strerror}") from error
        self.stdout.write(f"{options['file']}  {len(content)} bytes")
