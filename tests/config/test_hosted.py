"""`make hosted`: everything starts, is well, and is gone afterwards."""

import json
import os
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.desks import ROOT, environment
from tests.services import MissingProgramError, free_port, program

pytestmark = pytest.mark.slow
PROGRAMS = {"postgres", "redis", "web", "worker"}


@pytest.fixture
def place(tmp_path_factory):
    """Where PostgreSQL's own account may enter."""
    try:
        program("initdb"), program("redis-server")
    except MissingProgramError as error:
        if os.environ.get("CI") == "true":
            pytest.fail(str(error))
        pytest.skip(str(error))
    place = Path(subprocess.run(["mktemp", "-d"], capture_output=True, text=True, check=True).stdout.strip())
    place.chmod(0o755)
    yield place
    shutil.rmtree(place)


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_it_opens_is_well_and_stops(place):
    port = free_port()
    variables = environment(place, PORT=str(port))
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
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=10) as answer:
            assert json.load(answer) == {
                "status": "ok",
                "checks": {"database": "ok", "guards": "ok", "worker": "ok", "disk": "ok", "ledger": "ok"},
            }
        pids = {path.stem: int(path.read_text()) for path in place.glob("*.pid")}
        assert set(pids) == PROGRAMS
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=600)
    assert process.returncode == 0
    assert [name for name, pid in pids.items() if alive(pid)] == []
    assert list(place.glob("*.pid")) == []
