"""What must be true of the database before a tournament is trusted to it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error
from django.db import connections

from tournaments.page_versions import EDITIONS
from tournaments.triggers import GUARDS, Trigger, missing

OLD_PAGES = "phones would go on showing an old page."


def triggers_stand(app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **options: Any) -> list[CheckMessage]:
    """Errors for triggers that a rebuilt table has lost. Runs with `check --database default` and after every `migrate`."""
    return [
        *lost_triggers(GUARDS, databases, "a row could land in another tournament.", "tournaments.E001"),
        *lost_triggers(EDITIONS, databases, OLD_PAGES, "tournaments.E002"),
    ]


def lost_triggers(triggers: Mapping[str, Trigger], databases: Sequence[str] | None, harm: str, identity: str) -> list[CheckMessage]:
    """Nothing is missed before its table is there."""
    connection = connections["default"]
    if "default" not in (databases or ()) or not {one.table for one in triggers.values()} <= set(connection.introspection.table_names()):
        return []
    hint = "Run `manage.py migrate`, or make it anew with tournaments.triggers.install."
    return [Error(f"The trigger {name} is missing: {harm}", hint=hint, id=identity) for name in missing(connection, triggers)]
