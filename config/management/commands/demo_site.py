"""`manage.py demo_site`: a site to try programs against, with an evening that plays itself; new every night."""

import datetime as dt
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError
from django.db import OperationalError
from django.utils import timezone
from django.utils.dateparse import parse_time
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override

from api.showcase.building import PASSWORD, TOKENS, USER_NAME, build_showcase
from api.showcase.playing import play_step
from jobs.console import ConsoleCommand
from jobs.program import build_command
from tournaments.refusals import ChangeRefused

FOLDER, MARK = "demo-site", "this-is-a-demonstration"
"""Where it lies within the data directory, and the file by which it is known as something that may be deleted."""
STOPPING_TIME = 20
LANGUAGE_OF_CLUBS = "it"
"""What they call their stages is stored, whatever whoever starts the site speaks."""


class Command(ConsoleCommand):
    help = gettext_noop("Serve a demonstration site with three clubs, a season and an evening that plays itself; it is new every night.")

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--pause", type=float, default=4.0, metavar=_("SECONDS"), help=_("seconds between two hands of the evening"))
        parser.add_argument("--reset-at", default="04:00", metavar="04:00", help=_("the time at which everything begins again"))
        parser.add_argument("--part", choices=("build", "play"), help=_("what the site runs in processes of their own"))

    def handle(self, *args: Any, **options: Any) -> None:
        reset_at = parse_time(options["reset_at"]) if ":" in options["reset_at"] else None
        if reset_at is None:
            raise CommandError(_("A time is written like this: 04:00"))
        if options["part"] == "build":
            with override(LANGUAGE_OF_CLUBS):
                build_showcase(timezone.now())
        elif options["part"] == "play":
            with override(LANGUAGE_OF_CLUBS):
                _play(options["pause"])
        else:
            self._serve(Path(settings.DATA) / FOLDER, reset_at, options["pause"])

    def _serve(self, folder: Path, reset_at: dt.time, pause: float) -> None:
        signal.signal(signal.SIGTERM, _raise_exit)
        while True:
            self.stdout.write(_("Preparing three clubs and their evenings, a minute…"))
            self.stdout.flush()
            _begin_anew(folder)
            player = ["demo_site", "--part", "play", "--pause", str(pause)]
            children = [_start(folder, ["desk", "--no-demonstration"]), _start(folder, player)]
            self._print_welcome()
            try:
                _wait_until(find_reset(timezone.localtime(), reset_at), children)
            finally:
                _stop(children)

    def _print_welcome(self) -> None:
        self.stdout.write(_("    user name  %(name)s\n    password   %(password)s") % {"name": USER_NAME, "password": PASSWORD})
        for scope, secret in TOKENS.items():
            self.stdout.write(f"    token      {secret}  ({scope})")
        self.stdout.flush()


def find_reset(now: dt.datetime, reset_at: dt.time) -> dt.datetime:
    """The next moment at which the site begins anew."""
    today = now.replace(hour=reset_at.hour, minute=reset_at.minute, second=0, microsecond=0)
    return today if today > now else today + dt.timedelta(days=1)


def _begin_anew(folder: Path) -> None:
    """Delete the last site, and build one. Raises: CommandError for a folder that somebody else made."""
    if folder.exists() and not (folder / MARK).is_file():
        raise CommandError(_("%(place)s is not of a demonstration site, so it is not deleted.") % {"place": folder})
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(mode=0o700, parents=True)
    (folder / MARK).touch()
    for arguments in (["desk", "--prepare", "--no-demonstration"], ["demo_site", "--part", "build"]):
        if _start(folder, arguments, quiet=True).wait() != 0:
            raise CommandError(_("The demonstration site could not be built."))


def _start(folder: Path, arguments: list[str], *, quiet: bool = False) -> "subprocess.Popen[bytes]":
    own = {**os.environ, "DATA": str(folder), "BACKUPS": str(folder / "backups"), "DATABASE_URL": ""}
    return subprocess.Popen(  # noqa: S603 - our own program
        build_command(*arguments), env=own, stdout=subprocess.DEVNULL if quiet else None
    )


def _wait_until(end: dt.datetime, children: Sequence["subprocess.Popen[bytes]"]) -> None:
    """Raises: CommandError when a part of the site ends by itself."""
    while timezone.now() < end:
        if any(child.poll() is not None for child in children):
            raise CommandError(_("A part of the demonstration site has stopped."))
        time.sleep(0.5)


def _stop(children: Sequence["subprocess.Popen[bytes]"]) -> None:
    for child in children:
        child.terminate()
    for child in children:
        try:
            child.wait(STOPPING_TIME)
        except subprocess.TimeoutExpired:
            child.kill()


def _play(pause: float) -> None:
    """Until it is stopped. Whatever a visitor’s program did to the evening, the next step is tried again."""
    director, rng = User.objects.get(username=USER_NAME), random.Random()  # noqa: S311 - made-up results
    signal.signal(signal.SIGTERM, _raise_exit)
    while True:
        try:
            play_step(director, rng, timezone.now())
        except (ChangeRefused, OperationalError) as refusal:
            sys.stderr.write(f"{refusal}\n")
        time.sleep(pause)


def _raise_exit(number: int, frame: object) -> None:
    raise SystemExit(0)
