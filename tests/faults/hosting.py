"""The hosted profile under somebody who starts again whatever dies, as systemd does: the programs and options of `make hosted`.

PostgreSQL and Redis die and come back here too. Where the main process of gunicorn or Celery dies, its children go with it
(`KillMode=mixed` ends like that).
"""

import contextlib
import http.client
import json
import os
import random
import signal
import subprocess
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg

from deploy import hosted
from tests.desks import PATIENCE, ROOT, environment
from tests.services import free_port

STARTS_AGAIN_AFTER = 0.1


class Unit:
    """One program that is started again whenever it ends, until it is rested."""

    def __init__(self, name, command, place, variables, account=None):
        self.name, self.command, self.variables, self.line = name, command, variables, account
        self.log, self.tree = place / f"{name}.log", ROOT
        self.process, self.over, self.resting = None, threading.Event(), threading.Event()
        self.keeper = threading.Thread(target=self._keep, daemon=True)

    def open(self):
        self._start()
        self.keeper.start()

    def close(self):
        self.over.set()
        self.keeper.join()
        self._end_group()

    def rest(self):
        """Dead until `wake`."""
        self.resting.set()
        self.kill()
        self.process.wait()

    def wake(self):
        self.resting.clear()

    def kill(self):
        return kill(self.process.pid)

    def die(self):
        """Killed, and gone before this returns: what answers afterwards has been started again."""
        process = self.process
        process.kill()
        process.wait()

    def kill_child(self, chance):
        children = self.children()
        return bool(children) and kill(chance.choice(children))

    def children(self):
        try:
            return [int(pid) for pid in Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()]
        except (FileNotFoundError, ProcessLookupError):
            return []

    def _start(self):
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, cwd=self.tree, env=self.variables, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                start_new_session=True, **hosted.account_arguments(self.line),
            )  # fmt: skip

    def _keep(self):
        while not self.over.wait(0.02):
            if self.process.poll() is not None and not self.resting.is_set():
                self._end_group()
                time.sleep(STARTS_AGAIN_AFTER)
                self._start()

    def _end_group(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class Site:
    """All four programs on ports that stay theirs."""

    def __init__(self, place, stack, **more):
        self.place, self.data, self.port, self.line = place, place / "data", free_port(), hosted.find_unprivileged_account()
        database, broker = free_port(), free_port()
        self.urls = {
            "DATABASE_URL": f"postgres://labella@127.0.0.1:{database}/postgres",
            "REDIS_URL": f"redis://127.0.0.1:{broker}/0",
        }
        self.variables = environment(self.data, **self.urls, PORT=str(self.port), **more)
        kept = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
        self.postgres = Unit("postgres", hosted.build_postgres_command(place, database), place, kept, self.line)
        self.redis = Unit("redis", hosted.build_redis_command(place, broker), place, kept, self.line)
        self.web = Unit("web", hosted.build_web_command(self.port), place, self.variables)
        self.worker = Unit("worker", hosted.build_worker_command(place), place, self.variables)
        self.stack = stack

    def open_database(self):
        hosted.create_cluster(self.place, self.line)
        for unit in (self.postgres, self.redis):
            unit.open()
            self.stack.callback(unit.close)
        wait_until(lambda: hosted.is_port_taken(int(self.urls["DATABASE_URL"].rpartition(":")[2].partition("/")[0])), PATIENCE)
        time.sleep(0.5)

    def open(self):
        for unit in (self.web, self.worker):
            unit.open()
            self.stack.callback(unit.close)
        wait_until(self.is_well, PATIENCE)

    def is_well(self):
        """The site answers, and its database takes a new connection: old ones outlive the process that takes them."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=30) as answer:
                psycopg.connect(self.urls["DATABASE_URL"]).close()
                return bool(json.load(answer))
        except (OSError, http.client.HTTPException, psycopg.OperationalError):
            return False

    def kill_something(self, chance: random.Random) -> str:
        """SIGKILL for one of them; what it was, empty if nothing was there to be killed."""
        what, deed = chance.choices(
            [
                ("gunicorn's worker", lambda: self.web.kill_child(chance)),
                ("gunicorn", self.web.kill),
                ("Celery's child", lambda: self.worker.kill_child(chance)),
                ("Celery", self.worker.kill),
                ("a process of PostgreSQL", lambda: self.postgres.kill_child(chance)),
                ("PostgreSQL", self.postgres.kill),
                ("Redis", self.redis.kill),
            ],
            [8, 2, 2, 2, 2, 1, 2],
        )[0]
        return what if deed() else ""


@contextmanager
def open_site(place: Path, build, kind: type[Site] = Site, **more: str) -> Iterator[Site]:
    """The site in `place`, which PostgreSQL's account can enter; `build` fills its database before it opens; `more` are settings."""
    if account := hosted.find_unprivileged_account():
        os.chown(place, account.pw_uid, account.pw_gid)
    with ExitStack() as stack:
        site = kind(place, stack, **more)
        site.open_database()
        site.hall = build(site)
        site.open()
        yield site


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return False
    return True


def wait_until(true, patience):
    deadline = time.monotonic() + patience
    while not true():
        assert time.monotonic() < deadline, f"not within {patience} s"
        time.sleep(0.05)
