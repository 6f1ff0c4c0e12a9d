"""Tests that take long, by name in `long_tests.txt`: of their cases `make test` takes one in three, another one each time.

    pytest --note-long        the whole suite on an idle machine; writes the list anew

A name that is not in the list runs always, and one that is gone does no harm.
"""

from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

LIST = Path(__file__).with_suffix(".txt")
LONG_SECONDS = 0.5
"""Of the longest case with its fixtures."""
PARTS = 3


@cache
def read_long_tests() -> frozenset[str]:
    return frozenset(LIST.read_text("utf-8").split())


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
        names = {get_function(nodeid) for nodeid, seconds in self._seconds.items() if seconds > LONG_SECONDS}
        LIST.write_text("".join(f"{name}\n" for name in sorted(names)), "utf-8")
