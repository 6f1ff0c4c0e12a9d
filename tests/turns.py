"""Which tests a run with `--by-turns` takes: files of journeys and proofs as a whole, which share what is dear to set up; all else by case.

Each waits for its turn among all others that do, so that no run takes much longer than another.
"""

from collections.abc import Sequence
from math import lcm

import pytest

from tests.long_tests import PARTS, count_parts, get_seconds
from tests.sweeps import choose_turn

CYCLE = lcm(*PARTS)
"""After so many turns everything has had its own. `take_turn` inside a test uses the rest of the number."""
OF_A_FILE = 3.0
"""Seconds that a file of journeys or proofs takes besides what is noted of its tests: a desk or a site is made for it."""
OF_A_CASE = 0.1
"""Seconds of a case of which nothing is noted."""


def has_turn(item: pytest.Item, shares: dict[str, int]) -> bool:
    """Whether this run takes the test; `shares` as `share_tests` gives them."""
    parts = choose_parts(item)
    return parts == 1 or (shares[get_unit(item)] + choose_turn() // CYCLE) % parts == 0


def share_tests(items: Sequence[pytest.Item]) -> dict[str, int]:
    """When each file, or case, has its turn: the longest first, each when the runs in which it would be are the shortest."""
    seconds: dict[str, float] = {}
    parts: dict[str, int] = {}
    for item in items:
        unit, count = get_unit(item), choose_parts(item)
        if count > 1:
            seconds[unit] = seconds.get(unit, OF_A_FILE if goes_by_file(item) else OF_A_CASE) + get_seconds(item.nodeid)
            parts[unit] = count
    runs = [0.0] * CYCLE
    shares = {}
    for unit in sorted(seconds, key=lambda unit: (-seconds[unit], unit)):
        shares[unit] = min(range(parts[unit]), key=lambda share: sum(runs[share :: parts[unit]]))
        for run in range(shares[unit], CYCLE, parts[unit]):
            runs[run] += seconds[unit]
    return shares


def goes_by_file(item: pytest.Item) -> bool:
    mark = item.get_closest_marker("turns")
    return bool(mark and not mark.kwargs.get("by_case") and is_journey(item))


def is_journey(item: pytest.Item) -> bool:
    return bool(item.get_closest_marker("browser") or item.get_closest_marker("slow"))


def choose_parts(item: pytest.Item) -> int:
    """Into how many parts its file, or its test, is divided."""
    if mark := item.get_closest_marker("turns"):
        return int(mark.args[0])
    return 1 if is_journey(item) else count_parts(item.nodeid)


def get_unit(item: pytest.Item) -> str:
    """The name of what has its turn as a whole: the file, or the case."""
    return item.nodeid.partition("::")[0] if goes_by_file(item) else item.nodeid
