"""Which backups stay: the last twelve, all of the last day, the last of each day for a week, of each week for a month, one a month."""

import datetime as dt
from collections.abc import Hashable, Iterator, Sequence

from exchange.values import Backup

LATEST = 12
"""The copies of an evening. They stay whatever their times: one copy made while the clock was years ahead makes the others look old."""
DAY, WEEK, MONTH = dt.timedelta(days=1), dt.timedelta(days=7), dt.timedelta(days=31)


def list_superfluous(backups: Sequence[Backup], *, keep: int) -> list[Backup]:
    """Those that can go, of `backups` from the newest to the oldest; `keep` is the most that stay.

    Ages are counted from the newest backup and not from the clock, which may have been set wrong: what was made last always stays.
    """
    staying = set(list(_iterate_staying(backups))[: max(keep, 1)])
    return [backup for place, backup in enumerate(backups) if place not in staying]


def _iterate_staying(backups: Sequence[Backup]) -> Iterator[int]:
    """Their places, the newest first."""
    periods: set[Hashable] = set()
    for place, backup in enumerate(backups):
        age = backups[0].made_at - backup.made_at
        period = _find_period(backup.made_at, age)
        if place < LATEST or age <= DAY or period not in periods:
            yield place
        periods.add(period)


def _find_period(made_at: dt.datetime, age: dt.timedelta) -> Hashable:
    """The period of which one backup stays: a day, a week of the calendar, a month."""
    if age <= WEEK:
        return made_at.date()
    return tuple(made_at.isocalendar())[:2] if age <= MONTH else (made_at.year, "month", made_at.month)
