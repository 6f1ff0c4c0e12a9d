"""A rehearsed round, as jobs call it (`JOB_KINDS` in the settings)."""

import random
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from django.utils.translation import gettext as _

from jobs.results import JobRefusedError, JobResult, ProgressReporter
from scoring.ledger.appending import build_staff_actor
from scoring.rehearsal.playing import simulate_results
from tournaments.models import Round
from tournaments.refusals import ChangeRefused


def rehearse_round(arguments: dict[str, Any], report: ProgressReporter) -> JobResult | None:
    """Arguments: `round` and `actor`, keys; `at`, when it was asked for. Tried again, it goes on with the matches that are left."""
    report(0, _("Dealing…"))
    round_ = Round.objects.select_related("stage__tournament").get(pk=arguments["round"])
    person = build_staff_actor(User.objects.get(pk=arguments["actor"]))
    rng = random.Random(f"{round_.pk} {arguments['at']}")  # noqa: S311 - made-up results
    prefix = f"rehearsal-{round_.pk}-{rng.randrange(10**9)}-{round_.matches.filter(result__version__gt=0).count()}"
    try:
        simulate_results(round_, enterer=person, confirmer=person, rng=rng, at=timezone.now(), prefix=prefix)
    except ChangeRefused as refusal:
        raise JobRefusedError(str(refusal)) from refusal
    return None
