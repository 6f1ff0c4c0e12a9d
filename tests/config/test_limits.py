"""One address cannot keep others waiting, and a hall behind one address is not locked out by somebody in it."""

import pytest
from django.core.cache import cache
from django.test import Client

from config import middleware
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening

pytestmark = pytest.mark.django_db
HALL, ELSEWHERE = "203.0.113.9", "198.51.100.7"
PASSWORD = "noce-luna-asso-vino-4071"


@pytest.fixture(autouse=True)
def _counted_anew(monkeypatch, settings):
    settings.SECOND_FACTOR_REQUIRED = False
    monkeypatch.setattr(middleware, "LOGINS_A_MINUTE", 12)
    monkeypatch.setattr(middleware.time, "time", lambda: 1_800_000_000.0)
    cache.clear()


@pytest.fixture
def director():
    director = build_user("director")
    director.set_password(PASSWORD)
    director.save()
    return director


def log_in(client, name, password, address=HALL):
    return client.post("/login/", {"username": name, "password": password}, REMOTE_ADDR=address).status_code


def log_in_everywhere(monkeypatch):
    monkeypatch.setattr("config.views.is_login_allowed", lambda _request: True)
    monkeypatch.setattr("accounts.users.sessions.is_login_allowed", lambda _request: True)


def test_names_that_change_each_time_are_stopped_and_other_addresses_are_not(monkeypatch, director):
    log_in_everywhere(monkeypatch)
    answers = [log_in(Client(), f"somebody{number}", "wrong") for number in range(14)]
    assert answers == [200] * 12 + [429] * 2
    assert log_in(Client(), "director", PASSWORD, ELSEWHERE) == 302
    assert log_in(Client(), "director", PASSWORD, "127.0.0.1") == 302  # the computer itself


def test_a_browser_that_logged_in_before_is_not_held_back_by_others_in_the_hall(monkeypatch, director):
    log_in_everywhere(monkeypatch)
    known = Client()
    assert log_in(known, "director", PASSWORD) == 302
    assert known.cookies[middleware.DEVICE_COOKIE]["httponly"]
    known.post("/logout/")
    wrong = [log_in(Client(), "director", "wrong") for _try in range(10)]
    assert wrong[-1] == 429  # the lock of this name at this address
    [log_in(Client(), f"somebody{number}", "wrong") for number in range(12)]
    assert log_in(Client(), "director", PASSWORD) == 429  # an unknown browser of the same address
    assert log_in(known, "director", PASSWORD) == 302


def test_a_known_browser_has_no_more_tries_than_an_address(monkeypatch, director):
    log_in_everywhere(monkeypatch)
    known = Client()
    log_in(known, "director", PASSWORD)
    known.post("/logout/")
    assert [log_in(known, f"somebody{number}", "wrong") for number in range(13)][-1] == 429
    forged = Client()
    forged.cookies[middleware.DEVICE_COOKIE] = "anything:signed:nowhere"
    [log_in(forged, f"somebody{number}", "wrong") for number in range(12)]
    assert log_in(forged, "director", PASSWORD) == 429


def test_a_cache_that_does_not_answer_refuses_nobody(monkeypatch, director):
    log_in_everywhere(monkeypatch)

    def fail(*arguments):
        raise ConnectionError

    monkeypatch.setattr(middleware.cache, "add", fail)
    assert [log_in(Client(), f"somebody{number}", "wrong") for number in range(14)] == [200] * 14


def test_costly_pages_are_limited_by_address_and_looking_is_not(monkeypatch):
    play_evening(name="Evening", public=True)
    monkeypatch.setattr(middleware, "COSTLY_A_MINUTE", 3)
    phone = Client(REMOTE_ADDR=HALL)
    answers = [phone.get("/tournaments/evening-2026/ledger.jsonl").status_code for _time in range(5)]
    assert answers == [200] * 3 + [429] * 2
    refused = phone.get("/tournaments/evening-2026/ledger.jsonl")
    assert (refused["Retry-After"], "Wait a minute" in refused.content.decode()) == ("60", True)
    assert {phone.get("/tournaments/evening-2026/results/").status_code for _time in range(5)} == {200}
