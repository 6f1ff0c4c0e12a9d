"""A whole desk in a process of its own, for journeys and for tests of the command."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import pytest

from jobs.machine import hold_lock_file
from tests.services import free_port
from tests.starter import ADDRESS, CAN_FORK, ForkedProcess, start_forked

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 600.0
IN_TURN = """
import json, sys
from django.core.management import execute_from_command_line
for words in json.loads(sys.argv[1]):
    execute_from_command_line(["manage.py", *words])
"""


@dataclass(frozen=True, slots=True)
class Desk:
    url: str
    data: Path
    process: subprocess.Popen[bytes] | ForkedProcess
    log: Path

    @property
    def username(self) -> str:
        return self._login()[0]

    @property
    def password(self) -> str:
        return self._login()[1]

    def _login(self) -> list[str]:
        return (self.data / "login.txt").read_text().split()

    def health(self) -> dict[str, object]:
        with urllib.request.urlopen(f"{self.url}/healthz", timeout=PATIENCE) as answer:
            report: dict[str, object] = json.load(answer)
        return report

    def close(self, by: signal.Signals = signal.SIGTERM) -> str:
        """Stop the process; return all that it has said."""
        self.process.send_signal(by)
        self.process.wait(PATIENCE)
        return self.log.read_text()

    def manage(self, *arguments: str) -> str:
        """Run a management command on this desk's data."""
        return manage(self.data, *arguments).stdout


def environment(data: Path, **more: str) -> dict[str, str]:
    """The environment of a desk on `data`: none of what the test's own settings put into ours."""
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "TMPDIR"}}
    usual = {"LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1", "DJANGO_SETTINGS_MODULE": "config.settings", "SITE_LANGUAGE": "en"}
    return kept | usual | {"DATA": str(data)} | more


def manage(data: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a management command on a data directory, and wait for its end."""
    with tempfile.TemporaryFile("w+") as stdout, tempfile.TemporaryFile("w+") as stderr:
        code = _start(arguments, environment(data, **more), stdout, stderr, forked=ADDRESS.issuperset(more)).wait()
        stdout.seek(0), stderr.seek(0)
        return subprocess.CompletedProcess(["manage.py", *arguments], code, stdout.read(), stderr.read())


def _start(
    arguments: tuple[str, ...], variables: dict[str, str], stdout: IO[Any], stderr: IO[Any], *, forked: bool
) -> subprocess.Popen[bytes] | ForkedProcess:
    if forked and CAN_FORK:
        return start_forked(arguments, variables, stdout.fileno(), stderr.fileno())
    return subprocess.Popen([sys.executable, "manage.py", *arguments], cwd=ROOT, env=variables, stdout=stdout, stderr=stderr)


def manage_in_turn(data: Path, *commands: tuple[str, ...], **more: str) -> str:
    """Run several management commands in one process, which costs one start; return what they said. Each must succeed."""
    done = subprocess.run(
        [sys.executable, "-c", IN_TURN, json.dumps(commands)],
        cwd=ROOT,
        env=environment(data, **more),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def prepare(data: Path, *options: str) -> Path:
    """Migrate and create the first login; a desk opened on (a copy of) it starts at once."""
    done = manage(data, "desk", "--prepare", *options)
    assert done.returncode == 0, done.stderr
    return data


def make_once(place: Path, make: Callable[[Path], Path]) -> Path:
    """The directory that `make` fills, made by whichever worker asks first."""
    with hold_lock_file(place.with_suffix(".lock"), timeout=-1):
        return place if place.exists() else make(place.with_suffix(".new")).rename(place)


def find_shared_place(config: pytest.Config, factory: pytest.TempPathFactory) -> Path:
    """The temporary directory of the whole run, of all its workers."""
    own = factory.getbasetemp()
    return own.parent if hasattr(config, "workerinput") else own


@contextmanager
def open_desk(data: Path, prepared: Path | None = None, **more: str) -> Iterator[Desk]:
    """Open a desk on `data`, on a port of its own, and close it as its operator would.

    Without a `prepared` directory to copy it is a first start, or a start after something happened: a Python of its own, as a user's is.
    """
    if prepared:
        shutil.copytree(prepared, data)
    port = free_port()
    variables = environment(data, PORT=str(port), **more)
    log = data.with_suffix(".log")
    with log.open("wb") as file:
        process = _start(("desk",), variables, file, file, forked=prepared is not None and ADDRESS.issuperset(more))
    desk = Desk(f"http://127.0.0.1:{port}", data, process, log)
    try:
        _wait_until_open(desk)
        yield desk
    finally:
        if process.poll() is None:
            desk.close()


def _wait_until_open(desk: Desk) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        assert desk.process.poll() is None, desk.log.read_text()
        try:
            desk.health()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise TimeoutError(f"no desk at {desk.url}: {desk.log.read_text()}")
