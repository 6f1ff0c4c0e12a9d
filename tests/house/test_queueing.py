"""The queues that say how many machines a national day needs agree with queueing theory where it has a formula. If they failed, the figures
of docs/performance.md about sites of several hosts would mean nothing.
"""

import pytest

from benchmarks.queueing import Cost, Costs, Crowd, Machines, Simulation

NOTHING = Cost(0.0, 0.0)
FREE = Costs(NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING)


def test_savers_wait_for_a_database_of_one_processor_as_pollaczek_and_khinchine_say():
    service, busy = 0.01, 0.7
    costs = Costs(Cost(0.0, service), *[NOTHING] * 5)
    outcome = Simulation(costs, Machines(4, 1.0, 1), Crowd(2000, 0, 2000 * service / busy), 400.0).run()
    assert outcome.database_busy == pytest.approx(busy, rel=0.03)
    mean = sum(outcome.saves) / len(outcome.saves)
    assert mean == pytest.approx(service + busy * service / (2 * (1 - busy)), rel=0.08)


def test_threads_that_take_turns_are_a_shared_processor():
    service, busy = 0.05, 0.6
    costs = Costs(Cost(service, 0.0), *[NOTHING] * 5)
    outcome = Simulation(costs, Machines(1, 1.0, 1), Crowd(1000, 0, 1000 * service / busy), 1500.0).run()
    assert outcome.web_busy == pytest.approx(busy, rel=0.03)
    mean = sum(outcome.saves) / len(outcome.saves)
    assert mean == pytest.approx(service / (1 - busy), rel=0.1)


def test_a_phone_of_an_idle_site_sees_a_hand_at_the_next_look():
    outcome = Simulation(FREE, Machines(1, 1.0, 1), Crowd(50, 2, 10.0), 60.0).run()
    assert min(outcome.news) >= 0.0
    assert max(outcome.news) <= 0.2 + 0.2  # or it was pausing
    assert len(outcome.news) > 200
    assert sum(outcome.news) / len(outcome.news) == pytest.approx(0.1, rel=0.15)


def test_slow_processors_are_busier():
    fast, slow = (
        Simulation(Costs(Cost(0.02, 0.0), *[NOTHING] * 5), Machines(1, speed, 1), Crowd(100, 0, 20.0), 300.0).run() for speed in (1.0, 0.25)
    )
    assert slow.web_busy == pytest.approx(4 * fast.web_busy, rel=0.05)
