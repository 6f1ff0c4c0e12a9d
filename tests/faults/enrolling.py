"""People who enrol over HTTP with their phones: used by the kills and by `benchmarks.enrolling`."""

import datetime as dt
import http.client
import itertools
import json
import secrets
import sqlite3
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tests.desks import environment
from tests.faults.hall import FORM, TOKEN, run

SLUG = "giovedi"
BUILD = """
import django, sys; django.setup()
from config.migrating import migrate_databases
from tests.faults.enrolling import build
migrate_databases()
build(int(sys.argv[1]))
"""
FOUND = http.client.FOUND
LETTERS, CODE_LENGTH = "abcdefghjkmnpqrstuvwxyz23456789", 12


def build(places: int) -> None:
    """Runs inside the desk's own settings: an evening in a month for which everybody may enrol."""
    from django.utils import timezone

    from jobs.databases import write_tx
    from tests.scoring.builders import build_tournament, build_user
    from tournaments.announcing.services import AnnouncementDetails, announce
    from tournaments.models import Tournament

    director = build_user("director")
    with write_tx():
        tournament = build_tournament(slug=SLUG, one_person=True)
        date = timezone.localdate() + dt.timedelta(days=30)
        Tournament.objects.filter(pk=tournament.pk).update(public=True, date=date, demonstration=False)
    tournament.refresh_from_db()
    announce(tournament, AnnouncementDetails(enrols="open", controller="Circolo Bar Sport, Jesi", places=places), actor=director)


def prepare_evening(data: Path, places: int) -> None:
    run(["-c", BUILD, str(places)], environment(data))


def make_code() -> str:
    """As a form holds one when it is opened."""
    return "".join(secrets.choice(LETTERS) for _place in range(CODE_LENGTH))


@dataclass
class Phone:
    """Somebody who enrols pair after pair. `enrolled` holds the codes that were acknowledged, `latency` the seconds of each."""

    port: int
    name: str
    enrolled: list[str] = field(default_factory=list)
    sent: set[str] = field(default_factory=set)
    latency: list[float] = field(default_factory=list)
    strange: list[tuple[int, str]] = field(default_factory=list)
    numbers: Iterator[int] = field(default_factory=itertools.count)

    def work(self, is_over: Callable[[], bool]) -> None:
        """Enrol without a pause; a form without an answer is sent again, as a browser does that is reloaded."""
        while not is_over():
            code, number = make_code(), next(self.numbers)
            while not self.try_once(code, number) and not is_over():
                time.sleep(0.02)

    def try_once(self, code: str, number: int) -> bool:
        """Send the form; True once it is known to be stored."""
        self.sent.add(code)
        begun = time.monotonic()
        try:
            status, leads_to, body = self.post(code, number)
        except (OSError, http.client.HTTPException):
            return False
        if status == FOUND and code in leads_to:
            self.latency.append(time.monotonic() - begun)
            self.enrolled.append(code)
            return True
        self.strange.append((status, body[:300]))
        return False

    def post(self, code: str, number: int) -> tuple[int, str, str]:
        """Status, address to which the answer leads, body."""
        names = {f"person_{place}": f"{first} {self.name}{number}" for place, first in enumerate(("Ada", "Bruno"))}
        fields = {"csrfmiddlewaretoken": TOKEN, "code": code, "phone": "333 1234567", "notice": "on", **names}
        path = f"/tournaments/{SLUG}/enrol/"
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)) as connection:
            connection.request("POST", path, urllib.parse.urlencode(fields), FORM | {"Cookie": f"csrftoken={TOKEN}"})
            answer = connection.getresponse()
            return answer.status, answer.getheader("Location", ""), answer.read().decode(errors="replace")


@dataclass(frozen=True, slots=True)
class StoredList:
    """The enrolments of a desk as its database holds them, in order."""

    codes: list[str]
    numbers: list[int]
    states: list[str]
    entries: int
    """Entries of the tournament."""


def read_list(data: Path) -> StoredList:
    with closing(sqlite3.connect(f"file:{data}/labella.sqlite3?mode=ro", uri=True)) as connection:
        rows = connection.execute("SELECT code, number, state FROM tournaments_enrolment ORDER BY number").fetchall()
        (entries,) = connection.execute("SELECT count(*) FROM tournaments_entry").fetchone()
    return StoredList([row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows], entries)


def list_faults(stored: StoredList, phones: list[Phone], places: int) -> list[str]:
    """What is wrong with the list, given what the phones were told."""
    told = {code for phone in phones for code in phone.enrolled}
    sent = {code for phone in phones for code in phone.sent}
    placed = stored.states.count("placed")
    checks = {
        f"lost: {told - set(stored.codes)}": told <= set(stored.codes),
        "stored twice": len(stored.codes) == len(set(stored.codes)),
        "nobody sent this": set(stored.codes) <= sent,
        f"numbers have gaps: {json.dumps(stored.numbers)}": stored.numbers == list(range(1, len(stored.numbers) + 1)),
        f"{placed} have a place, {stored.entries} entries": placed == stored.entries == min(places, len(stored.codes)),
        "somebody waits before one who has a place": stored.states == sorted(stored.states),
    }
    return [fault for fault, holds in checks.items() if not holds]
