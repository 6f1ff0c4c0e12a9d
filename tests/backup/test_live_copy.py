"""The live copy of a desk, chosen on its page: begun, moved, ended, remembered by the next start."""

import json
import os
import subprocess
import sys

import pytest
from django.test import Client
from django.urls import reverse

from scoring.ledger.journal import format_journal_line, read_journal_state
from scoring.ledger.queries import read_links
from tests.scoring.builders import build_round, build_tournament, build_user
from tests.scoring.hands import enter, typed
from tournaments.models import Tournament

pytestmark = pytest.mark.usefixtures("committed")


@pytest.fixture
def tournament(tmp_path, settings) -> Tournament:
    settings.LIVE_COPY, settings.JOURNAL, settings.JOURNAL_AT_START = tmp_path / "live-copy", "", ""
    round_ = build_round(build_tournament())
    enter(round_.matches.get(), typed(45))
    return round_.stage.tournament


@pytest.fixture
def stick(tmp_path):
    place = tmp_path / "stick"
    place.mkdir()
    return place


@pytest.fixture
def director(tournament) -> Client:
    user = build_user("director")
    user.is_superuser = True
    user.save()
    client = Client()
    client.force_login(user)
    return client


def choose(director: Client, directory: str) -> str:
    return director.post(reverse("backup:live_copy", args=["evening"]), {"directory": directory}, follow=True).content.decode()


def test_from_then_on_every_entry_is_there_with_those_before(tournament, stick, director):
    assert f"From now on every entry is also in {stick}." in choose(director, f" {stick} ")
    assert read_journal_state(tournament).is_current
    enter(tournament.stages.get().rounds.get().matches.get(), typed(50))
    written = (stick / "evening.jsonl").read_text().splitlines(keepends=True)
    assert written == [format_journal_line(link) for link in read_links(tournament)]
    assert [json.loads(line)["seq"] for line in written] == [1, 2]


def test_it_ends_and_leaves_what_is_there(tournament, stick, director, settings):
    choose(director, str(stick))
    assert "The live copy has ended." in choose(director, "")
    before = (stick / "evening.jsonl").read_text()
    enter(tournament.stages.get().rounds.get().matches.get(), typed(50))
    assert ((stick / "evening.jsonl").read_text(), settings.LIVE_COPY.exists(), read_journal_state(tournament)) == (before, False, None)


@pytest.mark.parametrize("directory", ["stick", "/no/such/place", "x" * 301, "/proc/self/mem"])
def test_what_is_no_directory_is_refused_and_changes_nothing(tournament, stick, director, settings, directory):
    choose(director, str(stick))
    assert "is-error" in choose(director, directory)
    assert (settings.JOURNAL, settings.LIVE_COPY.read_text()) == (str(stick), str(stick))


def test_a_place_that_cannot_be_written_is_refused_and_changes_nothing(tournament, stick, director, settings, monkeypatch):
    def refuse(_tournament):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("backup.live_copy.update_journal", refuse)
    assert "Read-only file system" in choose(director, str(stick))
    assert (settings.JOURNAL, settings.LIVE_COPY.exists()) == ("", False)


def test_a_start_that_named_one_leaves_no_choice(tournament, stick, director, settings):
    settings.JOURNAL = settings.JOURNAL_AT_START = str(stick)
    assert director.post(reverse("backup:live_copy", args=["evening"]), {"directory": ""}).status_code == 403
    assert "live-copy/" not in director.get(reverse("backup:safety", args=["evening"])).content.decode()


@pytest.mark.parametrize(("named", "expected"), [("", "/media/stick"), ("/media/other", "/media/other")])
def test_the_next_start_goes_on_with_it(tmp_path, named, expected):
    (tmp_path / "live-copy").write_text("/media/stick")
    code = "from config import settings; print(settings.JOURNAL)"
    environment = {**os.environ, "DATA": str(tmp_path), "JOURNAL": named}
    printed = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True).stdout
    assert printed.strip() == expected
