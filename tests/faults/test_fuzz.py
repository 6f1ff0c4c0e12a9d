"""Every address × method with what no browser would send: never a 5xx, and looking changes nothing."""

import hashlib
import os
import random
import string

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, router
from django.test import Client

from jobs.worker import report_alive
from tests.faults.addresses import every_address, target_of
from tests.faults.conftest import SEED
from tests.scoring.evenings import play_evening, quarrel

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

METHODS = ("GET", "GET", "POST", "POST", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW")
NASTY = (
    *("", " ", "0", "-1", "1", "2", "45", "35", "999999999999999999999", "1e9", "NaN", "Infinity", "true", "null", "[]", "{}", "on", "yes"),
    *("\x00", "a\x00b", "\u202eabc", "\ud83c", "é" * 5000, "x" * 100_000, "<script>", "'; DROP TABLE x; --", "../../etc/passwd", "%s%n"),
    *("٤٢", "²", "½", "\r\nX: y", "Rossi / Bianchi, Bar", "=1+1", "1;2;3", "2026-99-99", "31/02/2026", "swiss", "knockout", "hand", "game"),
    *("claim", "penalty", "void", "typed_wrong", "referee", "0,1", "1-1"),
)
FIELDS = (
    *(
        "name",
        "date",
        "venue",
        "public",
        "one_person",
        "fee_cents",
        "regulation",
        "person_0",
        "person_1",
        "person_2",
        "club",
        "seed",
        "note",
    ),
    *(
        "fixed_table",
        "numbers",
        "in_use",
        "text",
        "file",
        "roles",
        "format_key",
        "options",
        "pool_size",
        "first",
        "second",
        "reason",
        "words",
    ),
    *(
        "version",
        "key",
        "sure",
        "overrule",
        "kind",
        "total_0",
        "total_1",
        "tricks_0",
        "turned",
        "dealer",
        "winner",
        "table",
        "show",
        "round",
    ),
    *("stage", "code", "which", "paper", "user", "username", "role", "language", "next", "password", "directory", "person", "only_good"),
    *("another", "correct", "save_details", "save_rules", "line-1-total_0", "games_0", "games_1", "side", "points"),
)
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
    settings.BACKUPS = data / "backups"
    tournament = play_evening()
    quarrel(tournament)
    return tournament


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
        self.target = target_of(tournament)

    def path(self):
        chance = self.chance
        address = chance.choice(self.addresses)
        target = dict(self.target)
        if chance.random() < 0.3:
            wrong = ["0", "-1", "99999999999999999999", "%00", "é", "..", "a" * 300, "zzzz2222", "%ff%fe", "1.5"]
            for argument in address.arguments:
                if chance.random() < 0.5:
                    target[argument] = chance.choice(wrong)
        query = f"?{chance.choice(FIELDS)}={chance.choice(['1', '%00', '-9', '%ff', 'x' * 3000, '1.1', '9' * 40])}"
        return address.of(target) + (query if chance.random() < 0.4 else "")

    def body(self):
        chance = self.chance
        kind = chance.choice(TYPES)
        if chance.random() < 0.75:
            fields = {chance.choice(FIELDS): chance.choice(NASTY) for _field in range(chance.randrange(9))}
            text = "&".join(f"{name}={value}" for name, value in fields.items())
            return text.encode("utf-8", "surrogatepass"), "application/x-www-form-urlencoded"
        if chance.random() < 0.5:
            return bytes(chance.randrange(256) for _byte in range(chance.randrange(200))), kind
        return "".join(chance.choice(string.printable) for _mark in range(chance.randrange(200))).encode(), kind

    def headers(self):
        return {name: value for name, value in HEADERS.items() if self.chance.random() < 0.06}


def make_mischief(tournament, requests, *, every):
    """Statuses of 5xx with their requests; and whether a GET has changed anything, looked at after every so many of them."""
    mischief, failures, changed = Mischief(tournament, SEED), [], []
    director = User.objects.get(username="director")
    clients = [Client(raise_request_exception=False) for _client in range(2)]
    before = state()
    for number in range(requests):
        looking = (number // every) % 2 == 0
        if number % every == 0:
            clients[0].force_login(director)
            report_alive()
            before = state()
        method = mischief.chance.choice(("GET", "HEAD", "OPTIONS") if looking else METHODS)
        path, (body, kind) = mischief.path(), mischief.body()
        client = clients[mischief.chance.random() < 0.15]
        answer = client.generic(method, path, b"" if looking else body, content_type=kind, **mischief.headers())
        if answer.status_code >= 500:
            failures.append((answer.status_code, method, path[:200], body[:200], kind))
        if looking and (number + 1) % every == 0 and state() != before:
            changed.append(number)
    return failures, changed


@pytest.mark.filterwarnings("ignore")
def test_nothing_breaks(evening, figures, caplog):
    caplog.set_level("CRITICAL")
    failures, changed = make_mischief(evening, 1200, every=100)
    figures(requests=1200, failures=len(failures), changed_by_get=len(changed))
    assert failures == []
    assert changed == []


@pytest.mark.filterwarnings("ignore")
def test_a_change_by_get_would_be_seen(evening):
    """The positive control of the digest."""
    before = state()
    User.objects.filter(username="director").update(first_name="x")
    assert state() != before


@pytest.mark.proof
@pytest.mark.filterwarnings("ignore")
def test_nothing_breaks_for_long(evening, figures, caplog):
    caplog.set_level("CRITICAL")
    requests = int(os.environ.get("REQUESTS", "100000"))
    failures, changed = make_mischief(evening, requests, every=1000)
    figures(requests=requests, failures=len(failures), kinds=sorted({(one[0], one[1]) for one in failures}), changed_by_get=len(changed))
    assert failures[:20] == []
    assert changed == []
