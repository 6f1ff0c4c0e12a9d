"""`make hosted`: everything starts, is well, and is gone afterwards."""

import json
import os
import signal
import subprocess
import sys
import urllib.request

import pytest

from tests.desks import PATIENCE, ROOT, environment
from tests.services import free_port, open_hosting_place

pytestmark = [pytest.mark.slow, pytest.mark.turns(4)]
PROGRAMS = {"postgres", "redis", "web", "worker"}


@pytest.fixture
def place():
    with open_hosting_place() as place:
        yield place


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_opens_is_well_and_stops(place):
    port = free_port()
    variables = environment(place, PORT=str(port), WEB_WORKERS="2")
    process = subprocess.Popen(
        [sys.executable, "deploy/hosted.py"], cwd=ROOT, env=variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        said = []
        while line := process.stdout.readline():
            said.append(line)
            if line.startswith("Ctrl-C"):
                break
        assert any(f"http://127.0.0.1:{port}/" in line for line in said), "".join(said)
        assert any("password" in line for line in said)
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE) as answer:
            assert json.load(answer) == {
                "status": "ok",
                "checks": {"database": "ok", "guards": "ok", "worker": "ok", "ledger": "ok", "backups": "ok", "key": "ok"},
            }
        pids = {path.stem: int(path.read_text()) for path in place.glob("*.pid")}
        assert set(pids) == PROGRAMS
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert [name for name, pid in pids.items() if alive(pid)] == []
    assert list(place.glob("*.pid")) == []
