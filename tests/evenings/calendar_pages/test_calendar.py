"""The public calendar. If these failed, people would not find tonight's tournament, or would find one that nobody may know of."""

import datetime as dt

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from evenings.calendar_pages.forms import CalendarForm
from evenings.calendar_pages.queries import read_wish, select_evenings
from evenings.calendar_pages.views import EVENINGS_PER_PAGE
from tests.desk.overview.test_many_tournaments import MOST_BYTES, found_many
from tournaments.announcing.listing import find_tonight
from tournaments.models import Announcement, Enrolment, Entry, OrganizerMember, Tournament, get_house

pytestmark = pytest.mark.django_db
MANY = 2_000
HIDDEN = ({"public": False}, {"demonstration": True}, {"archived_at": timezone.now()})


def read_lines(path="/calendar/"):
    answer = Client().get(path)
    assert answer.status_code == 200
    return [line for month in answer.context["months"] for day in month.days for line in day.lines]


def read_names(path="/calendar/"):
    caches["drawn"].clear()
    return [line.name for line in read_lines(path)]


def read_badges(tournament):
    caches["drawn"].clear()
    [line] = [line for line in read_lines() if line.slug == tournament.slug]
    return [badge.label for badge in line.badges]


def read_text(path):
    return Client().get(path).content.decode()


@pytest.mark.both_databases
def test_the_calendar_begins_with_tonight_by_the_hour_and_goes_on_by_date(announce):
    announce("In a week", 7)
    announce("No hour")
    announce("Late", starts_at=dt.time(22))
    announce("Early", meets_at=dt.time(19))
    announce("Yesterday", -1)
    assert read_names() == ["Early", "Late", "No hour", "In a week"]
    assert "Tonight" in read_text("/calendar/")


@pytest.mark.parametrize("row", HIDDEN, ids=("not public", "practice", "archived"))
def test_what_is_hidden_is_nowhere(announce, row):
    hidden = announce("Segreta", 1, row=row, starts_at=dt.time(21))
    pages = ("/calendar/", "/embed/calendar/", "/calendar/evenings.ics", "/calendar/house/", "/calendar/house/evenings.ics", "/")
    assert [path for path in pages if "Segreta" in read_text(path)] == []
    assert Client().get(f"/tournaments/{hidden.slug}/evening.ics").status_code == 404
    Tournament.objects.filter(pk=hidden.pk).update(public=True, demonstration=False, archived_at=None)
    caches["drawn"].clear()
    assert [path for path in pages if "Segreta" in read_text(path)] == list(pages)


def test_evenings_are_found_by_date_place_game_and_club(announce, club):
    announce("A Forlì", 3, row={"venue": "Bar Sport"}, town="Forlì")
    announce("A Faenza", 10, row={"venue": "Bar Sport"}, address="Corso Mazzini 1, Faenza", game_key="mariglia")
    announce("Del circolo", 20, row={"organizer": club})
    today = find_tonight()
    boxes = {
        "place=faenza": ["A Faenza"],
        "place=sport+bar": ["A Forlì", "A Faenza"],
        "game=mariglia": ["A Faenza"],
        "club=cervi": ["Del circolo"],
        "club=la+bella": [],
        f"since={today + dt.timedelta(days=5)}": ["A Faenza", "Del circolo"],
        f"since={today}&until={today + dt.timedelta(days=5)}": ["A Forlì"],
        "since=soon&game=chess": ["A Forlì", "A Faenza", "Del circolo"],
    }
    assert {box: read_names(f"/calendar/?{box}") for box in boxes} == boxes
    assert "No evening fits" in read_text("/calendar/?place=nowhere")


def test_past_evenings_are_found_by_their_date(announce):
    announce("Last week", -7)
    assert read_names(f"/calendar/?since={find_tonight() - dt.timedelta(days=8)}") == ["Last week"]
    assert "No evening announced yet" in read_text("/calendar/")


def test_a_club_has_its_own_calendar_once_something_of_it_is_public(announce, club, director):
    paths = ("/calendar/fratelli-cervi/", "/embed/calendar/fratelli-cervi/", "/calendar/fratelli-cervi/evenings.ics")
    assert [Client().get(path).status_code for path in paths] == [404] * 3
    member = Client()
    OrganizerMember.objects.create(organizer=club, user=director, role="director")
    member.force_login(director)
    assert [member.get(path).status_code for path in paths] == [200] * 3
    announce("Del circolo", 1, row={"organizer": club})
    announce("Di altri", 1, row={"organizer": get_house()})
    assert [("Del circolo" in text, "Di altri" in text, club.name in text) for text in map(read_text, paths)] == [(True, False, True)] * 3


def test_a_line_says_how_many_places_are_left(announce):
    tournament = announce("Pochi posti", 1, places=3, enrols="open")
    assert read_badges(tournament) == ["3 places left", "enrolment open"]
    Entry.objects.create(tournament=tournament, number=1, name="Dessì – Orrù")
    Entry.objects.create(tournament=tournament, number=2, name="Piras – Melis", state="withdrawn")
    Enrolment.objects.create(
        tournament=tournament, number=1, code="a", state="offered", offered_until=timezone.now(), made_at=timezone.now()
    )
    assert read_badges(tournament) == ["1 place left", "enrolment open"]
    Enrolment.objects.create(tournament=tournament, number=2, code="b", state="placed", looking=True, made_at=timezone.now())
    assert read_badges(tournament) == ["full", "waiting list"]
    Announcement.objects.filter(pk=tournament.pk).update(closes_at=timezone.now())
    assert read_badges(tournament) == ["full"]
    Announcement.objects.filter(pk=tournament.pk).update(cancelled_at=timezone.now())
    assert read_badges(tournament) == ["cancelled"]


def test_no_place_is_left_once_enrolment_is_over(announce):
    tournament = announce("Chiuso", 1, places=40, enrols="open", closes_at=timezone.now() - dt.timedelta(minutes=1))
    assert read_badges(tournament) == ["enrolment closed"]
    Announcement.objects.filter(pk=tournament.pk).update(closes_at=timezone.now() + dt.timedelta(hours=1))
    assert read_badges(tournament) == ["40 places left", "enrolment open"]


def test_a_club_that_plays_at_home_is_named_once(announce, club):
    announce("A casa", row={"organizer": club, "venue": club.name})
    assert read_text("/calendar/").count(f"· {club.name}") == 1


def test_a_line_says_that_an_evening_is_being_played(announce):
    assert read_badges(announce("In corso", row={"state": "running"})) == ["in progress"]
    assert read_badges(announce("Senza annuncio")) == []


def test_an_unchanged_calendar_is_asked_for_by_two_queries_and_answered_with_304(announce):
    tournament = announce("Serata", 1)
    tag = Client().get("/calendar/")["ETag"]
    with CaptureQueriesContext(connection) as asked:
        assert Client().get("/calendar/", headers={"if-none-match": tag}).status_code == 304
    assert len(asked) == 2
    Entry.objects.create(tournament=tournament, number=1, name="Dessì – Orrù")
    assert Client().get("/calendar/", headers={"if-none-match": tag}).status_code == 200


def test_enrolment_that_ends_by_the_clock_changes_the_page(announce, time_machine):
    now = timezone.now()
    announce("Serata", 2, enrols="open", closes_at=now + dt.timedelta(hours=1))
    first = Client().get("/calendar/")
    assert "enrolment open" in first.content.decode()
    time_machine.move_to(now + dt.timedelta(hours=1, seconds=1), tick=False)
    later = Client().get("/calendar/", headers={"if-none-match": first["ETag"]})
    assert (later.status_code, "enrolment open" in later.content.decode()) == (200, False)


def test_a_page_of_thousands_of_evenings_costs_what_one_of_hundreds_does(director, django_assert_max_num_queries):
    """Time is no test's matter: queries, bytes and the plan of the database are. `python -m benchmarks.calendar` measures 26,000."""
    found_many(director, MANY)
    Tournament.objects.filter(slug__startswith="serata").update(date=find_tonight() + dt.timedelta(days=3))
    Announcement.objects.bulk_create(
        Announcement(tournament=one, starts_at=dt.time(21), places=20, enrols="open", town="Bagnacavallo", address="Via Mazzini 100")
        for one in Tournament.objects.all()
    )
    with django_assert_max_num_queries(7):
        page = Client().get("/calendar/?page=3")
    lines = [line for month in page.context["months"] for day in month.days for line in day.lines]
    assert (len(lines), len(page.content) <= MOST_BYTES) == (EVENINGS_PER_PAGE, True)
    if connection.vendor == "sqlite":
        plan = select_evenings(read_wish(CalendarForm({})), find_tonight())[:EVENINGS_PER_PAGE].explain()
        assert "USING INDEX tournament_by_date (demonstration=? AND archived_at=? AND date>?)" in plan
        assert ("SCAN" in plan, "USE TEMP B-TREE FOR ORDER BY" in plan) == (False, False)
