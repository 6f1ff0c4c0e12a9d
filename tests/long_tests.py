"""Tests that take long, by name and seconds in `long_tests.txt`: of their cases `make test` takes some, others each time.

    pytest --note-long        on an idle machine; writes anew how long those take that it runs, and keeps what is known of the others

A name that is not in the list runs always, and one that is gone does no harm.
"""

from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

LIST = Path(__file__).with_suffix(".txt")
SHARE = 0.1
"""Seconds that a case may cost a run on the average."""
PARTS = (1, 2, 3, 4, 6)
"""Of how many cases a run may take one."""


@cache
def read_long_tests() -> dict[str, float]:
    """Seconds of the longest case with its fixtures, by the name of the test."""
    return {name: float(seconds) for name, seconds in map(str.split, LIST.read_text("utf-8").splitlines())}


def get_seconds(nodeid: str) -> float:
    """What the list says of a test; of one that is not in it, nothing."""
    return read_long_tests().get(get_function(nodeid), 0.0)


def count_parts(nodeid: str) -> int:
    """Into how many parts the cases of this test are divided, of which a run takes one."""
    needed = get_seconds(nodeid) / SHARE
    return next((parts for parts in PARTS if parts >= needed), PARTS[-1])


def get_function(nodeid: str) -> str:
    """The name of a test without its case."""
    return nodeid.partition("[")[0]


class DurationNotes:
    """Hears of every phase of every test, from all workers, and writes the list at the end."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        longest: dict[str, float] = defaultdict(float)
        for nodeid, seconds in self._seconds.items():
            longest[get_function(nodeid)] = max(longest[get_function(nodeid)], seconds)
        noted = {name: seconds for name, seconds in (read_long_tests() | longest).items() if round(seconds, 2) > SHARE}
        LIST.write_text("".join(f"{name} {seconds:.2f}\n" for name, seconds in sorted(noted.items())), "utf-8")
