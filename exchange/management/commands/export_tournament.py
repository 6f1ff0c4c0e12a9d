from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from exchange.files import write_whole
from exchange.writing import document_bytes, tournament_document
from jobs.locking import snapshot_tx
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
        with snapshot_tx():
            content = document_bytes(tournament_document(tournament))
        try:
            write_whole(options["file"], content)
        except OSError as error:
            raise CommandError(f"Cannot write {options['file']}: {error.strerror}") from error
        self.stdout.write(f"{options['file']}  {len(content)} bytes")
