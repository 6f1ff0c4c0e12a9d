"""Login, language, health and the pages that say what to do."""

import errno
import os

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import OperationalError, connection
from django.test import Client
from django.urls import path

from accounts.users.sessions import allow_network_logins
from config.urls import handler400, handler403, handler404, handler500
from config.urls import urlpatterns as site
from jobs.databases import WriteLockTimeout
from jobs.permissions import everybody
from jobs.worker import report_worker_alive
from tests.pages import read_page


def busy(request):
    raise WriteLockTimeout("another write is still running")


def broken(request):
    raise OperationalError("no such table: results")


def full(request):
    """SQLite's own word for it: the file may not grow."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("CREATE TEMP TABLE things (content BLOB)")
            cursor.execute("PRAGMA temp.max_page_count = 4")
            cursor.execute("INSERT INTO things VALUES (zeroblob(1000000))")
    finally:
        other.close()


def full_directory(request):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def gone(request):
    """What psycopg says when the server behind a connection ends."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    finally:
        other.close()


views = [busy, broken, full, full_directory, gone]
for view in views:
    view.policy = everybody
urlpatterns = [*site, *(path(f"{view.__name__}/", view) for view in views)]
__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]
LOGIN = {"username": "director", "password": "asso-due-tre-quattro-0000"}


def test_log_in_and_be_where_one_wanted_to_be(client, director, data):
    answer = client.post("/login/", LOGIN | {"next": "/login/?again=1"})
    assert (answer.status_code, answer["Location"]) == (302, "/login/?again=1")
    assert User.objects.get().last_login is not None


def test_nobody_is_sent_to_another_site(client, director, data):
    assert client.post("/login/", LOGIN | {"next": "https://elsewhere.example/"})["Location"] == "/"


def test_a_wrong_password_says_so_and_keeps_the_name(client, director):
    answer = client.post("/login/", LOGIN | {"password": "wrong"})
    assert answer.status_code == 200
    assert 'role="alert"' in answer.text
    assert 'value="director"' in answer.text


def test_an_ended_session_is_named(director_client):
    Session.objects.all().delete()
    page = director_client.get("/login/?next=/desk/")
    assert "You have been logged out. Log in to continue here. Nothing saved was lost." in page.text


def test_too_many_tries_lock_this_name_from_this_address_only(director, data):
    allow_network_logins(allowed=True)
    guesser, other = Client(REMOTE_ADDR="192.0.2.1"), Client(REMOTE_ADDR="192.0.2.2")
    statuses = [guesser.post("/login/", LOGIN | {"password": "wrong"}).status_code for _ in range(8)]
    assert statuses == [200] * 7 + [429]
    assert "Too many tries" in guesser.post("/login/", LOGIN).text
    assert guesser.post("/login/", LOGIN | {"username": "somebody"}).status_code == 200
    assert other.post("/login/", LOGIN).status_code == 302


def test_log_out(director_client):
    assert director_client.post("/logout/").status_code == 302
    assert "Log in" in director_client.get("/login/").text


def test_the_language_is_chosen_by_a_button_and_stays(client):
    assert read_page(client.get("/login/")).find("html")["lang"] == "en"
    answer = client.post("/language/", {"language": "it", "next": "/login/?next=/desk/"})
    assert (answer.status_code, answer["Location"]) == (302, "/login/?next=/desk/")
    page = client.get("/login/").text
    assert read_page(page).find("html")["lang"] == "it"
    assert "Nome utente" in page
    assert client.get("/language/").status_code == 405


def test_the_browsers_language_is_followed_until_then(client):
    assert read_page(client.get("/login/", headers={"Accept-Language": "it-IT,it;q=0.9"})).find("html")["lang"] == "it"


def test_health(client):
    report_worker_alive()
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (
        200,
        {"status": "ok", "checks": {"database": "ok", "guards": "ok", "worker": "ok", "disk": "ok", "ledger": "ok", "backups": "ok"}},
    )


def test_health_without_a_worker(client):
    cache.clear()
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["checks"]["worker"]) == (503, "no worker has reported for a minute")
    assert client.get("/ready").json() == {"status": "ok", "checks": {"database": "ok", "guards": "ok", "disk": "ok"}}


def test_a_site_that_cannot_save_is_live_and_not_ready(client, monkeypatch):
    monkeypatch.setattr("backup.damage.state.write_fault", "No space left on device")
    assert (client.get("/ready").status_code, client.get("/live").status_code) == (503, 200)


def test_backups_that_cannot_be_written_fail_the_check_and_not_the_site(client, settings, tmp_path):
    settings.BACKUPS = tmp_path / "stick" / "copies"
    report_worker_alive()
    assert client.get("/healthz").json()["checks"]["backups"] == "No such file or directory"
    assert client.get("/ready").status_code == 200


def test_a_missing_page(client):
    answer = client.get("/nowhere/")
    assert answer.status_code == 404
    assert "Check the address" in answer.text


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("method", "address", "body"),
    [("get", "/login/?next=%00", {}), ("post", "/login/", LOGIN | {"username": "a\0b"}), ("post", "/t", {"match": "\0", "code": "x"})],
)
def test_what_no_keyboard_can_type_is_no_request(client, method, address, body):
    answer = getattr(client, method)(address, body) if body else getattr(client, method)(address)
    assert answer.status_code == 400


def test_a_write_whose_turn_did_not_come(client):
    answer = client.get("/busy/")
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "others were saving at the same moment" in answer.text


def test_an_error_inside_the_program(director_client):
    director_client.raise_request_exception = False
    answer = director_client.get("/broken/")
    assert answer.status_code == 500
    assert "Everything else is safe" in answer.text


@pytest.mark.both_databases
def test_a_database_that_went_away(client):
    """On SQLite there is no server that could go: the same request is an error inside the program."""
    client.raise_request_exception = False
    answer = client.get("/gone/")
    if connection.vendor == "sqlite":
        assert answer.status_code == 500
    else:
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        assert "it will not be saved twice" in answer.text


@pytest.mark.parametrize("where", ["full", "full_directory"])
def test_a_full_disk(client, where):
    client.raise_request_exception = False
    answer = client.get(f"/{where}/")
    assert answer.status_code == 507
    assert "What you just sent was not saved" in answer.text


def test_a_form_without_its_token(director):
    answer = Client(enforce_csrf_checks=True).post("/login/", LOGIN)
    assert answer.status_code == 403
    assert "Go back, reload the page, and send the form again." in answer.text


def test_a_host_that_is_not_ours(client):
    assert client.get("/login/", headers={"Host": "elsewhere.example"}).status_code == 400
