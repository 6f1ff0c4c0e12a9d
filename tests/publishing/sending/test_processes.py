"""Two real processes and a bad line. If this failed, a cut, a power failure or a dead site would leave outside what the hall is not."""

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from jobs.machine import LockFileBusy, hold_lock_file
from publishing.models import Target
from publishing.pieces import codec
from tests.desks import ROOT, environment, open_desk, prepare
from tests.publishing.conftest import Drive
from tests.publishing.lossy import open_line
from tests.publishing.sites import DESK
from tests.publishing.sources import build_public_document
from tests.scoring.evenings import quarrel
from tests.services import free_port

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.publishing.desk_settings"}
PATIENCE = 300.0
"""Seconds for what must happen, on a machine that has other work."""


@pytest.mark.django_db
@pytest.mark.slow
@pytest.mark.turns(4)
def test_over_a_bad_line_all_arrives_and_nothing_twice(target, evening, site, monkeypatch):
    """64 kbit/s, and a fifth of the connections cut in the middle; changes go on meanwhile."""
    monkeypatch.setattr(codec, "MOST_BYTES", 2500)
    monkeypatch.setattr(codec, "SLICE", 9000)
    with open_line(site) as line:
        Target.objects.update(address=line.address)
        drive = Drive(target).until_quiet()
        for place in range(6):
            evening.venue = f"Bar {place}"
            evening.save()
            drive.until_quiet()
        quarrel(evening)
        drive.until_quiet()
    assert [*site.documents().values()] == [build_public_document(evening)]
    numbers = [number for _key, number, _is_patch in site.log]
    assert numbers == sorted(set(numbers))
    assert (line.cuts > 0, len(numbers)) == (True, 8)


class Bench:
    """A data directory with somebody who works at it, a sending process and a site, each of which may be killed."""

    def __init__(self, place):
        self.data, self.web, self.port = place / "data", place / "web", free_port()
        self.web.mkdir()
        prepare(self.data)
        variables = environment(self.data, **SETTINGS)
        words = [sys.executable, "-m", "tests.publishing.driver"]
        self.driver = subprocess.Popen(words, cwd=ROOT, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        key = self.say(f"pair http://127.0.0.1:{self.port}")
        (self.web / "state.json").write_text(json.dumps({"held": {}, "keys": {DESK: key}, "withdrawn": [], "parts": {}}))
        self.processes = {}

    def say(self, words):
        self.driver.stdin.write(f"{words}\n")
        self.driver.stdin.flush()
        return self.driver.stdout.readline().strip()

    def begin(self, name):
        commands = {
            "site": [sys.executable, "-m", "tests.publishing.sites", str(self.web), str(self.port)],
            "sender": [sys.executable, "manage.py", "publish"],
        }
        self.processes[name] = subprocess.Popen(commands[name], cwd=ROOT, env=environment(self.data, **SETTINGS))

    def kill(self, name):
        self.processes[name].send_signal(signal.SIGKILL)
        self.processes[name].wait()

    def read_wanted(self):
        self.say(f"wanted {self.data.parent / 'wanted.json'}")
        return json.loads((self.data.parent / "wanted.json").read_text())

    def read_held(self):
        held = json.loads((self.web / "state.json").read_text())["held"]
        return {key: value["document"] for key, value in held.items()}

    def wait_until_equal(self):
        wanted, deadline = self.read_wanted(), time.monotonic() + PATIENCE
        while (held := self.read_held()) != wanted and time.monotonic() < deadline:
            time.sleep(0.1)
        assert held == wanted

    def close(self):
        for process in self.processes.values():
            process.kill()
            process.wait()
        self.driver.stdin.close()
        self.driver.wait()
        self.driver.stdout.close()


@pytest.fixture
def bench(tmp_path):
    bench = Bench(tmp_path)
    yield bench
    bench.close()


def storm(bench, kills, seed):
    """Change, wait a moment, kill one end, begin it again; as often as wanted. A sender needs some seconds to begin."""
    chance, begins = random.Random(seed), ("site", "sender")
    for name in begins:
        bench.begin(name)
    bench.wait_until_equal()
    for number in range(kills):
        bench.say(f"change {number}")
        time.sleep(chance.random() * 5)
        name = chance.choice(begins)
        bench.kill(name)
        bench.say(f"change {number + 1000}")
        bench.begin(name)
        if number % 10 == 9:
            bench.say("private")
            bench.wait_until_equal()
            bench.say("public")
    bench.wait_until_equal()
    assert len(bench.read_held()) == 1


@pytest.mark.slow
@pytest.mark.turns(4)
def test_after_kills_at_either_end_the_outside_equals_the_desk(bench):
    storm(bench, 3, seed=1)


@pytest.mark.proof
def test_after_two_hundred_kills_the_outside_equals_the_desk(bench):
    storm(bench, 200, seed=2)


@pytest.mark.slow
@pytest.mark.turns(4)
def test_the_process_lives_and_dies_with_its_desk(bench):
    """Begun by the desk because there is a target; gone after the desk was killed, and after it was closed."""
    bench.begin("site")
    lock = bench.data / "publish.lock"
    with open_desk(bench.data, **SETTINGS) as desk:
        bench.wait_until_equal()
        with pytest.raises(LockFileBusy), hold_lock_file(lock):
            pass
        os.kill(desk.process.pid, signal.SIGKILL)
        desk.process.wait()
        with hold_lock_file(lock, timeout=PATIENCE):
            pass
    bench.say("change 7")
    with open_desk(bench.data, **SETTINGS) as desk:
        bench.wait_until_equal()
        said = desk.close()
        with hold_lock_file(lock):
            pass
    assert "Traceback" not in said
