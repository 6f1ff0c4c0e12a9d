import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from jobs.locking import snapshot_tx
from scoring.ledger import Head
from scoring.ledger.queries import current_head
from scoring.verification.queries import standings_digest, verify_tournament
from tournaments.models import Tournament


class Command(BaseCommand):
    help = "Compute ledger, results and standings anew and compare them with what is stored, and with heads on paper."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", nargs="?", help="one tournament; all of them without it")
        parser.add_argument("--head", action="append", default=[], help='a head as it is printed: "ABCDE-FGHIJ-KLMNO-PQRST 123"')
        parser.add_argument("--json", action="store_true", help="for programs")

    def handle(self, *args: Any, **options: Any) -> None:
        tournaments = Tournament.objects.order_by("slug")
        if options["slug"]:
            tournaments = tournaments.filter(slug=options["slug"])
        if not tournaments and (options["slug"] or options["head"]):
            raise CommandError(f"There is no tournament {options['slug']}.")
        heads = [_head(text) for text in options["head"]]
        if heads and len(tournaments) > 1:
            raise CommandError(f"A head belongs to one tournament. Say which: {', '.join(one.slug for one in tournaments)}")
        with snapshot_tx():
            told = {tournament.slug: _told(tournament, heads) for tournament in tournaments}
        if options["json"]:
            self.stdout.write(json.dumps(told))
        else:
            self._say(told)
        if any(one["findings"] for one in told.values()):
            raise CommandError("Something does not hold.", returncode=1)

    def _say(self, told: dict[str, dict[str, Any]]) -> None:
        for slug, one in told.items():
            self.stdout.write(f"{slug}: {'everything agrees' if not one['findings'] else 'DOES NOT HOLD'}; head {one['head']}")
            for finding in one["findings"]:
                self.stdout.write(f"    {finding}")


def _told(tournament: Tournament, heads: list[Head]) -> dict[str, Any]:
    findings = [str(finding) for finding in verify_tournament(tournament, heads)]
    try:
        standings = standings_digest(tournament)
    except (LookupError, TypeError) as error:
        standings = ""
        findings.append(f"standings: {error!r}")
    return {"head": str(current_head(tournament)), "standings": standings, "findings": findings}


def _head(text: str) -> Head:
    try:
        return Head.parse(text)
    except ValueError as error:
        raise CommandError(str(error)) from error
