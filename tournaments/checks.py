"""System checks of the database, run before a tournament is trusted to it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error
from django.db import connections

from tournaments.page_versions import ANNOUNCEMENT_TRIGGERS, PAGE_VERSION_TRIGGERS
from tournaments.triggers import GUARDS, Trigger, find_missing_triggers

OUTDATED_PAGES_HARM = "phones would go on showing an old page."


def check_triggers(app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **options: Any) -> list[CheckMessage]:
    """Errors for triggers that a rebuilt table has lost. Runs with `check --database default` and after every `migrate`."""
    return [
        *find_lost_triggers(GUARDS, databases, "a row could land in another tournament.", "tournaments.E001"),
        *find_lost_triggers({**PAGE_VERSION_TRIGGERS, **ANNOUNCEMENT_TRIGGERS}, databases, OUTDATED_PAGES_HARM, "tournaments.E002"),
    ]


def find_lost_triggers(triggers: Mapping[str, Trigger], databases: Sequence[str] | None, harm: str, identity: str) -> list[CheckMessage]:
    """An error for each missing trigger; none before the tables of the triggers exist."""
    connection = connections["default"]
    if "default" not in (databases or ()) or not {trigger.table for trigger in triggers.values()} <= set(
        connection.introspection.table_names()
    ):
        return []
    hint = "Run `manage.py migrate`, or make it anew with tournaments.triggers.install."
    return [Error(f"The trigger {name} is missing: {harm}", hint=hint, id=identity) for name in find_missing_triggers(connection, triggers)]
