"""`manage.py makemigrations` makes a migration that runs on every desk, with all its triggers: nothing is added to it by hand."""

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from tests.desks import manage, manage_in_turn

SERVER = os.environ.get("DATABASE_URL", "")
TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
TRIGGERS_OF_POSTGRES = "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname"
COLUMNS = (
    "SELECT (SELECT COUNT(*) FROM tournaments_entry WHERE shirt = 'none'), (SELECT COUNT(*) FROM scoring_matchresult WHERE minutes = 90)"
)
CHECK = ("check", "--database", "default")
ROWS = "SELECT (SELECT COUNT(*) FROM tournaments_entry), (SELECT COUNT(*) FROM scoring_matchresult)"

Manage = Callable[..., str]


def read_rows(data: Path, url: str, query: str) -> list[tuple[object, ...]]:
    with closing(psycopg.connect(url) if url else sqlite3.connect(data / "labella.sqlite3")) as connection:
        return connection.execute(query).fetchall()


def read_triggers(data: Path, url: str) -> list[tuple[object, ...]]:
    return read_rows(data, url, TRIGGERS_OF_POSTGRES if url else TRIGGERS)


def run(data: Path, *arguments: str, **more: str) -> str:
    process = manage(data, *arguments, **more)
    assert process.returncode == 0, process.stderr
    return process.stdout


@pytest.fixture
def url():
    """A database of the test's own on PostgreSQL; empty where the tests run on SQLite."""
    if not SERVER:
        yield ""
        return
    name = f"changed_{uuid4().hex}"
    with psycopg.connect(SERVER, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield f"{SERVER.rpartition('/')[0]}/{name}"
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture
def populated(tmp_path, url, request):
    """A desk with the demonstration, as the unchanged project makes it."""
    data = tmp_path / "populated"
    if url:
        run(data, "desk", "--prepare", DATABASE_URL=url)
    else:
        shutil.copytree(request.getfixturevalue("prepared_data"), data)
    return data


@pytest.fixture
def empty(tmp_path, url, request):
    """A desk that nobody has used, as the unchanged project makes it; on PostgreSQL an empty database, where every migration runs."""
    return tmp_path / "empty" if url else Path(shutil.copytree(request.getfixturevalue("empty_data"), tmp_path / "empty"))


@pytest.mark.both_databases
def test_a_changed_schema_on_an_empty_desk(empty, changed, url):
    manage_in_turn(empty, ("migrate",), CHECK, ("makemigrations", "--check", "--dry-run"), **changed, DATABASE_URL=url)
    assert read_rows(empty, url, COLUMNS) == [(0, 0)]


@pytest.mark.both_databases
def test_a_changed_schema_on_a_desk_with_results(populated, changed, url):
    rows, triggers = read_rows(populated, url, ROWS), read_triggers(populated, url)
    said = manage_in_turn(populated, ("migrate",), CHECK, ("verify",), **changed, DATABASE_URL=url)
    assert (read_rows(populated, url, COLUMNS), read_triggers(populated, url)) == (rows, triggers)
    assert "everything matches" in said


def test_what_the_engine_of_django_does_with_the_same_migration(empty, changed):
    """The control: without ours the table cannot be rebuilt."""
    refused = manage(empty, "migrate", **changed, PLAIN_ENGINE="1")
    assert "error in trigger" in refused.stderr


def test_a_desk_that_a_migration_does_not_fit_is_as_it_was(tmp_path, changed, prepared_data):
    """A rule that stored rows break: the first migration runs, the second fails, and both are taken back."""
    data = Path(shutil.copytree(prepared_data, tmp_path / "data"))
    before = read_dump(data)
    copies = Path(shutil.copytree(changed["MIGRATIONS"], tmp_path / "strict")) / "copied_migrations"
    (made,) = (copies / "scoring").glob("*_made.py")
    made.write_text(made.read_text().replace("600", "60"))
    refused = manage(data, "desk", "--prepare", **{**changed, "MIGRATIONS": str(tmp_path / "strict")})
    assert refused.returncode != 0
    assert "CHECK constraint failed: result_minutes_of_a_day). It is as it was: go on with the release that you had." in refused.stderr
    assert read_dump(data) == before
    assert len(list((data / "backups").glob("labella-*.sqlite3"))) == 1


def read_dump(data: Path) -> list[str]:
    """All rows and objects as SQL, in an order that no copy changes."""
    with closing(sqlite3.connect(data / "labella.sqlite3")) as connection:
        return sorted(connection.iterdump())
