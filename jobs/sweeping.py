"""Deletion of expired data. Of old results the files are deleted; the rows stay as a record."""

import datetime as dt
import logging

from django.conf import settings
from django.utils.module_loading import import_string

from jobs.databases import locked_transaction
from jobs.files import RESULTS, delete_stored, list_stored
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
        delete_stored(RESULTS, name)
    return len(names) + _delete_strays(now)


def _delete_strays(now: dt.datetime) -> int:
    old_names = [file.name for file in list_stored(RESULTS) if file.changed_at < now - STRAY_LIFETIME]
    strays = []
    for begin in range(0, len(old_names), MAX_PER_SWEEP):
        batch = old_names[begin : begin + MAX_PER_SWEEP]
        named = set(Job.objects.filter(result_path__in=batch).values_list("result_path", flat=True))
        strays += [name for name in batch if name not in named]
    for name in strays:
        delete_stored(RESULTS, name)
    return len(strays)
