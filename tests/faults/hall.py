"""A full hall: many tables in one round, and people at the desk who type at all of them at once over HTTP.

Every writer has a table of their own. They enter a hand and take it back, so that a match is never over; each request has its own key,
and one that got no answer is sent again as it was.
"""

import atexit
import functools
import http.client
import itertools
import json
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.parse
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tests.desks import ROOT, environment

SLUG = "hall"
TOKEN = "c" * 32
HAND = {"turned": "2", "total_0": "45", "dealer": ""}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
SAVED = frozenset({200, 201, 303})

BUILD = """
import django, json, sys; django.setup()
from config.migrating import migrate_databases
from tests.faults.hall import build
migrate_databases()
print(json.dumps(build(*map(int, sys.argv[1:]))))
"""


@dataclass(frozen=True)
class Hall:
    """Codes of the matches by tournament and table, and the sessions of those who work at the desk."""

    codes: list[str]
    sessions: list[str]


def name_tournament(number: int) -> str:
    return SLUG if number == 0 else f"{SLUG}-{number}"


def build(tables, people, tournaments=1):
    """Runs inside the desk's own settings."""
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    from jobs.databases import write_tx
    from tests.scoring.builders import build_round, build_tournament, build_user
    from tournaments.models import Match, StaffRole

    with write_tx():
        users = [build_user(f"writer{number}") for number in range(people)]
        for number in range(tournaments):
            tournament = build_tournament(slug=name_tournament(number), one_person=True)
            build_round(tournament, matches=tables)
            for user in users:
                StaffRole.objects.create(tournament=tournament, user=user, role=StaffRole.Role.DIRECTOR)
    sessions = []
    for user in users:
        session = SessionStore()
        session.update({SESSION_KEY: str(user.pk), BACKEND_SESSION_KEY: "django.contrib.auth.backends.ModelBackend"})
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.create()
        sessions.append(session.session_key)
    codes = list(Match.objects.order_by("round__stage__tournament__pk", "table").values_list("code", flat=True))
    return {"codes": codes, "sessions": sessions}


def prepare_hall(data: Path, *, tables: int = 40, people: int = 8, **more: str) -> Hall:
    """A migrated desk with a hall and nothing else, on `data`. On SQLite the same hall is made once and copied."""
    if more:
        return make_hall(data, tables, people, **more)
    template, hall = hall_template(tables, people)
    shutil.copytree(template, data)
    return hall


@functools.cache
def hall_template(tables: int, people: int) -> tuple[Path, Hall]:
    place = Path(tempfile.mkdtemp(prefix="labella-hall-"))
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place / "data", make_hall(place / "data", tables, people)


def make_hall(data: Path, tables: int, people: int, tournaments: int = 1, **more: str) -> Hall:
    return Hall(**json.loads(run(["-c", BUILD, str(tables), str(people), str(tournaments)], environment(data, **more))))


def run(arguments, variables):
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=variables, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@dataclass
class Writer:
    """Somebody at the desk, with one table. `saved` holds the keys that were acknowledged, `latency` the seconds each took."""

    port: int
    session: str
    code: str
    name: str
    version: int = 0
    saved: list[str] = field(default_factory=list)
    sent: set[str] = field(default_factory=set)
    latency: list[float] = field(default_factory=list)
    strange: list[tuple[int, str]] = field(default_factory=list)
    numbers: itertools.count = field(default_factory=itertools.count)
    slug: str = SLUG

    def next_request(self):
        """A hand, and at the next turn the same hand taken back."""
        key = f"{self.name}-{next(self.numbers)}"
        return ("hands" if self.version % 2 == 0 else "undo"), key

    def work(self, until):
        """Enter without a pause until `until()` says so; whatever got no answer is sent again first."""
        while not until():
            action, key = self.next_request()
            while not self.try_once(action, key) and not until():
                time.sleep(0.02)

    def try_once(self, action, key, version=None):
        """Send one request; True once it is known to be saved."""
        self.sent.add(key)
        begun = time.monotonic()
        try:
            status, body = self.post(action, key, self.version if version is None else version)
        except (OSError, http.client.HTTPException):
            return False
        if status in SAVED:
            self.latency.append(time.monotonic() - begun)
            self.saved.append(key)
            self.version += 1
            return True
        self.strange.append((status, body[:300]))
        return False

    def connect(self, timeout: float) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)

    def build_headers(self) -> dict[str, str]:
        return {"Cookie": f"sessionid={self.session}; csrftoken={TOKEN}"}

    def post(self, action, key, version, fields=None, timeout=300):
        asked = {"csrfmiddlewaretoken": TOKEN, "key": key, "version": version, "sure": "1", **(HAND if fields is None else fields)}
        path = f"/desk/{self.slug}/matches/{self.code}/{action}/"
        with closing(self.connect(timeout)) as connection:
            connection.request("POST", path, urllib.parse.urlencode(asked), self.build_headers() | FORM)
            answer = connection.getresponse()
            return answer.status, answer.read().decode(errors="replace")

    def order(self, path, timeout=300):
        """Press a button that orders something; the address that the answer sends to."""
        with closing(self.connect(timeout)) as connection:
            connection.request("POST", path, f"csrfmiddlewaretoken={TOKEN}", self.build_headers() | FORM)
            return connection.getresponse().getheader("Location", "")

    def look(self, path, timeout=300):
        with closing(self.connect(timeout)) as connection:
            connection.request("GET", path, headers=self.build_headers())
            answer = connection.getresponse()
            answer.read()
            return answer.status


def writers_of(hall, port, count=None):
    """One for each table, or for the first `count` of them."""
    codes = hall.codes[:count]
    return [Writer(port, hall.sessions[place % len(hall.sessions)], code, f"w{place}") for place, code in enumerate(codes)]


def keys_in_ledger(data):
    """Keys of a desk's ledger, of everything that our writers can have sent."""
    with closing(sqlite3.connect(f"file:{data}/labella.sqlite3?mode=ro", uri=True)) as connection:
        return [key for (key,) in connection.execute("SELECT idempotency_key FROM scoring_ledgerentry ORDER BY seq")]


def verify(data, **more):
    """What `manage.py verify` says of the hall: its findings."""
    done = subprocess.run(
        [sys.executable, "manage.py", "verify", "--json"],
        cwd=ROOT,
        env=environment(data, **more),
        capture_output=True,
        text=True,
        check=False,
    )
    return json.loads(done.stdout)[SLUG]["findings"]


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else 0.0
