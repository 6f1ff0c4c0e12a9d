"""Deletion of expired data. Of old results the files are deleted; the rows stay as a record."""

import datetime as dt
import logging

from django.conf import settings
from django.utils.module_loading import import_string

from jobs.databases import locked_transaction
from jobs.files import get_result_directory
from jobs.models import Job

RESULT_LIFETIME = dt.timedelta(days=14)
"""Whatever a job made can be made again from the ledger."""
STRAY_LIFETIME = dt.timedelta(days=1)
"""A file that no row names by then is left from a power cut."""
MAX_PER_SWEEP = 200

logger = logging.getLogger(__name__)


def delete_expired(now: dt.datetime) -> int:
    """Delete everything that has expired, here and in the packages above (`SWEEPERS` in the settings); return how many items went.

    A sweeper that fails is logged and does not stop the others.
    """
    count = 0
    for sweeper in (delete_old_results, *map(import_string, settings.SWEEPERS)):
        try:
            count += sweeper(now)
        except Exception:
            logger.exception("%s could not sweep and tries again later", sweeper.__qualname__)
    return count


def delete_old_results(now: dt.datetime) -> int:
    """Delete result files that are too old and files that no row names; return how many went.

    1. Clears the row's path. 2. Deletes the file, so that no row ever names a deleted file.
    """
    expired = Job.objects.filter(state=Job.State.DONE, finished_at__lt=now - RESULT_LIFETIME).exclude(result_path="")
    names = dict(expired.values_list("pk", "result_path")[:MAX_PER_SWEEP])
    if names:
        with locked_transaction():
            Job.objects.filter(pk__in=names).update(result_path="")
    for name in names.values():
        (get_result_directory() / name).unlink(missing_ok=True)
    return len(names) + _delete_strays(now)


def _delete_strays(now: dt.datetime) -> int:
    directory = get_result_directory()
    cutoff = (now - STRAY_LIFETIME).timestamp()
    old_files = [path for path in directory.iterdir() if path.stat().st_mtime < cutoff] if directory.is_dir() else []
    named_paths = (
        set(Job.objects.filter(result_path__in=[path.name for path in old_files]).values_list("result_path", flat=True))
        if old_files
        else set()
    )
    strays = [path for path in old_files if path.name not in named_paths]
    for path in strays:
        path.unlink(missing_ok=True)
    return len(strays)
