"""Backup, restore, import, migration, first start, ended by force: the next start finishes them or takes them back, and says so.

The short form ends a process at the worst moment, and shows as its control what is half done there; the long one kills at random moments.
"""

import json
import random
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import time
from contextlib import closing

import pytest
from django.contrib.auth.hashers import check_password

from tests.desks import ROOT, environment

SETUP = "import django; django.setup()\n"
BUILD = (
    SETUP
    + """
from django.conf import settings
from django.core.management import call_command
call_command("desk", "--prepare", "--no-demonstration")
from backup.backups import make_backup
from config.first_login import reset_login
from tests.scoring.evenings import play_evening
play_evening()
make_backup(occasion="asked")
reset_login(settings.DATA)
"""
)
BACKUP = (
    SETUP
    + """
from backup.backups import make_backup
print("begun", flush=True)
make_backup(occasion="asked")
"""
)
RESTORE = (
    SETUP
    + """
from backup.backups import list_backups, restore_backup
from django.contrib.auth.models import User
print("begun", flush=True)
restore_backup(list_backups()[-1].path, actor=User.objects.get(username="director"))
"""
)
IMPORT = (
    SETUP
    + """
import os
from django.contrib.auth.models import User
from django.core.management import call_command
print("begun", flush=True)
call_command("restore_backup", os.environ["BUNDLE"])
"""
)
START = (
    SETUP
    + """
import io, json, sys
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
told = io.StringIO()
call_command("desk", "--prepare", *sys.argv[1:], stdout=told)
from backup.backups import list_backups
from config.first_login import read_login_file
from scoring.verification.queries import verify_tournament
from tournaments.models import Round, Tournament
login = read_login_file(settings.DATA)
director = User.objects.filter(username=login.username).first()
print(json.dumps({
    "told": told.getvalue(),
    "login": director is not None and director.check_password(login.password),
    "tournaments": sorted(Tournament.objects.filter(archived_at=None).values_list("name", "demonstration")),
    "rounds": Round.objects.exclude(state="draft").count(),
    "notes": [path.name for path in (settings.DATA / "unfinished").glob("*")],
    "stray": [path.name for path in settings.BACKUPS.glob(".*.part")] if settings.BACKUPS.is_dir() else [],
    "copies": [backup.path.stat().st_size == backup.size for backup in list_backups()],
    "findings": [str(finding) for tournament in Tournament.objects.all() for finding in verify_tournament(tournament)],
}))
"""
)
BEFORE_LOGIN = "from backup import backups; import os; backups.store_login = lambda *a, **k: os._exit(9)\n"
IN_DEMONSTRATION = "from scoring.rehearsal import demonstration; import os; demonstration._publish_next_round = lambda *a: os._exit(9)\n"
FIRST_START = SETUP + 'print("begun", flush=True)\nfrom django.core.management import call_command; call_command("desk", "--prepare")\n'
WHOLE = {"login": True, "notes": [], "stray": [], "findings": []}


def run(data, arguments, code=0, **more):
    done = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment(data) | more, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    return done.stdout


def ask(data, query):
    """The first column of what the desk's file holds."""
    with closing(sqlite3.connect(data / "labella.sqlite3")) as connection:
        return [row[0] for row in connection.execute(query)]


def end_at(data, program, patch):
    """Run a program that ends itself by force where `patch` says."""
    run(data, ["-c", program.replace(SETUP, SETUP + patch, 1)], code=9)


def start(data, *options):
    """Start the desk and stop it before it serves; what it said, and what is there then."""
    return json.loads(run(data, ["-c", START, *options]))


def is_whole(state):
    return {name: state[name] for name in WHOLE} == WHOLE and all(state["copies"])


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A desk with an evening, one backup, and after that a new password in login.txt."""
    data = tmp_path_factory.mktemp("interrupted") / "data"
    data.mkdir()
    run(data, ["-c", BUILD])
    return data


@pytest.mark.slow
def test_a_restore_that_ends_before_the_login_is_kept(played, tmp_path):
    data = shutil.copytree(played, tmp_path / "data")
    end_at(data, RESTORE, BEFORE_LOGIN)
    (encoded,) = ask(data, "SELECT password FROM auth_user WHERE username = 'director'")
    assert not check_password((data / "login.txt").read_text().split()[1], encoded)  # nobody knows a password
    state = start(data)
    assert ("interrupted" in state["told"], is_whole(state)) == (True, True)


@pytest.mark.slow
def test_a_first_start_that_ends_in_the_demonstration(tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    end_at(data, FIRST_START, IN_DEMONSTRATION)
    assert ask(data, "SELECT count(*) FROM tournaments_entry UNION ALL SELECT count(*) FROM tournaments_match") == [24, 0]
    state = start(data, "--no-demonstration")
    assert ("begins again" in state["told"], is_whole(state), state["tournaments"]) == (True, True, [])


def kill_after(data, program, seconds, **more):
    """Kill a program so long after it began its work; whether it was still at work."""
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=environment(data) | more,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with process:
        assert process.stdout.readline() == "begun\n"
        time.sleep(seconds)
        was_working = process.poll() is None
        process.kill()
    return was_working


def kill_often(template, place, program, count, seed, **more):
    """What was seen after so many kills, each followed by a start: how often it was at work, and what was not whole."""
    begun = time.monotonic()
    run(shutil.copytree(template, place / "whole"), ["-c", program], **more)
    longest, chance = (time.monotonic() - begun) * 0.7, random.Random(seed)
    seen = {"killed": 0, "wrong": []}
    for trial in range(count):
        data = shutil.copytree(template, place / f"trial-{trial}")
        seen["killed"] += kill_after(data, program, chance.uniform(0, longest), **more)
        state = start(data)
        if not is_whole(state) or not EXPECTED[program](state):
            seen["wrong"].append(state)
        shutil.rmtree(data)
    return seen


EXPECTED = {
    BACKUP: lambda state: len(state["copies"]) in {1, 2} and len(state["tournaments"]) == 1,
    RESTORE: lambda state: len(state["copies"]) in {1, 2} and len(state["tournaments"]) == 1,
    IMPORT: lambda state: len(state["tournaments"]) in {1, 4},
    FIRST_START: lambda state: state["rounds"] == 2 and len(state["tournaments"]) == 1,
}


@pytest.fixture(scope="module")
def bundle(tmp_path_factory, played):
    """Another site's archive of three tournaments."""
    place = tmp_path_factory.mktemp("bundle")
    program = SETUP + (
        "import sys, zipfile\nfrom exchange.writing import build_document, encode_document\n"
        "from tests.scoring.evenings import play_evening\nfrom tournaments.models import Tournament\n"
        "archive = zipfile.ZipFile(sys.argv[1], 'w')\n"
        "for number in range(3):\n"
        "    tournament = play_evening(name=f'Site {number}')\n"
        "    archive.writestr(f'{number}.json', encode_document(build_document(tournament)))\n"
        "archive.close()\n"
    )
    data = place / "data"
    data.mkdir()
    run(data, ["-c", BUILD])
    run(data, ["-c", program, str(place / "labella-20260101T000000Z.zip")])
    return place / "labella-20260101T000000Z.zip"


@pytest.fixture
def old_desk(tmp_path):
    """A desk of an older release, for which migrations are due."""
    with tarfile.open(ROOT / "tests" / "fixtures" / "desk-f322ca1.tar.xz") as archive:
        archive.extractall(tmp_path / "old", filter="data")
    return next(path.parent for path in (tmp_path / "old").rglob("labella.sqlite3"))


@pytest.mark.proof
@pytest.mark.parametrize("program", [BACKUP, RESTORE], ids=["backup", "restore"])
def test_two_hundred_kills(played, tmp_path, seed, figures, program):
    seen = kill_often(played, tmp_path, program, 200, seed)
    figures(killed=seen["killed"], wrong=len(seen["wrong"]))
    assert seen["wrong"] == []


@pytest.mark.proof
def test_two_hundred_kills_of_an_import(played, bundle, tmp_path, seed, figures):
    seen = kill_often(played, tmp_path, IMPORT, 200, seed, BUNDLE=str(bundle))
    figures(killed=seen["killed"], wrong=len(seen["wrong"]))
    assert seen["wrong"] == []


@pytest.mark.proof
def test_two_hundred_kills_of_a_first_start(tmp_path, seed, figures):
    empty = tmp_path / "empty"
    empty.mkdir()
    seen = kill_often(empty, tmp_path, FIRST_START, 200, seed)
    figures(killed=seen["killed"], wrong=len(seen["wrong"]))
    assert seen["wrong"] == []


@pytest.mark.proof
def test_two_hundred_kills_of_a_migration(old_desk, tmp_path, seed, figures):
    (old_desk / "login.txt").unlink(missing_ok=True)
    longest, chance, wrong, killed = 6.0, random.Random(seed), [], 0
    for trial in range(200):
        data = shutil.copytree(old_desk, tmp_path / f"trial-{trial}")
        killed += kill_after(data, FIRST_START, chance.uniform(0, longest))
        run(data, ["manage.py", "desk", "--prepare"])
        copies = sorted(path.name for path in (data / "backups").glob("labella-*.sqlite3"))
        findings = json.loads(run(data, ["manage.py", "verify", "--json"]))
        if len(copies) != 1 or any(found["findings"] for found in findings.values()):
            wrong.append((copies, findings))
        shutil.rmtree(data)
    figures(killed=killed, wrong=len(wrong))
    assert wrong == []
