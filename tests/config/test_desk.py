"""The command behind `make run`."""

import contextlib
import errno
import http.client
import os
import re
import shutil
import signal
import socket
import sqlite3
import urllib.request
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError

from config.first_login import make_password
from config.management.commands import desk as desk_command
from config.management.commands.desk import Command
from tests.desks import PATIENCE, manage, open_desk


@pytest.fixture
def data(tmp_path, prepared_data):
    """A prepared directory of the test's own."""
    return Path(shutil.copytree(prepared_data, tmp_path / "data"))


def ask_without_body(desk):
    """Statuses of one connection's answers: a body after HEAD would be read as the next answer."""
    statuses = []
    with contextlib.closing(http.client.HTTPConnection(desk.url.removeprefix("http://"))) as connection:
        for method, path in (("HEAD", "/nowhere"), ("HEAD", "/"), ("GET", "/healthz")):
            connection.request(method, path)
            answer = connection.getresponse()
            answer.read()
            statuses.append(answer.status)
    return statuses


def test_a_start_on_a_full_disk_says_so(data, monkeypatch):
    def meet_full_disk(self, data, options):
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(Command, "_open", meet_full_disk)
    with pytest.raises(CommandError, match=r"is full: La Bella cannot start\. Nothing is lost\."):
        call_command("desk", "--prepare")


def test_a_first_start_says_how_to_log_in(tmp_path):
    with open_desk(tmp_path / "data") as desk:
        assert ask_without_body(desk) == [404, 200, 200]
        assert desk.health() == {
            "status": "ok",
            "checks": {"database": "ok", "guards": "ok", "worker": "ok", "disk": "ok", "ledger": "ok", "backups": "ok"},
        }
        said = desk.close(by=signal.SIGTERM)
    assert f"http://127.0.0.1:{desk.url.rpartition(':')[2]}/" in said
    assert f"user name  {desk.username}" in said
    assert f"password   {desk.password}" in said
    assert "La Bella has stopped. Everything saved is safe." in said
    assert desk.process.returncode == 0
    assert (desk.data / "login.txt").stat().st_mode & 0o777 == 0o600
    assert desk.data.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in desk.data.glob("*.sqlite3*")} == {0o600}


def test_a_second_start_keeps_the_password_to_itself_and_the_directory_to_one_desk(data):
    with open_desk(data) as desk:
        second = manage(desk.data, "desk", PORT="1")
        said = desk.close(by=signal.SIGINT)
    assert second.returncode != 0
    assert "La Bella is already running" in second.stderr
    assert desk.password not in said
    assert "login.txt" in said


def test_a_port_that_is_taken(data):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        refused = manage(data, "desk", PORT=str(port))
    assert refused.returncode != 0
    assert f"Cannot open 127.0.0.1:{port}: another program is using it." in refused.stderr
    assert "make run PORT=" in refused.stderr


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("PORT", "99999", "99999 is no port"),
        ("PORT", "eight", "eight is no port"),
        ("HOST", "192.0.2.1", "HOST=192.0.2.1 is not an address of this computer"),
        ("HOST", "nowhere.invalid", "HOST=nowhere.invalid is not an address of this computer"),
    ],
)
def test_what_is_no_port_and_no_address(data, variable, value, said):
    refused = manage(data, "desk", **{variable: value})
    assert refused.returncode != 0
    assert said in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize(
    ("number", "port", "said"),
    [
        (errno.EACCES, 80, "ports below 1024 are the administrator’s"),
        (errno.EADDRINUSE, 80, "another program is using it"),
        (errno.EACCES, 8000, "(Permission denied)"),
    ],
)
def test_a_port_is_refused_with_its_own_reason(monkeypatch, number, port, said):
    def refuse(host, port):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(desk_command, "check_port_is_free", refuse)
    with pytest.raises(CommandError, match=re.escape(said)) as refused:
        desk_command._create_server("127.0.0.1", port)
    assert (said == "another program is using it") == ("another program" in str(refused.value))


@pytest.mark.parametrize("place", ["/proc/labella", "/dev/null/data"])
def test_a_directory_that_cannot_be_written(place):
    refused = manage(place, "desk", "--prepare")
    assert refused.returncode != 0
    assert f"Cannot write to {place}" in refused.stderr
    assert "make run DATA=" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_server_begins_without_a_demonstration(empty_data):
    assert (empty_data / "login.txt").is_file()
    with contextlib.closing(sqlite3.connect(empty_data / "labella.sqlite3")) as database:
        assert database.execute("SELECT COUNT(*) FROM tournaments_tournament").fetchone() == (0,)


def test_a_new_password(data):
    old = (data / "login.txt").read_text()
    said = manage(data, "desk", "--reset-password").stdout
    new = (data / "login.txt").read_text()
    assert new != old
    assert new.split()[1] in said


def test_in_the_hall_the_desk_says_that_all_can_read(data):
    with open_desk(data, HOST="0.0.0.0") as desk:
        page = urllib.request.urlopen(f"{desk.url}/login/", timeout=PATIENCE).read().decode()
        said = desk.close(by=signal.SIGTERM)
    assert ("Unprotected network (http)" in page) is ("in the hall" in said)


def test_after_kill_the_desk_opens_again(data):
    with open_desk(data) as desk:
        desk.close(by=signal.SIGKILL)
        with open_desk(desk.data) as again:
            assert again.health()["status"] == "ok"


def test_passwords_can_be_read_aloud():
    words = make_password().split("-")
    assert [len(words), words[-1].isdigit(), all(word.isalpha() for word in words[:-1])] == [5, True, True]
    assert len({make_password() for _ in range(100)}) == 100
