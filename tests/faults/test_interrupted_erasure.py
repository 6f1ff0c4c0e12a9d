"""An erasure that is killed at any moment: the next start finishes it, or nothing was begun.

The short form ends it at the worst moment, when the rows are empty and the copies are not. The control forgets the intention that was
written first: the name stays in the copies.
"""

import json
import random
import shutil
import subprocess
import sys
import time

import pytest

from tests.desks import ROOT, environment

NAME = "Zebedea Canarini"
BUILD = """
import django, json; django.setup()
from django.core.management import call_command
call_command("desk", "--prepare", "--no-demonstration")
from backup.backups import make_backup
from tests.scoring.evenings import play_evening
from tournaments.entries.services import EntryDetails, edit_entry
from tests.scoring.builders import build_user
tournament = play_evening()
make_backup(occasion="asked")
entry = tournament.entries.get(number=1)
edit_entry(entry, EntryDetails(("Zebedea Canarini", "Berto001"), club="Bar 1"), actor=build_user("director"))
for _ in range(2):
    make_backup(occasion="asked")
"""
ERASE = """
import django; django.setup()
from django.utils import timezone
from backup.erasure import erase_person_everywhere
from tests.scoring.builders import build_user
from tournaments.models import Person
person, director = Person.objects.get(name="Zebedea Canarini"), build_user("director")
print("begun", flush=True)
print(erase_person_everywhere(person, actor=director, at=timezone.now()), flush=True)
"""
START = """
import django, json; django.setup()
from django.utils import timezone
from backup.backups import list_backups
from backup.erasure import finish_erasures
from backup.intentions import list_intentions
from scoring.verification.queries import verify_tournament
from tournaments.models import Person, Tournament
finish_erasures(timezone.now())
print(json.dumps({
    "named": Person.objects.filter(name="Zebedea Canarini").exists(),
    "unfinished": len(list(list_intentions())),
    "copies": len(list_backups()),
    "findings": [str(finding) for tournament in Tournament.objects.all() for finding in verify_tournament(tournament)],
}))
"""
END_BEFORE_THE_COPIES = "from backup import erasure; import os; erasure._renew_backups = lambda *a: os._exit(9)"
COPIES = 3


def run(data, program, code=0):
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment(data), capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    data = tmp_path_factory.mktemp("erasure") / "data"
    data.mkdir()
    run(data, BUILD)
    return data


def files_with_the_name(data):
    return sorted(path.name for path in data.rglob("*") if path.is_file() and NAME.encode() in path.read_bytes())


def erase_and_kill(data, seconds):
    """Kill the process so long after it began; return whether it was still at work."""
    process = subprocess.Popen([sys.executable, "-c", ERASE], cwd=ROOT, env=environment(data), stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout.readline() == "begun\n"
        time.sleep(seconds)
        was_working = process.poll() is None
        process.kill()  # does nothing to one that has ended
    return was_working


def measure_erasure(template, place):
    data = shutil.copytree(template, place)
    begun = time.monotonic()
    assert run(data, ERASE) == "begun\nNone\n"
    seconds = time.monotonic() - begun
    assert files_with_the_name(data) == []
    shutil.rmtree(data)
    return seconds


def kill_erasures(template, place, count, seed):
    """What was seen after `count` kills and starts: how many were taken back, finished, and wrong."""
    longest, chance = measure_erasure(template, place / "whole") * 0.6, random.Random(seed)
    seen = {"killed": 0, "not_begun": 0, "finished": 0, "wrong": []}
    for trial in range(count):
        data = shutil.copytree(template, place / f"trial-{trial}")
        seen["killed"] += erase_and_kill(data, chance.uniform(0, longest))
        state = json.loads(run(data, START))
        traces = files_with_the_name(data)
        whole = state["unfinished"] == 0 and state["findings"] == [] and state["copies"] in {COPIES, COPIES + 1, COPIES + 2}
        if whole and state["named"]:
            seen["not_begun"] += 1
        elif whole and not traces:
            seen["finished"] += 1
        else:
            seen["wrong"].append((state, traces))
        shutil.rmtree(data)
    return seen


@pytest.mark.slow
def test_the_next_start_finishes_what_ended_before_the_copies(template, tmp_path):
    data = shutil.copytree(template, tmp_path / "data")
    run(data, ERASE.replace("person, director", f"{END_BEFORE_THE_COPIES}\nperson, director"), code=9)
    control = shutil.copytree(data, tmp_path / "control")
    shutil.rmtree(control / "erasures")
    state = json.loads(run(data, START))
    assert (state["named"], state["unfinished"], state["findings"], files_with_the_name(data)) == (False, 0, [], [])
    assert files_with_the_name(control) != []  # without the intention nobody knows


@pytest.mark.proof
def test_two_hundred_kills(template, tmp_path, seed, figures):
    seen = kill_erasures(template, tmp_path, 200, seed=seed)
    figures(**{name: value for name, value in seen.items() if name != "wrong"}, wrong=len(seen["wrong"]))
    assert seen["wrong"] == []
