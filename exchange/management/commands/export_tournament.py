from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from exchange.files import build_draft_path, publish_draft_file
from exchange.writing import build_document, write_document
from jobs.console import ConsoleCommand
from jobs.databases import snapshot_transaction
from tournaments.console import add_tournament_argument, find_named_tournament


class Command(ConsoleCommand):
    help = gettext_noop("Write a tournament to one file, with which another computer can continue (docs/tournament-file.md).")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_tournament_argument(parser, _("its name in the address: memorial-2026"))
        parser.add_argument("file", type=Path, metavar=_("FILE"), help=_("where to write it"))

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = find_named_tournament(options["slug"])
        path = options["file"]
        draft = build_draft_path(path)
        try:
            try:
                with draft.open("wb") as file, snapshot_transaction():
                    write_document(build_document(tournament), file)
                publish_draft_file(draft, path)
            finally:
                draft.unlink(missing_ok=True)
        except OSError as error:
            raise CommandError(_("Cannot write %(file)s: %(reason)s") % {"file": path, "reason": error.strerror}) from error
        self.stdout.write(_("%(path)s  %(size)d bytes") % {"path": path, "size": path.stat().st_size})
