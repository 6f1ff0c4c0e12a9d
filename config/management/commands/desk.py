"""`manage.py desk`: everything a hall needs in one process."""

import fcntl
import signal
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.core.wsgi import get_wsgi_application
from waitress.server import create_server

from config.first_login import LoginDetails, create_first_login, reset_login
from config.migrating import migrate_databases
from jobs.worker import Worker

THREADS = 8
SWITCH_INTERVAL = 0.0005
"""Seconds that a thread works before others have their turn, a tenth of Python's own: whoever saves asks the database ten times while all
others who save wait, and would each time stand behind a page that is being drawn."""


class Command(BaseCommand):
    help = "Prepare the data directory, then serve the site and do its long work, until stopped."
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--reset-password", action="store_true", help="give the director a new password, print it, and stop")
        parser.add_argument("--prepare", action="store_true", help="migrate, create the first login and the demonstration, and stop")
        parser.add_argument("--no-demonstration", action="store_true", help="begin a new desk with no tournament at all")

    def handle(self, *args: Any, **options: Any) -> None:
        data = Path(settings.DATA)
        with _lock_data_directory(data):
            self._migrate_databases()
            self.check(databases=["default"])
            if options["reset_password"]:
                self._print_login(reset_login(data))
                return
            first_login = create_first_login(data)
            if first_login and not options["no_demonstration"]:
                self.stdout.write("Preparing a new desk and its demonstration; a few seconds, once …")
                call_command("demo")
            if not options["prepare"]:
                self._serve_desk(first_login)

    def _migrate_databases(self) -> None:
        backup = migrate_databases()
        if backup is not None:
            self.stdout.write(f"This desk comes from an older release. As it was, it lies in {backup.path}.")

    def _serve_desk(self, first_login: LoginDetails | None) -> None:
        sys.setswitchinterval(SWITCH_INTERVAL)
        server = _create_server(settings.HOST, settings.PORT)
        worker = Worker()
        worker.start()
        self._print_welcome(first_login)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, _raise_exit)
        try:
            server.run()  # returns once a signal has raised SystemExit in it
        finally:
            server.close()
            worker.stop()
        self.stdout.write("La Bella has stopped; everything saved is safe.")

    def _print_welcome(self, first_login: LoginDetails | None) -> None:
        self.stdout.write(f"\nLa Bella is open at  http://{_format_host(settings.HOST)}:{settings.PORT}/\n")
        for address in settings.LAN_ADDRESSES:
            self.stdout.write(f"        in the hall  http://{address}:{settings.PORT}/")
        if settings.LAN_ADDRESSES.is_open and not settings.LAN_ADDRESSES:
            self.stdout.write("This computer is in no network yet. As soon as it is, phones reach the desk.")
        if settings.LAN_ADDRESSES.is_open:
            self.stdout.write("Anybody in this network can read what passes (plain http). Use a network of your own.")
        if first_login:
            self._print_login(first_login)
        else:
            self.stdout.write(f"The login is noted in {settings.DATA / 'login.txt'}; a new one: manage.py desk --reset-password\n")
        self.stdout.flush()

    def _print_login(self, login: LoginDetails) -> None:
        self.stdout.write(f"    user name  {login.username}\n    password   {login.password}\n(also in {settings.DATA / 'login.txt'})\n")


def _format_host(host: str) -> str:
    return "127.0.0.1" if host in {"0.0.0.0", "::"} else host  # noqa: S104 - compares, binds nothing


def _raise_exit(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)


def _create_server(host: str, port: int) -> Any:
    try:
        return create_server(get_wsgi_application(), host=host, port=port, threads=THREADS, ident="La Bella")
    except ValueError as error:
        raise CommandError(
            f"HOST={host} is no address of this computer. Leave it away, or open the desk to the hall: HOST=0.0.0.0"
        ) from error
    except OSError as error:
        raise CommandError(
            f"Nothing can listen on {host}:{port} ({error.strerror}). Is another program there? Choose another port: make run PORT=8001"
        ) from error


@contextmanager
def _lock_data_directory(data: Path) -> Iterator[None]:
    """Hold the lock file of the data directory, so that only one desk runs on it. Raises: CommandError when it is taken."""
    try:
        file = (data / "desk.lock").open("ab")
    except OSError as error:
        raise CommandError(f"Cannot write to {data} ({error.strerror}). Choose another place: make run DATA=/path/to/data") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError(f"Another desk is already running on {data}. Stop that one, or choose another place with DATA=") from None
        yield
