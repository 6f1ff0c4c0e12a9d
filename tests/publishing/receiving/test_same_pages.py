"""If these failed, the site would tell something else than the desk: another place, another name, another result."""

import datetime as dt
import re

import pytest
from django.core.cache import caches
from django.test import Client
from django.urls import reverse

from desk.verification.queries import compute_standings_digest, verify_tournament
from jobs.worker import report_worker_alive
from tests.faults.test_privacy import FORMATS, FORMS, OF_THE_PROGRAM, pages_of, tell
from tests.publishing.receiving.desks import found_club, pair_new_desk, read_document, restart_keys, take_away
from tests.scoring.evenings import play_evening
from tournaments.models import Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.turns(4)]
UNLIKE = re.compile(r'<p class="hint shown-from">.*?</p>|data-answer="[^"]*"|nonce="[^"]*"|hx-trigger="every [0-9]s"', re.DOTALL)


@pytest.fixture(autouse=True)
def _worker(db, monkeypatch):
    monkeypatch.setattr("jobs.worker.ALIVE", dt.timedelta(days=1))
    report_worker_alive()


@pytest.fixture(autouse=True)
def _one_moment(time_machine):
    """The screen tells the time, and a page how long a match has lasted."""
    time_machine.move_to(dt.datetime(2026, 11, 21, 21, 40, tzinfo=dt.UTC), tick=False)


def read_pages(tournament):
    """What every public address says of the tournament, as a visitor reads it; keys of rows and the age are taken out."""
    caches["drawn"].clear()
    client, pages = Client(), {}
    for name, path in pages_of(tournament, OF_THE_PROGRAM):
        if "/bridge/" not in path and name.split(":")[0] in {"tournaments", "scoring"} and tournament.slug in path:
            answer = client.get(path, headers={"Accept-Language": "en"}, follow=True)
            pages[path] = (answer.status_code, normalize(b"".join(answer) if answer.streaming else answer.content))
    return pages


def normalize(content):
    if content.startswith(b"\x89PNG"):
        return content
    return re.sub(r"\s+", " ", UNLIKE.sub("", content.decode()))


def test_who_follows_from_home_asks_less_often_than_the_hall():
    tournament = play_evening(pairs=4, rounds=1)
    address = reverse("scoring:public_player", args=[tournament.slug, 1])
    in_the_hall, document = Client().get(address), read_document(tournament)
    take_away(tournament)
    pair_new_desk(*found_club()).send(document)
    pauses = [re.findall(rb'hx-trigger="every ([0-9])s"', page.content) for page in (in_the_hall, Client().get(address))]
    assert pauses == [[b"3"], [b"5"]]


def compare(before, after):
    assert before.keys() == after.keys()
    differences = [difference for path in before if (difference := describe_difference(path, before[path], after[path]))]
    assert "\n".join(differences) == ""


def describe_difference(path, before, after):
    """Path and the first words that differ; empty where both are the same."""
    if before == after:
        return ""
    one, other = (page if isinstance(page, bytes) else page.split("> ") for _status, page in (before, after))
    place = next((place for place, (part, twin) in enumerate(zip(one, other, strict=False)) if part != twin), min(len(one), len(other)))
    return f"{path}: {before[0]} {one[place : place + 3]} / {after[0]} {other[place : place + 3]}"


EVERY = [(format_key, form) for format_key in FORMATS for form in ("full", *FORMS)]
SOME = {("swiss", "full"), ("round_robin", "hidden")}


@pytest.mark.parametrize(("format_key", "form"), [pytest.param(*case, marks=() if case in SOME else pytest.mark.proof) for case in EVERY])
def test_public_pages_of_the_site_are_those_of_the_desk(form, format_key):
    restart_keys()
    tournament = play_evening(pairs=4, rounds=2, format_key=format_key)
    tell(tournament, form)
    tournament.refresh_from_db()
    before, digest = read_pages(tournament), compute_standings_digest(tournament)
    document = read_document(tournament)
    take_away(tournament)
    assert not Tournament.objects.filter(slug=tournament.slug).exists()
    answer = pair_new_desk(*found_club()).send(document)
    assert (answer.status_code, answer.json().get("shown")) == (200, answer.json()["holds"])
    shown = Tournament.objects.get(slug=tournament.slug)
    assert verify_tournament(shown) == ()
    assert compute_standings_digest(shown) == digest
    compare(before, read_pages(shown))
