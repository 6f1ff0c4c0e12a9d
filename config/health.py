"""What /healthz answers."""

from django.core.checks import Tags, run_checks
from django.db import Error, connection

from jobs.worker import worker_is_alive


def health_report() -> dict[str, str]:
    """One line per check: "ok", or what is wrong in a few words. `guards` are the system checks that look into the database: an app
    that must not lose a trigger registers one under `Tags.database`."""
    return {"database": _database(), "guards": _guards(), "worker": _worker()}


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error as error:
        return str(error)
    return "ok"


def _guards() -> str:
    try:
        found = run_checks(tags=[Tags.database], databases=["default"])
    except Error as error:
        return str(error)
    return "; ".join(str(message.msg) for message in found if message.is_serious()) or "ok"


def _worker() -> str:
    return "ok" if worker_is_alive() else "no worker has reported for a minute"
