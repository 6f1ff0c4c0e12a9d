"""Before people come: is everything there that the evening will need, and would we come back from a dead laptop?"""

import datetime as dt
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import Tags, run_checks
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from backup.backups import backup_directory, list_backups, make_backup
from exchange.values import BrokenCopy
from jobs.results import Report
from jobs.worker import worker_is_alive
from scoring.ledger.journal import follow
from scoring.ledger.queries import current_head
from scoring.models import LedgerEntry
from scoring.verification.queries import standings_digest, verify_tournament
from tournaments.models import Tournament
from tournaments.refusals import Refused

MEGABYTE = 1024 * 1024
TOO_LITTLE, LITTLE = 200 * MEGABYTE, 1024 * MEGABYTE
DRILL_PATIENCE = 120
"""Seconds for coming back; the promise is two minutes."""
NOT_BEFORE = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""Before this release was made; a clock that says so has lost its battery."""


class Verdict(StrEnum):
    GOOD = "good"
    CARE = "care"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class Check:
    """`found` says what was seen, `advice` what to do now; good checks give none."""

    key: str
    title: str
    verdict: Verdict
    found: str
    advice: str = ""


def run_event_check(tournament: Tournament, *, report: Report | None = None, drill: bool = True) -> tuple[Check, ...]:
    """Try everything, the slowest last. Leaves one backup; the drill works in a directory of its own."""
    steps: list[Callable[[Tournament], Check]] = [check_ledger, check_guards, check_worker, check_disk, check_clock, check_device]
    steps += [check_journal, *([check_return] if drill else [])]
    checks = []
    for place, step in enumerate(steps):
        if report:
            report(100 * place // len(steps))
        checks.append(step(tournament))
    return tuple(checks)


def check_ledger(tournament: Tournament) -> Check:
    title = _("Ledger, results and standings")
    findings = verify_tournament(tournament)
    if findings:
        advice = _("Enter nothing more. Keep this computer as it is, and restore the last backup on another one.")
        return Check("ledger", title, Verdict.BAD, "; ".join(map(str, findings[:3])), advice)
    return Check("ledger", title, Verdict.GOOD, _("everything agrees; head %(head)s") % {"head": current_head(tournament)})


def check_guards(tournament: Tournament) -> Check:
    title = _("Guards of the database")
    missing = [str(message.msg) for message in run_checks(tags=[Tags.database], databases=["default"]) if message.is_serious()]
    if missing:
        return Check("guards", title, Verdict.BAD, "; ".join(missing), _("Stop the desk and run: manage.py migrate"))
    return Check("guards", title, Verdict.GOOD, _("nothing can be changed without a trace"))


def check_worker(tournament: Tournament) -> Check:
    title = _("Long work")
    if worker_is_alive():
        return Check("worker", title, Verdict.GOOD, _("somebody does it"))
    advice = _("Start the desk, or the worker of the hosted site. Results can be entered meanwhile; backups are not made.")
    return Check("worker", title, Verdict.CARE, _("nobody has reported for a minute"), advice)


def check_disk(tournament: Tournament) -> Check:
    title = _("Room on the disk")
    free = min(shutil.disk_usage(place).free for place in (settings.DATA, _existing(backup_directory())))
    found = _("%(free)d MB free") % {"free": free // MEGABYTE}
    if free < TOO_LITTLE:
        return Check("disk", title, Verdict.BAD, found, _("Delete what is not needed, or move the desk's data to another disk."))
    if free < LITTLE:
        return Check("disk", title, Verdict.CARE, found, _("Enough for this evening; make room before the next."))
    return Check("disk", title, Verdict.GOOD, found)


def check_clock(tournament: Tournament) -> Check:
    title = _("Clock")
    now = timezone.now()
    last = LedgerEntry.objects.aggregate(last=Max("recorded_at"))["last"] or NOT_BEFORE
    found = timezone.localtime(now).strftime("%d.%m.%Y %H:%M (%Z)")
    if now < max(last, NOT_BEFORE):
        return Check(
            "clock", title, Verdict.BAD, found, _("It is earlier than the last entry: set the clock of this computer, then check again.")
        )
    if abs((timezone.localdate(now) - tournament.date).days) > 1:
        advice = _("The tournament is dated %(date)s: correct the date in its settings, or the clock of this computer.")
        return Check("clock", title, Verdict.CARE, found, advice % {"date": tournament.date.strftime("%d.%m.%Y")})
    return Check("clock", title, Verdict.GOOD, found)


def check_device(tournament: Tournament) -> Check:
    title = _("Where backups go")
    place = backup_directory()
    try:
        place.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=place):
            same = place.stat().st_dev == Path(settings.DATA).stat().st_dev
    except OSError as error:
        advice = _("Plug in the device, or choose another directory with BACKUPS= when the desk is started.")
        return Check("device", title, Verdict.BAD, f"{place}: {error.strerror}", advice)
    if same:
        advice = _("A copy on the same disk dies with it: plug in a stick and start the desk with BACKUPS=/path/of/the/stick.")
        return Check("device", title, Verdict.CARE, _("%(place)s, on the disk of the desk itself") % {"place": place}, advice)
    return Check("device", title, Verdict.GOOD, _("%(place)s, %(count)d kept") % {"place": place, "count": len(list_backups())})


def check_journal(tournament: Tournament) -> Check:
    """Brings it up to date, which only a device that can be written allows."""
    title = _("Journal on a second device")
    begin = _("With a stick, start the desk with JOURNAL=/path/of/the/stick: then every entry is in two places before it counts.")
    place = Path(settings.JOURNAL)
    if not settings.JOURNAL:
        return Check("journal", title, Verdict.CARE, _("there is none"), begin)
    try:
        follow(tournament)
        free, same = shutil.disk_usage(place).free, place.stat().st_dev == Path(settings.DATA).stat().st_dev
    except OSError as error:
        advice = _("Plug the device in again; the journal catches up.")
        return Check("journal", title, Verdict.BAD, f"{place}: {error.strerror}", advice)
    if free < MEGABYTE:
        found = _("%(free)d MB free") % {"free": 0}
        return Check("journal", title, Verdict.BAD, f"{place}: {found}", _("Make room on the device, or take another one."))
    if same:
        return Check("journal", title, Verdict.CARE, _("%(place)s, on the disk of the desk itself") % {"place": place}, begin)
    return Check("journal", title, Verdict.GOOD, str(place))


def check_return(tournament: Tournament) -> Check:
    """The drill: a backup, another directory as another laptop, everything computed anew there, and the same standings."""
    title = _("Coming back on another computer")
    advice = _("Do not begin like this: a dead laptop would cost results. Try again; if it stays, ask for help with this sentence.")
    begun = timezone.now()
    head, digest = str(current_head(tournament)), standings_digest(tournament)
    try:
        backup = make_backup(occasion="drill")
        with _another_laptop() as laptop:
            found = _report_of(laptop, backup.path)
    except (Refused, BrokenCopy, subprocess.SubprocessError, OSError, ValueError) as error:
        return Check("return", title, Verdict.BAD, str(error), advice)
    told = found.get(tournament.slug, {})
    unchanged = head == str(current_head(tournament))
    if told.get("findings") != [] or (unchanged and (told["head"], told["standings"]) != (head, digest)):
        return Check("return", title, Verdict.BAD, _("what came back is not the same: %(told)s") % {"told": told}, advice)
    seconds = (timezone.now() - begun).total_seconds()
    return Check("return", title, Verdict.GOOD, _("the same standings, after %(seconds).1f seconds") % {"seconds": seconds})


@contextmanager
def _another_laptop() -> Iterator[Mapping[str, str]]:
    """The environment of a desk that knows nothing of ours: SQLite, a directory of its own."""
    ours = {"DATA", "DATABASE_URL", "REDIS_URL", "JOURNAL", "BACKUPS", "SECRET_KEY", "HTTPS", "HOST"}
    with tempfile.TemporaryDirectory(prefix="labella-drill-") as name:
        kept = {key: value for key, value in os.environ.items() if key not in ours}
        yield kept | {"DATA": name, "DJANGO_SETTINGS_MODULE": "config.settings", "SECRET_KEY": "drill " * 10}


def _report_of(laptop: Mapping[str, str], backup: Path) -> dict[str, Any]:
    _manage(laptop, "restore_backup", str(backup))
    told: dict[str, Any] = json.loads(_manage(laptop, "verify", "--json"))
    return told


def _manage(laptop: Mapping[str, str], *arguments: str) -> str:
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), *arguments]
    done = subprocess.run(  # noqa: S603 - our own program with our own arguments, no shell
        command, cwd=settings.BASE_DIR, env=dict(laptop), capture_output=True, text=True, check=False, timeout=DRILL_PATIENCE
    )
    if done.returncode and "--json" not in arguments:
        raise ValueError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"{arguments[0]}: {done.returncode}")
    return done.stdout


def _existing(path: Path) -> Path:
    return next(place for place in (path, *path.parents) if place.exists())
