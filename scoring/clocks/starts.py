"""What an evening has told so far: when its tables sat down, how quick their hands are, and whether they grow slower. Pure.

All times are seconds on one clock.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from scoring.clocks.durations import HAND_SPREAD
from scoring.clocks.forecasting import USUAL_HAND, FinishedMatch, RunningMatch, Slowing

LEAST_HAND, LONGEST_HAND = 20, 1200
"""Seconds between which hands were entered as they were played; others were written up together, or tried out."""
OPENING = 120
"""How long a table has been playing of which nothing was heard, where others enter their hands."""
FIRST_HANDS = 4
"""So many hands long a table that has just sat down may be silent."""
RECENT, STILL_AWAY = 600, 1.5
"""For every table that was heard to sit down in the last so many seconds, so many silent ones are late or play their first hand."""
LATEST = 1800
"""Nobody sits down later than so many seconds after the others."""
USUAL_SLOWING = Slowing(0.15, 0.2)
"""Before anything was played: people tire, games become close."""


@dataclass(frozen=True, slots=True)
class SeenMatch:
    """What is known of a match: when it could begin, when each hand was entered, when the table said that it is seated, and when the match
    was over; None where it did not, or goes on.
    """

    clock: float
    entered: tuple[float, ...] = ()
    seated: float | None = None
    ended: float | None = None

    @property
    def hand(self) -> float:
        """Mean seconds between two entered hands; `USUAL_HAND` for a single one, 0 for none."""
        if len(self.entered) < 2:
            return float(USUAL_HAND * len(self.entered))
        return (self.entered[-1] - self.entered[0]) / (len(self.entered) - 1)

    @property
    def is_live(self) -> bool:
        """Whether hands were entered as they were played."""
        return LEAST_HAND <= self.hand <= LONGEST_HAND

    @property
    def start(self) -> float | None:
        """When people sat down: as they said, or one hand before the first; None where nothing tells."""
        if self.seated is not None:
            return max(self.clock, min(self.seated, self.entered[0]) if self.entered else self.seated)
        return max(self.clock, self.entered[0] - self.hand) if self.is_live else None


@dataclass(frozen=True, slots=True)
class EveningSoFar:
    """For `forecasting.ForecastInput`."""

    finished: tuple[FinishedMatch, ...]
    running: tuple[RunningMatch, ...]
    ended: tuple[float, ...]
    slowing: Slowing


def describe_evening(seen: Sequence[SeenMatch], lengths: Sequence[int], at: float) -> EveningSoFar:
    """What matches tell that are over or at a table at this time; `lengths` are hands of a match."""
    delays = [match.start - match.clock for match in seen if match.start is not None]
    usual = median(delays) if delays else 0.0
    over = [match for match in seen if match.ended is not None]
    playing = [match for match in seen if match.ended is None]
    return EveningSoFar(
        finished=tuple(match for match in (_build_finished(match, usual) for match in over) if match is not None),
        running=_build_running(playing, over, usual, at),
        ended=tuple(_count_ended(match, usual) for match in over if not match.entered),
        slowing=learn_slowing([match for match in seen if match.is_live], lengths),
    )


def _build_finished(match: SeenMatch, usual: float) -> FinishedMatch | None:
    """Of hands that were written up together only the last tells something, of a single one nothing."""
    if not match.entered:
        return None
    start, before = (match.entered[0], 1) if match.is_live and match.seated is None else (_assume_start(match, usual), 0)
    hands = len(match.entered) - before
    pace = (match.entered[-1] - start) / hands if hands > 0 else 0.0
    return FinishedMatch(hands, pace) if LEAST_HAND <= pace <= LONGEST_HAND else None


def _assume_start(match: SeenMatch, usual: float) -> float:
    return match.clock + usual if match.start is None else match.start


def _count_ended(match: SeenMatch, usual: float) -> float:
    return max(LEAST_HAND, (match.ended or 0.0) - _assume_start(match, usual))


def _build_running(playing: Sequence[SeenMatch], over: Sequence[SeenMatch], usual: float, at: float) -> tuple[RunningMatch, ...]:
    live = [match for match in playing if match.is_live]
    silent = [match for match in playing if not match.is_live]
    typed = len(live) + sum(match.is_live for match in over)
    recent = sum(match.start is not None and at - match.start < RECENT for match in live)
    quiet = _count_quiet([at - match.clock - usual for match in silent], recent) if typed else len(silent)
    longest_waiting = sorted(silent, key=lambda match: match.start or match.clock)
    starts = [_find_silent_start(match, usual, at, is_quiet=place < quiet) for place, match in enumerate(longest_waiting)]
    return (*(_build_live(match, at) for match in live), *(RunningMatch(max(0.0, at - start), 0) for start in starts))


def _build_live(match: SeenMatch, at: float) -> RunningMatch:
    start = match.clock if match.start is None else match.start
    if match.seated is not None:
        return RunningMatch(at - start, len(match.entered))
    return RunningMatch(at - start, len(match.entered), seen=at - match.entered[0], unseen=1)


def _count_quiet(waited: Sequence[float], recent: int) -> int:
    """How many of the silent tables enter their result only: those that are silent for long, but for as many as may be late."""
    certain = sum(seconds > LATEST for seconds in waited)
    long = sum(seconds > FIRST_HANDS * USUAL_HAND for seconds in waited)
    return max(certain, long - round(STILL_AWAY * recent))


def _find_silent_start(match: SeenMatch, usual: float, at: float, *, is_quiet: bool) -> float:
    if match.start is not None:
        return match.start
    return match.clock + usual if is_quiet else max(match.clock + usual, at - OPENING)


def learn_slowing(live: Sequence[SeenMatch], lengths: Sequence[int]) -> Slowing:
    """A line through the hands of each match, by least squares; what was usual before counts by its doubt."""
    products = squares = middles = 0.0
    for match in live:
        gaps = [later - earlier for earlier, later in zip(match.entered, match.entered[1:], strict=False)]
        if len(gaps) < 2:
            continue
        whole = _expect_length(match, lengths)
        places = [(hand + 1.5) / whole for hand in range(len(gaps))]
        middle = sum(places) / len(places)
        products += sum((place - middle) * min(3.0, gap / match.hand) for place, gap in zip(places, gaps, strict=True))
        square = sum((place - middle) ** 2 for place in places)
        squares += square
        middles += square * (middle - 0.5)
    known = 1 / USUAL_SLOWING.doubt**2
    if not squares:
        return USUAL_SLOWING
    slope, trust = products / squares, squares / HAND_SPREAD**2
    slowing = slope / max(0.3, 1 - slope * middles / squares)  # a share of the match's mean hand, not of those that were seen
    return Slowing((USUAL_SLOWING.mean * known + slowing * trust) / (known + trust), (known + trust) ** -0.5)


def _expect_length(match: SeenMatch, lengths: Sequence[int]) -> float:
    if match.ended is not None:
        return len(match.entered)
    longer = [length for length in lengths if length > len(match.entered)]
    return sum(longer) / len(longer) if longer else len(match.entered) + 1
