"""Which tests a run with `--by-turns` takes: files of journeys and proofs as a whole, which share what is dear to set up; all else by case.

A file waits for its turn among all others that do, so that no run takes much longer than another; a case has its turn by its name alone.
"""

import zlib
from collections import defaultdict
from collections.abc import Sequence
from math import lcm

import pytest

from tests.long_tests import count_parts, get_seconds
from tests.sweeps import choose_turn

CYCLE = lcm(2, 3, 4)
"""After so many turns everything has had its own. `take_turn` inside a test uses the rest of the number."""
OF_A_FILE = 3.0
"""Seconds that a file of journeys or proofs takes besides what is noted of its tests: a desk or a site is made for it."""


def has_turn(item: pytest.Item, shares: dict[str, int]) -> bool:
    """Whether this run takes the test; `shares` as `share_files` gives them."""
    share = shares[get_file(item)] if goes_by_file(item) else zlib.crc32(item.nodeid.encode())
    return (share + choose_turn() // CYCLE) % choose_parts(item) == 0


def share_files(items: Sequence[pytest.Item]) -> dict[str, int]:
    """When each file has its turn: the longest first, each when the runs in which it would be are the shortest."""
    seconds: dict[str, float] = defaultdict(lambda: OF_A_FILE)
    parts: dict[str, int] = {}
    for item in filter(goes_by_file, items):
        seconds[get_file(item)] += get_seconds(item.nodeid)
        parts[get_file(item)] = choose_parts(item)
    runs = [0.0] * CYCLE
    shares = {}
    for file in sorted(seconds, key=lambda file: (-seconds[file], file)):
        shares[file] = min(range(parts[file]), key=lambda share: sum(runs[share :: parts[file]]))
        for run in range(shares[file], CYCLE, parts[file]):
            runs[run] += seconds[file]
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


def get_file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]
