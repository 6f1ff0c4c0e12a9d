"""If this fails, what a director declares of an evening is lost, or calendars and phones go on showing something else."""

import datetime as dt
from dataclasses import fields

import pytest
from django.urls import reverse

from desk.overview.services import TournamentDetails, edit_tournament
from tests.evenings.conftest import found_evening
from tests.scoring.page_forms import read_forms
from tournaments.announcing.queries import read_announcement, read_evening
from tournaments.announcing.services import AnnouncementDetails, announce, cancel_evening
from tournaments.models import Announcement, Edition
from tournaments.refusals import ChangeRefused
from tournaments.seen import Seen

TYPED = {
    "meets_at": "20:00", "starts_at": "20:45", "ends_by": "00:30", "address": "Via Roma 12", "town": "Jesi", "contact": "Gino 0731 1",
    "who_may_play": "tutti", "fee_includes": "un panino", "prizes": "Prosciutto\r\n\r\n  Cesto ", "more": "", "places": "64",
    "enrols": "open", "closes_at": "2026-12-02T20:00", "heats": "", "offer_hours": "12", "controller": "Bar Sport", "keep_days": "30",
}  # fmt: skip


def test_what_is_declared_is_stored_and_shown(evening, director_client, client):
    answer = director_client.post(reverse("evenings:announcement", args=[evening.slug]), TYPED)
    assert answer.status_code == 302
    stored = read_evening(evening)
    assert (stored.prizes, stored.places, stored.where) == (("Prosciutto", "Cesto"), 64, "Via Roma 12, Jesi")
    page = client.get(reverse("tournaments:public", args=[evening.slug])).content.decode()
    assert all(text in page for text in ("20:45", "Via Roma 12, Jesi", "Gino 0731 1", "un panino", "Cesto"))


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"starts_at": "19:00"}, "The start lies before the meeting time."),
        ({"ends_by": "20:00"}, "The end lies before the start."),
        ({"closes_at": "2099-12-05T20:00"}, "Enrolment would end after the evening has begun."),
        ({"starts_at": "", "closes_at": "2099-12-05T20:00"}, "Enrolment would end after the evening has begun."),
        ({"controller": ""}, "Write who keeps the data"),
        ({"places": "0"}, "Write 1 or more."),
        ({"meets_at": "25:99"}, "Write a time as 21:30."),
        ({"enrols": "everything"}, "This choice is not there any more."),
        ({"offer_hours": ""}, "Fill this in."),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_stored(evening, director_client, change, said):
    before = AnnouncementDetails.of(read_announcement(evening))
    answer = director_client.post(reverse("evenings:announcement", args=[evening.slug]), {**TYPED, **change})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert 'value="Via Roma 12"' in answer.content.decode()
    assert AnnouncementDetails.of(read_announcement(evening)) == before


def test_a_form_that_was_opened_before_somebody_saved_stores_nothing(evening, director, director_client):
    address = reverse("evenings:announcement", args=[evening.slug])
    form = next(form for form in read_forms(director_client.get(address)) if "town" in form)
    announce(evening, AnnouncementDetails(town="Ancona"), actor=director)
    answer = director_client.post(address, {**form, "town": "Fano"})
    assert answer.status_code == 422
    assert read_announcement(evening).town == "Ancona"
    with pytest.raises(ChangeRefused):
        announce(evening, AnnouncementDetails(town="Fano"), actor=director, seen=Seen("old", lambda: "new"))


def test_an_evening_that_ends_after_midnight_ends_on_the_next_day(director):
    evening = read_evening(found_evening(director, ends_by=dt.time(0, 30)))
    assert evening.ends - evening.starts == dt.timedelta(hours=3, minutes=45)


def test_calendars_look_again_after_a_change_of_hour_but_not_of_prizes(evening, director):
    before = read_announcement(evening).sequence
    details = AnnouncementDetails.of(read_announcement(evening))
    values = {name: getattr(details, name) for name in details.__slots__}
    announce(evening, AnnouncementDetails(**{**values, "prizes": "Cesto"}), actor=director)
    assert read_announcement(evening).sequence == before
    announce(evening, AnnouncementDetails(**{**values, "starts_at": dt.time(21)}), actor=director)
    cancel_evening(evening, actor=director)
    assert read_announcement(evening).sequence == before + 2


@pytest.mark.parametrize(
    ("change", "more"),
    [({"date": dt.date(2030, 1, 1)}, 1), ({"venue": "Altrove"}, 1), ({"name": "Altra serata"}, 1), ({"round_minutes": 5}, 0)],
)
def test_calendars_look_again_after_another_date_name_or_venue(evening, director, change, more):
    before = read_announcement(evening).sequence
    kept = {field.name: getattr(evening, field.name) for field in fields(TournamentDetails)}
    for _time in range(2):
        edit_tournament(evening, TournamentDetails(**{**kept, **change}), actor=director)
    assert read_announcement(evening).sequence == before + more


def test_every_change_is_a_new_page_version(evening, director):
    marks = [Edition.objects.get(tournament=evening).mark]
    cancel_evening(evening, actor=director)
    marks.append(Edition.objects.get(tournament=evening).mark)
    Announcement.objects.filter(tournament=evening).update(town="Fano")
    marks.append(Edition.objects.get(tournament=evening).mark)
    assert len(set(marks)) == 3


def test_a_tournament_without_an_announcement_has_a_page_as_before(director, client):
    tournament = found_evening(director)
    Announcement.objects.all().delete()
    assert client.get(reverse("tournaments:public", args=[tournament.slug])).status_code == 200


def test_whoever_enters_more_than_were_announced_is_told(evening, director, director_client):
    announce(evening, AnnouncementDetails(places=1), actor=director)
    told = []
    for number in (1, 2):
        names = {"person_0": f"Anna{number}", "person_1": f"Berto{number}"}
        answer = director_client.post(f"/desk/{evening.slug}/entries/add/", names, follow=True)
        told.append("more than announced: 2 entries, 1 places" in answer.content.decode())
    assert told == [False, True]
