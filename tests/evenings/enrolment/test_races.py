"""If this fails, two who press at once get the same last place, or one of them is lost."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connections

from evenings.enrolment.details import EnrolmentDetails
from evenings.enrolment.services import answer_offer, enrol, new_code, withdraw
from tests.evenings.conftest import enrol_pair, found_evening
from tournaments.announcing.queries import count_places
from tournaments.models import Enrolment, Entry

pytestmark = [pytest.mark.both_databases, pytest.mark.django_db(transaction=True), pytest.mark.slow, pytest.mark.turns(4)]
CROWD = 8


def at_once(count, act):
    barrier = Barrier(count)

    def run(number):
        barrier.wait()
        try:
            return act(number)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


@pytest.fixture
def evening(director, data):
    return found_evening(director, places=1)


def test_two_who_press_at_once_for_the_last_place_are_one_place_and_one_waiting(evening):
    states = at_once(2, lambda number: enrol_pair(evening, f"P{number}").state)
    assert sorted(states) == ["placed", "waiting"]
    assert Entry.objects.count() == 1


def test_a_crowd_has_one_place_and_a_list_without_gaps(evening):
    states = at_once(CROWD, lambda number: enrol_pair(evening, f"P{number}").state)
    assert sorted(states) == ["placed"] + ["waiting"] * (CROWD - 1)
    assert list(Enrolment.objects.values_list("number", flat=True)) == list(range(1, CROWD + 1))


def test_the_same_form_pressed_many_times_at_once_is_one_enrolment(evening):
    code, details = new_code(), EnrolmentDetails(("Ada Rossi", "Ada Bianchi"), phone="1")
    keys = at_once(CROWD, lambda _number: enrol(evening, details, code=code, origin="phone").pk)
    assert len(set(keys)) == 1
    assert Entry.objects.count() == 1


def test_who_withdraws_while_others_come_leaves_the_place_to_the_first_who_waited(evening):
    first = enrol_pair(evening, "First")
    second = enrol_pair(evening, "Second")
    at_once(4, lambda number: withdraw(first).state if number == 0 else enrol_pair(evening, f"P{number}").state)
    second.refresh_from_db()
    assert second.state == "offered"
    assert count_places(evening).taken == 1


def test_accepting_and_declining_at_once_is_one_answer(evening):
    first, second, third = (enrol_pair(evening, name) for name in ("First", "Second", "Third"))
    withdraw(first)

    def answer(number):
        try:
            return answer_offer(second, accepted=number == 0).state
        except Exception as refusal:  # noqa: BLE001 - who comes second is refused
            return type(refusal).__name__

    answers = at_once(2, answer)
    second.refresh_from_db()
    third.refresh_from_db()
    assert (second.state, third.state) in {("placed", "waiting"), ("withdrawn", "offered")}
    assert "ChangeRefused" in answers
