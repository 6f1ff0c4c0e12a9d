"""Forgetting who enrolled for an evening, some weeks after it."""

import datetime as dt

from django.utils import timezone

from jobs.databases import write_tx
from tournaments.models import Announcement, Enrolment, Tournament

USUAL_KEEP_DAYS: int = Announcement._meta.get_field("keep_days").default


def erase_old_enrolments(now: dt.datetime) -> int:
    """Delete the enrolments of every tournament whose days of keeping are over; return how many went. A sweeper.

    All of them: who had a place is in the entries, and nobody else has to be known any more.
    """
    over = list_tournaments_to_forget(timezone.localdate(now))
    if not over:
        return 0
    with write_tx():
        count, _by_table = Enrolment.objects.filter(tournament__in=over).delete()
    return count


def list_tournaments_to_forget(today: dt.date) -> list[int]:
    """Keys of the tournaments with enrolments that were to be kept until a day before `today`."""
    held = Tournament.objects.filter(enrolments__isnull=False, date__lt=today).distinct()
    dates = held.order_by("pk").values_list("pk", "date", "announcement__keep_days")
    return [key for key, date, days in dates if date + dt.timedelta(days=USUAL_KEEP_DAYS if days is None else days) < today]
