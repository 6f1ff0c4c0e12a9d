"""What is past its time goes. Of results it is the files; the rows stay and tell what was made when."""

import datetime as dt
import logging

from django.conf import settings
from django.utils.module_loading import import_string

from jobs.files import result_directory
from jobs.locking import gated_tx
from jobs.models import Job

KEPT = dt.timedelta(days=14)
"""Whatever a job made can be made again from the ledger."""
STRAY = dt.timedelta(days=1)
"""A file that no row names by then is left from a power cut."""
MOST_AT_ONCE = 200

logger = logging.getLogger(__name__)


def sweep_out(now: dt.datetime) -> int:
    """Everything that is past its time, here and in the packages above (`SWEEPERS` in the settings); return how much went.

    What cannot be swept now keeps nothing else from being swept.
    """
    gone = 0
    for sweeper in (clear_old_results, *map(import_string, settings.SWEEPERS)):
        try:
            gone += sweeper(now)
        except Exception:
            logger.exception("%s could not sweep and tries again later", sweeper.__qualname__)
    return gone


def clear_old_results(now: dt.datetime) -> int:
    """Delete the files of results that are too old, and files that belong to nobody; return how many went.

    1. The row forgets its file. 2. The file goes, so that no row ever names one that was deleted here.
    """
    old = Job.objects.filter(state=Job.State.DONE, finished_at__lt=now - KEPT).exclude(result_path="")
    names = dict(old.values_list("pk", "result_path")[:MOST_AT_ONCE])
    if names:
        with gated_tx():
            Job.objects.filter(pk__in=names).update(result_path="")
    for name in names.values():
        (result_directory() / name).unlink(missing_ok=True)
    return len(names) + _clear_strays(now)


def _clear_strays(now: dt.datetime) -> int:
    directory = result_directory()
    before = (now - STRAY).timestamp()
    aged = [path for path in directory.iterdir() if path.stat().st_mtime < before] if directory.is_dir() else []
    known = set(Job.objects.filter(result_path__in=[path.name for path in aged]).values_list("result_path", flat=True)) if aged else set()
    strays = [path for path in aged if path.name not in known]
    for path in strays:
        path.unlink(missing_ok=True)
    return len(strays)
