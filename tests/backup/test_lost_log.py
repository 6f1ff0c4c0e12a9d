"""A write-ahead log that is lost takes saved results with it: the next start says so, until somebody has dealt with it."""

import re
import shutil
import subprocess
import sys

import pytest
from django.test import Client

from backup.backups import make_backup
from backup.restoring import restore_backup
from scoring.ledger.appending import HEADS_FILE
from scoring.ledger.lost_entries import LostEntries, check_last_heads, find_lost_entries, forget_noted_heads, read_lost_entries
from scoring.models import LedgerHead
from tests.desks import ROOT, environment, manage
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tests.tournaments.conftest import found_tournament

pytestmark = pytest.mark.usefixtures("committed")
ENTER_AND_DIE = """
import django, os; django.setup()
from tests.scoring.evenings import play_evening
from django.db import connection
connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
connection.cursor().execute("PRAGMA wal_autocheckpoint=0")
play_evening(name="Serata perduta")
os._exit(9)
"""


@pytest.fixture(autouse=True)
def noted(data, settings):
    """Whatever other tests noted here is forgotten."""
    settings.BACKUPS = data / "backups"
    (data / HEADS_FILE).unlink(missing_ok=True)
    yield data / HEADS_FILE
    (data / HEADS_FILE).unlink(missing_ok=True)
    shutil.rmtree(data / "unfinished", ignore_errors=True)


@pytest.mark.slow
@pytest.mark.turns(4)
def test_a_start_without_the_log_says_what_is_missing(tmp_path, prepared_data):
    """The log of a killed desk is deleted, as by whoever copies the one file that looks like the database."""
    data = shutil.copytree(prepared_data, tmp_path / "data")
    subprocess.run([sys.executable, "-c", ENTER_AND_DIE], cwd=ROOT, env=environment(data), check=False)
    whole = shutil.copytree(data, tmp_path / "whole")
    (data / "labella.sqlite3-wal").unlink()
    (data / "labella.sqlite3-shm").unlink(missing_ok=True)
    assert re.search(r"results of “serata-perduta-2026” are missing \(\d+ entries\)", manage(data, "desk", "--prepare").stdout)
    assert "missing" not in manage(whole, "desk", "--prepare").stdout


def test_what_is_missing_is_said_until_somebody_has_dealt_with_it(noted):
    tournament = play_evening()
    head = LedgerHead.objects.get(tournament=tournament)
    line = f"{tournament.pk} {head.seq} {tournament.slug}\n"
    assert noted.read_text().endswith(line), "every entry is noted when it is written"
    assert (check_last_heads(), noted.read_text()) == ((), line)
    with noted.open("a") as file:
        file.write(f"{tournament.pk} {head.seq + 4} {tournament.slug}\nhalf a li")
    assert check_last_heads() == check_last_heads() == (LostEntries(tournament.slug, tournament.name, head.seq, head.seq + 4),)
    admin = build_user("director")
    admin.is_superuser = True
    admin.save()
    client = Client()
    client.force_login(admin)
    assert "4 entries of “Serata” are missing" in client.get(f"/desk/{tournament.slug}/safety/").content.decode()
    assert "Results that were saved on this computer are missing" in client.get(f"/desk/{tournament.slug}/").content.decode()
    others = Client()
    others.force_login(build_user("somebody"))
    elsewhere = found_tournament(build_user("somebody"), "Somebody else’s")
    assert "are missing" not in others.get(f"/desk/{elsewhere.slug}/").content.decode()
    client.post(f"/desk/{tournament.slug}/safety/lost/")
    assert read_lost_entries() == ()
    assert "are missing" not in client.get(f"/desk/{tournament.slug}/").content.decode()


def test_a_ledger_that_is_gone_whole_is_missing_whole_and_a_start_without_a_note_misses_nothing(noted):
    noted.write_text("4711 2 gone\n4712 0 empty\n4711 3 gone\n")
    assert find_lost_entries() == (LostEntries("gone", "gone", 0, 3),)
    assert find_lost_entries()[0].count == 3
    for _twice in range(2):
        forget_noted_heads()
    assert find_lost_entries() == ()


def test_a_restored_backup_is_no_loss():
    play_evening()
    copy = make_backup(occasion="asked")
    play_evening(name="Altra serata")
    admin = build_user("director")
    admin.is_superuser = True
    admin.save()
    restore_backup(copy.path, actor=admin)
    assert check_last_heads() == ()
