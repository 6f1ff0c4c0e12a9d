"""`kill -9` of the desk while people enrol: whoever was told so is on the list, once, and the places go to the first. If this failed,
somebody would stand at the door whom nobody expects.
"""

import random
import threading
import time

import pytest

from tests.faults.conftest import SEED
from tests.faults.enrolling import Phone, list_faults, prepare_evening, read_list
from tests.faults.test_kill_storm import kill_child, phoenix
from tests.services import free_port

pytestmark = [pytest.mark.slow, pytest.mark.turns(4)]
PLACES, PHONES = 16, 6


def enrol_while_it_dies(data, *, kills, enrolled, patience=60):
    """Kill until there were enough deaths and enough enrolments; the phones and how often the desk died."""
    prepare_evening(data, PLACES)
    port = free_port()
    phones = [Phone(port, f"Rossi {letter}") for letter in "abcdef"[:PHONES]]
    chance, died, over = random.Random(SEED), 0, threading.Event()
    with phoenix(data, port):
        threads = [threading.Thread(target=phone.work, args=(over.is_set,)) for phone in phones]
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + patience
        while (died < kills or count_enrolled(phones) < enrolled) and time.monotonic() < deadline:
            known, share = count_enrolled(phones), enrolled / kills
            while count_enrolled(phones) < known + share * chance.uniform(0.2, 1.8) and time.monotonic() < deadline:
                time.sleep(0.005)
            died += kill_child(data)
        over.set()
        for thread in threads:
            thread.join()
    return phones, died


def count_enrolled(phones):
    return sum(len(phone.enrolled) for phone in phones)


def judge(data, phones, died, figures, *, kills, enrolled):
    stored = read_list(data)
    figures(kills=died, enrolled=count_enrolled(phones), stored=len(stored.codes))
    assert list_faults(stored, phones, PLACES) == []
    assert [status for phone in phones for status, _body in phone.strange if status != 503] == []
    assert (died >= kills, count_enrolled(phones) >= enrolled) == (True, True)


def test_nobody_who_was_told_so_is_lost(tmp_path, figures):
    phones, died = enrol_while_it_dies(tmp_path / "data", kills=3, enrolled=30)
    judge(tmp_path / "data", phones, died, figures, kills=3, enrolled=30)


def test_a_list_without_one_who_was_told_so_is_found_out(tmp_path):
    """The positive control: one is deleted behind the desk's back, and one more gets a place."""
    phones, _died = enrol_while_it_dies(tmp_path / "data", kills=1, enrolled=PLACES + 2)
    stored = read_list(tmp_path / "data")
    told = {code for phone in phones for code in phone.enrolled}  # the last may be one whose answer died with the desk
    last = max(place for place, code in enumerate(stored.codes) if code in told)
    without_last = type(stored)(stored.codes[:last] + stored.codes[last + 1 :], stored.numbers[:-1], stored.states[:-1], stored.entries)
    one_more = type(stored)(stored.codes, stored.numbers, ["placed"] * (PLACES + 1) + stored.states[PLACES + 1 :], stored.entries)
    assert list_faults(without_last, phones, PLACES)[0].startswith("lost")
    assert list_faults(one_more, phones, PLACES) == [f"{PLACES + 1} have a place, {PLACES} entries"]


@pytest.mark.proof
def test_two_hundred_deaths(tmp_path, figures):
    phones, died = enrol_while_it_dies(tmp_path / "data", kills=200, enrolled=1500, patience=800)
    judge(tmp_path / "data", phones, died, figures, kills=200, enrolled=1500)
