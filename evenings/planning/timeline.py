"""The hours of a plan as a small picture: a line for each stage, a bar for each of its rounds, and the hour at which it must be over."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from pairing.evening import EveningPlan

WIDTH, ROW, HEAD = 320, 20, 18
BREAK = 10
"""Minutes between two rounds."""


@dataclass(frozen=True, slots=True)
class Bar:
    x: int
    y: int
    width: int
    is_final: bool


@dataclass(frozen=True, slots=True)
class HourTick:
    x: int
    label: str


@dataclass(frozen=True, slots=True)
class Timeline:
    """In units of the picture. The end is likely between `early` and `late`; at `limit` it must be over."""

    width: int
    height: int
    bars: tuple[Bar, ...]
    hours: tuple[HourTick, ...]
    early: int
    late: int
    limit: int

    @property
    def likely(self) -> int:
        return max(2, self.late - self.early)


def build_timeline(plan: EveningPlan, ends: Sequence[float], *, begins: dt.time, limit: int, whole: float) -> Timeline:
    """`ends` are the minutes after which each round of the evening is over."""

    def place(minutes: float) -> int:
        return round(minutes / whole * (WIDTH - 4)) + 2

    starts = [0.0, *(end + BREAK for end in ends[:-1])]
    bars = [
        Bar(place(starts[number]), HEAD + row * ROW, max(3, place(ends[number]) - place(starts[number])), stage.label == "final")
        for row, (stage, (first, last)) in enumerate(zip(plan.stages, plan.rounds_by_stage, strict=True))
        for number in range(first - 1, last)
    ]
    return Timeline(
        width=WIDTH,
        height=HEAD + ROW * len(plan.stages),
        bars=tuple(bars),
        hours=tuple(HourTick(place(minutes), label) for minutes, label in _list_hours(begins, whole)),
        early=place(plan.ends.early),
        late=place(plan.ends.late),
        limit=place(limit),
    )


def _list_hours(begins: dt.time, whole: float) -> list[tuple[int, str]]:
    """The full hours, every second one where they would stand too close."""
    step = 60 if whole <= 420 else 120
    first = (60 - begins.minute) % 60
    return [(minutes, str((begins.hour * 60 + begins.minute + minutes) // 60 % 24)) for minutes in range(first, int(whole), step)]
