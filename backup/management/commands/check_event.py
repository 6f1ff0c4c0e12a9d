from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from backup.event_check import Readiness, run_event_check
from jobs.console import ConsoleCommand
from tournaments.console import add_tournament_argument, find_named_tournament

SIGNS = {Readiness.GOOD: gettext_lazy("ok"), Readiness.CARE: gettext_lazy("warning"), Readiness.BAD: gettext_lazy("PROBLEM")}


class Command(ConsoleCommand):
    help = gettext_noop("Check before the event: test restore, ledger, disk, clock, backup device; each with what to do.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_tournament_argument(parser, _("its name in the address; without it, the only one that is not over"), nargs="?")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = find_named_tournament(options["slug"])
        self.stdout.write(f"{tournament.name} ({tournament.slug})")
        checks = run_event_check(tournament)
        for check in checks:
            self.stdout.write(f"{SIGNS[check.verdict]!s:<9} {check.title}: {check.found}")
            if check.advice:
                self.stdout.write(f"      → {check.advice}")
        if any(check.verdict is Readiness.BAD for check in checks):
            raise CommandError(_("Not ready: correct the problems above."), returncode=1)
