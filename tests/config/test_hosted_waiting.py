"""Phones of a hosted site wait for news in every worker: they are not answered again and again, and none fails."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from benchmarks.waiting import run
from config.hosted_worker import SPECTATOR_THREADS, WORK_THREADS


@pytest.mark.slow
@pytest.mark.turns(4)
def test_more_phones_wait_than_a_hosted_site_has_threads():
    with ThreadPoolExecutor(1) as beside:  # a browser test before this one leaves its event loop in the tests' thread
        seen = beside.submit(run, 8 * (WORK_THREADS + SPECTATOR_THREADS), 5.0, 8, hosted=True).result()
    assert seen["asking"]["idle_a_minute"] > 0
    assert (seen["waiting"]["idle_a_minute"], seen["waiting"]["failed"]) == (0, 0)
