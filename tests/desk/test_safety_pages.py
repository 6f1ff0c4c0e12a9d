"""The director's page of safety, as it is used."""

import datetime as dt
import json
import re

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from backup.backups import check_backup, list_backups, make_backup
from backup.second_location import put_in_second_location, read_second_location
from desk.rounds.services import draw_next_round, publish_draft
from jobs.models import Job
from jobs.worker import execute_waiting_jobs
from tests.exchange.encoded import parse_document
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import play_evening
from tests.tournaments.conftest import found_tournament
from tournaments.models import Tournament

pytestmark = [pytest.mark.usefixtures("committed"), pytest.mark.slow, pytest.mark.turns(4)]


@pytest.fixture
def evening(data, settings):
    settings.BACKUPS = data / "backups"
    return play_evening()


@pytest.fixture
def client(evening):
    client = Client()
    client.force_login(build_user("director"))
    return client


@pytest.fixture
def page(evening):
    return f"/desk/{evening.slug}/safety/"


def test_a_backup_asked_for_is_made_and_shown(client, page):
    Job.objects.all().delete()
    assert client.post(f"{page}backup/").status_code == 302
    assert execute_waiting_jobs() == 1
    assert Job.objects.get().state == "done"
    (made,) = list_backups()
    assert client.get(page).context["backups"][0][0] == made


def test_every_copy_goes_to_the_stick_too_until_somebody_says_otherwise(client, page, data):
    User.objects.update(is_superuser=True)
    stick, away = data / "stick", data / "pulled out"
    stick.mkdir()
    assert "on this computer’s own disk" in client.get(page).content.decode()
    client.post(f"{page}backup/", {"directory": str(stick), "always": "on"})
    execute_waiting_jobs()
    (made,) = list_backups()
    assert [(copy.name, check_backup(copy.path)) for copy in list_backups(stick)] == [(made.name, made.tournaments)]
    assert f'value="{stick}"' in client.get(page).content.decode()
    assert str(stick) in client.get(f"{page}dead-laptop/").content.decode()
    stick.rename(away)
    put_in_second_location(make_backup(occasion="before_restore"))
    assert f"The last copy is not in {stick}" in client.get(page.replace("safety/", "")).content.decode()
    away.rename(stick)
    put_in_second_location(newest := make_backup(occasion="before_restore"))
    assert list_backups(stick)[0].name == newest.name
    assert "The last copy is not in" not in client.get(page.replace("safety/", "")).content.decode()
    client.post(f"{page}backup/", {"directory": ""})
    assert read_second_location() is None


def test_who_plays_whom_is_in_a_copy_as_soon_as_it_is_published(data, settings):
    """The copy of the last closing does not know it, and drawn again on another computer it would be another draw."""
    settings.BACKUPS = data / "backups"
    tournament = play_evening(pairs=8, rounds=1, closed=1)
    execute_waiting_jobs()
    director = build_user("director")
    published = publish_draft(draw_next_round(tournament.stages.get(), actor=director, seed="two", at=NOW), actor=director, at=NOW)
    assert list_backups()[0].tournaments[0].round == published.number - 1
    assert execute_waiting_jobs() == 1
    assert (list_backups()[0].tournaments[0].round, list_backups()[0].occasion) == (published.number, "published")


def test_a_failure_is_said_until_a_later_backup_is_made(client, page, data, settings):
    Job.objects.all().delete()
    places = {"failed": data / "file", "done": data / "backups"}
    places["failed"].touch()
    for state, days in (("done", 0), ("failed", -365), ("done", -730), ("failed", -731)):  # the clock is set back again and again
        settings.BACKUPS = places[state]
        with time_machine.travel(timezone.now() + dt.timedelta(days=days), tick=True):
            Tournament.objects.update(name=f"Evening {days}")
            client.post(f"{page}backup/")
            execute_waiting_jobs()
            assert ("The last backup failed" in client.get(page).content.decode()) == (state == "failed")


def test_whoever_directs_one_tournament_of_many_hears_no_name_of_the_others(client, page):
    found_tournament(build_user("somebody"), "Canary of the others")
    make_backup(occasion="asked")
    answer = client.get(page).content.decode()
    assert ("Canary of the others" in answer, "1 other tournament" in answer) == (False, True)
    User.objects.filter(username="director").update(is_superuser=True)
    assert "Canary of the others" in client.get(page).content.decode()


@pytest.mark.parametrize("directory", ["/nowhere", "backups", f"/{'a' * 290}"])
def test_a_place_that_is_no_directory_is_named(client, page, directory):
    User.objects.update(is_superuser=True)
    answer = client.post(f"{page}backup/", {"directory": directory}, follow=True)
    assert f"There is no directory {directory}" in answer.content.decode()


def test_the_check_says_what_it_saw(client, page):
    client.post(f"{page}check/")
    execute_waiting_jobs()
    checks = {one["key"]: one["verdict"] for one in client.get(page).context["checks"]}
    assert set(checks) == {"ledger", "guards", "worker", "disk", "clock", "device", "journal", "return"}
    assert (checks["ledger"], checks["guards"], checks["return"]) == ("good", "good", "good")


def test_the_file_is_whole_and_not_taken_in_twice(client, page):
    content = client.get(f"{page}file/").content
    assert parse_document(content)["tournament"]["name"] == "Serata"
    answer = client.post("/desk/new/from-file/", {"file": SimpleUploadedFile("t.json", content)})
    assert (answer.status_code, Tournament.objects.count()) == (422, 1)
    assert "has nothing new" in answer.content.decode()


def test_a_broken_file_is_named_with_its_place(client, page):
    document = json.loads(client.get(f"{page}file/").content)
    document["ledger"][3]["actor"] = "staff-99"
    answer = client.post("/desk/new/from-file/", {"file": SimpleUploadedFile("t.json", json.dumps(document).encode())})
    assert answer.status_code == 422
    assert "Ledger entry 4: the entry was changed after it was written (ledger[3])." in answer.content.decode()


def test_a_backup_of_another_computer_comes_through_the_browser(client, page, evening):
    """A file that is none of ours is refused in one sentence; a whole one is checked, listed and restored by nobody."""
    client.post(f"{page}backup/")
    execute_waiting_jobs()
    content = list_backups()[0].path.read_bytes()
    file = SimpleUploadedFile("labella-20261122T200000Z.sqlite3", content)
    assert client.post(f"{page}add/", {"copy": file}).status_code == 403
    User.objects.update(is_superuser=True)
    damaged = bytearray(content)
    damaged[len(content) // 2 :] = bytes(len(content) - len(content) // 2)
    for wrong in (b"PK\x03\x04", b"", b"SQLite format 3\0" + bytes(5000), bytes(damaged)):
        answer = client.post(f"{page}add/", {"copy": SimpleUploadedFile("x.sqlite3", wrong)}, follow=True)
        assert re.search("Nothing was changed|Choose the file of a backup", answer.content.decode())
        assert len(list_backups()) == 1
    file.seek(0)
    answer = client.post(f"{page}add/", {"copy": file}, follow=True).content.decode()
    assert "The backup is here and was checked. It holds: Serata." in answer
    assert [backup.occasion for backup in list_backups()] == ["brought", "round"]
    assert re.search(r"Serata \([^)]+, round \d\)", answer)


def test_going_back_is_for_site_admins_and_wants_a_tick(client, page):
    client.post(f"{page}backup/")
    execute_waiting_jobs()
    address = f"{page}restore/{list_backups()[0].name}/"
    assert client.get(address).status_code == 404
    director = build_user("director")
    director.is_superuser = True
    director.save()
    assert client.get(address).context["lost"] == 0
    assert client.post(address).status_code == 422
    assert client.post(address, {"sure": "yes"}).status_code == 302


def test_a_name_is_not_erased_without_the_tick(client, page, evening):
    person = evening.entries.first().members.first().person
    client.post(f"{page}erase/", {"person": person.pk})
    person.refresh_from_db()
    assert person.name == "Anna001"
    client.post(f"{page}erase/", {"person": person.pk, "sure": "yes"})
    person.refresh_from_db()
    assert person.name == ""
