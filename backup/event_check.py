"""The check before the event: is everything ready, and can the desk be restored on another computer?"""

import datetime as dt
import json
import os
import shutil
import subprocess
import tempfile
import time
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
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from backup.backups import backup_directory, list_backups_of, make_backup_directory
from backup.second_location import make_copies, read_second_location
from backup.storage import find_write_fault
from desk.verification.queries import compute_standings_digest, verify_tournament
from exchange.values import BrokenCopy
from jobs.machine import read_clock_step
from jobs.program import build_command, format_command, format_start
from jobs.results import ProgressReporter
from jobs.worker import is_worker_alive
from scoring.ledger.journal import update_journal
from scoring.ledger.queries import read_current_head
from scoring.models import LedgerEntry
from tournaments.models import Tournament
from tournaments.refusals import ChangeRefused

MEGABYTE = 1024 * 1024
CRITICAL_SPACE, LOW_SPACE = 200 * MEGABYTE, 1024 * MEGABYTE
DRILL_PREFIX = "drill-"
"""Of directories in `DATA` in which a restore is tried."""
DRILL_TIMEOUT = 1800
"""Seconds after which a restore hangs. The promise is two minutes; an old or busy computer may take longer, and is told how long."""
EARLIEST_CLOCK = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""Before this release; a clock that shows an earlier time has lost its battery."""


class Readiness(StrEnum):
    GOOD = "good"
    CARE = "care"
    BAD = "bad"


@dataclass(frozen=True, slots=True)
class EventCheck:
    """The result of one check. `found` says what was found, `advice` what to do now; good checks have none."""

    key: str
    title: str
    verdict: Readiness
    found: str
    advice: str = ""


def run_event_check(tournament: Tournament, *, report: ProgressReporter | None = None) -> tuple[EventCheck, ...]:
    """Run all checks, the slowest last. Leaves one backup; the drill works in a directory of its own."""
    steps: list[Callable[[Tournament], EventCheck]] = [check_ledger, check_guards, check_worker, check_disk, check_clock, check_device]
    steps += [check_journal, check_restore]
    checks = []
    for place, step in enumerate(steps):
        if report:
            report(100 * place // len(steps))
        checks.append(step(tournament))
    return tuple(checks)


def check_ledger(tournament: Tournament) -> EventCheck:
    title = _("Ledger, results and standings")
    findings = verify_tournament(tournament)
    if findings:
        advice = _("Do not enter anything else. Keep this computer as it is, and restore the last backup on another one.")
        return EventCheck("ledger", title, Readiness.BAD, "; ".join(map(str, findings[:3])), advice)
    return EventCheck(
        "ledger", title, Readiness.GOOD, _("everything agrees; ledger fingerprint %(head)s") % {"head": read_current_head(tournament)}
    )


def check_guards(tournament: Tournament) -> EventCheck:
    title = _("Database protection")
    missing = [str(message.msg) for message in run_checks(tags=[Tags.database], databases=["default"]) if message.is_serious()]
    if missing:
        return EventCheck(
            "guards",
            title,
            Readiness.BAD,
            "; ".join(missing),
            _("Stop La Bella and run: %(command)s") % {"command": format_command("migrate")},
        )
    return EventCheck("guards", title, Readiness.GOOD, _("every change leaves a trace"))


def check_worker(tournament: Tournament) -> EventCheck:
    title = _("Long work")
    if is_worker_alive():
        return EventCheck("worker", title, Readiness.GOOD, _("somebody does it"))
    advice = _("Restart La Bella (on a server, the worker). Results can still be entered; backups are not being made.")
    return EventCheck("worker", title, Readiness.CARE, _("no answer for a minute"), advice)


def check_disk(tournament: Tournament) -> EventCheck:
    title = _("Room on the disk")
    free = min(shutil.disk_usage(place).free for place in (settings.DATA, _find_existing_directory(backup_directory())))
    finding = _("%(free)d MB free") % {"free": free // MEGABYTE}
    if free < CRITICAL_SPACE:
        return EventCheck(
            "disk", title, Readiness.BAD, finding, _("Delete what you do not need, or move the data directory to another disk.")
        )
    if free < LOW_SPACE:
        return EventCheck("disk", title, Readiness.CARE, finding, _("Enough for this evening; free some space before the next."))
    return EventCheck("disk", title, Readiness.GOOD, finding)


def check_clock(tournament: Tournament) -> EventCheck:
    title = _("Clock")
    now = timezone.now()
    last_entry_time = LedgerEntry.objects.aggregate(last=Max("recorded_at"))["last"] or EARLIEST_CLOCK
    finding = timezone.localtime(now).strftime("%d/%m/%Y %H:%M (%Z)")
    if now < max(last_entry_time, EARLIEST_CLOCK):
        return EventCheck(
            "clock",
            title,
            Readiness.BAD,
            finding,
            _("It is behind the last entry: set the clock of this computer, then check again."),
        )
    if read_clock_step():
        return EventCheck("clock", title, Readiness.CARE, finding, format_clock_step(read_clock_step()))
    if abs((timezone.localdate(now) - tournament.date).days) > 1:
        advice = _("The tournament is dated %(date)s: correct the date in its settings, or the clock of this computer.")
        return EventCheck("clock", title, Readiness.CARE, finding, advice % {"date": tournament.date.strftime("%d/%m/%Y")})
    return EventCheck("clock", title, Readiness.GOOD, finding)


ANY_DAY = dt.datetime(2001, 1, 1)  # noqa: DTZ001 - a length is counted from it, whatever the zone


def format_clock_step(step: dt.timedelta) -> str:
    """What a step of the clock means for the evening, in years, days, hours or minutes: nobody divides 1,051,200 minutes."""
    length = timesince(ANY_DAY, ANY_DAY + dt.timedelta(minutes=abs(round(step.total_seconds() / 60))))
    sentence = (
        _("The clock of this computer went forward by %(length)s while La Bella was running.")
        if step > dt.timedelta()
        else _("The clock of this computer went back by %(length)s while La Bella was running.")
    )
    advice = _("Nothing is lost: order is told by the ledger. Times on pages and sheets follow the clock: check that it is right.")
    return f"{sentence % {'length': length}} {advice}"


def check_device(tournament: Tournament) -> EventCheck:
    title = _("Where backups go")
    place = backup_directory()
    try:
        make_backup_directory()
        with tempfile.TemporaryFile(dir=place):
            is_same_disk = place.stat().st_dev == Path(settings.DATA).stat().st_dev
    except OSError as error:
        advice = _("Plug in the device, or start La Bella with another directory: %(command)s")
        advice %= {"command": format_start("BACKUPS", "/path/of/the/copies")}
        return EventCheck("device", title, Readiness.BAD, f"{place}: {error.strerror}", advice)
    if second := read_second_location():
        if fault := second.reason or find_write_fault(Path(second.directory)):
            advice = _("Plug the device in again, then press “Back up now” on the page “Backups and data”.")
            return EventCheck("device", title, Readiness.BAD, f"{second.directory}: {fault}", advice)
        finding = _("%(place)s, and every copy also in %(second)s") % {"place": place, "second": second.directory}
        return EventCheck("device", title, Readiness.GOOD, finding)
    if is_same_disk:
        advice = _(
            "A backup on the same disk is lost with it. Plug in a USB stick, write its directory on the page “Backups and data” and tick"
            " “Every further copy goes there too”."
        )
        return EventCheck("device", title, Readiness.CARE, _("%(place)s, on the same disk as the data") % {"place": place}, advice)
    return EventCheck(
        "device", title, Readiness.GOOD, _("%(place)s, %(count)d kept") % {"place": place, "count": len(list_backups_of(tournament))}
    )


def check_journal(tournament: Tournament) -> EventCheck:
    """Check the journal by bringing it up to date, which needs a writable device."""
    title = _("Live copy on a second device")
    advice_to_begin = _("Plug in a stick and write its directory under “Live copy”: every entry is then saved in two places at once.")
    place = Path(settings.JOURNAL)
    if not settings.JOURNAL:
        return EventCheck("journal", title, Readiness.CARE, _("there is none"), advice_to_begin)
    try:
        update_journal(tournament)
        free, is_same_disk = shutil.disk_usage(place).free, place.stat().st_dev == Path(settings.DATA).stat().st_dev
    except OSError as error:
        advice = _("Plug the device in again; the live copy catches up.")
        return EventCheck("journal", title, Readiness.BAD, f"{place}: {error.strerror}", advice)
    if free < MEGABYTE:
        finding = _("%(free)d MB free") % {"free": 0}
        return EventCheck("journal", title, Readiness.BAD, f"{place}: {finding}", _("Free some space on the device, or use another one."))
    if is_same_disk:
        return EventCheck(
            "journal", title, Readiness.CARE, _("%(place)s, on the same disk as the data") % {"place": place}, advice_to_begin
        )
    return EventCheck("journal", title, Readiness.GOOD, str(place))


def check_restore(tournament: Tournament) -> EventCheck:
    """The restore drill: make a backup, restore it in an empty directory as on another computer, compute everything again, compare
    standings.
    """
    title = _("Restoring on another computer")
    advice = _(
        "Do not start like this: if the laptop fails, results are lost. Try again; if it happens again, ask for help "
        "and quote this message."
    )
    begun = timezone.now()
    head, digest = str(read_current_head(tournament)), compute_standings_digest(tournament)
    try:
        backup = make_copies(occasion="drill", tournament=tournament)
        with _simulate_other_computer() as laptop:
            reports = _restore_and_verify(laptop, backup.path)
    except (ChangeRefused, BrokenCopy, subprocess.SubprocessError, OSError, ValueError) as error:
        return EventCheck("return", title, Readiness.BAD, str(error), advice)
    restored = reports.get(tournament.slug, {})
    unchanged = head == str(read_current_head(tournament))
    if restored.get("findings") != [] or (unchanged and (restored["head"], restored["standings"]) != (head, digest)):
        return EventCheck("return", title, Readiness.BAD, _("the test restore differs: %(told)s") % {"told": restored}, advice)
    seconds = (timezone.now() - begun).total_seconds()
    return EventCheck("return", title, Readiness.GOOD, _("the same standings, after %(seconds).1f seconds") % {"seconds": seconds})


@contextmanager
def _simulate_other_computer() -> Iterator[Mapping[str, str]]:
    """The environment of a desk without any data of ours: SQLite, in a directory that goes with the block."""
    delete_stray_drills(older_than=2 * DRILL_TIMEOUT)
    own_variables = {"DATA", "DATABASE_URL", "REDIS_URL", "JOURNAL", "BACKUPS", "SECRET_KEY", "HTTPS", "HOST"}
    with tempfile.TemporaryDirectory(prefix=DRILL_PREFIX, dir=settings.DATA) as name:
        environment = {key: value for key, value in os.environ.items() if key not in own_variables}
        yield environment | {"DATA": name, "DJANGO_SETTINGS_MODULE": "config.settings", "SECRET_KEY": "drill " * 10}


def delete_stray_drills(older_than: float = 0.0) -> None:
    """Delete what a drill that was killed has left: a whole copy, with names that may be erased by now. `older_than` in seconds."""
    for directory in Path(settings.DATA).glob(f"{DRILL_PREFIX}*"):
        if time.time() - directory.stat().st_mtime > older_than:
            shutil.rmtree(directory, ignore_errors=True)


def _restore_and_verify(laptop: Mapping[str, str], backup: Path) -> dict[str, Any]:
    _run_command(laptop, "restore_backup", str(backup))
    reports: dict[str, Any] = json.loads(_run_command(laptop, "verify", "--json"))
    return reports


def _run_command(laptop: Mapping[str, str], *arguments: str) -> str:
    completed = subprocess.run(  # noqa: S603 - our own program with our own arguments, no shell
        build_command(*arguments),
        env={**laptop, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=DRILL_TIMEOUT,
    )
    if completed.returncode and "--json" not in arguments:
        raise ValueError(
            completed.stderr.strip().splitlines()[-1] if completed.stderr.strip() else f"{arguments[0]}: {completed.returncode}"
        )
    return completed.stdout


def _find_existing_directory(path: Path) -> Path:
    return next(place for place in (path, *path.parents) if place.exists())
