"""What must be true of the database before anybody enters a result."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage

from scoring.triggers import EDITIONS, GUARDS
from tournaments.checks import OLD_PAGES, lost_triggers


def ledger_is_guarded(
    app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **options: Any
) -> list[CheckMessage]:
    """Errors for triggers that a rebuilt table has lost. Runs with `check --database default` and after every `migrate`."""
    return [
        *lost_triggers(GUARDS, databases, "results could be changed without a trace.", "scoring.E001"),
        *lost_triggers(EDITIONS, databases, OLD_PAGES, "scoring.E002"),
    ]
