from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import CommandError
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from federation.handing_in.services import make_result_file
from federation.models import SentResult
from federation.result_files.documents import format_json_file
from jobs.console import ConsoleCommand
from publishing.sending.http import ask_site
from publishing.targets.troubles import Trouble, find_words
from tournaments.models import Tournament


class Command(ConsoleCommand):
    help = gettext_noop("Send the result of a tournament to a federation that knows the key of this desk (docs/federation.md).")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("address", help=_("of the federation’s rankings, for example https://cards.example.org/unions/burraco/"))
        parser.add_argument("--director", default="director", help=_("user name of its director here"))

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        director = User.objects.filter(username=options["director"]).first()
        if tournament is None or director is None:
            raise CommandError(_("There is no tournament %(slug)s.") % options)
        document = make_result_file(tournament, SentResult.Spelling.JSON, actor=director, at=timezone.now())
        address = options["address"].rstrip("/") + "/results/"
        try:
            answer = ask_site(address, format_json_file(document).encode(), Content_Type="application/json")
        except Trouble as trouble:
            raise CommandError(_("Not sent: %(reason)s") % {"reason": find_words(trouble.key).sentence}) from trouble
        if not answer.is_good:
            raise CommandError(_("Not taken in: %(reason)s") % {"reason": answer.get_text("sentence") or answer.status})
        waits = answer.get_text("result") == "waits"
        self.stdout.write(_("Sent: the federation looks at it.") if waits else _("Sent: it counts."))
