"""The checks behind /healthz."""

from django.core.checks import Tags, run_checks
from django.db import Error, connection

from backup.damage import state
from backup.storage import find_backup_fault
from jobs.worker import is_worker_alive
from scoring.ledger.lost_entries import read_lost_entries


def build_health_report() -> dict[str, str]:
    """The result of each check: "ok", or a short text that says what is wrong. `guards` runs the system checks that read the database:
    an app registers a check for its triggers under `Tags.database`.
    """
    own = {"worker": _check_worker(), "ledger": _check_ledger(), "backups": find_backup_fault() or "ok"}
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


def _check_worker() -> str:
    return "ok" if is_worker_alive() else "no worker has reported for a minute"
