"""Phones with a browser's usual connections, and 99 connections that never say a word, in front of one desk: nobody is refused, and the
director saves all the while. The former limits are the control, in tests/config/test_serving.py.
"""

import pytest

from benchmarks.audience import Crowd, run_audience


@pytest.mark.slow
@pytest.mark.turns(4)
def test_more_connections_than_the_former_limit_and_nobody_is_refused():
    seen = run_audience(Crowd(24, 5, seconds=4.0, arrival=2.0))
    assert (seen["refused"], seen["loaded_share"]) == (0, 1.0)
    assert seen["saves"] > 1


@pytest.mark.proof
def test_three_hundred_phones_on_a_laptop(figures):
    seen = run_audience(Crowd(300, 5, seconds=60.0, arrival=30.0))
    figures(**seen)
    assert (seen["refused"], seen["loaded_share"]) == (0, 1.0)
