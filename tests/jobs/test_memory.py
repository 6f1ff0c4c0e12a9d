"""What a large page leaves behind is given back when it is over. Memory is read as Debian tells it, on which this folder's tests run."""

import gc
import re
import weakref
from pathlib import Path

import pytest

from jobs.machine import LARGE_WORK, SEARCH_AFTER, free_after_large_work

BLOCK = 2_000
"""Bytes: more than Python keeps in pools of its own."""
BLOCKS = 30_000


class Knowing:
    """One of two objects that know each other, which only the search for garbage gives back."""


@pytest.fixture
def usual_thresholds():
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*SEARCH_AFTER)
    yield
    gc.set_threshold(*before)


def leave_garbage(objects):
    first, second = Knowing(), Knowing()
    first.other, second.other = second, first
    rows = [[] for _row in range(objects)]
    first.rows = rows
    return weakref.ref(first)


@pytest.mark.usefixtures("usual_thresholds")
def test_the_rows_of_a_large_page_go_with_it(client, db):
    garbage = leave_garbage(LARGE_WORK * SEARCH_AFTER[0] + SEARCH_AFTER[0])
    assert garbage() is not None
    client.get("/tournaments/nobody/")
    assert garbage() is None


@pytest.mark.usefixtures("usual_thresholds")
def test_a_small_page_costs_no_search():
    garbage = leave_garbage(100)
    free_after_large_work()
    assert garbage() is not None


def read_megabytes():
    resident = re.search(r"VmRSS:\s+(\d+)", Path("/proc/self/status").read_text(encoding="ascii"))
    return int(resident[1]) // 1024


@pytest.mark.usefixtures("usual_thresholds")
def test_where_nobody_can_be_told_to_give_memory_back_garbage_goes_all_the_same(monkeypatch):
    """Windows, macOS and musl have no such call."""
    monkeypatch.setattr("jobs.machine.find_trim", lambda: None)
    garbage = leave_garbage(LARGE_WORK * SEARCH_AFTER[0] + SEARCH_AFTER[0])
    free_after_large_work()
    assert garbage() is None


@pytest.mark.usefixtures("usual_thresholds")
def test_what_was_freed_goes_back_to_the_system():
    """A small block that is still used lies above all that was freed, as what a page leaves in a cache does."""
    blocks = [bytes(BLOCK) for _block in range(BLOCKS)]
    block_above = bytes(BLOCK)
    before = read_megabytes()
    blocks.clear()
    after_clearing = read_megabytes()
    leave_garbage(LARGE_WORK * SEARCH_AFTER[0] + SEARCH_AFTER[0])
    free_after_large_work()
    assert before - after_clearing < BLOCK * BLOCKS / 2_000_000 < before - read_megabytes()
    assert len(block_above) == BLOCK
