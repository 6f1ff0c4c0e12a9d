"""What must be true of the database before a tournament is trusted to it."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error
from django.db import connections

from .triggers import GUARDS, missing


def triggers_stand(app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **options: Any) -> list[CheckMessage]:
    """Errors for triggers that a rebuilt table has lost. Runs with `check --database default` and after every `migrate`."""
    if "default" not in (databases or ()):
        return []
    connection = connections["default"]
    if not {guard.table for guard in GUARDS.values()} <= set(connection.introspection.table_names()):
        return []
    return [
        Error(
            f"The trigger {name} is missing: a row could land in another tournament.",
            hint="Run `manage.py migrate`, or call tournaments.triggers.install.",
            id="tournaments.E001",
        )
        for name in missing(connection)
    ]
