"""A program of `test_replica.py`: plays an evening on a primary, draws its public pages from a replica, and prints what each was asked.

Arguments: the addresses of both. Each line that it prints is a JSON object; it waits for a line where the replica is to be killed.
"""

import json
import sys
import time
from collections import Counter
from contextlib import closing
from unittest.mock import patch

import psycopg
import time_machine
from django.core.cache import caches
from django.core.management import call_command
from django.db import connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from jobs import replicas
from tests.faults.addresses import every_address, target_of
from tests.scoring.evenings import play_evening
from tests.scoring.seasons import build_season
from tournaments.models import Entry, Tournament
from tournaments.pages.drawn import DrawnPage

PAUSE, RESUME = "SELECT pg_wal_replay_pause()", "SELECT pg_wal_replay_resume()"


def list_paths(tournament):
    """The address of every page that is drawn once."""
    drawn = [address for address in every_address() if address.view and issubclass(address.view, DrawnPage)]
    target = target_of(tournament)
    return sorted({address.of(target) for address in drawn})


def fetch(path):
    """The page drawn anew, and how often each database was asked."""
    for kept in (caches["drawn"], caches["default"]):  # of this process; of all, for ten seconds
        kept.clear()
    asked = Counter(primary=0, replica=0)

    def count(execute, sql, parameters, many, context):
        asked["replica" if context["connection"].alias == replicas.REPLICA else "primary"] += 1
        return execute(sql, parameters, many, context)

    with connections["default"].execute_wrapper(count), connections["replica"].execute_wrapper(count):
        return Client(headers={"host": "localhost"}).get(path), asked


def wait_for(replica, primary):
    position = primary.execute("SELECT pg_current_wal_insert_lsn()").fetchone()[0]
    while not replica.execute("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", [position]).fetchone()[0]:
        time.sleep(0.05)


def tell(**what):
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def main(primary_url, replica_url):
    call_command("migrate", verbosity=0)
    tournament = play_evening(pairs=8, rounds=2, closed=1, format_key="knockout", name="Tabellone")
    Tournament.objects.update(demonstration=False, public=True)
    tournament.refresh_from_db()
    build_season(tournament)
    with (
        closing(psycopg.connect(replica_url, autocommit=True)) as replica,
        closing(psycopg.connect(primary_url, autocommit=True)) as primary,
    ):
        for path in list_paths(tournament):
            wait_for(replica, primary)
            with time_machine.travel(timezone.now(), tick=False):
                answer, asked = fetch(path)
                with patch.object(replicas, "is_resting", return_value=True):
                    alone, _asked = fetch(path)
            tell(step="as new", path=path, status=answer.status_code, same=answer.content == alone.content, **asked)
        standings = reverse("scoring:public_standings", args=[tournament.slug])
        replica.execute(PAUSE)
        Entry.objects.filter(tournament=tournament, number=1).update(name="Cambiata")
        answer, asked = fetch(standings)
        tell(step="behind", path=standings, status=answer.status_code, same="Cambiata" in answer.content.decode(), **asked)
        replica.execute(RESUME)
        wait_for(replica, primary)
        answer, asked = fetch(standings)
        tell(step="again", path=standings, status=answer.status_code, same="Cambiata" in answer.content.decode(), **asked)
    tell(step="kill it")
    sys.stdin.readline()
    for step in ("dead", "resting"):
        answer, asked = fetch(standings)
        tell(
            step=step,
            path=standings,
            status=answer.status_code,
            same="Cambiata" in answer.content.decode(),
            rests=replicas.is_resting(),
            **asked,
        )
