"""Handlers of background jobs about backups, the check before an evening, and erasure (`JOB_KINDS` in the settings)."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from backup import backups
from backup.erasure import finish_erasure, finish_on_sticks
from backup.event_check import run_event_check
from backup.intentions import list_intentions
from backup.second_location import make_copies
from exchange.values import BrokenCopy
from jobs.results import JobRefusedError, JobResult, ProgressReporter
from tournaments.models import Tournament
from tournaments.refusals import ChangeRefused


def make_backup(arguments: dict[str, Any], report: ProgressReporter) -> JobResult | None:
    """Make a backup. Arguments: `occasion`, a word; `directory`, when it is not the usual one; `tournament`, the key of the one that a site
    copies.

    Raises: JobRefusedError; RuntimeError for a broken copy, so that the job is tried again.
    """
    report(0, _("Backing up…"))
    directory = Path(arguments["directory"]) if arguments.get("directory") else None
    try:
        begun = timezone.now()
        tournament = Tournament.objects.filter(pk=arguments.get("tournament") or 0).first()
        if directory is None:
            backup = make_copies(occasion=arguments["occasion"], tournament=tournament)
            if finish_on_sticks(begun):
                report(90, _("Name erased from the copies on the stick too."))
        else:
            backup = backups.make_backup(occasion=arguments["occasion"], directory=directory, tournament=tournament)
        if backup.made_at < begun:
            at = date_format(localtime(backup.made_at), "SHORT_DATETIME_FORMAT")
            report(100, _("Nothing new since the backup of %(at)s: it still holds everything.") % {"at": at})
    except ChangeRefused as refusal:
        raise JobRefusedError(str(refusal)) from refusal
    except BrokenCopy as broken:
        raise RuntimeError(str(broken)) from broken
    return None


def check_event(arguments: dict[str, Any], report: ProgressReporter) -> JobResult | None:
    """Check a tournament before the event. Arguments: `tournament`, its key. The result is the list of checks as JSON."""
    tournament = Tournament.objects.get(pk=arguments["tournament"])
    checks = run_event_check(tournament, report=report)
    content = json.dumps([asdict(check) for check in checks], ensure_ascii=False, indent=1).encode()
    return JobResult(f"{tournament.slug}-check.json", "application/json", content)


def erase(arguments: dict[str, Any], report: ProgressReporter) -> JobResult | None:
    """Finish an erasure. Arguments: `key` of its intention; nothing is left to do where it is gone. Raises: JobRefusedError."""
    intention = next((candidate for candidate in list_intentions() if candidate.key == arguments["key"]), None)
    remaining = finish_erasure(intention, at=timezone.now(), report=report) if intention else None
    if remaining:
        raise JobRefusedError(_("The name is erased, but older data still contains it. %(reason)s") % {"reason": remaining})
    report(100, _("Name erased. Printed sheets and copies that you keep elsewhere are yours to remove."))
    return None
