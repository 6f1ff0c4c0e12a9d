"""Writers of one tournament wait in order; in a queue that does not move only few may wait."""

import threading

import pytest

from jobs import queues
from jobs.queues import QueueRefusal, WritersQueue

PATIENCE = 600.0
MANY = queues.PLACES + 4


def wait_behind(queue, patience, refused, turns):
    try:
        with queue.turn(patience):
            turns.append(threading.current_thread().name)
    except QueueRefusal:
        refused.release()


def crowd(queue, patience):
    """So many threads behind whoever has the turn, in their order."""
    refused, turns, threads = threading.Semaphore(0), [], []
    for number in range(MANY):
        thread = threading.Thread(target=wait_behind, args=(queue, patience, refused, turns), name=str(number))
        thread.start()
        threads.append(thread)
        while queue.length < number + 2 and thread.is_alive():
            thread.join(0.001)
    return refused, turns, threads


def test_a_queue_that_does_not_move_is_short_and_the_rest_have_their_turns_in_order():
    queue = WritersQueue()
    with queue.turn(PATIENCE):
        refused, turns, threads = crowd(queue, PATIENCE)
        for _ in range(MANY - queues.PLACES):
            assert refused.acquire(timeout=PATIENCE)
        assert queue.length == queues.PLACES + 1
    for thread in threads:
        thread.join(PATIENCE)
    assert turns == [str(number) for number in range(queues.PLACES)]
    assert queue.length == 0


def test_control_a_queue_without_limit_keeps_every_thread(monkeypatch):
    monkeypatch.setattr(queues, "PLACES", MANY)
    queue = WritersQueue()
    with queue.turn(PATIENCE):
        refused, turns, threads = crowd(queue, PATIENCE)
        assert not refused.acquire(timeout=3 * queues.STALL_SECONDS)
        assert queue.length == MANY + 1
    for thread in threads:
        thread.join(PATIENCE)
    assert len(turns) == MANY


def test_whoever_waits_too_long_is_refused():
    queue = WritersQueue()
    with queue.turn(PATIENCE), pytest.raises(QueueRefusal), queue.turn(0.01):
        pass
    assert queue.length == 0
