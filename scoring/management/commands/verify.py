"""`manage.py verify`: does everything that is shown follow from the ledger?"""

from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.management import BaseCommand, CommandError
from django.db import connection

from scoring.ledger import Head
from scoring.queries.ledger import current_head
from scoring.queries.verification import verify_tournament
from scoring.triggers import GUARDS
from tournaments.models import Tournament
from tournaments.triggers import missing


def typed_head(text: str) -> Head:
    try:
        return Head.parse(text)
    except ValueError as error:
        raise ArgumentTypeError(str(error)) from error


class Command(BaseCommand):
    help = "Compute ledger, results and standings anew and compare them with what is stored. Exit status 1 when anything differs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slugs", nargs="*", help="tournaments by the last part of their address; all when none is given")
        parser.add_argument("--head", action="append", default=[], type=typed_head, help="a head as it is printed; needs one tournament")

    def handle(self, *args: Any, slugs: list[str], head: list[Head], **options: Any) -> None:
        tournaments = list(Tournament.objects.filter(slug__in=slugs) if slugs else Tournament.objects.all())
        if len(tournaments) < len(set(slugs)):
            raise CommandError("There is no such tournament.")
        if head and len(tournaments) != 1:
            raise CommandError("A printed head belongs to one tournament: name it.")
        findings = [f"the trigger {name} is missing: run manage.py migrate" for name in missing(connection, GUARDS)]
        for tournament in tournaments:
            findings += [f"{tournament.slug}: {finding}" for finding in verify_tournament(tournament, head)]
            self.stdout.write(f"{tournament.slug}: head {current_head(tournament)}")
        if findings:
            raise CommandError("\n".join(findings))
        self.stdout.write("Everything agrees with the ledger.")
