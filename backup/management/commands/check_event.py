from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from backup.event_check import Readiness, run_event_check
from jobs.console import ConsoleCommand
from tournaments.models import Tournament

SIGNS = {Readiness.GOOD: gettext_lazy("ok"), Readiness.CARE: gettext_lazy("warning"), Readiness.BAD: gettext_lazy("PROBLEM")}


class Command(ConsoleCommand):
    help = gettext_noop("Check before the event: test restore, ledger, disk, clock, backup device; each with what to do.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(_("There is no tournament %(slug)s.") % {"slug": options["slug"]})
        checks = run_event_check(tournament)
        for check in checks:
            self.stdout.write(f"{SIGNS[check.verdict]!s:<9} {check.title}: {check.found}")
            if check.advice:
                self.stdout.write(f"      → {check.advice}")
        if any(check.verdict is Readiness.BAD for check in checks):
            raise CommandError(_("Not ready: correct the problems above."), returncode=1)
