"""The dates on which an evening is repeated."""

import datetime as dt
from collections.abc import Iterator
from itertools import count, islice, takewhile

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

MOST_EVENINGS = 60
"""How many evenings are made at once: a year of Thursdays, and some."""
WEEK = dt.timedelta(weeks=1)
LAST_OF_MONTH = 5
"""The fifth Thursday is missing in most months: it stands for the last one."""


class Recurrence(TextChoices):
    ONCE = "once", _("on one date")
    WEEKLY = "weekly", _("every week")
    FORTNIGHTLY = "fortnightly", _("every two weeks")
    MONTHLY = "monthly", _("every month, on the same weekday")


def list_dates(first: dt.date, recurrence: str, until: dt.date, *, since: dt.date) -> tuple[dt.date, ...]:
    """The dates after `first` in its recurrence, from `since` to `until`, both included; one more than `MOST_EVENINGS` at most."""
    if recurrence == Recurrence.ONCE:
        return (until,) if until >= since and until != first else ()
    dates = (
        _iterate_months(first)
        if recurrence == Recurrence.MONTHLY
        else _iterate_weeks(first, 2 if recurrence == Recurrence.FORTNIGHTLY else 1)
    )
    to_come = (date for date in takewhile(lambda date: date <= until, dates) if date >= since)
    return tuple(islice(to_come, MOST_EVENINGS + 1))


def _iterate_weeks(first: dt.date, weeks: int) -> Iterator[dt.date]:
    return (first + step * weeks * WEEK for step in count(1))


def _iterate_months(first: dt.date) -> Iterator[dt.date]:
    """The third Thursday of every later month, where `first` is the third Thursday of its own."""
    ordinal = (first.day - 1) // 7 + 1
    for month in count(first.year * 12 + first.month):
        yield find_weekday(month // 12, month % 12 + 1, first.weekday(), ordinal)


def find_weekday(year: int, month: int, weekday: int, ordinal: int) -> dt.date:
    """The `ordinal`th such weekday of a month; the fifth is the last one."""
    start = dt.date(year, month, 1)
    first = start + dt.timedelta(days=(weekday - start.weekday()) % 7)
    found = first + (ordinal - 1) * WEEK
    return found if ordinal < LAST_OF_MONTH or found.month == month else found - WEEK


def build_name(name: str, date: dt.date, *, most: int, former: dt.date, dated: bool) -> str:
    """The name for another date: one that ends with its own date gets the new one, and so does any where `dated` is asked for."""
    stem = strip_date(name, former)
    if not dated and stem == name:
        return name
    suffix = _format_suffix(date)
    return stem[: most - len(suffix)] + suffix


def strip_date(name: str, date: dt.date) -> str:
    """The name without the date of its evening behind it."""
    return name.removesuffix(_format_suffix(date))


def _format_suffix(date: dt.date) -> str:
    return f" {date.day}/{date.month}/{date.year}"
