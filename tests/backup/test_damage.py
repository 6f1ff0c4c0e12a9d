"""A damaged database is noticed, said, and not written into; nothing is called safe that is not."""

import shutil
import sqlite3
from contextlib import closing

import pytest
from django.db import DatabaseError
from django.test import Client

from backup import damage, storage
from backup.backups import make_backup
from tests.desks import manage
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tournaments.refusals import ChangeRefused

pytestmark = pytest.mark.usefixtures("committed")


@pytest.fixture(autouse=True)
def unharmed(monkeypatch):
    monkeypatch.setattr(damage.state, "damage", "")
    monkeypatch.setattr(damage.state, "write_fault", "")


def spoil(path, table):
    """Overwrite the head of the first page of a table."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table]).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * 64)


@pytest.fixture
def spoilt_data(tmp_path, prepared_data):
    data = tmp_path / "spoilt"
    shutil.copytree(prepared_data, data)
    spoil(data / "labella.sqlite3", "tournaments_match")
    return data


def test_the_rolling_check_finds_it_and_nothing_in_a_whole_file(spoilt_data, prepared_data):
    assert damage.find_damage(prepared_data / "labella.sqlite3") == ""
    assert damage.find_damage(spoilt_data / "labella.sqlite3") != ""


def test_verify_and_the_start_say_it_in_a_sentence(spoilt_data):
    for command in (["verify"], ["desk", "--prepare"]):
        done = manage(spoilt_data, *command)
        assert done.returncode != 0
        assert "Traceback" not in done.stderr
        assert "restore_backup" in done.stderr


def test_from_then_on_nothing_is_written_and_the_page_names_the_newest_copy(settings, data):
    settings.BACKUPS = data / "backups"
    tournament = play_evening()
    copy = make_backup(occasion="asked")
    client = Client()
    client.force_login(build_user("director"))
    damage.report_damage("database disk image is malformed")
    answer = client.post(f"/desk/{tournament.slug}/settings/", {"name": "Another"})
    content = answer.content.decode()
    assert (answer.status_code, copy.name in content, "Nothing more is saved" in content) == (503, True, True)
    tournament.refresh_from_db()
    assert tournament.name != "Another"
    health = client.get("/healthz")
    assert (health.status_code, health.json()["checks"]["database"]) == (503, "database disk image is malformed")


def test_a_backup_that_meets_damage_does_not_call_results_safe(settings, data, monkeypatch):
    settings.BACKUPS = data / "backups"

    def meet_damage(source, target):
        raise sqlite3.DatabaseError("database disk image is malformed")

    monkeypatch.setattr("backup.backups.copy_database", meet_damage)
    with pytest.raises(ChangeRefused, match="the data on this computer are damaged"):
        make_backup(occasion="asked")
    assert damage.state.damage != ""


def test_what_is_damage():
    assert damage.is_damage(DatabaseError("database disk image is malformed"))
    assert not damage.is_damage(DatabaseError("database is locked"))
    assert not damage.is_damage(ValueError("malformed"))


def test_a_disk_that_takes_nothing_is_said(tmp_path):
    assert storage.find_write_fault(tmp_path) == ""
    assert storage.find_write_fault(tmp_path / "nowhere") == "No such file or directory"
