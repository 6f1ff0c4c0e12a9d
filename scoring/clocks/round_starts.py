"""When the clock of a round begins where the director did not say it: once half of its tables sit."""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence

from scoring.models import LedgerEntry, SeatedTable
from tournaments.models import Match, Round

LATEST_START = dt.timedelta(minutes=10)
"""So long after its publication a round begins in any case: a hall that enters only at the end tells of nobody who sits."""


def read_round_starts(rounds: Sequence[Round]) -> dict[int, dt.datetime]:
    """By the id of each published round: when half of its tables sat, ten minutes after its publication at the latest. Three queries.

    A table sits when a phone says so, or when the first line of its match was entered. Until half of them do, it is the latest time.
    """
    published = {round_.pk: round_.published_at for round_ in rounds if round_.published_at}
    if not published:
        return {}
    seated = dict(SeatedTable.objects.filter(match__round__in=published).values_list("match", "at"))
    entered = dict(LedgerEntry.objects.filter(match__round__in=published, match_version=1).values_list("match", "recorded_at"))
    heard: dict[int, list[dt.datetime | None]] = defaultdict(list)
    tables = Match.objects.filter(round__in=published, kind=Match.Kind.PLAYED, table__isnull=False)
    for match, round_ in tables.values_list("pk", "round"):
        heard[round_].append(min((time for time in (seated.get(match), entered.get(match)) if time), default=None))
    return {round_: _find_start(at, heard[round_]) for round_, at in published.items()}


def _find_start(published: dt.datetime, heard: Sequence[dt.datetime | None]) -> dt.datetime:
    latest, half = published + LATEST_START, -(-len(heard) // 2)
    times = sorted(time for time in heard if time)
    return latest if not half or len(times) < half else max(published, min(times[half - 1], latest))
