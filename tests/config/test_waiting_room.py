"""Questions of phones wait for news without a thread, and miss none."""

import random
import threading
from functools import partial
from types import SimpleNamespace

import pytest

from config import waiting_room
from config.hosted_worker import read_head
from config.serving import create_hall_server
from config.waiting_room import HOLD_SECONDS, WaitingRoom, read_question
from tests.config.test_serving import ALL_THREADS, PATIENCE, Application, ask, run

SEEN = "/t/stamp/ABCD2345?seen=old"


class Versions:
    """What the room reads: versions by code; says when it has been looked at."""

    def __init__(self, **versions):
        self.versions = versions
        self.looked = threading.Semaphore(0)

    def __call__(self, codes):
        self.looked.release()
        return {code: version for code, version in self.versions.items() if code in codes}


@pytest.fixture
def _unwatched(monkeypatch):
    """Rooms look only when a test tells them to."""
    monkeypatch.setattr(WaitingRoom, "_watch", lambda _room: None)


@pytest.fixture
def clock(monkeypatch):
    """The time at which requests come; a list of one number."""
    now = [0.0]
    monkeypatch.setattr(waiting_room, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def read_line(line):
    method, path, query, _cookies = read_head(line.encode() + b" HTTP/1.1\r\n\r\n")
    return read_question(method, path, query)


def test_only_the_question_for_another_version_waits():
    assert read_line(f"GET {SEEN}") == ("ABCD2345", "old")
    assert read_line("GET /t/stamp/ABCD2345?seen=open-1%2B2") == ("ABCD2345", "open-1+2")
    others = ("GET /t/stamp/ABCD2345", "GET /t/stamp/ABCD2345?seen=", f"POST {SEEN}", "GET /t/match/?seen=old", "GET /t/stamp/?seen=old")
    assert [read_line(line) for line in others] == [None] * len(others)


@pytest.mark.usefixtures("_unwatched")
def test_no_change_is_missed_and_nobody_is_answered_twice(clock):
    """Whenever a version changes, before or after its phone asks: at the next look the phone goes on; others wait for their time."""
    dice = random.Random(20261126)
    for _case in range(200):
        versions = Versions(**dict.fromkeys("ABC", "0"))
        room = WaitingRoom(1000, versions)
        waiting, answered = [], []
        for step in range(30):
            clock[0] += dice.uniform(0, 3)
            if dice.random() < 0.4:
                versions.versions[dice.choice("ABC")] = str(step)
            if dice.random() < 0.6:
                phone = (dice.choice("ABCD"), dice.choice(["0", str(step - 1)]), clock[0], step)
                waiting.append(phone)
                assert room.hold(phone[:2], partial(answered.append, phone))
            if dice.random() < 0.5:
                room.look(clock[0])
                due = [one for one in waiting if versions.versions.get(one[0], "") != one[1] or one[2] + HOLD_SECONDS <= clock[0]]
                assert answered == due
                waiting = [one for one in waiting if one not in due]
                answered.clear()


@pytest.mark.usefixtures("_unwatched")
def test_a_full_room_a_closing_one_and_one_that_cannot_read_keep_nobody(clock):
    versions, answered = Versions(A="0"), []
    room = WaitingRoom(2, versions)
    assert [room.hold(("A", "0"), lambda: answered.append(1)) for _phone in range(3)] == [True, True, False]
    room.look(clock[0])
    assert answered == []
    room.closing = True
    room.look(clock[0])
    assert (answered, room.hold(("A", "0"), lambda: None)) == ([1, 1], False)

    def fail(_codes):
        raise OSError

    broken = WaitingRoom(2, fail)
    assert broken.hold(("A", "0"), lambda: answered.append(2))
    broken.look(clock[0])
    assert answered == [1, 1, 2]


def test_saves_and_pages_are_answered_while_more_phones_wait_than_there_are_threads(monkeypatch):
    monkeypatch.setattr(waiting_room, "HOLD_SECONDS", PATIENCE)
    versions, answers = Versions(ABCD2345="old"), []
    with run(waiting_server(versions)) as port:
        phones = [threading.Thread(target=lambda: answers.append(ask(port, SEEN))) for _phone in range(3 * ALL_THREADS)]
        for phone in phones:
            phone.start()
        assert versions.looked.acquire(timeout=PATIENCE)
        assert [ask(port, path) for path in ("/t/match/", "/desk/x/", "/", "/t/stamp/ABCD2345")] == [200] * 4
        assert answers == []
        versions.versions["ABCD2345"] = "new"
        for phone in phones:
            phone.join(PATIENCE)
        assert answers == [200] * len(phones)


def test_a_phone_that_finds_no_room_is_answered_at_once(monkeypatch):
    monkeypatch.setattr(waiting_room, "HOLD_SECONDS", PATIENCE)
    monkeypatch.setattr(WaitingRoom, "hold", lambda *_arguments: False)
    with run(waiting_server(Versions(ABCD2345="old"))) as port:
        assert ask(port, SEEN) == 200


def waiting_server(versions):
    return create_hall_server(Application(), host="127.0.0.1", port=0, read=versions)
