"""Feeds of the calendar, read as other programs read them. If these failed, calendars on phones would show evenings twice, at a wrong hour,
or not at all, and cancelled ones would stay.
"""

import datetime as dt
import re
import subprocess
import sys
import warnings
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from evenings.calendar_pages.feeds import compute_uid
from tests.desks import ROOT
from tests.tournaments.conftest import found_tournament
from tournaments.announcing.listing import find_tonight
from tournaments.models import Announcement, Tournament

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # what the other program's own libraries say of themselves
    import ics

pytestmark = pytest.mark.django_db
LINE = re.compile(r"[A-Z-]+(;[A-Z-]+=[^:;]+)*:.*")
LONG = "Prosciutto, salame; e vino \\ per tutti – «è così» " * 8


def read_feed(path="/calendar/evenings.ics", **more):
    answer = Client().get(path, **more)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return answer.content


def unfold(feed):
    return feed.replace(b"\r\n ", b"").decode().split("\r\n")


def read_property(feed, name):
    return [line.partition(":")[2] for line in unfold(feed) if re.match(f"{name}[;:]", line)]


def read_events(feed):
    """By name of the evening, as an independent program reads it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {event.name: event for event in ics.Calendar(feed.decode()).events}


def test_another_program_reads_hour_place_and_state(announce):
    announce("Serata; di “maggio”, così", 3, row={"venue": "Bar Sport"}, town="Forlì", starts_at=dt.time(21), ends_by=dt.time(0, 30))
    announce("Solo il giorno", 4)
    announce("Rinviata", 5, starts_at=dt.time(21), cancelled_at=timezone.now(), sequence=4)
    events = read_events(read_feed())
    first, day, off = events["Serata; di “maggio”, così"], events["Solo il giorno"], events["Rinviata"]
    date = find_tonight() + dt.timedelta(days=3)
    starts = dt.datetime.combine(date, dt.time(21), ZoneInfo("Europe/Rome"))
    assert (first.begin.datetime, first.end.datetime) == (starts, starts + dt.timedelta(hours=3, minutes=30))
    assert (first.location, first.status) == ("Bar Sport, Forlì", "CONFIRMED")
    assert (day.all_day, day.begin.date()) == (True, date + dt.timedelta(days=1))
    assert (off.status, "This evening is cancelled." in off.description) == ("CANCELLED", True)
    assert read_property(read_feed(), "SEQUENCE") == ["0", "0", "4"]


def test_lines_are_folded_and_ended_as_the_standard_says(announce):
    announce("Serata", 3, starts_at=dt.time(21), prizes=LONG, more=f"{LONG}\nDue righe", contact="Piero, 0544 1", fee_includes="vino")
    feed = read_feed()
    assert feed.endswith(b"END:VCALENDAR\r\n")
    assert b"\n" not in feed.replace(b"\r\n", b"")
    assert max(map(len, feed.split(b"\r\n"))) <= 75
    assert [line for line in unfold(feed)[:-1] if not LINE.fullmatch(line)] == []
    assert read_property(feed, "CONTACT") == ["Piero\\, 0544 1"]
    assert f"{LONG}\nDue righe" in read_events(feed)["Serata"].description


def test_the_zone_of_the_hall_is_told_with_its_changes(announce):
    announce("Serata", 3, starts_at=dt.time(21))
    lines = unfold(read_feed())
    assert [line for line in lines if line.startswith("DTSTART;")] == [
        f"DTSTART;TZID=Europe/Rome:{find_tonight() + dt.timedelta(days=3):%Y%m%d}T210000"
    ]
    assert (lines.count("BEGIN:VTIMEZONE"), lines.count("TZID:Europe/Rome"), lines.count("BEGIN:DAYLIGHT")) == (1, 1, 1)


@pytest.mark.both_databases
def test_an_evening_keeps_its_uid_whatever_is_changed(announce):
    tournament = announce("Serata", 3, starts_at=dt.time(21))
    before = read_property(read_feed(), "UID")
    Tournament.objects.filter(pk=tournament.pk).update(name="Altro nome", slug="altro", date=find_tonight() + dt.timedelta(days=9))
    Announcement.objects.update(starts_at=dt.time(20), sequence=2)
    assert read_property(read_feed(), "UID") == before == [compute_uid(tournament)]
    moved = Tournament(created_at=tournament.created_at, slug="elsewhere", pk=777)
    assert compute_uid(moved) == before[0]


def test_evenings_opened_in_one_tick_of_the_clock_have_different_uids(director, time_machine):
    time_machine.move_to(dt.datetime(2026, 11, 27, 12, tzinfo=dt.UTC), tick=False)
    opened = [found_tournament(director, f"Serata {number}") for number in range(3)]
    assert len({compute_uid(Tournament.objects.get(pk=one.pk)) for one in opened}) == 3


def test_a_change_is_dated(announce, director, time_machine):
    tournament = announce("Serata", 3)
    later = timezone.now() + dt.timedelta(hours=1)
    time_machine.move_to(later, tick=False)
    tournament.name = "Serata nuova"
    tournament.save()
    assert read_property(read_feed(), "LAST-MODIFIED") == [f"{later:%Y%m%dT%H%M%SZ}"]


def test_only_a_public_address_is_told(announce, settings):
    settings.ALLOWED_HOSTS = ["*"]
    announce("Serata", 3)
    told = {
        host: bool(read_property(read_feed(headers={"host": host}), "URL"))
        for host in ("192.168.1.20:8000", "desk.local", "tornei.example.org")
    }
    assert told == {"192.168.1.20:8000": False, "desk.local": False, "tornei.example.org": True}
    assert b"192.168" not in read_feed(headers={"host": "192.168.1.20:8000"})


def test_a_feed_speaks_the_language_of_its_address(announce):
    announce("Serata", 3, meets_at=dt.time(20, 30), starts_at=dt.time(21))
    assert "Ritrovo: 20:30" in read_events(read_feed("/calendar/evenings.ics?lang=it"))["Serata"].description
    assert "Meeting time: 20:30" in read_events(read_feed("/calendar/evenings.ics?lang=xx"))["Serata"].description


def test_a_feed_is_narrowed_as_the_page_is(announce):
    announce("A Forlì", 3, town="Forlì")
    announce("A Faenza", 3, town="Faenza")
    assert list(read_events(read_feed("/calendar/evenings.ics?place=faenza"))) == ["A Faenza"]


def test_an_evening_alone_can_be_put_into_a_calendar(announce):
    tournament = announce("Serata", 3, starts_at=dt.time(21))
    announce("Altra", 3)
    assert list(read_events(read_feed(f"/tournaments/{tournament.slug}/evening.ics"))) == ["Serata"]
    assert f"/tournaments/{tournament.slug}/evening.ics" in Client().get(f"/tournaments/{tournament.slug}/").content.decode()


def test_an_unchanged_feed_is_not_sent_again(announce):
    tournament = announce("Serata", 3)
    answer = Client().get("/calendar/evenings.ics")
    again = Client().get("/calendar/evenings.ics", headers={"if-none-match": answer["ETag"]})
    assert (again.status_code, answer["Cache-Control"], answer.cookies) == (304, "public, max-age=300", {})
    Tournament.objects.filter(pk=tournament.pk).update(venue="Altrove")
    assert Client().get("/calendar/evenings.ics", headers={"if-none-match": answer["ETag"]}).status_code == 200


def test_a_desk_starts_without_the_library_of_feeds():
    program = "import django; django.setup(); import config.urls, sys; print('icalendar' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"
