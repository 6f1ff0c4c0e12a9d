"""Short names in the hall: who is found, what phones keep, and what stays in full."""

import io
import re

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from desk.overview.services import TournamentDetails, edit_tournament
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tests.scoring.links import issue, phone
from tournaments.entries.services import EntryDetails, edit_entry
from tournaments.models import Entry, Match, Tournament

pytestmark = pytest.mark.django_db

FIND = re.compile(r'class="found.*?(?=<div class="page-head")', re.DOTALL)


@pytest.fixture
def director(db):
    return build_user("director")


@pytest.fixture
def evening(director):
    tournament = play_evening()
    for number, persons in enumerate((("Maria Bianchi", "Luca Rossi"), ("Mara Boni", "Lea Rei")), start=1):
        edit_entry(tournament.entries.get(number=number), EntryDetails(persons=persons), actor=director)
    return tell(tournament, director, "first")


def tell(tournament, director, form):
    details = TournamentDetails(name=tournament.name, date=tournament.date, public_names=form)
    return edit_tournament(tournament, details, actor=director)


def found(tournament, wanted):
    page = Client().get(tournament.get_absolute_url(), {"q": wanted}).content.decode()
    return re.sub(r"<[^>]+>|\s+", " ", FIND.search(page)[0])


@pytest.mark.parametrize("wanted", ["Luca Rossi", "rossi LUCA", "1", "luca r"])
def test_whoever_types_the_whole_name_or_what_everybody_reads_finds_the_table(evening, wanted):
    told = found(evening, wanted)
    assert "Maria B. – Luca R." in told
    assert "The evening of Maria B. – Luca R." in told
    assert not {"Bianchi", "Rossi"} & set(re.findall(r"\w+", told))


@pytest.mark.parametrize("wanted", ["Rossi", "Ros", "Luca Ross", "Bianchi Rossi"])
def test_part_of_a_name_that_is_not_shown_finds_nobody(evening, wanted):
    assert "Nobody here is called" in found(evening, wanted)


def test_who_is_hidden_is_found_by_the_whole_name_alone(evening, director):
    tell(evening, director, "full")
    edit_entry(evening.entries.get(number=1), EntryDetails(persons=("Maria Bianchi", "Luca Rossi"), hidden=True), actor=director)
    assert "No. 1" in found(evening, "Luca Rossi")
    assert "Nobody here is called" in found(evening, "Rossi")
    assert "Mara Boni – Lea Rei" in found(evening, "Boni")


@pytest.mark.parametrize("name", ["public_standings", "public_results", "public_screen"])
def test_a_phone_that_kept_the_names_gets_the_new_ones_at_once(evening, director, name):
    """The process keeps drawn pages too; what is asked again must be neither's."""
    tell(evening, director, "full")
    address, client = reverse(f"scoring:{name}", args=[evening.slug]), Client()
    kept = client.get(address)
    assert "Bianchi" in kept.content.decode()
    tell(evening, director, "initials")
    again = client.get(address, headers={"If-None-Match": kept["ETag"]})
    assert (again.status_code, "Bianchi" in again.content.decode(), "M. B. – L. R." in read_words(again)) == (200, False, True)
    edit_entry(evening.entries.get(number=1), EntryDetails(persons=("Maria Bianchi", "Luca Rossi"), hidden=True), actor=director)
    hidden = client.get(address, headers={"If-None-Match": again["ETag"]})
    assert (hidden.status_code, "No. 1" in hidden.content.decode()) == (200, True)


def test_a_phone_at_the_table_has_the_names_of_its_sheet_and_no_others(evening):
    match = Match.objects.filter(round__state="published", kind="played", seats__entry__number=1).get()
    own = {seat.entry.name for seat in match.seats.select_related("entry")}
    page = phone(issue(match)[0]).get("/t/match/").content.decode()
    others = set(Entry.objects.exclude(name__in=own).values_list("name", flat=True))
    assert (own - {name for name in own if name in page}, {name for name in others if name in page}) == (set(), set())


def read_words(answer):
    """What stands on a page, one blank between words: the screen gives every person of a pair a box."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", answer.content.decode()))


def text_of(answer):
    return re.sub(r"\s+", " ", " ".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages))


def test_papers_for_the_wall_have_both_names_and_sheets_the_full_ones(evening, director):
    client = Client()
    client.force_login(director)
    desk = f"/desk/{evening.slug}/print/"
    for key in ("pairings-by-table", "pairings-by-name", "standings", "why"):
        full, short = (text_of(client.get(f"{desk}{key}.pdf", {"names": names})) for names in ("", "public"))
        assert ("Bianchi" in full, "Bianchi" in short, "Maria B." in short) == (True, False, True), key
    assert "Bianchi" in text_of(client.get(f"{desk}minutes.pdf", {"names": "public"}))
    sheets = client.post(f"{desk}sheets/", {"which": "all", "paper": "a4"})
    assert "Bianchi" in text_of(sheets)
    assert "names=public" in client.get(desk).content.decode()
    tell(evening, director, "full")
    assert "names=public" not in client.get(desk).content.decode()


def test_the_settings_show_how_everybody_reads_the_first_entries(evening, director):
    client = Client()
    client.force_login(director)
    page = client.get(f"/desk/{evening.slug}/settings/").content.decode()
    assert "On the public pages now: Maria B. – Luca R. · Mara B. – Lea R." in page


def test_an_unknown_way_to_tell_names_is_refused(evening, director):
    client = Client()
    client.force_login(director)
    answer = client.post(f"/desk/{evening.slug}/settings/", {"name": "Serata", "date": "2026-11-21", "public_names": "secret"})
    assert (answer.status_code, Tournament.objects.get(pk=evening.pk).public_names) == (422, "first")
