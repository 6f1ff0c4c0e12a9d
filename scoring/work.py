"""Long work around results, as jobs call it (`JOB_KINDS` in the settings)."""

import json
import random
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs.results import JobRefusedError, JobResult, Report
from scoring.safety import backups
from scoring.safety.event_check import run_event_check
from scoring.safety.values import BrokenCopy
from scoring.services.actors import staff_actor
from scoring.services.rehearsal import simulate_results
from tournaments.models import Round, Tournament
from tournaments.refusals import Refused


def make_backup(arguments: dict[str, Any], report: Report) -> JobResult | None:
    """Arguments: `occasion`, a word; `directory`, when it is not the usual one. A copy that does not hold together is made again."""
    report(0, _("Copying the desk …"))
    directory = Path(arguments["directory"]) if arguments.get("directory") else None
    try:
        backups.make_backup(occasion=arguments["occasion"], directory=directory)
    except Refused as refusal:
        raise JobRefusedError(str(refusal)) from refusal
    except BrokenCopy as broken:
        raise RuntimeError(str(broken)) from broken
    return None


def check_event(arguments: dict[str, Any], report: Report) -> JobResult | None:
    """Arguments: `tournament`, its key. The result is the list of checks as JSON."""
    tournament = Tournament.objects.get(pk=arguments["tournament"])
    checks = run_event_check(tournament, report=report)
    content = json.dumps([asdict(check) for check in checks], ensure_ascii=False, indent=1).encode()
    return JobResult(f"{tournament.slug}-check.json", "application/json", content)


def rehearse_round(arguments: dict[str, Any], report: Report) -> JobResult | None:
    """Arguments: `round` and `actor`, keys; `at`, when it was asked for. Tried again, it goes on with the matches that are left."""
    report(0, _("Dealing …"))
    round_ = Round.objects.select_related("stage__tournament").get(pk=arguments["round"])
    person = staff_actor(User.objects.get(pk=arguments["actor"]))
    rng = random.Random(f"{round_.pk} {arguments['at']}")  # noqa: S311 - made-up results
    prefix = f"rehearsal-{round_.pk}-{rng.randrange(10**9)}-{round_.matches.filter(result__version__gt=0).count()}"
    try:
        simulate_results(round_, enterer=person, confirmer=person, rng=rng, at=timezone.now(), prefix=prefix)
    except Refused as refusal:
        raise JobRefusedError(str(refusal)) from refusal
    return None
