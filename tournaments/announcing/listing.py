"""Lists of evenings as people want them: tonight's first, then what comes next, then what was."""

import datetime as dt
from collections.abc import Sequence
from typing import Any, overload

from django.db.models import Count, F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.models import Tournament

NIGHT = dt.timedelta(hours=5)
"""How long after midnight an evening is still tonight's."""
NO = (False,)
"""Written as a list: SQLite finds by the index what is `IN (0)`, and reads all rows for what is `NOT`."""


def find_tonight(now: dt.datetime | None = None) -> dt.date:
    """The date of the evening that is being played, or will be: until five in the morning that of the day before."""
    return timezone.localdate((now or timezone.now()) - NIGHT)


def select_public_evenings() -> QuerySet[Tournament]:
    """What everybody may know of: neither hidden nor archived nor practice."""
    return Tournament.objects.filter(public=True, demonstration__in=NO, archived_at=None)


def order_soonest_first(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """By date and hour; where no hour is known, after those of the day."""
    hour = Coalesce("announcement__starts_at", "announcement__meets_at")
    return tournaments.alias(hour=hour).order_by("date", F("hour").asc(nulls_last=True), "pk")


class TonightFirst(Sequence[int]):
    """The keys of tournaments in the order in which people look for them, for a paginator: tonight and what comes next, the soonest first;
    then what was, the latest first. One query counts both parts; a page reads one part, or both where they meet.
    """

    def __init__(self, tournaments: QuerySet[Tournament], tonight: dt.date) -> None:
        self._coming = order_soonest_first(tournaments.filter(date__gte=tonight))
        self._past = tournaments.filter(date__lt=tonight).order_by("-date", "-pk")
        counts = tournaments.order_by().aggregate(all=Count("pk"), coming=Count("pk", filter=Q(date__gte=tonight)))
        self._all, self._coming_count = counts["all"], counts["coming"]

    def __len__(self) -> int:
        return int(self._all)

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> list[int]: ...

    def __getitem__(self, index: Any) -> Any:
        if not isinstance(index, slice):
            return self[index : index + 1][0]
        first, last, _step = index.indices(len(self))
        meeting = self._coming_count
        coming = self._coming.values_list("pk", flat=True)[first : min(last, meeting)] if first < min(last, meeting) else ()
        past = self._past.values_list("pk", flat=True)[max(first - meeting, 0) : last - meeting] if last > meeting else ()
        return [*coming, *past]
