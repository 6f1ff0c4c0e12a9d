"""System checks of the database's triggers."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage

from scoring.triggers import EDITIONS, GUARDS
from tournaments.checks import OUTDATED_PAGES_HARM, find_lost_triggers


def ledger_is_guarded(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **options: Any
) -> list[CheckMessage]:
    """Report triggers that a rebuilt table has lost, as errors. Runs with `check --database default` and after every `migrate`."""
    return [
        *find_lost_triggers(GUARDS, databases, "results could be changed without a trace.", "scoring.E001"),
        *find_lost_triggers(EDITIONS, databases, OUTDATED_PAGES_HARM, "scoring.E002"),
    ]
