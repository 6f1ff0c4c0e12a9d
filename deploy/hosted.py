"""Run the hosted profile on this machine, for trials and tests: `make hosted`.

PostgreSQL, Redis, gunicorn and a Celery worker from Debian's packages and the project's environment, all on loopback, in a directory of
their own; they are started here and stopped here by their process ids. In production, systemd or containers do this (docs/hosting.md).
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
START_TIMEOUT = 90.0


class HostingError(RuntimeError):
    """Something that the hosted profile needs is missing or does not start; the message says what to do."""


def main() -> int:
    place = Path(os.environ.get("DATA") or ROOT / "build" / "hosted").resolve()
    port = int(os.environ.get("PORT", "8000"))
    signal.signal(signal.SIGTERM, _raise_exit)
    try:
        with ExitStack() as stack:
            _start_services(stack, place, port)
            _print_welcome(place, port)
            signal.pause()
    except HostingError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except (KeyboardInterrupt, SystemExit):
        sys.stdout.write("Everything has stopped; what was saved is safe.\n")
    return 0


def _start_services(stack: ExitStack, place: Path, port: int) -> None:
    account = find_unprivileged_account()
    _prepare_directory(place, account)
    if is_port_taken(port):
        raise HostingError(f"Something listens on 127.0.0.1:{port} already. Choose another port: make hosted PORT=8001")
    database = stack.enter_context(run_postgres(place, account))
    redis_url = stack.enter_context(run_redis(place, account))
    runner = account if account and _can_use_environment(account) else None
    environment = _build_environment(place, port, database, redis_url)
    _run_command([sys.executable, "manage.py", "desk", "--prepare"], environment, runner)
    stack.enter_context(run_program("web", build_web_command(port), place, environment, runner))
    stack.enter_context(run_program("worker", build_worker_command(place), place, environment, runner))
    _run_command([*CELERY, "call", "jobs.tasks.sweep"], environment, runner)
    _wait_until_healthy(port, place)


def build_web_command(port: int) -> list[str]:
    return [str(PROGRAMS / "gunicorn"), "config.wsgi", "--config", "deploy/gunicorn.conf.py", "--bind", f"127.0.0.1:{port}"]


def build_worker_command(place: Path) -> list[str]:
    return [*CELERY, "worker", "--beat", "--schedule", str(place / "beat"), "--concurrency", "2", "--loglevel", "WARNING"]


def build_postgres_command(place: Path, port: int) -> list[str]:
    return [
        find_program("postgres"),
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


def build_redis_command(place: Path, port: int) -> list[str]:
    """A Redis that stores nothing on disk: the Job table is authoritative."""
    return [
        find_program("redis-server"),
        "--port",
        str(port),
        "--bind",
        "127.0.0.1",
        "--dir",
        str(place),
        "--save",
        "",
        "--appendonly",
        "no",
    ]


def create_cluster(place: Path, account: pwd.struct_passwd | None) -> None:
    """Create PostgreSQL's files in `place` unless they exist."""
    data = place / "postgres"
    if not (data / "PG_VERSION").exists():
        initdb = [find_program("initdb"), "-D", str(data), "-U", "labella", "-A", "trust", "-E", "UTF8", "--locale=C"]
        subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, **account_arguments(account))


@contextmanager
def run_postgres(place: Path, account: pwd.struct_passwd | None) -> Iterator[str]:
    """Run a PostgreSQL cluster, whose files in `place` stay afterwards; yields its URL."""
    port = _find_free_port()
    create_cluster(place, account)
    with run_program("postgres", build_postgres_command(place, port), place, os.environ, account, stop_by=signal.SIGINT):
        _wait_for_port(port, "PostgreSQL", place / "postgres.log")
        yield f"postgres://labella@127.0.0.1:{port}/postgres"


@contextmanager
def run_redis(place: Path, account: pwd.struct_passwd | None) -> Iterator[str]:
    """Run Redis; yields its URL."""
    port = _find_free_port()
    with run_program("redis", build_redis_command(place, port), place, os.environ, account):
        _wait_for_port(port, "Redis", place / "redis.log")
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def run_program(
    name: str,
    command: Sequence[str],
    place: Path,
    environment: Mapping[str, str],
    account: pwd.struct_passwd | None,
    *,
    stop_by: signal.Signals = signal.SIGTERM,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run one program in its own session, so that Ctrl-C reaches only this script; its process id is in `place`/NAME.pid."""
    with (place / f"{name}.log").open("ab") as log:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            **account_arguments(account),
        )
    pid_file = place / f"{name}.pid"
    pid_file.write_text(str(process.pid))
    try:
        yield process
    finally:
        process.send_signal(stop_by)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(30)
        if process.poll() is None:
            process.kill()
            process.wait()
        pid_file.unlink(missing_ok=True)


def _build_environment(place: Path, port: int, database: str, redis_url: str) -> dict[str, str]:
    inherited = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TIME_ZONE") if name in os.environ}
    own_values = {"DATA": str(place / "data"), "HOST": "127.0.0.1", "PORT": str(port), "DATABASE_URL": database, "REDIS_URL": redis_url}
    return inherited | own_values | {"DJANGO_SETTINGS_MODULE": "config.settings", "HOME": str(place), "PYTHONDONTWRITEBYTECODE": "1"}


def _prepare_directory(place: Path, account: pwd.struct_passwd | None) -> None:
    (place / "data").mkdir(parents=True, exist_ok=True)
    if account:
        for path in (place, place / "data"):
            os.chown(path, account.pw_uid, account.pw_gid)


def _run_command(command: Sequence[str], environment: Mapping[str, str], account: pwd.struct_passwd | None) -> None:
    result = subprocess.run(
        command, cwd=ROOT, env=dict(environment), capture_output=True, text=True, check=False, **account_arguments(account)
    )
    if result.returncode:
        raise HostingError(f"{' '.join(command[1:3])} failed:\n{result.stderr}")


def _wait_until_healthy(port: int, place: Path) -> None:
    deadline, last_answer = time.monotonic() + START_TIMEOUT, "nothing answers"
    while time.monotonic() < deadline:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as response:
                json.load(response)
                return
        except urllib.error.HTTPError as error:
            last_answer = error.read().decode(errors="replace")
        except OSError as error:
            last_answer = str(error)
        time.sleep(0.3)
    raise HostingError(f"The site does not become ready ({last_answer}). Look at {place}/web.log and {place}/worker.log.")


def _print_welcome(place: Path, port: int) -> None:
    login_file = place / "data" / "login.txt"
    username, password = login_file.read_text().split() if login_file.exists() else ("(of your own)", "(of your own)")
    sys.stdout.write(f"\nLa Bella (hosted profile) is open at  http://127.0.0.1:{port}/\n")
    sys.stdout.write(f"    user name  {username}\n    password   {password}\nCtrl-C stops everything. Logs are in {place}.\n")
    sys.stdout.flush()


def _raise_exit(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)


def find_program(name: str) -> str:
    """Path of a program, also in Debian's directory of PostgreSQL. Raises: HostingError."""
    debian_paths = sorted(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), reverse=True)
    program_path = next((path for path in [shutil.which(name), *debian_paths] if path), None)
    if program_path is None:
        raise HostingError(f"{name} is missing: sudo apt-get install postgresql redis-server")
    return program_path


def find_unprivileged_account() -> pwd.struct_passwd | None:
    """The account for the services when this script runs as root, else None: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    return names.get("postgres") or names["nobody"]


def _can_use_environment(account: pwd.struct_passwd) -> bool:
    """Whether the account can read this Python environment; below a closed home directory it cannot."""
    try:
        subprocess.run([sys.executable, "-c", "import django"], cwd="/", capture_output=True, check=True, **account_arguments(account))
    except (OSError, subprocess.CalledProcessError):
        sys.stderr.write(
            f"{account.pw_name} may not read {sys.prefix}: web and worker run as root here. Never do that where people play.\n"
        )
        return False
    return True


def account_arguments(account: pwd.struct_passwd | None) -> dict[str, Any]:
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []} if account else {}


def _find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def is_port_taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _wait_for_port(port: int, name: str, log: Path) -> None:
    deadline = time.monotonic() + START_TIMEOUT
    while time.monotonic() < deadline:
        if is_port_taken(port):
            time.sleep(0.3)
            return
        time.sleep(0.05)
    raise HostingError(f"{name} does not start; look at {log}.")


if __name__ == "__main__":
    sys.exit(main())
