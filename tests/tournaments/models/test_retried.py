"""A transaction that gives way begins again; whatever else goes wrong does not."""

import pytest
from django.db import OperationalError

from jobs.databases import ATTEMPTS, retry_on_conflict


class GaveWay(Exception):
    def __init__(self, sqlstate):
        super().__init__(sqlstate)
        self.sqlstate = sqlstate


def failing(times, sqlstate):
    tries = []

    @retry_on_conflict
    def service(value, *, key):
        tries.append((value, key))
        if len(tries) <= times:
            raise OperationalError("deadlock detected") from GaveWay(sqlstate)
        return value

    return service, tries


@pytest.mark.parametrize("sqlstate", ["40001", "40P01"])
def test_it_begins_again_with_the_same_arguments(sqlstate):
    service, tries = failing(ATTEMPTS - 1, sqlstate)
    assert service(7, key="k") == 7
    assert tries == [(7, "k")] * ATTEMPTS


def test_it_gives_up_after_four():
    service, tries = failing(99, "40P01")
    with pytest.raises(OperationalError):
        service(7, key="k")
    assert len(tries) == ATTEMPTS


def test_another_error_is_not_tried_again():
    service, tries = failing(1, "55P03")
    with pytest.raises(OperationalError):
        service(7, key="k")
    assert len(tries) == 1
