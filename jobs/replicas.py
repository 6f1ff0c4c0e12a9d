"""Public pages drawn from a replica of the database (`REPLICA_URL`), where it already has what the primary has."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError
from django.db.models import Model

from jobs.databases import snapshot_transaction

logger = logging.getLogger(__name__)
REPLICA = "replica"
REST_SECONDS = 10.0
"""After it did not answer a replica is left alone for so long."""

T = TypeVar("T")

_reads_from_replica: ContextVar[bool] = ContextVar("reads_from_replica", default=False)
_resting_until = 0.0


class ReplicaRouter:
    """Sends reads to the replica while a page is drawn from it, and nothing else ever."""

    def db_for_read(self, model: type[Model], **hints: object) -> str | None:
        return REPLICA if reads_from_replica() else None

    def allow_relation(self, left: Model, right: Model, **hints: object) -> bool:
        """Rows of the replica are those of the primary."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: object) -> bool | None:
        return False if db == REPLICA else None


def list_own_databases() -> tuple[str, ...]:
    """The aliases of databases that are written and migrated."""
    return tuple(alias for alias in settings.DATABASES if alias != REPLICA)


def reads_from_replica() -> bool:
    return _reads_from_replica.get()


def get_read_alias() -> str:
    """The alias for SQL that is written out."""
    return REPLICA if reads_from_replica() else DEFAULT_DB_ALIAS


def draw_from_replica(draw: Callable[[], T], is_current: Callable[[], bool]) -> T:
    """What `draw` returns. It reads one state of the replica, if `is_current` says there that this is the state to draw; else the primary.

    A replica that is behind, gives up in the middle or does not answer is noticed by nobody: the primary is read.
    """
    global _resting_until  # noqa: PLW0603 - one for the process
    if REPLICA not in settings.DATABASES or is_resting():
        return draw()
    try:
        with snapshot_transaction(REPLICA), _reading():
            if is_current():
                return draw()
    except (DatabaseError, InterfaceError) as error:
        _resting_until = time.monotonic() + REST_SECONDS
        logger.warning("the replica of the database did not answer, the primary is read: %s", error)
    return draw()


def is_resting() -> bool:
    """Whether the replica is left alone, because it did not answer lately."""
    return time.monotonic() < _resting_until


@contextmanager
def _reading() -> Iterator[None]:
    token = _reads_from_replica.set(True)
    try:
        yield
    finally:
        _reads_from_replica.reset(token)
