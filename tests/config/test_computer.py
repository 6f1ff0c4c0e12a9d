"""The page about this computer: whom it lets in, the link that works once, and the end of the evening."""

from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core import signing

from backup.backups import make_backup
from config.computer import Closing
from config.hall import HallDoor
from config.opening import SALT, build_ticket
from scoring.models import PaperStyle
from tests.scoring.builders import build_tournament
from visitors.screen.queries import build_qr_code

pytestmark = pytest.mark.django_db


@pytest.fixture
def administrator():
    return User.objects.create_superuser("anna")


@pytest.fixture
def places(settings, tmp_path):
    settings.BACKUPS = tmp_path / "backups"
    return settings.BACKUPS


def open_by(client, ticket, **more):
    return client.get(f"/open/{ticket}/", **more)


def test_a_ticket_opens_the_desk_once(client, administrator):
    ticket = build_ticket()
    assert open_by(client, ticket)["Location"] == "/computer/"
    assert client.get("/computer/").context["user"] == administrator
    client.logout()
    refused = client.get(f"/open/{ticket}/", follow=True)
    assert "This link works once" in refused.text
    assert not refused.context["user"].is_authenticated


@pytest.mark.parametrize("visitor", ["192.168.1.20", "2001:db8::1"])
def test_a_ticket_opens_nothing_from_another_computer(client, administrator, visitor):
    assert open_by(client, build_ticket(), REMOTE_ADDR=visitor)["Location"] == "/login/"


@pytest.mark.parametrize("signature", [None, {"salt": "another"}, {"key": "another", "salt": SALT}], ids=["none", "purpose", "key"])
def test_what_is_no_ticket(client, administrator, signature):
    ticket = signing.dumps("x", **signature) if signature else "none"
    assert open_by(client, ticket)["Location"] == "/login/"


def test_an_old_ticket(client, administrator, time_machine):
    time_machine.move_to("2026-11-21T20:00:00Z")
    ticket = build_ticket()
    time_machine.move_to("2026-11-21T20:02:01Z")
    assert open_by(client, ticket)["Location"] == "/login/"


def test_a_ticket_without_anybody_to_log_in(client):
    User.objects.create_user("helper")
    assert open_by(client, build_ticket())["Location"] == "/login/"


def test_the_page_says_where_everything_is(client, administrator, settings, places, monkeypatch):
    monkeypatch.setattr("config.addresses.lan_addresses", lambda: ("192.168.7.8",))
    settings.LAN_ADDRESSES = type(settings.LAN_ADDRESSES)("0.0.0.0")
    PaperStyle.objects.create(tournament=build_tournament(), wifi_name="BarSport", wifi_password="settebello")
    client.force_login(administrator)
    page = client.get("/computer/").text
    address = f"http://192.168.7.8:{settings.PORT}/"
    for text in (
        address,
        build_qr_code(address).path,
        "BarSport\N{NO-BREAK SPACE}· settebello",
        str(settings.DATA),
        str(places),
        "none yet",
    ):
        assert text in page


def test_the_page_names_the_copy_from_before_the_last_update(client, administrator, places):
    client.force_login(administrator)
    assert "it says which copy it can open" in client.get("/computer/").text
    before = make_backup(occasion="before_migrating")
    make_backup(occasion="command")
    assert f"manage.py restore_backup {before.path}" in client.get("/computer/").text


def test_whoever_is_no_administrator_does_not_see_it(client):
    client.force_login(User.objects.create_user("helper"))
    assert [client.get("/computer/").status_code, client.post("/computer/close/").status_code] == [403, 403]


@pytest.fixture
def stopped(monkeypatch):
    """How often the desk was stopped."""
    times = []
    monkeypatch.setattr(Closing, "stop", lambda: times.append(1))
    return times


def test_where_no_desk_runs_nothing_can_be_closed(client, administrator):
    client.force_login(administrator)
    assert "Close the evening" not in client.get("/computer/").text
    assert client.post("/computer/close/").status_code == 404


def test_a_failing_backup_keeps_the_desk_open(client, administrator, places, stopped):
    places.write_text("a file where the directory should be", encoding="utf-8")
    client.force_login(administrator)
    refused = client.post("/computer/close/")
    assert (refused.status_code, stopped) == (409, [])
    assert "No backup could be written" in refused.text
    assert "The evening is closed" in client.post("/computer/close/", {"without_backup": ""}).text
    assert stopped == [1]
    assert Path(places).is_file()


@pytest.fixture
def door(monkeypatch, settings):
    """A desk for this computer alone; the addresses at which it was told to listen."""
    monkeypatch.setattr("config.addresses.lan_addresses", lambda: ("192.168.7.8",))
    settings.LAN_ADDRESSES = type(settings.LAN_ADDRESSES)("127.0.0.1")
    hosts: list[str] = []
    monkeypatch.setattr(HallDoor, "listen_at", hosts.append)
    return hosts


def test_one_press_opens_the_desk_to_the_hall(client, administrator, settings, door):
    client.force_login(administrator)
    assert "Open La Bella to the hall" in client.get("/computer/", headers={"host": "localhost"}).text
    opened = client.post("/computer/open/", {"next": "/desk/"}, headers={"host": "localhost"})
    assert (opened["Location"], door, list(settings.LAN_ADDRESSES)) == ("/desk/", ["0.0.0.0"], ["192.168.7.8"])
    assert "Open La Bella to the hall" not in client.get("/computer/", headers={"host": "localhost"}).text


def test_opening_leads_to_no_other_site(client, administrator, door):
    client.force_login(administrator)
    assert client.post("/computer/open/", {"next": "//evil.example/"})["Location"] == "/computer/"


def test_a_desk_that_cannot_be_opened_says_why_and_stays(client, administrator, settings, door, monkeypatch):
    def refuse(_host):
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(HallDoor, "listen_at", refuse)
    client.force_login(administrator)
    answer = client.post("/computer/open/", follow=True)
    assert ("Address already in use" in answer.text, settings.LAN_ADDRESSES.is_open) == (True, False)


def test_only_an_administrator_opens_the_desk(client, door):
    client.force_login(User.objects.create_user("helper"))
    assert (client.post("/computer/open/").status_code, door) == (403, [])
