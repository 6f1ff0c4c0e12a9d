"""How fast and how often. If this failed, a desk would take the hall's whole network, or ask a site a thousand times an hour."""

import random

from hypothesis import given
from hypothesis import strategies as st

from publishing.sending.pacing import BURST, LONGEST_PAUSE, LONGEST_REFUSED_PAUSE, MINUTE, Pace, compute_pause


@given(st.integers(16_000, 2_000_000), st.lists(st.tuples(st.integers(1, 48_700), st.floats(0, 30)), max_size=60))
def test_no_minute_carries_more_than_is_allowed(speed, sends):
    """Whoever waits as told sends, in any minute, no more than the speed, what silence had saved, and the piece that ends it."""
    now, sent = 0.0, []
    pace = Pace(speed, lambda: now)
    for size, idle in sends:
        now += idle
        sent.append((now, size))
        now += pace.count(size)
    for begin, _size in sent:
        within = [size for at, size in sent if begin <= at < begin + MINUTE]
        assert sum(within[:-1]) <= speed * (1 + BURST / MINUTE) + 1


def test_a_clock_that_stands_still_does_not_stop_the_pace():
    assert Pace(60_000, lambda: 0.0).count(1000) == 0.0
    assert Pace(60_000, lambda: 0.0).count(7000) == 2.0


def test_pauses_grow_are_spread_and_end():
    chance = random.Random(7)
    pauses = [compute_pause(tries, waits=True, chance=chance) for tries in range(1, 40)]
    assert pauses[0] < 1.5
    assert max(pauses) <= LONGEST_PAUSE * 1.3
    assert len({round(pause, 6) for pause in pauses[10:]}) > 20
    assert compute_pause(30, waits=False, chance=chance) > LONGEST_PAUSE * 1.3


def test_what_the_site_asks_for_is_waited_for_within_reason():
    chance = random.Random(7)
    assert compute_pause(1, waits=True, chance=chance, asked=30.0) == 30.0
    assert compute_pause(1, waits=True, chance=chance, asked=1e9) == LONGEST_REFUSED_PAUSE
