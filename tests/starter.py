"""Desks and management commands forked from a process that has loaded the site: each starts in a tenth of the time of a Python of its own.

What is started is what `manage.py` starts, with settings read anew from its own environment. First starts, environments with more than an
address in them, and platforms other than Linux get a Python of their own (`tests.desks`).
"""

import array
import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
COMMANDS = ("desk", "demo", "shell", "backup", "restore_backup", "verify", "migrate")
ORDER_SIZE = 262_144
"""Bytes of the longest order; a program for `shell` is a few thousand."""
CAN_FORK = sys.platform == "linux"
ADDRESS = frozenset({"HOST", "PORT"})
"""What an environment may have beyond `tests.desks.environment(data)`."""


class ForkedProcess:
    """A child of the starter, with those methods of `subprocess.Popen` that tests use."""

    def __init__(self, reports: int) -> None:
        self.returncode: int | None = None
        self._reports = os.fdopen(reports, "r")
        self.pid = int(self._reports.readline())

    def poll(self) -> int | None:
        if self.returncode is None and select.select([self._reports], [], [], 0)[0]:
            self._read_end()
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Raises: subprocess.TimeoutExpired."""
        if self.returncode is None:
            if not select.select([self._reports], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0)
            self._read_end()
        assert self.returncode is not None
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def _read_end(self) -> None:
        self.returncode = int(self._reports.readline() or -signal.SIGKILL)
        self._reports.close()


def start_forked(arguments: tuple[str, ...], variables: dict[str, str], stdout: int, stderr: int) -> ForkedProcess:
    """`manage.py ARGUMENTS…` in a child of this test process's starter; `stdout` and `stderr` are open files of ours."""
    reading, writing = os.pipe()
    order = json.dumps({"arguments": arguments, "variables": variables}).encode()
    assert len(order) < ORDER_SIZE
    files = array.array("i", [stdout, stderr, writing])
    _open_starter(os.getpid()).sendmsg([order], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, files)])
    os.close(writing)
    return ForkedProcess(reading)


@cache
def _open_starter(_owner: int) -> socket.socket:
    """The starter of the process with this id; it ends with it, for then nobody holds the other end."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    place = ROOT / "build" / "tests" / f"starter-{os.getpid()}"
    words = {
        "DATA": str(place),
        "LANG": "C.UTF-8",
        "PYTHONUNBUFFERED": "1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SITE_LANGUAGE": "en",
    }
    kept = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME", "TMPDIR"}}
    command = [sys.executable, "-m", "tests.starter", str(theirs.fileno())]
    process = subprocess.Popen(command, cwd=ROOT, env=kept | words, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
    theirs.close()
    atexit.register(_close_starter, ours, process)
    return ours


def _close_starter(ours: socket.socket, process: subprocess.Popen[bytes]) -> None:
    ours.close()
    process.wait()


# --------------------------------------------------------------------------------------------------------- in the starter itself


def load_site() -> None:
    """Import what a desk imports until its first page, read all templates and catalogues; open no database and start no thread."""
    import django
    from django.conf import settings

    django.setup()
    from django.contrib.auth.hashers import PBKDF2PasswordHasher
    from django.core.management import get_commands, load_command_class
    from django.template import engines
    from django.urls import get_resolver
    from django.utils import translation

    from tests.simulations import keep_simulations

    PBKDF2PasswordHasher.iterations = 1  # hashes stay readable to every other process
    applications = get_commands()
    for name in COMMANDS:
        load_command_class(applications[name], name)
    keep_simulations()
    get_resolver().check()  # imports all views
    templates = ROOT / "templates"
    for path in templates.rglob("*.html"):
        engines["django"].get_template(path.relative_to(templates).as_posix())
    for language, _name in settings.LANGUAGES:
        translation.activate(language)
        translation.gettext("Save")
    translation.deactivate()


def apply_environment(variables: dict[str, str]) -> None:
    """Read the settings anew in another environment, and tell Django which of them changed."""
    import importlib

    from django.conf import settings
    from django.core.signals import setting_changed
    from django.db import connections

    for name in set(os.environ) - set(variables) - {"TZ"}:
        del os.environ[name]
    os.environ.update(variables)
    module = importlib.reload(sys.modules["config.settings"])
    for name, value in vars(module).items():
        if name.isupper() and getattr(settings, name, None) != value:
            setattr(settings, name, value)
            if name != "DATABASES":
                setting_changed.send(sender=type(settings), setting=name, value=value, enter=True)
    for alias in connections:
        with suppress(AttributeError):  # nobody asked for this one yet
            del connections[alias]
    connections._settings = settings.DATABASES
    vars(connections).pop("settings", None)


def serve_orders(orders: socket.socket) -> list[str]:
    """Fork a child for each order until nobody can give any more. Returns in each child, with the words of its command line."""
    while True:
        order, files, _flags, _address = socket.recv_fds(orders, ORDER_SIZE, 3)
        if not order:
            sys.exit(0)
        if os.fork() == 0:
            orders.close()
            return _become_child(json.loads(order), *files)
        for file in files:
            os.close(file)


def _become_child(order: dict[str, Any], stdout: int, stderr: int, reports: int) -> list[str]:
    """Fork once more: the child does the work, its parent reports its process id and how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    child = os.fork()
    if child:
        for file in (stdout, stderr, 1, 2):
            os.close(file)
        os.write(reports, f"{child}\n".encode())
        _child, status = os.waitpid(child, 0)
        os.write(reports, f"{os.waitstatus_to_exitcode(status)}\n".encode())
        os._exit(0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.dup2(stdout, 1), os.dup2(stderr, 2)
    for file in (stdout, stderr, reports):
        os.close(file)
    apply_environment(order["variables"])
    return ["manage.py", *order["arguments"]]


def main() -> None:
    import gc
    import shutil

    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever breaks off the tests closes the other end
    load_site()
    shutil.rmtree(os.environ["DATA"], ignore_errors=True)  # whoever still looked there would find nothing
    gc.collect()
    gc.freeze()
    sys.argv = serve_orders(socket.socket(fileno=int(sys.argv[1])))
    from django.core.management import execute_from_command_line

    from jobs.program import prepare_console

    prepare_console()
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
