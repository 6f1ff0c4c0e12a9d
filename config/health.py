"""The checks behind /healthz."""

import logging

from django.conf import settings
from django.core.cache import cache
from django.core.checks import Tags, run_checks
from django.db import Error, connection
from django.utils.crypto import salted_hmac

from backup.damage import state
from backup.storage import find_backup_fault
from jobs.worker import is_worker_alive
from scoring.ledger.lost_entries import read_lost_entries

logger = logging.getLogger(__name__)

KEY_NOTE = "config.health.key"
KEY_SECONDS = 300
"""How long a host's note of its key is the measure for the others: a key that was changed on purpose is told for so long at most."""


def build_health_report() -> dict[str, str]:
    """The result of each check: "ok", or a short text that says what is wrong. `guards` runs the system checks that read the database:
    an app registers a check for its triggers under `Tags.database`.
    """
    own = {"worker": _check_worker(), "ledger": _check_ledger(), "backups": find_backup_fault() or "ok"}
    if settings.REDIS_URL:  # a site, which may have several hosts
        own["key"] = check_key()
    return build_readiness_report() | own


def build_readiness_report() -> dict[str, str]:
    """The checks without which no result can be saved."""
    report = {"database": _check_database(), "guards": _check_guards()}
    return report | ({"disk": state.write_fault or "ok"} if connection.vendor == "sqlite" else {})  # a server's disk is PostgreSQL's


def _check_database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error as error:
        return str(error)
    return state.damage or "ok"


def _check_ledger() -> str:
    return "; ".join(f"{ledger.slug}: {ledger.count} entries lost" for ledger in read_lost_entries()) or "ok"


def _check_guards() -> str:
    try:
        errors = run_checks(tags=[Tags.database], databases=["default"])
    except Error as error:
        return str(error)
    return "; ".join(str(message.msg) for message in errors if message.is_serious()) or "ok"


def check_key() -> str:
    """Whether the hosts that share the cache share their SECRET_KEY: with another one, logins and links of one host end at the next."""
    own = salted_hmac(KEY_NOTE, "").hexdigest()
    try:
        noted = cache.get_or_set(KEY_NOTE, own, KEY_SECONDS)
    except Exception:  # whatever the cache's server does: the worker's check tells it
        logger.warning("the cache does not answer", exc_info=True)
        return "ok"
    return "ok" if noted == own else "another host has another SECRET_KEY: give all hosts the same"


def _check_worker() -> str:
    return "ok" if is_worker_alive() else "no worker has reported for a minute"
