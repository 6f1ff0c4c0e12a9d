"""Were it broken, the club's web space would show dead links, half pages, or what is nobody's business; or be sent anew every minute."""

import datetime as dt
import json
from posixpath import dirname, join, normpath
from urllib.parse import urlsplit

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from publishing.static_pages import memory
from publishing.static_pages.assets import NAMED
from publishing.static_pages.building import build_static_files
from tests.pages import read_page
from tests.publishing.static_pages.conftest import build_five, play_five
from tests.scoring.evenings import play_evening
from tests.sweeps import sweep, take_turn
from tournaments.announcing.services import AnnouncementDetails, announce
from tournaments.models import Entry, Match, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.turns(4)]

FORMATS = ("swiss", "knockout", "round_robin")
SITE = "https://labella.example.org"


class Page:
    """A static page as tests read it."""

    def __init__(self, file):
        self.path = file.path
        self.content = file.content
        self.read = read_page(self)


def build(tournament, language="it", address=""):
    return {file.path: file for file in build_static_files(tournament, language=language, address=address)}


def pages_of(files):
    return [Page(file) for file in files.values() if file.path.endswith(".html")]


def list_links(page):
    for element in page.read.walk():
        for name in ("href", "src", "srcset", "action", "poster", "data", "xlink:href"):
            if name in element:
                yield element[name]


def find_target(page, link):
    """The path that a relative link leads to, and the place on it."""
    parts = urlsplit(link)
    return normpath(join(dirname(page.path), parts.path)) if parts.path else page.path, parts.fragment


def find_dead_links(files, allowed=""):
    pages = {page.path: page for page in pages_of(files)}
    for page in pages.values():
        for link in list_links(page):
            if allowed and link.startswith(f"{allowed}/"):
                continue
            path, place = find_target(page, link)
            is_outside = urlsplit(link).scheme or link.startswith(("/", "?"))
            if is_outside or path not in files or (place and not pages[path].read.find_all(f"#{place}")):
                yield page.path, link


def find_dead_names(files):
    for file in files.values():
        if file.path.endswith(".css"):
            for name in NAMED.findall(file.content.decode()):
                if normpath(join(dirname(file.path), name)) not in files:
                    yield file.path, name


@pytest.mark.parametrize(("format_key", "language"), sweep(FORMATS, ("en", "fr", "it")))
def test_pages_are_whole_and_need_nobody(format_key, language):
    """Links lead to files, none outside; no script, no form; one language; no page when private."""
    files = build_five(format_key, language)
    check_links(files, format_key)
    check_elements(files, language)
    tournament = play_five(format_key)
    Tournament.objects.filter(pk=tournament.pk).update(public=False)
    assert build(tournament, language) == {}
    tournament.refresh_from_db()
    assert build(tournament, language) == {}


@pytest.mark.parametrize(
    ("format_key", "language"), [(FORMATS[0], "en"), *(pytest.param(key, "it", marks=pytest.mark.proof) for key in FORMATS[1:])]
)
def test_pages_stay_as_they_are_while_nothing_changes(format_key, language):
    """The same bytes, from the memory and drawn anew."""
    tournament = play_five(format_key)
    files = build(tournament, language)
    assert build(tournament, language) == files
    memory._memories.clear()
    with time_machine.travel(dt.datetime.now(dt.UTC) + dt.timedelta(minutes=3)):
        later = build(tournament, language)
    assert [path for path in files if files[path] != later.get(path)] == []
    assert list(later) == list(files)


def check_links(files, format_key):
    assert list(find_dead_links(files)) == []
    assert list(find_dead_names(files)) == []
    leading = {find_target(page, link)[0] for page in pages_of(files) for link in list_links(page)}
    assert {path for path in files if path.endswith(".html")} - leading <= {"index.html"}
    assert {"favicon.ico", "results.json", "as-of.css", "players/1.html", "rules/index.html", "final/index.html"} <= set(files)
    own = {"swiss": set(), "knockout": {"bracket/index.html"}, "round_robin": {"pools/index.html"}}[format_key]
    assert own <= set(files)
    assert list(files)[-1] == "index.html"


def test_links_to_the_desks_own_site_are_whole():
    tournament = play_evening(pairs=4, rounds=2)
    files = build(tournament, address=SITE)
    assert list(find_dead_links(files, allowed=SITE)) == []
    outside = {link for page in pages_of(files) for link in list_links(page) if link.startswith(SITE)}
    assert f"{SITE}{reverse('scoring:public_screen', args=[tournament.slug])}" in outside


def check_elements(files, language):
    for page in pages_of(files):
        assert page.read.find("html")["lang"] == language
        assert page.read.find_all("script, form, button, input, iframe, noscript, [hidden], [hx-get], [data-poll], [onclick]") == []
        assert [name for element in page.read.walk() for name in element.attributes if name.startswith(("hx-", "data-", "on"))] == []
        empty = [element for element in page.read.find_all("p, li") if not element.text and not element.find_all("img")]
        assert [element for element in empty if "as-of" not in element.classes] == []
        assert b"{{" not in page.content


FRAMES = "Sul tuo sito"
"""Only a site can be shown in a frame."""


def test_tables_and_lists_are_those_of_the_public_pages():
    files, tournament = build_five("round_robin", "it"), play_five("round_robin")
    code = Match.objects.filter(round__stage__tournament=tournament, kind="played").order_by("code").first().code
    pairs = {
        "index.html": "",
        "standings/index.html": "standings/",
        "pools/index.html": "pools/",
        "results/round-1.1.html": "results/?round=1.1",
        "results/round-1.1-view-grid.html": "results/?round=1.1&view=grid",
        f"matches/{code}.html": f"matches/{code}/",
        "players/2.html": "players/2/",
        "players/index.html": "players/",
        "final/index.html": "final/",
        "rules/index.html": "rules/",
        "draws/1-1.html": "draws/1/1/",
    }
    client = Client(headers={"accept-language": "it"})
    for path, address in pairs.items():
        live = read_page(client.get(f"{reverse('tournaments:public', args=[tournament.slug])}{address}"))
        still = Page(files[path]).read
        for part in ("h1", "h2", "td, th", ".match-list li", ".glance li", "dt", "summary", ".one-side"):
            assert still.texts(part) == [text for text in live.texts(part) if text != FRAMES], (path, part)


def test_the_explanation_of_every_cell_is_that_of_the_site():
    """Every cell leads to one of its own; a third of them, others in each run, is compared with what the site says."""
    tournament = play_evening(pairs=6, rounds=3, format_key="swiss", closed=2)
    files = build(tournament, language="en")
    client = Client(headers={"accept-language": "en"})
    address = reverse("scoring:public_standings", args=[tournament.slug])
    cells = [link["href"] for link in Page(files["standings/index.html"]).read.find_all("a.cell")]
    assert len(cells) == len(set(cells)) > 6
    for link in take_turn(cells, 3):
        path, key = find_target(Page(files["standings/index.html"]), link)
        number = path.rpartition("/")[2].removesuffix(".html")
        live = read_page(client.get(f"{address}?stage=1&explain={number}.{key}")).find("#explanation")
        still = Page(files[path]).read.find(f"#{key}")
        assert still.texts("li, strong") == live.texts("li, strong")
        assert live.find("h2").text == f"{Page(files[path]).read.find('h1').children[0].strip()} · {still.find('h2').text}"


def test_every_page_says_as_of_when_it_is():
    files, tournament = build_five("swiss", "en"), play_five("swiss")
    sheet = files["as-of.css"].content.decode()
    words = sheet.partition('"')[2].rpartition('"')[0]
    assert words.startswith("As of ")
    for page in pages_of(files):
        lines = page.read.find_all("p.as-of")
        sheets = [find_target(page, element["href"])[0] for element in page.read.find_all("link[rel=stylesheet]")]
        assert len(lines) == 1, page.path
        assert ("as-of.css" in sheets, lines[0].text) == ((False, words) if page.path == "index.html" else (True, "")), page.path
    Entry.objects.filter(tournament=tournament, number=2).update(name="Nobody notices")
    entry = tournament.entries.get(number=1)
    with time_machine.travel(dt.datetime.now(dt.UTC) + dt.timedelta(hours=2)):
        entry.save()
        assert build(tournament, language="en")["as-of.css"].content.decode() != sheet


def test_an_evening_that_is_announced_is_seen_before_it_begins(director):
    tournament = play_evening(pairs=4, rounds=0)
    announce(tournament, AnnouncementDetails(starts_at=dt.time(21, 0), enrols="open"), actor=director)
    files = build(tournament)
    assert list(find_dead_links(files)) == []
    assert {"pictures/announcement-square.png", "pictures/announcement-upright.png"} <= set(files)
    assert files["pictures/announcement-square.png"].content.startswith(b"\x89PNG")


def test_an_evening_that_comes_can_be_put_into_a_calendar_from_the_folder(director):
    """It names the page outside, never an address of the hall, and stays as it is while nothing changes."""
    tournament = play_evening(pairs=4, rounds=0)
    announce(tournament, AnnouncementDetails(starts_at=dt.time(21, 0), enrols="open"), actor=director)
    Tournament.objects.filter(pk=tournament.pk).update(state="preparing", demonstration=False)
    assert "evening.ics" in [find_target(page, link)[0] for page in pages_of(build(tournament)) for link in list_links(page)]
    inside, outside = (build(tournament, address=address)["evening.ics"].content for address in ("", SITE))
    [event] = Calendar.from_ical(outside).events
    assert (event["SUMMARY"], str(event["URL"])) == (tournament.name, f"{SITE}{reverse('tournaments:public', args=[tournament.slug])}")
    assert (b"URL" in inside, b"localhost" in inside + outside) == (False, False)
    with time_machine.travel(dt.datetime.now(dt.UTC) + dt.timedelta(minutes=3)):
        assert build(tournament, address=SITE)["evening.ics"].content == outside


def test_results_say_what_the_pages_say():
    files, tournament = build_five("swiss", "en"), play_five("swiss")
    results = json.loads(files["results.json"].content)
    assert (results["format"], results["version"]) == ("labella-results", 1)
    told = [match for round_ in results["stages"][0]["rounds"] for match in round_["matches"] if not match.get("bye")]
    stored = Match.objects.filter(round__stage__tournament=tournament, kind="played").select_related("result")
    assert {match["code"]: (match["games_won"], match["winner"], match["state"]) for match in told} == {
        match.code: (match.result.summary["games_won"], match.result.winner, match.result.state) for match in stored
    }
    page = Page(files["standings/index.html"]).read
    [group] = results["stages"][0]["standings"]
    assert [line["name"] for line in group["lines"]] == page.texts("table.named tbody th")
