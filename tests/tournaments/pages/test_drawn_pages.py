"""The pages that phones land on are drawn once for everybody, and again when something on them changed."""

import datetime as dt

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.scoring.builders import build_tournament, build_user
from tournaments.models import StaffRole, Tournament

pytestmark = pytest.mark.django_db

PAGES = {"home": [], "public": ["sera"]}


@pytest.fixture
def tournament():
    return build_tournament(slug="sera")


def fetch(name, client=None, **headers):
    return (client or Client()).get(reverse(f"tournaments:{name}", args=PAGES[name]), headers=headers)


@pytest.mark.parametrize(("name", "queries"), [("home", 4), ("public", 2)])
@time_machine.travel(dt.datetime(2026, 11, 21, 18, 0, tzinfo=dt.UTC), tick=False)
def test_the_second_reader_gets_the_drawing_of_the_first(name, queries, tournament):
    """Within one minute: the page shows clocks too."""
    first = fetch(name)
    with CaptureQueriesContext(connection) as captured:
        second = fetch(name)
    assert (second.content, len(captured)) == (first.content, queries)
    assert fetch(name, if_none_match=first["ETag"]).status_code == 304


@pytest.mark.parametrize("name", PAGES)
def test_a_change_is_drawn_anew(name, tournament):
    before = fetch(name)
    Tournament.objects.update(name="La sera dei tre sette")
    after = fetch(name, if_none_match=before["ETag"])
    assert after.status_code == 200
    assert "La sera dei tre sette" in after.content.decode()


def test_a_tournament_leaves_the_start_page_and_comes_back(tournament):
    fetch("home")
    Tournament.objects.update(public=False)
    assert tournament.name not in fetch("home").content.decode()
    Tournament.objects.update(public=True)
    assert tournament.name in fetch("home").content.decode()


def test_the_start_page_of_somebody_with_a_login_is_their_own(tournament):
    Tournament.objects.update(public=False)
    user = build_user("assistant")
    client = Client()
    client.force_login(user)
    before = fetch("home", client)
    StaffRole.objects.create(tournament=tournament, user=user, role=StaffRole.Role.DIRECTOR)
    after = fetch("home", client)
    assert "ETag" not in before
    assert (tournament.name in before.content.decode(), tournament.name in after.content.decode()) == (False, True)


@pytest.mark.parametrize("name", PAGES)
def test_our_own_proxy_may_keep_what_serves_everybody_and_nothing_else(name, tournament, settings):
    assert "X-Accel-Expires" not in fetch(name)
    settings.PROXIES = 1
    with time_machine.travel(dt.datetime(2026, 11, 21, 20, 0, 0, 700_000, tzinfo=dt.UTC), tick=False):
        first = fetch(name)
    assert first["X-Accel-Expires"] == f"@{int(dt.datetime(2026, 11, 21, 20, tzinfo=dt.UTC).timestamp())}", "until this second is over"
    assert "X-Accel-Expires" in fetch(name, if_none_match=first["ETag"])
    client = Client()
    client.force_login(build_user("assistant"))
    assert "X-Accel-Expires" not in fetch(name, client)


def test_a_network_of_caches_may_keep_what_is_the_same_for_everybody_and_asks_each_time(tournament, settings):
    assert "CDN-Cache-Control" not in fetch("public")
    settings.CDN = True
    answer = fetch("public")
    assert (answer["CDN-Cache-Control"], answer["Cache-Control"]) == ("public, no-cache", "private, no-cache")
    assert {"Accept-Language", "Cookie", "HX-Request"} <= {name.strip() for name in answer["Vary"].split(",")}
    unchanged = fetch("public", if_none_match=answer["ETag"])
    assert (unchanged.status_code, unchanged["CDN-Cache-Control"]) == (304, "public, no-cache")
    with_language = Client()
    with_language.cookies["django_language"] = "it"
    director = Client()
    director.force_login(build_user("director"))
    assert ["CDN-Cache-Control" in fetch("public", client) for client in (with_language, director)] == [False, False]
