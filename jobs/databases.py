"""Which database a query goes to: one of the two SQLite files, or a copy on which the desk's own models and services work."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connections, transaction
from django.db.models import Model

OTHER = "other"
EPHEMERAL_APPS = frozenset({"sessions", "axes"})
EPHEMERAL_MODELS = frozenset({("jobs", "pulse"), ("scoring", "tabledevice"), ("scoring", "wrongsecret")})
_thread_state = threading.local()


@contextmanager
def other_database(path: Path) -> Iterator[None]:
    """Send all queries of this thread for the desk's database to the SQLite file at `path`; the block is one transaction."""
    connection = connections["default"].copy(OTHER)
    connection.settings_dict["NAME"] = str(path)
    connections[OTHER] = connection
    _thread_state.redirected = True
    try:
        with transaction.atomic(using=OTHER):
            yield
    finally:
        _thread_state.redirected = False
        connection.close()
        del connections[OTHER]


class EphemeralRouter:
    """Routes data that may be lost (sessions, login throttle, heartbeats) to the second file, so that it never waits behind results.

    With PostgreSQL there is one database, and the router returns None.
    """

    def db_for_read(self, model: type[Model], **hints: object) -> str | None:
        return self._choose_database(model._meta.app_label, model._meta.model_name)

    def db_for_write(self, model: type[Model], **hints: object) -> str | None:
        return self._choose_database(model._meta.app_label, model._meta.model_name)

    def allow_relation(self, left: Model, right: Model, **hints: object) -> bool | None:
        return None

    def allow_migrate(self, db: str, app_label: str, model_name: str | None = None, **hints: object) -> bool | None:
        if "ephemeral" not in settings.DATABASES:
            return None
        return db == self._choose_database(app_label, model_name)

    def _choose_database(self, app_label: str, model_name: str | None) -> str | None:
        if "ephemeral" not in settings.DATABASES:
            return None
        if getattr(_thread_state, "redirected", False):
            return OTHER
        ephemeral = app_label in EPHEMERAL_APPS or (app_label, model_name) in EPHEMERAL_MODELS
        return "ephemeral" if ephemeral else "default"
