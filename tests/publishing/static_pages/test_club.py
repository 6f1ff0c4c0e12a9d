"""The overview of a web space. If this failed, the club's address would lead nowhere, or to an evening that nobody may see any more."""

import datetime as dt
import re

import pytest

from publishing.sending.spaces import OVERVIEW_MARK
from publishing.static_pages import club
from publishing.static_pages.building import build_static_files
from tests.scoring.builders import build_user
from tests.tournaments.conftest import found_tournament
from tournaments.announcing.listing import find_tonight
from tournaments.models import Announcement, Tournament

pytestmark = pytest.mark.django_db


def found(name, days, **columns):
    """A public tournament so many days from tonight."""
    tournament = found_tournament(build_user("direttrice"), name)
    Tournament.objects.filter(pk=tournament.pk).update(
        public=True, demonstration=False, date=find_tonight() + dt.timedelta(days), **columns
    )
    return Tournament.objects.get(pk=tournament.pk)


def build(*tournaments, **named):
    folders = {one.pk: f"{one.slug}/" for one in tournaments}
    return {file.path: file.content for file in club.build_club_files(folders, language="it", **named)}


def list_links(page):
    return re.findall(r'<a[^>]* href="([^"#]+)"', page.decode())


def test_what_comes_what_is_played_and_what_was_lead_to_their_pages():
    coming, tonight, past = found("Domani", 1), found("Stasera", 0, state="running"), found("Ieri", -1, state="finished")
    page = build(past, coming, tonight)["index.html"]
    assert [link for link in list_links(page) if link != "index.html"] == [f"{one.slug}/index.html" for one in (tonight, coming, past)]
    text = page.decode()
    assert all(words in text for words in ("Tornei passati", "Stasera", 'class="hint as-of"'))
    assert OVERVIEW_MARK in page


def test_only_what_lies_there_is_named_and_the_bytes_stay_the_same():
    shown, elsewhere = found("Qui", 3), found("Altrove", 3)
    files = build(shown)
    assert "Altrove" not in files["index.html"].decode()
    club._draw_files.cache_clear()
    assert build(shown) == files
    assert elsewhere.name in build(shown, elsewhere)["index.html"].decode()
    assert build() == {}


def test_a_change_of_the_announcement_reaches_the_overview():
    shown = found("Serata", 3)
    before = build(shown)["index.html"]
    Announcement.objects.update_or_create(tournament=shown, defaults={"cancelled_at": dt.datetime.now(tz=dt.UTC)})
    after = build(shown)["index.html"].decode()
    assert ("annullata" in before.decode(), "annullata" in after) == (False, True)


def test_many_past_evenings_have_a_page_for_each_year(monkeypatch):
    monkeypatch.setattr(club, "MOST_PAST", 2)
    past = [found(f"Serata {days}", -days, state="finished") for days in (1, 2, 400, 401)]
    files = build(*past)
    years = sorted({one.date.year for one in past})
    assert sorted(path for path in files if path.startswith("years/")) == [f"years/{year}.html" for year in years]
    assert {f"years/{year}.html" for year in years} <= set(list_links(files["index.html"]))
    assert f"../{past[2].slug}/index.html" in list_links(files[f"years/{past[2].date.year}.html"])
    assert past[2].name not in files["index.html"].decode()
    assert "../index.html" in list_links(files[f"years/{years[0]}.html"])


def test_every_file_that_the_overview_needs_lies_beside_it_and_no_page_needs_a_server():
    files = build(found("Serata", 3))
    needed = set(re.findall(r'(?:href|src)="(static/[^"#]+)"', files["index.html"].decode()))
    assert needed
    assert needed <= set(files)
    assert not re.search(r"<script|<form|https?://", files["index.html"].decode())
    assert "favicon.ico" not in files


def test_from_the_page_of_a_tournament_a_way_leads_to_the_overview():
    shown = found("Serata", 3)
    files = {file.path: file.content for file in build_static_files(shown, language="it", home="../index.html")}
    assert "../index.html" in list_links(files["index.html"])
    assert "../../index.html" in list_links(files["rules/index.html"])
