"""How fast and how often: at most so many bytes a minute, and growing pauses after what failed. No clock of the wall is asked."""

import random
import time
from collections.abc import Callable

MINUTE = 60.0
BURST = 5.0
"""Seconds of the allowed speed that may go at once after silence."""
LONGEST_PAUSE, FIRST_PAUSE = 60.0, 1.0
"""Seconds between tries of what passes by itself."""
LONGEST_REFUSED_PAUSE = 600.0
"""Of what waits for somebody."""
OVERHEAD = 700
"""Bytes of a request and its answer beside the body."""


class Pace:
    """Counts bytes that left: before the next may go, so long a wait that no minute carries more than is allowed."""

    def __init__(self, bytes_per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._speed = clock, bytes_per_minute / MINUTE
        self._free, self._at = self._speed * BURST, clock()

    def set_speed(self, bytes_per_minute: int) -> None:
        self._speed = bytes_per_minute / MINUTE

    def count(self, sent: int) -> float:
        """Note that bytes leave now; the seconds to wait before anything else does."""
        now = self._clock()
        self._free = min(self._free + (now - self._at) * self._speed, self._speed * BURST) - sent
        self._at = now
        return max(-self._free / self._speed, 0.0)


def compute_pause(tries: int, *, waits: bool, chance: random.Random, asked: float = 0.0) -> float:
    """Seconds before the next try after so many that failed: twice as long each time, spread so that desks do not come together."""
    longest = LONGEST_PAUSE if waits else LONGEST_REFUSED_PAUSE
    pause = min(FIRST_PAUSE * 2.0 ** min(max(tries - 1, 0), 20), longest) * chance.uniform(0.7, 1.3)
    return max(pause, min(asked, LONGEST_REFUSED_PAUSE))
