"""An evening on a computer like one with Windows: a list, a hand, a print, a backup, a restore. `main` prints as JSON what happened."""

import json
import sys
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connections
from django.test import Client
from django.urls import reverse

from backup.backups import make_backup
from jobs.files import RESULTS, read_stored, store_result
from jobs.models import Job
from scoring.ledger.journal import read_journal_state
from scoring.models import LedgerEntry
from tests.scoring.builders import build_round, build_tournament
from tests.scoring.hands import enter, typed
from tournaments.models import Match, Tournament

LIST = "Cognome;Nome;Cognome compagno;Nome compagno\r\nDessì;Nicolò;Sanna;Peppìno\r\nPiras;Bachìsio;Loi;Efisio\r\n"


def list_names(client: Client, tournament: Tournament) -> bool:
    """Whether the names of a list from Windows are read: CRLF, cp1252."""
    address = reverse("tournaments:import_preview", args=[tournament.slug])
    place = Path(settings.DATA) / "lista.csv"
    place.write_bytes(LIST.encode("cp1252"))
    with place.open("rb") as file:
        page = client.post(address, {"file": file}).content.decode()
    return all(name in page for name in ("Dessì", "Nicolò", "Peppìno", "Bachìsio"))


def print_sheets(client: Client, tournament: Tournament) -> str:
    order = {"round": "1-1", "paper": "a4", "which": "all", "unreached": "yes"}
    return client.post(reverse("scoring:print_sheets", args=[tournament.slug]), order).content[:5].decode()


def main() -> None:
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    tournament = build_tournament()
    match = build_round(tournament).matches.get()
    client = Client(HTTP_HOST="localhost")
    client.force_login(User.objects.get(username="director"))
    seen = {"names": list_names(client, tournament), "paper": print_sheets(client, tournament)}
    enter(match, typed(45))
    stored = store_result(Job(kind="print_set"), b"%PDF-")
    backup = make_backup(occasion="command", directory=Path(settings.JOURNAL))
    enter(Match.objects.get(), typed(50))
    seen["journal"] = [read_journal_state(tournament).behind, read_stored(RESULTS, stored).decode()]
    connections.close_all()
    call_command("restore_backup", str(backup.path))
    seen["entries"] = LedgerEntry.objects.count()
    sys.stdout.write(f"→ {json.dumps(seen)}\n")
