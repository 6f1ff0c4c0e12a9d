"""The rounds of a demonstration, as jobs call it (`JOB_KINDS` in the settings)."""

import datetime as dt
from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from jobs.results import JobResult, ProgressReporter
from scoring.demonstrations.services import play_demonstration
from tournaments.models import Tournament


def play_demonstrations(arguments: dict[str, Any], report: ProgressReporter) -> JobResult | None:
    """Arguments: `tournaments` and `actor`, keys; `at`, when it was asked for; `whole`, whether every round is played."""
    actor, keys = User.objects.get(pk=arguments["actor"]), arguments["tournaments"]
    for place, key in enumerate(keys):
        report(100 * place // len(keys), _("Dealing…"))
        tournament = Tournament.objects.get(pk=key)
        play_demonstration(tournament, actor, at=dt.datetime.fromisoformat(arguments["at"]), whole=arguments["whole"])
    return None
