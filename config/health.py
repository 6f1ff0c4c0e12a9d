"""What /healthz answers."""

from django.conf import settings
from django.db import Error, connection
from django.utils.module_loading import import_string

from jobs.worker import worker_is_alive


def health_report() -> dict[str, str]:
    """One line per check: "ok", or what is wrong in a few words."""
    report = {"database": _database(), "worker": _worker()}
    for path in settings.HEALTH_CHECKS:
        report[path.rpartition(".")[2]] = import_string(path)() or "ok"
    return report


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except Error as error:
        return str(error)
    return "ok"


def _worker() -> str:
    return "ok" if worker_is_alive() else "no worker has reported for a minute"
