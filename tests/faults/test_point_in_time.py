"""The database's own backups: the whole site at a moment before an accident, and out of it the one tournament that was lost."""

import datetime as dt
import json
import os
import subprocess
import sys
import time
from contextlib import closing

import psycopg
import pytest

from deploy import hosted
from tests.desks import PATIENCE, ROOT, environment
from tests.faults.hall import SLUG, make_hall, run, verify, writers_of
from tests.faults.hosting import Site, open_site, wait_until
from tests.faults.test_hosted_storm import at_work, keys_of, saved
from tests.services import MissingProgramError, program

pytestmark = [pytest.mark.slow, pytest.mark.proof]
CONF = """
[global]
repo1-path={place}/repository
repo1-retention-full=2
start-fast=y
log-path={place}/logs
lock-path={place}/lock
spool-path={place}/spool
[labella]
pg1-path={place}/postgres
pg1-socket-path={place}
pg1-port={port}
pg1-user=labella
pg1-database=postgres
"""
LOSE = """
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("SET session_replication_role = replica")
    tables = [name for name in connection.introspection.table_names() if name.startswith(("tournaments_", "scoring_", "webhooks_"))]
    cursor.execute("TRUNCATE " + ", ".join(tables) + " CASCADE")
"""
"""Somebody with the database's own password: no door of the site does this."""
SECOND = """
from tests.scoring.builders import build_tournament
from tournaments.models import get_house
build_tournament(slug="second")
print(get_house().slug)
"""
LEDGER_KEYS = """
from scoring.models import LedgerEntry
from tournaments.models import Tournament
print(*Tournament.objects.values_list("slug", flat=True))
print(*LedgerEntry.objects.values_list("idempotency_key", flat=True))
"""
KEEP_HOUSE = """
from django.contrib.auth.models import User
User.objects.create_superuser("chief", password="quercia-lampone-4071")
"""


class ArchivedSite(Site):
    """A site whose database is archived by pgBackRest, as deploy/pgbackrest says."""

    def open_database(self):
        port = self.urls["DATABASE_URL"].rpartition(":")[2].partition("/")[0]
        self.conf = self.place / "pgbackrest.conf"
        self.conf.write_text(CONF.format(place=self.place, port=port))
        archive = f"PGBACKREST_CONFIG={self.conf} pgbackrest --stanza=labella archive-push %p"
        self.postgres.command += ["-c", "archive_mode=on", "-c", f"archive_command={archive}", "-c", "archive_timeout=60"]
        super().open_database()
        for words in (["stanza-create"], ["--type=full", "backup"]):
            self.back_up(*words)

    def back_up(self, *words):
        self.run(["pgbackrest", "--stanza=labella", *words], self.line)

    def run(self, command, account=None):
        variables = {"PATH": os.environ["PATH"], "PGBACKREST_CONFIG": str(self.conf), "LANG": "C.UTF-8", "HOME": str(self.place)}
        arguments = hosted.account_arguments(account)
        done = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=False, **arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def rehearse(self, *words):
        where = ["--database", "postgres", "--place", str(self.place), "--into", str(self.place / "back")]
        return json.loads(self.run([sys.executable, "deploy/rehearse_restore.py", *where, *words]))


def test_a_lost_tournament_comes_back_alone_from_a_moment_before_the_accident(place, figures):
    try:
        program("pgbackrest")
    except MissingProgramError as error:
        pytest.skip(str(error))
    with open_site(place, lambda site: make_hall(site.data, 8, 4, **site.urls), ArchivedSite, WEB_WORKERS="1") as site:
        people = writers_of(site.hall, site.port)
        with at_work(people):
            wait_until(lambda: saved(people) >= 100, PATIENCE)
        club = run(["manage.py", "shell", "--no-imports", "-c", SECOND], site.variables).split()[-1]
        before, moment = sorted(keys_of(site)), dt.datetime.now(dt.UTC)
        time.sleep(2)
        run(["manage.py", "shell", "--no-imports", "-c", LOSE], site.variables)
        with closing(psycopg.connect(site.urls["DATABASE_URL"], autocommit=True)) as connection:
            connection.execute("SELECT pg_switch_wal()")
        assert site.rehearse()["tournaments"] == 0, "the control: the last moment holds the accident"
        report = site.rehearse("--target", moment.isoformat(sep=" "), "--tournament", SLUG)
        run(["manage.py", "shell", "--no-imports", "-c", KEEP_HOUSE], site.variables)
        run(["manage.py", "import_tournament", *report["taken_out"], "--director", "chief"], site.variables)
        figures(entries=len(before), seconds=report["seconds"], back=len(keys_of(site)))
        assert (report["wrong"], report["tournaments"]) == ({}, 2)
        assert sorted(keys_of(site)) == before
        assert verify(site.data, **site.urls) == []
        club_files = site.rehearse("--target", moment.isoformat(sep=" "), "--club", club)["taken_out"]
        go_on_elsewhere(place / "elsewhere", club_files, before)


def go_on_elsewhere(data, files, keys):
    """A whole club goes on at another site, which had nothing of it."""
    variables = environment(data)
    run(["manage.py", "migrate", "--verbosity", "0"], variables)
    run(["manage.py", "shell", "--no-imports", "-c", KEEP_HOUSE], variables)
    for file in files:
        run(["manage.py", "import_tournament", file, "--director", "chief"], variables)
    slugs, there = run(["manage.py", "shell", "--no-imports", "-c", LEDGER_KEYS], variables).splitlines()[-2:]
    assert (sorted(slugs.split()), sorted(there.split())) == (sorted([SLUG, "second"]), keys)
    assert verify(data) == []
