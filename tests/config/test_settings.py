"""SQLite is opened as measured: in docs/architecture.md, "Writing"."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.contrib.auth.models import Group
from django.contrib.sessions.models import Session
from django.core.checks import Error

from config import addresses
from config.addresses import AllowedHosts, HallAddresses, lan_addresses, list_hall_addresses, list_host_names
from config.checks import check_rules_package
from config.databases import build_sqlite_settings
from config.secret import read_or_make_secret
from jobs.databases import EphemeralRouter
from jobs.models import Job, Pulse
from tests.desks import ROOT, environment

PRAGMAS = """
import json, django; django.setup()
from django.conf import settings
from django.db import connections
found = {}
for alias in settings.DATABASES:
    with connections[alias].cursor() as cursor:
        found[alias] = [cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in
                        ("journal_mode", "synchronous", "foreign_keys", "recursive_triggers", "busy_timeout")]
found["mode"] = [settings.DATABASES[alias]["OPTIONS"]["transaction_mode"] for alias in settings.DATABASES]
print(json.dumps(found))
"""


def run(code, data, **more):
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment(data, **more), capture_output=True, text=True, check=True
    ).stdout


def test_how_the_two_files_are_opened(tmp_path):
    found = json.loads(run(PRAGMAS, tmp_path))
    assert found == {
        "default": ["wal", 2, 1, 1, 20000],
        "ephemeral": ["wal", 1, 1, 1, 20000],
        "mode": ["IMMEDIATE", "IMMEDIATE"],
    }


def test_no_view_is_a_transaction_and_connections_are_kept():
    opened = build_sqlite_settings(Path("x"), synchronous="FULL")
    assert (opened["ATOMIC_REQUESTS"], opened["CONN_MAX_AGE"]) == (False, None)


def test_what_may_be_lost_lives_apart():
    router = EphemeralRouter()
    assert [router.db_for_write(model) for model in (Session, Pulse, Job, Group)] == ["ephemeral", "ephemeral", "default", "default"]
    assert [router.allow_migrate("default", "sessions"), router.allow_migrate("ephemeral", "jobs", "pulse")] == [False, True]


def test_with_one_database_the_router_has_no_opinion(settings, monkeypatch):
    monkeypatch.delitem(settings.DATABASES, "ephemeral")
    assert (EphemeralRouter().db_for_write(Session), EphemeralRouter().allow_migrate("default", "sessions")) == (None, None)


def test_the_hosted_profile(tmp_path):
    code = (
        "import json, django; django.setup(); from django.conf import settings; d = settings.DATABASES;"
        "print(json.dumps([list(d), d['default']['ENGINE'], settings.SESSION_COOKIE_SECURE, settings.CELERY_BROKER_URL]))"
    )
    found = json.loads(run(code, tmp_path, DATABASE_URL="postgres://a@127.0.0.1/b", REDIS_URL="redis://127.0.0.1/0", HTTPS="1"))
    assert found == [["default"], "django.db.backends.postgresql", True, "redis://127.0.0.1/0"]


def test_the_secret_key_is_made_once_and_is_nobodys_business(tmp_path):
    path = tmp_path / "data" / "secret.key"
    key = read_or_make_secret(path)
    assert len(key) >= 50
    assert read_or_make_secret(path) == key
    assert path.stat().st_mode & 0o777 == 0o600
    assert sorted(found.name for found in path.parent.iterdir()) == ["secret.key", "secret.lock"]


def test_only_opening_to_the_hall_extends_the_hosts(tmp_path):
    code = "import json, django; django.setup(); from django.conf import settings; print(json.dumps(settings.ALLOWED_HOSTS))"
    own = ["localhost", "127.0.0.1", "[::1]"]
    assert json.loads(run(code, tmp_path)) == own
    in_the_hall = json.loads(run(code, tmp_path, HOST="0.0.0.0"))
    assert in_the_hall == [*own, *list_host_names(), *lan_addresses()]
    assert json.loads(run(code, tmp_path, HOST="192.168.7.8")) == [*own, *list_host_names(), "192.168.7.8"]
    assert json.loads(run(code, tmp_path, HOST="0.0.0.0", HTTPS="1")) == own


@pytest.mark.django_db
def test_a_laptop_that_joins_the_network_later_answers_there(client, settings, monkeypatch):
    joined = []
    monkeypatch.setattr(addresses, "lan_addresses", lambda: tuple(joined))
    settings.ALLOWED_HOSTS = AllowedHosts(["localhost"], HallAddresses("0.0.0.0"))
    assert client.get("/login/", headers={"host": "192.168.1.20"}).status_code == 400
    joined.append("192.168.1.20")
    assert client.get("/login/", headers={"host": "192.168.1.20"}).status_code == 200
    assert client.get("/login/", headers={"host": "evil.example"}).status_code == 400


def test_every_interface_of_this_machine_is_looked_at():
    assert "127.0.0.1" in [*addresses._list_interface_addresses()]


@pytest.mark.parametrize(
    ("host", "reached"),
    [
        ("localhost", ()),
        ("127.0.0.1", ()),
        ("::1", ()),
        ("0.0.0.0", None),
        ("192.168.7.8", ("192.168.7.8",)),
        ("fd00::8", ("[fd00::8]",)),
    ],
)
def test_phones_are_sent_where_the_desk_listens(host, reached):
    assert list_hall_addresses(host) == (lan_addresses() if reached is None else reached)  # networks come and go


def test_our_rules_are_ours():
    assert check_rules_package(None) == []


@pytest.fixture
def foreign_rules(tmp_path, monkeypatch):
    """What pip would leave behind after installing the distribution of that name."""
    information = tmp_path / "rules-3.5.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: rules\nVersion: 3.5\n")
    monkeypatch.syspath_prepend(str(tmp_path))


def test_the_foreign_rules_are_refused(foreign_rules):
    (found,) = check_rules_package(None)
    assert isinstance(found, Error)
    assert "rules 3.5 is installed" in found.msg
