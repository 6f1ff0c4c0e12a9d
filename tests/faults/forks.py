"""Work that is ended by force, hundreds of times: children forked from one process that has set up Django, instead of a Python each.

All of them work in one data directory, which is laid out anew before each trial. `disk_end.c`, preloaded, ends a child just before a
chosen change of its files; what is random is therefore the place in the work, on a slow machine as on a quick one.
"""

import json
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.desks import ROOT, environment

NOTES = ("unfinished", "erasures")
"""Where the desk writes down what it begins, in its data directory."""
WITH_PATHS, HERE = ("second-place.json", "sticks.json"), "/data-directory-of-the-host"
START = """
import io
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
told = io.StringIO()
call_command("desk", "--prepare", *arguments, stdout=told)
from backup.backups import list_backups
from config.first_login import read_login_file
from desk.verification.queries import verify_tournament
from tournaments.models import Person, Round, Tournament
login = read_login_file(settings.DATA)
director = User.objects.filter(username=login.username).first()
files = [path for path in settings.DATA.rglob("*") if path.is_file()]
print(json.dumps({
    "told": told.getvalue(),
    "login": director is not None and director.check_password(login.password),
    "named": Person.objects.filter(name="Zebedea Canarini").exists(),
    "traces": [path.name for path in files if b"Zebedea Canarini" in path.read_bytes()],
    "tournaments": Tournament.objects.filter(archived_at=None).count(),
    "rounds": Round.objects.exclude(state="draft").count(),
    "notes": [path.name for path in files if path.parent.name in ("unfinished", "erasures")],
    "stray": [path.name for path in files if path.name.endswith(".part")],
    "copies": len(list_backups()),
    "cut": [backup.name for backup in list_backups() if backup.path.stat().st_size != backup.size],
    "findings": [str(finding) for tournament in Tournament.objects.all() for finding in verify_tournament(tournament)],
}))
"""
"""A start of the desk that stops before it serves: what it said, and what is there then."""
HOST_PROGRAM = """
import ctypes, json, os, sys, traceback
import django
from django.conf import settings
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
django.setup()
import config.management.commands.desk, config.urls, tests.scoring.evenings
disk = ctypes.CDLL(None) if os.environ.get("LD_PRELOAD") else None
for line in sys.stdin:
    order = json.loads(line)
    child = os.fork()
    if child == 0:
        out = os.open(order["output"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1), os.dup2(out, 2)
        if disk:
            disk.watch_disk(os.environb[b"DATA"], ctypes.c_long(order["last"]))
        try:
            exec(order["program"], {"json": json, "arguments": order["arguments"]})
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush(), os._exit(1)
        changes = disk.count_changes() if disk else 0
        print()
        print(changes, flush=True)
        os._exit(0)
    _child, status = os.waitpid(child, 0)
    print(os.waitstatus_to_exitcode(status), flush=True)
"""


@dataclass(frozen=True, slots=True)
class Work:
    """A program that is ended by force, and whether what `START` finds afterwards is right for it."""

    program: str
    expected: Callable[[dict[str, Any]], bool]
    arguments: tuple[str, ...] = ()
    has_login: bool = True

    def is_whole(self, state: dict[str, Any]) -> bool:
        left = [state[name] for name in ("notes", "stray", "cut", "findings")]
        return not any(left) and (state["login"] or not self.has_login) and self.expected(state)


@dataclass(frozen=True, slots=True)
class Ended:
    """How a child ended: its exit code, negative for a signal; what it printed; how often it changed the disk, where that is counted."""

    code: int
    output: str
    changes: int


class ForkingHost:
    """The process that forks; `data` is where its children work."""

    def __init__(self, place: Path, *, preload: Path | None = None) -> None:
        self.data, self.output = place / "data", place / "output"
        variables = environment(self.data) | ({"LD_PRELOAD": str(preload)} if preload else {})
        command = [sys.executable, "-c", HOST_PROGRAM]
        self.process = subprocess.Popen(command, cwd=ROOT, env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def lay_out(self, template: Path | None) -> None:
        """Make the data directory as the template is; empty without one."""
        shutil.rmtree(self.data, ignore_errors=True)
        if template is None:
            self.data.mkdir(mode=0o700)
        else:
            shutil.copytree(template, self.data)
            self._rewrite_paths(self.data, HERE, str(self.data))

    def keep(self, place: Path) -> Path:
        """A copy of the data directory, to be laid out by any host."""
        shutil.copytree(self.data, place)
        self._rewrite_paths(place, str(self.data), HERE)
        return place

    def _rewrite_paths(self, place: Path, old: str, new: str) -> None:
        for note in (place / name for name in WITH_PATHS if (place / name).is_file()):
            note.write_text(note.read_text().replace(old, new))

    def run(self, program: str, *arguments: str, last: int = 0) -> Ended:
        """Run a program in a child, which is ended by force just before change number `last` of the disk, or not at all."""
        order = {"program": program, "arguments": arguments, "last": last, "output": str(self.output)}
        print(json.dumps(order), file=self.process.stdin, flush=True)
        code = int(self.process.stdout.readline())
        output = self.output.read_text()
        assert code in {0, 9, -signal.SIGKILL}, output
        changes = int(output.split()[-1]) if code == 0 else 0
        return Ended(code, output, changes)

    def ask(self, program: str, *arguments: str) -> dict:
        """What a program that ends by printing JSON saw."""
        ended = self.run(program, *arguments)
        return json.loads(ended.output.strip().splitlines()[-3])

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


def kill_often(host, template, work, *, count, seed, spoil=""):
    """What was seen after so many kills, each at a random change of the disk and followed by a start: how many were at work, how many had
    left a note for the start, and the states that were not whole. `spoil` takes the protection away from the start.
    """
    host.lay_out(template)
    changes, chance = host.run(work.program, *work.arguments).changes, random.Random(seed)
    seen = {"changes": changes, "killed": 0, "taken_up": 0, "wrong": []}
    for _trial in range(count):
        host.lay_out(template)
        last = chance.randint(1, changes)
        seen["killed"] += host.run(work.program, *work.arguments, last=last).code != 0
        begun = [path.name for place in NOTES for path in (host.data / place).glob("*.json")]
        seen["taken_up"] += bool(begun)
        state = host.ask(spoil + START)
        if not work.is_whole(state) or (begun and not state["told"]):
            seen["wrong"].append(state | {"last": last})
    return seen
