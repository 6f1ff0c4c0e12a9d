from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from federation.handing_in.services import send_result
from jobs.console import ConsoleCommand
from tournaments.console import add_tournament_argument, find_director, find_named_tournament
from tournaments.refusals import ChangeRefused


class Command(ConsoleCommand):
    help = gettext_noop("Send the result of a tournament to a federation that knows the key of this desk (docs/federation.md).")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_tournament_argument(parser, _("its name in the address: memorial-2026"))
        parser.add_argument(
            "address", metavar=_("ADDRESS"), help=_("of the federation’s rankings, for example https://cards.example.org/unions/burraco/")
        )
        parser.add_argument("--director", default="director", metavar=_("NAME"), help=_("user name of its director here"))

    def handle(self, *args: Any, **options: Any) -> None:
        tournament, director = find_named_tournament(options["slug"]), find_director(options["director"])
        try:
            waits = send_result(tournament, options["address"].rstrip("/"), actor=director, at=timezone.now())
        except ChangeRefused as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(_("Sent: the federation looks at it.") if waits else _("Sent: it counts."))
