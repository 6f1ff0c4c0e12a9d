"""`manage.py desk`: everything a hall needs in one process."""

import _thread
import errno
import signal
import sys
import threading
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.core.wsgi import get_wsgi_application
from django.db import OperationalError, connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from accounts.users.services import LOGIN_FILE, build_password_path
from backup.backups import hand_in_copies
from backup.storage import StorageWatch
from config.addresses import LOOPBACK, check_port_is_free
from config.computer import Closing
from config.first_login import LoginDetails, create_first_login, forget_outdated_login, read_login_file, reset_login
from config.hall import HallDoor
from config.migrating import migrate_databases, protect_database_files
from config.opening import open_browser, write_address
from config.resuming import FIRST_START, finish_interrupted, take_back_first_start
from config.serving import HallServer, create_hall_server
from jobs.claims import release_running
from jobs.console import ConsoleCommand
from jobs.full_disk import is_disk_full
from jobs.machine import LockFileBusy, hold_lock_file
from jobs.program import format_command, format_start, quote_path
from jobs.unfinished import begin_unfinished, forget_unfinished
from jobs.worker import Worker
from publishing.sending.starting import Publisher
from publishing.targets.queries import is_publishing_desk

STOPPING_SIGNALS = ("SIGTERM", "SIGINT", "SIGBREAK")
"""The third is what Windows sends when the console is closed."""
FIRST_FREE_PORT = 1024
"""The first port that anybody may open on a computer where not everybody may open all."""
_NO_ADDRESS = gettext_lazy(
    "HOST=%(host)s is not an address of this computer. Leave HOST out, or open La Bella to the hall with HOST=0.0.0.0"
)
CLOSING_DELAY = 1.0
"""Seconds between the answer that the evening is closed and its end."""
SWITCH_INTERVAL = 0.0005
"""Seconds that a thread works before others have their turn, a tenth of Python's own: whoever saves asks the database ten times while all
others who save wait, and would each time stand behind a page that is being drawn."""


class Command(ConsoleCommand):
    help = gettext_noop("Prepare the data directory, then serve the site until stopped.")
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--reset-password", action="store_true", help=_("give the director a new password, print it, and stop"))
        parser.add_argument(
            "--prepare", action="store_true", help=_("prepare the database, create the first login and the demonstration, and stop")
        )
        parser.add_argument("--browser", action="store_true", help=_("open the browser of this computer, logged in"))
        parser.add_argument("--no-demonstration", action="store_true", help=_("start without any tournament"))

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._open(Path(settings.DATA), options)
        except (OSError, OperationalError) as error:
            if not is_disk_full(error):
                raise
            sentence = _("The disk with %(place)s is full: La Bella cannot start. Nothing is lost. Free some space and start it again.")
            raise CommandError(sentence % {"place": settings.DATA}) from error

    def _open(self, data: Path, options: dict[str, Any]) -> None:
        with _lock_data_directory(data):
            if take_back_first_start(data):
                self.stdout.write(_("The first start was interrupted. It begins again."))
            if _is_new():
                begin_unfinished(FIRST_START)
            self._migrate_databases()
            hand_in_copies()
            self.check(databases=["default"])
            if options["reset_password"]:
                self._print_login(reset_login(data))
                return
            for sentence in finish_interrupted(data):
                self.stdout.write(sentence)
            forget_outdated_login(data)
            first_login = create_first_login(data)
            if first_login and not options["no_demonstration"]:
                self.stdout.write(_("First start: preparing the data and the demonstration, a few seconds…"))
                call_command("demo")
            forget_unfinished(FIRST_START)
            if not options["prepare"]:
                self._serve_desk(first_login, browser=options["browser"])

    def _migrate_databases(self) -> None:
        backup = migrate_databases()
        protect_database_files()
        if backup is not None:
            sentence = _("This desk comes from an older release. As it was, it lies in %(path)s.")
            self.stdout.write(sentence % {"path": backup.path})
            sentence = _("To go back, take the older release again and run there: %(command)s")
            self.stdout.write(sentence % {"command": format_command(f"restore_backup {quote_path(backup.path)}")})

    def _serve_desk(self, first_login: LoginDetails | None, *, browser: bool) -> None:
        sys.setswitchinterval(SWITCH_INTERVAL)
        server = _create_server(settings.HOST, settings.PORT)
        address = f"http://{_format_host(settings.HOST)}:{settings.PORT}"
        note = write_address(address)
        release_running()
        worker = Worker()
        worker.start()
        watch = StorageWatch()
        watch.start()
        publisher = Publisher() if is_publishing_desk() else None
        if publisher is not None:
            publisher.start()
        self._print_welcome(first_login)
        for name in STOPPING_SIGNALS:
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), _raise_exit)
        Closing.stop = _stop_soon
        if settings.HOST in LOOPBACK and not settings.HTTPS and isinstance(server, HallServer):
            HallDoor.listen_at = server.move_to
        if browser:
            open_browser(address)
        try:
            server.run()  # returns once a signal has raised SystemExit in it
        finally:
            note.unlink(missing_ok=True)
            server.close()
            if publisher is not None:
                publisher.stop()
            watch.stop()
            worker.stop()
        self.stdout.write(_("La Bella has stopped. Everything saved is safe."))

    def _print_welcome(self, first_login: LoginDetails | None) -> None:
        self.stdout.write(
            "\n" + _("La Bella is open at  %(address)s") % {"address": f"http://{_format_host(settings.HOST)}:{settings.PORT}/"} + "\n"
        )
        for address in settings.LAN_ADDRESSES:
            self.stdout.write(_("        in the hall  %(address)s") % {"address": f"http://{address}:{settings.PORT}/"})
        if settings.LAN_ADDRESSES.is_open and not settings.LAN_ADDRESSES:
            self.stdout.write(_("This computer is not in a network yet. As soon as it is, phones can reach La Bella."))
        if settings.LAN_ADDRESSES.is_open:
            self.stdout.write(_("Unprotected network (http): anybody on this Wi-Fi can read the data. Use a network of your own."))
        if first_login:
            self._print_login(first_login)
        elif (settings.DATA / LOGIN_FILE).is_file():
            self.stdout.write(
                _("User name and password are in %(file)s. For a new password: %(command)s\n")
                % {"file": settings.DATA / "login.txt", "command": format_command("desk --reset-password")}
            )
        else:
            self.stdout.write(
                _("Log in with your own user name and password. Forgotten? %(command)s\n")
                % {"command": format_command("desk --reset-password")}
            )
        self._print_password_link()
        self.stdout.flush()

    def _print_password_link(self) -> None:
        """A link for choosing one's own name and password, as long as the first ones are in their file."""
        name = read_login_file(Path(settings.DATA)).username
        user = User.objects.filter(username=name, is_active=True).first() if name else None
        if user is not None:
            address = f"http://{_format_host(settings.HOST)}:{settings.PORT}{build_password_path(user)}"
            self.stdout.write(_("Choose your own name and password here, once:\n    %(address)s\n") % {"address": address})

    def _print_login(self, login: LoginDetails) -> None:
        self.stdout.write(
            _("    user name  %(name)s\n    password   %(password)s\n(also in %(file)s)\n")
            % {"name": login.username, "password": login.password, "file": settings.DATA / "login.txt"}
        )


def _is_new() -> bool:
    """Whether nothing of a desk is here yet. On a server the database says whether there is a user."""
    return connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists()


def _format_host(host: str) -> str:
    return "127.0.0.1" if host in {"0.0.0.0", "::"} else host  # noqa: S104 - compares, binds nothing


def _stop_soon() -> None:
    """Stop the server as a signal does, once the answer that says so has been sent."""
    timer = threading.Timer(CLOSING_DELAY, _thread.interrupt_main)
    timer.daemon = True
    timer.start()


def _raise_exit(number: int, frame: FrameType | None) -> None:
    raise SystemExit(0)


def _create_server(host: str, port: int) -> Any:
    try:
        check_port_is_free(host, port)
        return create_hall_server(get_wsgi_application(), host=host, port=port)
    except ValueError as error:
        raise CommandError(_NO_ADDRESS % {"host": host}) from error
    except OSError as error:
        raise CommandError(_explain_closed_port(error, host, port)) from error


def _explain_closed_port(error: OSError, host: str, port: int) -> str:
    """Why the desk cannot listen there, and what to do."""
    values = {"host": host, "port": port, "reason": error.strerror, "command": format_start("PORT", "8001")}
    if error.errno == errno.EADDRNOTAVAIL:
        return _NO_ADDRESS % values
    if error.errno == errno.EADDRINUSE:
        sentence = _("Cannot open %(host)s:%(port)s: another program is using it. Choose another port: %(command)s")
    elif error.errno == errno.EACCES and port < FIRST_FREE_PORT:
        sentence = _("Cannot open %(host)s:%(port)s: ports below 1024 are the administrator’s. Choose another port: %(command)s")
    else:
        sentence = _("Cannot open %(host)s:%(port)s (%(reason)s). Choose another port: %(command)s")
    return sentence % values


@contextmanager
def _lock_data_directory(data: Path) -> Iterator[None]:
    """Hold the lock file of the data directory, so that only one desk runs on it. Raises: CommandError when it is taken."""
    try:
        held = ExitStack()
        held.enter_context(hold_lock_file(data / "desk.lock"))
    except LockFileBusy:
        raise CommandError(
            _("La Bella is already running on %(place)s. Stop it, or choose another place with DATA=") % {"place": data}
        ) from None
    except OSError as error:
        raise CommandError(
            _("Cannot write to %(place)s (%(reason)s). Choose another place: %(command)s")
            % {"place": data, "reason": error.strerror, "command": format_start("DATA", "/path/to/data")}
        ) from error
    with held:
        yield
