import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from jobs.locking import snapshot_transaction
from scoring.ledger import Head
from scoring.ledger.queries import read_current_head
from scoring.verification.queries import compute_standings_digest, verify_tournament
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
        heads = [_parse_head(text) for text in options["head"]]
        if heads and len(tournaments) > 1:
            raise CommandError(f"A head belongs to one tournament. Say which: {', '.join(tournament.slug for tournament in tournaments)}")
        with snapshot_transaction():
            reports = {tournament.slug: _build_report(tournament, heads) for tournament in tournaments}
        if options["json"]:
            self.stdout.write(json.dumps(reports))
        else:
            self._print_reports(reports)
        if any(report["findings"] for report in reports.values()):
            raise CommandError("Something does not hold.", returncode=1)

    def _print_reports(self, reports: dict[str, dict[str, Any]]) -> None:
        for slug, report in reports.items():
            self.stdout.write(f"{slug}: {'everything agrees' if not report['findings'] else 'DOES NOT HOLD'}; head {report['head']}")
            for finding in report["findings"]:
                self.stdout.write(f"    {finding}")


def _build_report(tournament: Tournament, heads: list[Head]) -> dict[str, Any]:
    findings = [str(finding) for finding in verify_tournament(tournament, heads)]
    try:
        standings = compute_standings_digest(tournament)
    except (LookupError, TypeError) as error:
        standings = ""
        findings.append(f"standings: {error!r}")
    return {"head": str(read_current_head(tournament)), "standings": standings, "findings": findings}


def _parse_head(text: str) -> Head:
    try:
        return Head.parse(text)
    except ValueError as error:
        raise CommandError(str(error)) from error
