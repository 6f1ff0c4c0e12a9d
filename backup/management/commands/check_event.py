from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from backup.event_check import Readiness, run_event_check
from tournaments.models import Tournament

SIGNS = {Readiness.GOOD: "ok  ", Readiness.CARE: "care", Readiness.BAD: "BAD "}


class Command(BaseCommand):
    help = "Before people come: restore drill, ledger, disk, clock, backup device; each with what to do."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug")

    def handle(self, *args: Any, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=options["slug"]).first()
        if tournament is None:
            raise CommandError(f"There is no tournament {options['slug']}.")
        checks = run_event_check(tournament)
        for check in checks:
            self.stdout.write(f"{SIGNS[check.verdict]}  {check.title}: {check.found}")
            if check.advice:
                self.stdout.write(f"      → {check.advice}")
        if any(check.verdict is Readiness.BAD for check in checks):
            raise CommandError("Not ready.", returncode=1)
