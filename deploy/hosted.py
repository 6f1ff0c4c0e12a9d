"""The hosted profile on this machine, for trying it and for tests: `make hosted`.

PostgreSQL, Redis, gunicorn and a Celery worker from Debian's packages and the project's environment, all on loopback, in a directory of
their own, started here and stopped here by their process ids. Where people play, systemd or containers do this (docs/hosting.md).
"""

import contextlib
import json
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / ".venv" / "bin"
CELERY = [str(PROGRAMS / "celery"), "-A", "config"]
PATIENCE = 90.0


class HostingError(RuntimeError):
    """Something that the hosted profile needs is missing or does not start; the message says what to do."""


def main() -> int:
    place = Path(os.environ.get("DATA") or ROOT / "build" / "hosted").resolve()
    port = int(os.environ.get("PORT", "8000"))
    signal.signal(signal.SIGTERM, _stop)
    try:
        with ExitStack() as stack:
            _serve(stack, place, port)
            _say_welcome(place, port)
            signal.pause()
    except HostingError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except (KeyboardInterrupt, SystemExit):
        sys.stdout.write("Everything has stopped; what was saved is safe.\n")
    return 0


def _serve(stack: ExitStack, place: Path, port: int) -> None:
    account = unprivileged_account()
    _make_place(place, account)
    if taken(port):
        raise HostingError(f"Something listens on 127.0.0.1:{port} already. Choose another port: make hosted PORT=8001")
    database = stack.enter_context(postgres(place, account))
    redis_url = stack.enter_context(redis(place, account))
    runner = account if account and _can_run(account) else None
    environment = _environment(place, port, database, redis_url)
    _run([sys.executable, "manage.py", "desk", "--prepare"], environment, runner)
    stack.enter_context(running("web", web_command(port), place, environment, runner))
    stack.enter_context(running("worker", worker_command(place), place, environment, runner))
    _run([*CELERY, "call", "jobs.tasks.sweep"], environment, runner)
    _wait_until_well(port, place)


def web_command(port: int) -> list[str]:
    gunicorn = [str(PROGRAMS / "gunicorn"), "config.wsgi", "--bind", f"127.0.0.1:{port}", "--no-control-socket"]
    return [*gunicorn, "--workers", "3", "--threads", "4", "--timeout", "60"]


def worker_command(place: Path) -> list[str]:
    return [*CELERY, "worker", "--beat", "--schedule", str(place / "beat"), "--concurrency", "2", "--loglevel", "WARNING"]


def postgres_command(place: Path, port: int) -> list[str]:
    return [
        program("postgres"),
        "-D",
        str(place / "postgres"),
        "-k",
        str(place),
        "-p",
        str(port),
        "-h",
        "127.0.0.1",
        "-c",
        "max_connections=60",
    ]


def redis_command(place: Path, port: int) -> list[str]:
    """A broker that stores nothing: the Job table is the truth."""
    return [program("redis-server"), "--port", str(port), "--bind", "127.0.0.1", "--dir", str(place), "--save", "", "--appendonly", "no"]


def make_cluster(place: Path, account: pwd.struct_passwd | None) -> None:
    """PostgreSQL's files in `place`, unless they are there."""
    data = place / "postgres"
    if not (data / "PG_VERSION").exists():
        initdb = [program("initdb"), "-D", str(data), "-U", "labella", "-A", "trust", "-E", "UTF8", "--locale=C"]
        subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, **as_account(account))


@contextmanager
def postgres(place: Path, account: pwd.struct_passwd | None) -> Iterator[str]:
    """A cluster that outlives us in `place`; yields its URL."""
    port = _free_port()
    make_cluster(place, account)
    with running("postgres", postgres_command(place, port), place, os.environ, account, stop_by=signal.SIGINT):
        _wait_for(port, "PostgreSQL", place / "postgres.log")
        yield f"postgres://labella@127.0.0.1:{port}/postgres"


@contextmanager
def redis(place: Path, account: pwd.struct_passwd | None) -> Iterator[str]:
    """Yields its URL."""
    port = _free_port()
    with running("redis", redis_command(place, port), place, os.environ, account):
        _wait_for(port, "Redis", place / "redis.log")
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def running(
    name: str,
    command: Sequence[str],
    place: Path,
    environment: Mapping[str, str],
    account: pwd.struct_passwd | None,
    *,
    stop_by: signal.Signals = signal.SIGTERM,
) -> Iterator[subprocess.Popen[bytes]]:
    """One program, in a session of its own, so that Ctrl-C reaches only us; its id in `place`/NAME.pid."""
    with (place / f"{name}.log").open("ab") as log:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            **as_account(account),
        )
    note = place / f"{name}.pid"
    note.write_text(str(process.pid))
    try:
        yield process
    finally:
        process.send_signal(stop_by)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(30)
        if process.poll() is None:
            process.kill()
            process.wait()
        note.unlink(missing_ok=True)


def _environment(place: Path, port: int, database: str, redis_url: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TIME_ZONE") if name in os.environ}
    ours = {"DATA": str(place / "data"), "HOST": "127.0.0.1", "PORT": str(port), "DATABASE_URL": database, "REDIS_URL": redis_url}
    return kept | ours | {"DJANGO_SETTINGS_MODULE": "config.settings", "HOME": str(place), "PYTHONDONTWRITEBYTECODE": "1"}


def _make_place(place: Path, account: pwd.struct_passwd | None) -> None:
    (place / "data").mkdir(parents=True, exist_ok=True)
    if account:
        for path in (place, place / "data"):
            os.chown(path, account.pw_uid, account.pw_gid)


def _run(command: Sequence[str], environment: Mapping[str, str], account: pwd.struct_passwd | None) -> None:
    done = subprocess.run(command, cwd=ROOT, env=dict(environment), capture_output=True, text=True, check=False, **as_account(account))
    if done.returncode:
        raise HostingError(f"{' '.join(command[1:3])} failed:\n{done.stderr}")


def _wait_until_well(port: int, place: Path) -> None:
    deadline, told = time.monotonic() + PATIENCE, "nothing answers"
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
                json.load(answer)
                return
        except urllib.error.HTTPError as error:
            told = error.read().decode(errors="replace")
        except OSError as error:
            told = str(error)
        time.sleep(0.3)
    raise HostingError(f"The site does not become ready ({told}). Look at {place}/web.log and {place}/worker.log.")


def _say_welcome(place: Path, port: int) -> None:
    note = place / "data" / "login.txt"
    username, password = note.read_text().split() if note.exists() else ("(of your own)", "(of your own)")
    sys.stdout.write(f"\nLa Bella (hosted profile) is open at  http://127.0.0.1:{port}/\n")
    sys.stdout.write(f"    user name  {username}\n    password   {password}\nCtrl-C stops everything. Logs are in {place}.\n")
    sys.stdout.flush()


def _stop(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)


def program(name: str) -> str:
    """Path of a program, also where Debian hides PostgreSQL's."""
    hidden = sorted(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), reverse=True)
    found = next((path for path in [shutil.which(name), *hidden] if path), None)
    if found is None:
        raise HostingError(f"{name} is missing: sudo apt-get install postgresql redis-server")
    return found


def unprivileged_account() -> pwd.struct_passwd | None:
    """Nothing that listens runs as root, and PostgreSQL refuses to."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]


def _can_run(account: pwd.struct_passwd) -> bool:
    """Whether the account may use this environment at all: one below a closed home directory it cannot."""
    try:
        subprocess.run([sys.executable, "-c", "import django"], cwd="/", capture_output=True, check=True, **as_account(account))
    except (OSError, subprocess.CalledProcessError):
        sys.stderr.write(
            f"{account.pw_name} may not read {sys.prefix}: web and worker run as root here. Never do that where people play.\n"
        )
        return False
    return True


def as_account(account: pwd.struct_passwd | None) -> dict[str, Any]:
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if account else {}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _wait_for(port: int, name: str, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        if taken(port):
            time.sleep(0.3)
            return
        time.sleep(0.05)
    raise HostingError(f"{name} does not start; look at {log}.")


if __name__ == "__main__":
    sys.exit(main())
