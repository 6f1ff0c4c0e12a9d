"""If this fails, two desks that give tables at the same moment send two entries to one seat, or lose what one of them gave."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from tests.tournaments.check_in.test_door_tables import arrive, entry, open_door
from tests.tournaments.conftest import NOON
from tournaments.check_in import door_tables
from tournaments.check_in.door_queries import read_door_book, read_door_seat
from tournaments.check_in.door_tables import give_door_seat
from tournaments.check_in.services import check_in_entry
from tournaments.models import Entry

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

DESKS = 6


def at_once(count, act):
    barrier = Barrier(count)

    def run(number):
        barrier.wait()
        try:
            act(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        list(pool.map(run, range(1, count + 1)))


def test_desks_that_give_tables_at_once_never_give_one_seat_twice(director):
    evening = open_door(director, "Due porte", 12)
    at_once(DESKS, lambda number: check_in_entry(entry(evening, number), actor=director, at=NOON))
    seats = [read_door_seat(entry(evening, number)) for number in range(1, DESKS + 1)]
    assert None not in seats
    assert len(set(seats)) == DESKS
    assert len(set(arrive(evening, director, *range(1, 13)))) == 12


def test_without_the_lock_one_of_the_two_would_be_lost(director, monkeypatch):
    evening = open_door(director, "Due porte", 12)
    Entry.objects.filter(tournament=evening).update(state=Entry.State.PRESENT)
    both_have_read = Barrier(2)

    def read_together(tournament):
        book = read_door_book(tournament)
        both_have_read.wait()
        return book

    monkeypatch.setattr(door_tables, "read_door_book", read_together)
    at_once(2, lambda number: give_door_seat(evening, entry(evening, number), NOON))
    assert len(read_door_book(evening).lines) == 1
