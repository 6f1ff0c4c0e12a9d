"""In the browser: a tournament that was played on elsewhere comes home, after a look and a backup."""

import datetime as dt
import random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from backup.backups import list_backups, make_backup
from backup.pending_uploads import FOLDER, delete_expired
from backup.restoring import restore_backup
from desk.rounds.services import draw_next_round
from desk.verification.queries import verify_tournament
from exchange.writing import build_document
from jobs.files import list_stored
from scoring.ledger.queries import read_current_head
from tests.exchange.encoded import encode_document
from tests.exchange.test_tournament_file import finish
from tests.pages import read_page
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import play_evening
from tests.tournaments.doors import publish_round
from tournaments.importing.services import import_entries
from tournaments.models import Stage, Tournament

pytestmark = pytest.mark.usefixtures("committed")


@pytest.fixture
def desk(tmp_path, settings):
    """An evening that went on elsewhere, its file, and this desk as it was before."""
    settings.BACKUPS, settings.DATA = tmp_path / "backups", tmp_path
    tournament = play_evening(rounds=1)
    director = build_user("director")
    director.is_superuser = True
    director.save()
    before = make_backup(occasion="asked").path
    stage = Stage.objects.get(tournament=tournament)
    round_ = publish_round(draw_next_round(stage, actor=director, seed="there", at=NOW), actor=director, at=NOW)
    finish(round_.matches.get(table=1), random.Random(1))
    content, head = encode_document(build_document(tournament)), str(read_current_head(Tournament.objects.get()))
    restore_backup(before, actor=director)
    client = Client()
    client.force_login(build_user("director"))
    return client, content, head


def look(client, content):
    page = client.post(reverse("backup:import_file"), {"file": SimpleUploadedFile("serata.labella.json", content)})
    return page, next((box["value"] for box in read_page(page).find_all("[name=parked]")), "")


def test_the_browser_shows_what_comes_and_takes_it(desk):
    client, content, head = desk
    page, parked = look(client, content)
    assert (page.status_code, "Nothing was done here meanwhile." in page.content.decode()) == (200, True)
    tournament = Tournament.objects.get()
    assert str(read_current_head(tournament)) != head
    answer = client.post(reverse("backup:continue_file"), {"parked": parked})
    assert answer["Location"] == reverse("tournaments:desk", args=[tournament.slug])
    assert (str(read_current_head(Tournament.objects.get())), verify_tournament(tournament)) == (head, ())
    assert list_backups()[0].occasion == "before_continuing"


def test_a_large_file_waits_in_the_storage_and_leaves_it(desk, settings, tmp_path):
    """What a form may send is bounded; the file of an evening of 100 tables is larger."""
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 2000
    client, content, head = desk
    _page, parked = look(client, content)
    (file,) = list_stored(FOLDER)
    assert (file.size > 2000, file.name.endswith(parked)) == (True, True)
    stranger = Client()
    stranger.force_login(build_user("somebody"))
    refused = stranger.post(reverse("backup:continue_file"), {"parked": parked}, follow=True)
    assert "is not here any more" in refused.content.decode()
    assert client.post(reverse("backup:continue_file"), {"parked": parked}).status_code == 302
    assert str(read_current_head(Tournament.objects.get())) == head
    assert list(list_stored(FOLDER)) == []


def test_a_file_that_nobody_takes_goes_after_an_hour(desk):
    client, content, _head = desk
    look(client, content)
    assert delete_expired(timezone.now()) == 0
    assert delete_expired(timezone.now() + dt.timedelta(hours=1, minutes=1)) == 1


def test_work_done_here_goes_only_when_somebody_says_so(desk):
    client, content, _head = desk
    tournament = Tournament.objects.get()
    import_entries(tournament, "Tardi / Arrivata", actor=build_user("director"))
    page, parked = look(client, content)
    assert "Tardi – Arrivata: entered here, not in the file" in page.content.decode()
    entries, address = tournament.entries.count(), reverse("backup:continue_file")
    assert client.post(address, {"parked": parked}).status_code == 422
    assert tournament.entries.count() == entries
    assert client.post(address, {"parked": parked, "sure": "yes"}).status_code == 302
    assert tournament.entries.count() == entries - 1
