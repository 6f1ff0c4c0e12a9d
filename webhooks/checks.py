"""A system check of the triggers that write what happened."""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage

from tournaments.checks import find_lost_triggers
from webhooks.outbox.triggers import OUTBOX_TRIGGERS


def check_outbox(app_configs: Sequence[AppConfig] | None, databases: Sequence[str] | None = None, **options: Any) -> list[CheckMessage]:
    """Report triggers that a rebuilt table has lost, as errors."""
    return find_lost_triggers(OUTBOX_TRIGGERS, databases, "webhooks would tell nothing.", "webhooks.E001")
