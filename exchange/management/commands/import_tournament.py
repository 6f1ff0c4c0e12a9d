from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from exchange.importing import import_tournament
from exchange.reading import read_document
from exchange.values import BrokenCopy
from jobs.console import ConsoleCommand
from tournaments.console import find_director
from tournaments.refusals import ChangeRefused


class Command(ConsoleCommand):
    help = gettext_noop("Import a tournament file and continue here; every result is first recalculated and compared.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, metavar=_("FILE"), help=_("the file of a tournament"))
        help_text = _("user name of its director here; without it, the one administrator")
        parser.add_argument("--director", metavar=_("NAME"), help=help_text)

    def handle(self, *args: Any, **options: Any) -> None:
        director = find_director(options["director"])
        try:
            with options["file"].open("rb") as file:
                imported = import_tournament(read_document(file), actor=director)
        except OSError as error:
            sentence = _("Cannot read %(file)s: %(reason)s")
            raise CommandError(sentence % {"file": options["file"], "reason": error.strerror or error}) from error
        except (ChangeRefused, BrokenCopy) as error:
            raise CommandError(_("Nothing was changed. %(reason)s") % {"reason": error}) from error
        self.stdout.write(_("/desk/%(slug)s/  fingerprint %(head)s") % {"slug": imported.tournament.slug, "head": imported.head})
        for name in imported.strangers:
            self.stdout.write(_("    %(name)s has no login here; their ledger entries stay under their number") % {"name": name})
        for place in imported.not_repeated:
            self.stdout.write(_("    round %(round)s: this version would draw it differently; it stays as it was drawn") % {"round": place})
