"""What a large page leaves behind is given back when it is over."""

import gc
import weakref

import pytest

from jobs.machine import LARGE_WORK, SEARCH_AFTER, free_after_large_work


class Knowing:
    """One of two objects that know each other, which only the search for garbage gives back."""


@pytest.fixture
def usual_thresholds():
    before = gc.get_threshold()
    gc.collect()
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
