"""Heats in several venues: what is printed and shown can be that of one of them."""

import io
import re
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from jobs.models import Job
from printing.prints.files import print_set
from rankings.standings_pages.queries import filter_by_venue, read_standings_view
from scoring.models import SheetIssue
from tests.pages import read_page
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tournaments.models import HallTable, Match, Round, Stage, StageEntry
from tournaments.stages.groups import Venue, read_venues_of_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(db):
    """Twelve pairs in two bars; the first round is closed, the second played."""
    return play_evening(pairs=12, rounds=2, closed=1, format_key="heats", public=True)


@pytest.fixture
def desk(evening):
    client = Client()
    client.force_login(build_user())
    return client


def page(name, tournament, *arguments):
    return reverse(f"scoring:{name}", args=[tournament.slug, *arguments])


def numbers_in(stage, key):
    return set(StageEntry.objects.filter(stage=stage, pool=key).values_list("entry__number", flat=True))


def text_of(content):
    return "\n".join(one.extract_text() for one in PdfReader(io.BytesIO(content)).pages)


def entered(text):
    """Numbers of the pairs whose names stand in a text."""
    return {int(number) for number in re.findall(r"Anna(\d{3})", text)}


def test_only_a_stage_in_venues_has_them(evening):
    assert [(one.key, one.name) for one in read_venues_of_stage(evening.stages.get())] == [("A", "Venue A"), ("B", "Venue B")]
    swiss = play_evening(pairs=8, rounds=1, name="Svizzera").stages.get()
    assert read_venues_of_stage(swiss) == ()


def test_a_venue_keeps_its_places_among_all(evening):
    stage = Stage.objects.select_related("standings", "tournament").get()
    view = read_standings_view(stage)
    [group] = filter_by_venue(view, Venue("B", "Venue B")).groups
    assert {line.number for line in group.lines} == numbers_in(stage, "B")
    assert [line.rank for line in group.lines] == [line.rank for line in view.groups[0].lines if line.number in numbers_in(stage, "B")]
    assert filter_by_venue(view, None) == view


@pytest.mark.parametrize("name", ["desk_standings", "public_standings"])
def test_standings_are_filtered_on_the_screen(evening, desk, name):
    stage = evening.stages.get()
    everybody = desk.get(page(name, evening)).text
    assert (len(entered(everybody)), "All venues" in everybody) == (12, True)
    one = desk.get(page(name, evening) + "?stage=1&venue=A").text
    table = read_page(one).find("div.standings")
    assert entered(table.text) == numbers_in(stage, "A")
    assert {link["href"].rpartition("&explain=")[0] for link in table.find_all("a[href*=explain]")} == {"?stage=1&venue=A"}
    assert desk.get(page(name, evening) + "?venue=Z").context["venue"] is None


@pytest.mark.parametrize("key", ["pairings-by-table", "pairings-by-name", "standings"])
def test_papers_are_those_of_one_venue(evening, desk, key):
    stage = evening.stages.get()
    address = page("print_paper", evening, key) + "?round=1-2&language=en"
    assert len(entered(text_of(desk.get(address).content))) == 12
    text = text_of(desk.get(address + "&venue=B").content)
    assert (entered(text), "Venue B" in text) == (numbers_in(stage, "B"), True)


def test_a_paper_is_headed_by_the_place_of_the_venue(evening, desk):
    stage = evening.stages.get()
    for number in Match.objects.filter(round__stage=stage, round__number=2, pool="B").values_list("table", flat=True):
        HallTable.objects.update_or_create(tournament=evening, number=number, defaults={"place": "Bar Centrale"})
    name = {one.key: one.name for one in read_venues_of_stage(stage)}["B"]
    assert name in text_of(desk.get(page("print_paper", evening, "standings") + "?round=1-2&language=en&venue=B").content)


def test_sheets_are_printed_venue_by_venue(evening, desk):
    round_ = Round.objects.get(number=2)
    body = {"round": "1-2", "which": "rest", "paper": "a5", "suits": "", "venue": "A"}
    shown = desk.get(page("print", evening) + "?round=1-2&venue=A")
    assert (shown.context["needs"].total, shown.context["needs"].missing) == (3, 3)
    assert desk.post(page("print_sheets", evening), body).headers["Content-Type"] == "application/pdf"
    printed = set(SheetIssue.objects.values_list("match__code", flat=True))
    assert printed == set(round_.matches.filter(pool="A", kind="played").values_list("code", flat=True))
    assert desk.get(page("print", evening) + "?round=1-2&venue=A").context["needs"].missing == 0
    assert desk.get(page("print", evening) + "?round=1-2&venue=B").context["needs"].missing == 3
    assert desk.get(page("print", evening) + "?round=1-2").context["needs"].total == 6
    refused = desk.post(page("print_sheets", evening), body)
    assert refused.headers["Location"].endswith("?round=1-2&venue=A")


def test_a_set_of_one_venue_holds_that_venue(evening, desk):
    stage = evening.stages.get()
    body = {"round": "1-2", "what": "round", "language": "en", "venue": "B"}
    assert desk.post(page("print_set", evening), body).headers["Location"].endswith("?round=1-2&venue=B#print-sets")
    desk.post(page("print_set", evening), {**body, "venue": "A"})
    first, second = Job.objects.filter(kind="print_set").order_by("created_at")
    assert (first.arguments["venue"], second.arguments["venue"]) == ("B", "A")
    with ZipFile(io.BytesIO(print_set(first.arguments, lambda _percent, _text: None).content)) as files:
        singles = [name for name in files.namelist() if name.startswith("single/")]
        assert len(singles) == 3
        assert entered(text_of(files.read("standings.pdf"))) == numbers_in(stage, "B")
        assert entered(text_of(files.read("score-sheets.pdf"))) == numbers_in(stage, "B")
