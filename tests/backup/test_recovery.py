"""Another laptop, from its first page: the newest copy comes back with one upload, and nothing that is no copy changes anything."""

import io
import re
import shutil
import sqlite3
import zipfile
from contextlib import closing

import pytest
from django.contrib.auth.models import User
from django.core.checks import run_checks
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from backup.backups import list_backups, make_backup
from backup.restoring import BEFORE_MIGRATING, restore_database
from desk.verification.queries import verify_tournament
from exchange.writing import build_document
from jobs.unfinished import read_unfinished
from scoring.ledger.queries import read_current_head
from tests.exchange.encoded import encode_document
from tests.pages import read_page
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("committed")
ADDRESS = "/desk/new/bring-back/"


@pytest.fixture
def client(settings, data):
    settings.BACKUPS = data / "backups"
    director = build_user("director")
    director.is_superuser = True
    director.set_password("of-this-computer")
    director.save()
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def copy(client, data):
    """An evening that is played, its copy on a stick, and then gone from here."""
    tournament = play_evening()
    Tournament.objects.update(demonstration=False)
    copy = make_backup(occasion="asked")
    stick = data / "stick"
    shutil.copytree(copy.path.parent, stick)
    Tournament.objects.update(name="What is here now")
    return stick / copy.name, str(read_current_head(tournament))


def upload(client, content, name="labella-20261121T200000Z.sqlite3", **fields):
    return client.post(ADDRESS, {"file": SimpleUploadedFile(name, content), **fields}, follow=True)


def test_the_copy_is_back_with_its_fingerprint_and_this_computers_password(client, copy):
    path, head = copy
    assert "This computer is not empty" in client.get(ADDRESS).content.decode()
    answer = upload(client, path.read_bytes(), sure="yes")
    tournament = Tournament.objects.get()
    assert (tournament.name, verify_tournament(tournament)) == ("Serata", ())
    assert head in answer.content.decode()
    assert User.objects.get(username="director").check_password("of-this-computer")
    assert list_backups()[0].occasion == "before_restore"


@pytest.mark.parametrize(
    ("content", "name", "said"),
    [
        (b"nothing", "labella-1.sqlite3", "This is no backup of La Bella"),
        (b"", "labella-1.sqlite3", "empty"),
        (b"{}", "sera.labella.json", "This is no copy of La Bella"),
    ],
)
def test_what_is_no_copy_changes_nothing(client, copy, content, name, said):
    answer = upload(client, content, name, sure="yes")
    assert (answer.status_code, said in answer.content.decode()) == (422, True)
    assert Tournament.objects.get().name == "What is here now"


def test_a_damaged_copy_changes_nothing(client, copy):
    path, _head = copy
    content = bytearray(path.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 4096] = b"\0" * 4096
    answer = upload(client, bytes(content), sure="yes")
    assert (answer.status_code, "Nothing was changed." in answer.content.decode()) == (422, True)
    assert Tournament.objects.get().name == "What is here now"


def test_what_is_here_is_replaced_only_with_the_tick_and_by_the_administrator(client, copy):
    path, _head = copy
    assert upload(client, path.read_bytes()).status_code == 422
    helper = Client()
    helper.force_login(build_user("assistant"))
    answer = upload(helper, path.read_bytes(), sure="yes")
    assert (answer.status_code, "Only the administrator" in answer.content.decode()) == (422, True)
    assert Tournament.objects.get().name == "What is here now"


def forget_screen_seat(database):
    """Take back what 0026 and 0029 brought: columns, and the conditions that keep SQLite from dropping some of them.

    The triggers go with the table and come back: this database replaces the one of all later tests.
    """
    triggers = database.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'scoring_paperstyle'").fetchall()
    sql = database.execute("SELECT sql FROM sqlite_master WHERE name = 'scoring_paperstyle'").fetchone()[0]
    database.execute("DROP TABLE scoring_paperstyle")
    for condition in ("screen_unit_known", "overlay_scene_known"):
        sql = re.sub(rf',? CONSTRAINT "{condition}" CHECK \("\w+" IN \([^)]*\)\)', "", sql)
    database.execute(sql)
    overlay = ("overlay_scene", "overlay_match", "overlay_title", "overlay_text")
    for column in ("screen_diagonal", "screen_seat", "screen_unit", *overlay):
        database.execute(f"ALTER TABLE scoring_paperstyle DROP COLUMN {column}")
    for (trigger,) in triggers:
        database.execute(trigger)


def test_a_copy_of_an_older_release_is_brought_up_here_or_nothing_changes(client, copy, data, monkeypatch):
    path, _head = copy
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DELETE FROM django_migrations WHERE app = 'scoring' AND name >= '0023'")
        for table in ("scoring_strayhand", "scoring_formermatch", "scoring_seatedtable"):
            database.execute(f"DROP TABLE {table}")
        forget_screen_seat(database)
    noted = []

    def fail(*words, **options):
        noted.append(read_unfinished(BEFORE_MIGRATING))
        raise OperationalError("no such column")

    monkeypatch.setattr("backup.recovery.call_command", fail)
    answer = upload(client, path.read_bytes(), sure="yes")
    assert (answer.status_code, "cannot be brought up" in answer.content.decode()) == (422, True)
    assert Tournament.objects.get().name == "What is here now"
    assert (noted[0]["backup"], read_unfinished(BEFORE_MIGRATING)) == (list_backups()[1].name, None)  # for a start after a kill
    monkeypatch.undo()
    assert upload(client, path.read_bytes(), sure="yes").status_code == 200
    assert (Tournament.objects.get().name, list_backups()[1].occasion) == ("Serata", "brought")
    assert run_checks(databases=["default"], tags=["database"]) == []


def test_tournaments_of_an_archive_come_beside_what_is_here_and_a_refused_one_hides_nothing(client, copy):
    known, fresh = play_evening(name="Known"), play_evening(name="Fresh")
    documents = [encode_document(build_document(tournament)) for tournament in (fresh, known)]
    restore_database(list_backups()[0].path)  # neither is here
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as members:
        for number, document in enumerate(documents):
            members.writestr(f"{number}.json", document)
        members.writestr("9.json", documents[0])
    before = Tournament.objects.count()
    answer = upload(client, archive.getvalue(), "labella-1.zip")  # no tick: nothing is replaced
    alarms = read_page(answer).texts("[role=alert]")
    assert (answer.status_code, any(text.startswith("Imported: 2 tournaments, then an error") for text in alarms)) == (422, True)
    assert Tournament.objects.count() == before + 2


def test_the_first_page_of_an_empty_desk_leads_here_and_the_printed_page_names_the_copy(client, copy):
    path, _head = copy
    page = reverse("backup:dead_laptop", args=[Tournament.objects.get().slug])
    assert path.name in client.get(page).content.decode()
    Tournament.objects.update(demonstration=True)
    assert ADDRESS in client.get("/").content.decode()
