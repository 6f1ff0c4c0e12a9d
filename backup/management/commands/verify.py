import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from backup.unreadable import explain_unreadable
from desk.verification.queries import compute_standings_digest, verify_tournament
from jobs.console import ConsoleCommand
from jobs.databases import snapshot_transaction
from scoring.ledger.chain import Head
from scoring.ledger.queries import read_current_head
from tournaments.console import add_tournament_argument, find_named_tournament
from tournaments.models import Tournament


class Command(ConsoleCommand):
    help = gettext_noop("Recalculate ledger, results and standings and compare them with the saved data and with printed fingerprints.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_tournament_argument(parser, _("one tournament; without it, all"), nargs="?")
        parser.add_argument(
            "--head",
            action="append",
            default=[],
            metavar=_("FINGERPRINT"),
            help=_('a fingerprint as printed: "ABCDE-FGHIJ-KLMNO-PQRST 123"'),
        )
        parser.add_argument("--json", action="store_true", help=_("for programs"))

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._verify(options)
        except DatabaseError as error:
            raise CommandError(explain_unreadable(error), returncode=1) from error

    def _verify(self, options: dict[str, Any]) -> None:
        tournaments = [find_named_tournament(options["slug"])] if options["slug"] else list(Tournament.objects.order_by("slug"))
        heads = [_parse_head(text) for text in options["head"]]
        if heads and len(tournaments) > 1:
            raise CommandError(
                _("A fingerprint belongs to one tournament. Choose one: %(slugs)s")
                % {"slugs": ", ".join(tournament.slug for tournament in tournaments)}
            )
        with snapshot_transaction():
            reports = {tournament.slug: _build_report(tournament, heads) for tournament in tournaments}
        if options["json"]:
            self.stdout.write(json.dumps(reports))
        else:
            self._print_reports(reports)
        if any(report["findings"] for report in reports.values()):
            raise CommandError(_("Something is wrong: see above."), returncode=1)

    def _print_reports(self, reports: dict[str, dict[str, Any]]) -> None:
        if not reports:
            self.stdout.write(_("There are no tournaments."))
        for slug, report in reports.items():
            verdict = _("everything matches") if not report["findings"] else _("DOES NOT MATCH")
            self.stdout.write(_("%(slug)s: %(verdict)s; fingerprint %(head)s") % {"slug": slug, "verdict": verdict, "head": report["head"]})
            for finding in report["findings"]:
                self.stdout.write(f"    {finding}")


def _build_report(tournament: Tournament, heads: list[Head]) -> dict[str, Any]:
    findings = []
    try:
        findings += [str(finding) for finding in verify_tournament(tournament, heads)]
        standings = compute_standings_digest(tournament)
    except (LookupError, TypeError, ValueError) as error:
        standings = ""
        findings.append(f"{error!r}")
    return {"head": str(read_current_head(tournament)), "standings": standings, "findings": findings}


def _parse_head(text: str) -> Head:
    try:
        return Head.parse(text)
    except ValueError as error:
        raise CommandError(str(error)) from error
