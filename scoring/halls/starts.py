"""When people sat down at a table: estimated from the hands that were entered there, or from what other tables of the evening did."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from scoring.halls.forecasting import USUAL_HAND

LEAST_HAND = 20
"""Seconds below which hands were written up together, not as they were played."""
OPENING = dt.timedelta(seconds=120)
"""How long a table has been playing of which nothing was heard, where others enter their hands."""


@dataclass(frozen=True, slots=True)
class EnteredHands:
    """When the first and the last line of a match were entered, and how many there are."""

    first: dt.datetime
    last: dt.datetime
    count: int


def estimate_start(clock: dt.datetime, entered: EnteredHands | None) -> dt.datetime | None:
    """One hand before the first was entered, never before the match could begin; that moment where hands were written up together, and
    None where nothing was entered.
    """
    if entered is None:
        return None
    hand = (entered.last - entered.first).total_seconds() / (entered.count - 1) if entered.count > 1 else USUAL_HAND
    return clock if hand < LEAST_HAND else max(clock, entered.first - dt.timedelta(seconds=hand))


def estimate_silent_starts(clocks: Sequence[dt.datetime], delays: Iterable[float], *, at: dt.datetime, typing: bool) -> list[dt.datetime]:
    """When tables sat down of which nothing was heard: as late as half of the others, in seconds; where running tables enter their hands
    (`typing`) no earlier than `OPENING` ago.
    """
    told = list(delays)
    usual = dt.timedelta(seconds=median(told) if told else 0)
    starts = [max(clock + usual, at - OPENING) if typing else clock + usual for clock in clocks]
    return [max(clock, min(at, start)) for clock, start in zip(clocks, starts, strict=True)]
