"""`manage.py publish`: send what is new to where it is published, until stopped; the desk starts it by itself."""

import os
import signal
import sys
import threading
from argparse import ArgumentParser
from pathlib import Path
from types import FrameType
from typing import Any

from django.conf import settings
from django.core.management import CommandError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from jobs.console import ConsoleCommand
from jobs.machine import LockFileBusy, hold_lock_file
from publishing.sending.running import send_until
from publishing.targets.queries import is_publishing_desk

LOCK_FILE = "publish.lock"
PATIENCE = 30.0
"""Seconds that a process waits for the one before it, which ends when it sees that its desk is gone."""
NICENESS = 10
"""How far behind the desk's own work: its saves never wait for what is sent."""


class Command(ConsoleCommand):
    help = gettext_noop("Send what is new to the site or the web space where this desk publishes, until stopped.")
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--with-desk", action="store_true", help=_("stop when the desk that began this is gone"))

    def handle(self, *args: Any, **options: Any) -> None:
        if not is_publishing_desk():
            raise CommandError(_("A site on the internet publishes nothing elsewhere: it is what desks publish to."))
        stopping = threading.Event()
        _stop_on_signals(stopping)
        if options["with_desk"]:
            threading.Thread(target=_stop_with_desk, args=[stopping], daemon=True).start()
        if (lower := getattr(os, "nice", None)) is not None:  # not on Windows, where the desk begins it at a low priority
            lower(NICENESS)
        try:
            with hold_lock_file(Path(settings.DATA) / LOCK_FILE, timeout=PATIENCE):
                send_until(stopping)
        except LockFileBusy:
            raise CommandError(_("Another process already sends what is new of this desk.")) from None


def _stop_on_signals(stopping: threading.Event) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        stopping.set()

    for name in ("SIGTERM", "SIGINT", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), stop)


def _stop_with_desk(stopping: threading.Event) -> None:
    """The desk holds the other end of our input: it closes with the desk, whatever ended that."""
    while sys.stdin.buffer.read(1024):
        pass
    stopping.set()
