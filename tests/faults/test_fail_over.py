"""The database's primary dies while results are entered: the standby goes on, and under synchronous replication nothing is lost."""

import os
import random
import subprocess
import sys
import time
from contextlib import ExitStack, closing

import psycopg
import pytest

from deploy import hosted
from tests.desks import ROOT, environment
from tests.faults.conftest import SEED
from tests.faults.hall import Writer, make_hall, percentile, run, verify, writers_of
from tests.faults.hosting import open_site, wait_until
from tests.faults.replication import PairedSite
from tests.faults.test_hosted_storm import at_work

pytestmark = [pytest.mark.slow, pytest.mark.turns(4)]
DEATHS = 20
NOTICED_AFTER = 5.0
"""Seconds until whoever watches promotes the standby: two failed looks of Debian's repmgrd, as docs/hosting.md sets it."""
LONGEST_WAIT = 15.0
UNREPLICATED = """
import django, sys; django.setup()
from django.db import connection
from jobs import databases
from jobs.databases import write_tx
databases.STATEMENT_TIMEOUT = 1
if "asynchronous" in sys.argv:
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = local")
with write_tx(), connection.cursor() as cursor:
    cursor.execute("CREATE TABLE IF NOT EXISTS probe (word text)")
    cursor.execute("INSERT INTO probe VALUES ('said')")
print("acknowledged")
"""

KILLED_IN_MID_WAIT = """
import threading, time, psycopg, os
def end_waiting():
    time.sleep(6)
    url = os.environ["DATABASE_URL"]
    with psycopg.connect(url) as watcher:
        watcher.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
threading.Thread(target=end_waiting, daemon=True).start()
"""
WRITE_ON = """
import django, time; django.setup()
from django.db import Error, connection
from jobs.databases import write_tx
number, last, longest = 0, time.monotonic(), 0.0
while number < 400:
    try:
        with write_tx(), connection.cursor() as cursor:
            cursor.execute("INSERT INTO probe VALUES (%s) ON CONFLICT DO NOTHING", [number])
    except Error:
        connection.close()
        time.sleep(0.1)
        continue
    longest, last = max(longest, time.monotonic() - last), time.monotonic()
    number += 1
    print(number, round(longest, 1), flush=True)
"""


class PatientWriter(Writer):
    """Remembers how long each request took from its first try to its acknowledgement."""

    def work(self, until):
        self.waits = []
        while not until():
            action, key = self.next_request()
            begun = time.monotonic()
            while not self.try_once(action, key) and not until():
                time.sleep(0.1)
            if key in self.saved[-1:]:
                self.waits.append(time.monotonic() - begun)


def open_pair(place, tables, kind=PairedSite):
    return open_site(place, lambda site: make_hall(site.data, tables, 8, **site.urls), kind, WEB_WORKERS="2")


def patient_writers(site):
    return [PatientWriter(one.port, one.session, one.code, one.name) for one in writers_of(site.hall, site.port)]


def play(site, people, deaths):
    """So many primaries die in an evening, each at a random moment; the longest wait around each death."""
    chance = random.Random(SEED)
    with at_work(people):
        for _death in range(deaths):
            time.sleep(chance.uniform(0.5, 2.5))
            before = sum(len(one.saved) for one in people)
            site.fail_over(NOTICED_AFTER)
            wait_until(lambda before=before: sum(len(one.saved) for one in people) >= before + 2 * len(people), 90)
            site.stand_by()


def judge(site, people, figures, deaths):
    with closing(psycopg.connect(site.primary.url)) as connection:
        stored = [key for (key,) in connection.execute("SELECT idempotency_key FROM scoring_ledgerentry")]
    known, waits = {key for one in people for key in one.saved}, [wait for one in people for wait in one.waits]
    counts = {"lost": len(known - set(stored)), "twice": len(stored) - len(set(stored))}
    strange = {status for one in people for status, _body in one.strange}
    figures(
        deaths=deaths, acknowledged=len(known), **counts, longest_wait=round(max(waits), 1), median=round(percentile(waits, 0.5), 2),
        noticed_after=NOTICED_AFTER, statuses=sorted(strange),
    )  # fmt: skip
    assert counts == {"lost": 0, "twice": 0}
    assert strange <= {503}
    assert max(waits) <= LONGEST_WAIT
    assert verify(site.data, **site.urls) == []


def test_a_writer_goes_on_at_the_standby(place):
    """Short: one writer and one death, without a site before them. The control is in the long form."""
    if account := hosted.find_unprivileged_account():
        os.chown(place, account.pw_uid, account.pw_gid)
    with ExitStack() as stack:
        site = PairedSite(place, stack)
        site.open_database()
        site.primary.ask("CREATE TABLE probe (number integer PRIMARY KEY)")
        command = [sys.executable, "-c", WRITE_ON]
        with subprocess.Popen(command, cwd=ROOT, env=site.variables, stdout=subprocess.PIPE, text=True) as writer:
            for _number in range(150):
                writer.stdout.readline()
            site.fail_over(noticed_after=0.5)
            acknowledged, longest = writer.stdout.read().split()[-2:]
        assert (acknowledged, site.primary.ask("SELECT count(*) FROM probe")) == ("400", 400)
        assert float(longest) <= LONGEST_WAIT


@pytest.mark.proof
def test_primaries_die_in_a_played_evening_and_nothing_acknowledged_is_lost(place, figures):
    with open_pair(place, 12) as site:
        people = patient_writers(site)
        play(site, people, DEATHS)
        judge(site, people, figures, DEATHS)
        confirm_only_what_the_standby_has(site)


def confirm_only_what_the_standby_has(site):
    """No standby answers: a save waits longer than any statement may and is not acknowledged. Asynchronous it is: the control."""
    site.standby.close()
    variables = environment(site.data, **site.urls)
    assert run(["-c", UNREPLICATED, "asynchronous"], variables).strip() == "acknowledged"
    with pytest.raises(AssertionError, match=r"terminating connection|server closed the connection"):
        run(["-c", KILLED_IN_MID_WAIT + UNREPLICATED], variables)
