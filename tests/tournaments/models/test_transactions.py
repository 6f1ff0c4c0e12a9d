"""`write_tx`: sixteen who write at once all succeed, and an error leaves nothing."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.auth.models import Group
from django.db import connections

from jobs.databases import NestedWriteError, write_tx

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True)]
WRITERS, WRITES = 16, 5


def test_sixteen_writers_all_succeed(data):
    start = threading.Barrier(WRITERS)

    def write(writer):
        start.wait()
        try:
            for number in range(WRITES):
                with write_tx():
                    Group.objects.create(name=f"{Group.objects.count()} {writer} {number}")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(WRITERS) as pool:
        list(pool.map(write, range(WRITERS)))
    assert Group.objects.count() == WRITERS * WRITES


def test_on_sqlite_each_writer_sees_all_that_was_written_before(data):
    """Counting and writing are one step behind the gate; on PostgreSQL that needs a row lock, so the numbers may repeat there."""
    test_sixteen_writers_all_succeed(data)
    numbers = sorted(int(name.split()[0]) for name in Group.objects.values_list("name", flat=True))
    if connections["default"].vendor == "sqlite":
        assert numbers == list(range(WRITERS * WRITES))
    else:
        assert len(numbers) == WRITERS * WRITES


def test_an_error_leaves_nothing(data):
    def write_and_fail():
        with write_tx():
            Group.objects.create(name="never")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_and_fail()
    assert Group.objects.count() == 0


def test_one_inside_another_is_an_error(data):
    with write_tx(), pytest.raises(NestedWriteError), write_tx():
        pass


def test_on_postgresql_waiting_is_bounded(data):
    if connections["default"].vendor != "postgresql":
        pytest.skip("SQLite waits at the gate: tests/jobs/test_locking.py")
    with write_tx(), connections["default"].cursor() as cursor:
        cursor.execute("SELECT current_setting('lock_timeout'), current_setting('statement_timeout')")
        assert cursor.fetchone() == ("20s", "1min")
