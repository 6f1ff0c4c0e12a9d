"""PostgreSQL and Redis for the length of one command: `python -m tests.services COMMAND …` sets DATABASE_URL and REDIS_URL for it.

Debian's own programs, in a temporary directory, on sockets and loopback ports of their own, stopped by their process ids.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

PATIENCE = 300.0
DEBIAN_POSTGRES = Path("/usr/lib/postgresql")


class MissingProgramError(RuntimeError):
    """A program that Debian would have is not installed."""


def program(name: str) -> str:
    """Path of a program, also where Debian hides PostgreSQL's."""
    found = [shutil.which(name), *sorted(map(str, DEBIAN_POSTGRES.glob(f"*/bin/{name}")), reverse=True)]
    for path in found:
        if path:
            return path
    raise MissingProgramError(f"{name} is missing; apt-get install postgresql redis-server")


@contextmanager
def open_hosting_place() -> Iterator[Path]:
    """A directory for a hosted site, where PostgreSQL's own account may enter; skips, in CI fails, where its programs are missing."""
    try:
        program("initdb"), program("redis-server")
    except MissingProgramError as error:
        if os.environ.get("CI") == "true":
            pytest.fail(str(error))
        pytest.skip(str(error))
    place = Path(tempfile.mkdtemp(dir="/tmp"))
    place.chmod(0o755)
    yield place
    shutil.rmtree(place, ignore_errors=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def postgres() -> Iterator[str]:
    """A new, empty cluster; yields its database URL."""
    account = _unprivileged_account()
    with tempfile.TemporaryDirectory(prefix="labella-postgres-") as name:
        home = Path(name)
        if account:
            os.chown(home, account.pw_uid, account.pw_gid)
        port = free_port()
        initdb = [program("initdb"), "-D", f"{home}/data", "-U", "labella", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, **_as(account))
        options = ["-k", name, "-p", str(port), "-h", "127.0.0.1", "-c", "max_connections=60"]
        options += [part for setting in ("fsync=off", "full_page_writes=off", "autovacuum=off") for part in ("-c", setting)]
        with (
            (home / "log").open("wb") as log,
            _running([program("postgres"), "-D", f"{home}/data", *options], log, signal.SIGINT, account),
        ):
            _wait_for(port)
            yield f"postgres://labella@127.0.0.1:{port}/postgres"


def prepare_template(url: str) -> str:
    """Migrate a database once, of which the processes of a test run make theirs as copies; returns its name."""
    name = "migrated"
    subprocess.run([program("createdb"), "--maintenance-db", url, name], check=True)
    settings = {"DATABASE_URL": url.removesuffix("postgres") + name, "DATA": "build/tests/postgresql/main"}
    subprocess.run([sys.executable, "manage.py", "migrate", "--verbosity", "0"], env=os.environ | settings, check=True)
    return name


@contextmanager
def redis() -> Iterator[str]:
    """A server that stores nothing; yields its URL."""
    with tempfile.TemporaryDirectory(prefix="labella-redis-") as name:
        port = free_port()
        command = [program("redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--dir", name, "--save", "", "--appendonly", "no"]
        with (Path(name) / "log").open("wb") as log, _running(command, log, signal.SIGTERM, None):
            _wait_for(port)
            yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def _running(command: list[str], log: object, stop_by: signal.Signals, account: pwd.struct_passwd | None) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=log, stderr=log, **_as(account))
    try:
        yield
    finally:
        process.send_signal(stop_by)
        process.wait(PATIENCE)


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                time.sleep(0.2)
                return
        time.sleep(0.05)
    raise TimeoutError(f"nothing listens on port {port}")


def _unprivileged_account() -> pwd.struct_passwd | None:
    """PostgreSQL refuses to run as root; nobody else needs another account."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]


def _as(account: pwd.struct_passwd | None) -> dict[str, object]:
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if account else {}


def main() -> int:
    with ExitStack() as stack:
        try:
            urls = {"DATABASE_URL": stack.enter_context(postgres()), "REDIS_URL": stack.enter_context(redis())}
            urls["TEST_DATABASE_TEMPLATE"] = prepare_template(urls["DATABASE_URL"])
        except MissingProgramError as error:
            sys.stderr.write(f"\n*** NOT TESTED on PostgreSQL and Redis: {error}\n\n")
            return 1 if os.environ.get("CI") == "true" else 0
        return subprocess.run(sys.argv[1:], env=os.environ | urls, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
