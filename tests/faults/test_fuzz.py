"""Every address × method with what no browser would send: never a 5xx, and looking changes nothing."""

import functools
import hashlib
import logging
import os
import random
import re
import string
from collections import Counter
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, router, transaction
from django.forms import BaseForm
from django.test import Client
from django.utils import timezone

from jobs.worker import report_worker_alive
from tests.faults.addresses import every_address, target_of
from tests.faults.conftest import SEED
from tests.scoring.evenings import play_evening, quarrel
from tests.scoring.links import issue
from tournaments.models import Match

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.turns(4)]

METHODS = ("GET", "GET", "POST", "POST", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW")
NASTY = (
    *("", " ", "0", "-1", "1", "2", "45", "35", "999999999999999999999", "1e9", "NaN", "Infinity", "true", "null", "[]", "{}", "on", "yes"),
    *("\x00", "a\x00b", "\u202eabc", "\ud83c", "é" * 5000, "x" * 100_000, "<script>", "'; DROP TABLE x; --", "../../etc/passwd", "%s%n"),
    *("٤٢", "²", "½", "\r\nX: y", "Rossi / Bianchi, Bar", "=1+1", "1;2;3", "2026-99-99", "31/02/2026", "swiss", "knockout", "hand", "game"),
    *("claim", "penalty", "void", "typed_wrong", "referee", "0,1", "1-1"),
)
INVENTED = (
    *("file", "text", "line-1-total_0", "games_0", "games_1", "points", "winner"),
    *("total_0", "total_1", "tricks_0", "turned", "dealer"),
)
"""Boxes that a game declares, and what a page reads without a form."""
TYPES = (
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
    "application/json",
    "text/plain",
    "",
    "\xff",
)
HEADERS = {
    "HTTP_HX_REQUEST": "true", "HTTP_HX_CURRENT_URL": "http://[", "HTTP_ACCEPT_LANGUAGE": "it-IT,;q=é", "HTTP_IF_NONE_MATCH": '"',
    "HTTP_RANGE": "bytes=9-1", "HTTP_REFERER": "\x00", "HTTP_X_FORWARDED_PROTO": "https", "HTTP_COOKIE": "sessionid=\xff; csrftoken=;;=",
    "CONTENT_LENGTH": "-5",
}  # fmt: skip


@pytest.fixture
def evening(settings, data):
    """A tournament with a round that is being played."""
    settings.BACKUPS = data / "backups"
    tournament = play_evening()
    quarrel(tournament)
    return tournament


@functools.cache
def field_names():
    """Every name that a form or a template of the site sends, and a few that are written by programs."""
    forms, found = [BaseForm], set(INVENTED)
    while forms:
        form = forms.pop()
        forms += form.__subclasses__()
        found |= set(getattr(form, "base_fields", ()))
    for template in Path(settings.BASE_DIR, "templates").rglob("*.html"):
        found |= set(re.findall(r'name="([\w-]+)"', template.read_text()))
    return tuple(sorted(found))


def running_match(tournament):
    return Match.objects.filter(round__stage__tournament=tournament, round__state="published", kind="played").order_by("pk").first()


def state():
    """A digest of every row that matters: all but sessions and throttles."""
    digest = hashlib.sha256()
    with connection.cursor() as cursor:
        for model in sorted(apps.get_models(), key=lambda model: model._meta.db_table):
            if router.db_for_read(model) != "ephemeral" and model._meta.app_label not in {"sessions", "axes"}:
                cursor.execute(f"SELECT * FROM {model._meta.db_table}")
                digest.update(repr(sorted(map(repr, cursor.fetchall()))).encode())
    return digest.hexdigest()


class Mischief:
    """Requests, one after the other, all from one seed."""

    def __init__(self, tournament, seed):
        self.chance = random.Random(seed)
        self.addresses = every_address()
        match = running_match(tournament)
        self.targets = [target_of(tournament), target_of(tournament, code=match.code, round_number=2, seq=match.ledger.first().seq)]

    def path(self, address):
        chance = self.chance
        target = dict(chance.choice(self.targets))
        if chance.random() < 0.2:
            wrong = ["0", "-1", "99999999999999999999", "%00", "é", "..", "a" * 300, "zzzz2222", "%ff%fe", "1.5"]
            for argument in address.arguments:
                if chance.random() < 0.5:
                    target[argument] = chance.choice(wrong)
        query = f"?{chance.choice(field_names())}={chance.choice(['1', '%00', '-9', '%ff', 'x' * 3000, '1.1', '9' * 40])}"
        return address.of(target) + (query if chance.random() < 0.4 else "")

    def body(self):
        chance = self.chance
        kind = chance.choice(TYPES)
        if chance.random() < 0.75:
            fields = {chance.choice(field_names()): chance.choice(NASTY) for _field in range(chance.randrange(9))}
            text = "&".join(f"{name}={value}" for name, value in fields.items())
            return text.encode("utf-8", "surrogatepass"), "application/x-www-form-urlencoded"
        if chance.random() < 0.5:
            return bytes(chance.randrange(256) for _byte in range(chance.randrange(200))), kind
        return "".join(chance.choice(string.printable) for _mark in range(chance.randrange(200))).encode(), kind

    def headers(self):
        return {name: value for name, value in HEADERS.items() if self.chance.random() < 0.06}


def make_mischief(tournament, requests, *, every):
    """Statuses of 5xx with their requests; and whether a GET has changed anything, looked at after every so many of them."""
    mischief, failures, changed, answers = Mischief(tournament, SEED), [], [], Counter()
    people, before, evening = {}, "", transaction.savepoint()
    for number in range(requests):
        looking = (number // every) % 2 == 0
        if number % every == 0:
            transaction.savepoint_rollback(evening)  # what was ruined until here is whole again
            people = everybody_back(tournament)
            before = state()
        report_worker_alive()  # the worker is none of this, however slow the machine
        chance = mischief.chance
        method, address = chance.choice(("GET", "HEAD", "OPTIONS") if looking else METHODS), chance.choice(mischief.addresses)
        path, (body, kind) = mischief.path(address), mischief.body()
        usual = "phone" if address.policy == "table" else "director"
        client, cookies = people[usual if chance.random() < 0.8 else chance.choice(sorted(people))]
        client.cookies = SimpleCookie(cookies)  # a cookie that nobody can read makes the site forget who that was
        answer = client.generic(method, path, b"" if looking else body, content_type=kind, **mischief.headers())
        answers[answer.status_code] += 1
        if address.name == "logout" and not looking:
            people["director"] = logged_in()
        if answer.status_code >= 500:
            failures.append((answer.status_code, method, path[:200], body[:200], kind))
        if looking and (number + 1) % every == 0 and state() != before:
            changed.append(number)
    return failures, changed, answers


def everybody_back(tournament):
    """The director logged in again, a phone at a table of the round that is being played, and a stranger; each with their cookies."""
    found = {name: Client(raise_request_exception=False) for name in ("phone", "stranger")}
    match = running_match(tournament)
    if match is not None:
        found["phone"].post("/t", {"secret": issue(match, sides=[0], at=timezone.now())[0].secret})
    return {"director": logged_in(), **{name: (client, SimpleCookie(client.cookies)) for name, client in found.items()}}


def logged_in():
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.get(username="director"))
    return client, SimpleCookie(client.cookies)


@pytest.fixture
def silence():
    """No word about a request that was refused: pytest would keep every one of them, with its request."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("silence")
def test_nothing_breaks(evening, figures):
    failures, changed, answers = make_mischief(evening, 800, every=100)
    figures(requests=800, failures=len(failures), changed_by_get=len(changed), answers=dict(sorted(answers.items())))
    assert failures == []
    assert changed == []


@pytest.mark.usefixtures("silence")
def test_numbers_that_no_database_holds_are_nobodys(evening):
    """Each in its turn, at every address that has some."""
    target, (client, _cookies) = target_of(evening), logged_in()
    for address in every_address():
        for argument in address.arguments:
            if isinstance(target[argument], int):
                path = address.of({**target, argument: 10**20})
                answers = [getattr(client, method)(path).status_code for method in ("get", "post")]
                assert max(answers) < 500, path


@pytest.mark.filterwarnings("ignore")
def test_a_change_by_get_would_be_seen(evening):
    """The positive control of the digest."""
    before = state()
    User.objects.filter(username="director").update(first_name="x")
    assert state() != before


@pytest.mark.proof
@pytest.mark.filterwarnings("ignore")
@pytest.mark.usefixtures("silence")
def test_nothing_breaks_for_long(evening, figures):
    requests = int(os.environ.get("REQUESTS", "100000"))
    failures, changed, answers = make_mischief(evening, requests, every=1000)
    figures(requests=requests, failures=len(failures), changed_by_get=len(changed), answers=dict(sorted(answers.items())))
    assert failures[:20] == []
    assert changed == []
