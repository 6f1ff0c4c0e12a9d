"""Who enrolled is forgotten: if this failed, names and telephones would stay after an erasure, or for years after the evening."""

import datetime as dt

import pytest
from django.utils import timezone

from jobs.databases import write_tx
from jobs.sweeping import delete_expired
from tournaments.announcing.erasing import erase_old_enrolments
from tournaments.entries.services import EntryDetails, add_entry
from tournaments.models import Announcement, Enrolment
from tournaments.people.erasure import erase_person_rows
from tournaments.people.names import ERASED_NAME

pytestmark = pytest.mark.django_db

NOW = dt.datetime(2026, 11, 20, 12, 0, tzinfo=dt.UTC)


def enrol(evening, *names, entry=None, **fields):
    number = evening.enrolments.count() + 1
    return Enrolment.objects.create(
        tournament=evening, number=number, code=f"{evening.pk}-{number}", names=list(names), entry=entry, made_at=NOW, **fields
    )


@pytest.fixture
def entry(evening, director):
    return add_entry(evening, EntryDetails(("Maria Bianchi", "Luca Rossi")), actor=director)


def erase_maria(entry, **known):
    person = entry.members.get(position=0).person
    for name, value in known.items():
        setattr(person, name, value)
    person.save()
    with write_tx():
        erase_person_rows(person, at=NOW)


def told(enrolment):
    enrolment.refresh_from_db()
    return enrolment.names, enrolment.memberships, enrolment.phone


def test_the_enrolment_of_an_entry_forgets_the_person_and_keeps_the_partner(evening, entry):
    enrolment = enrol(evening, "maria  bianchi", "Luca Rossi", entry=entry, memberships=["T 1", "T 2"], phone="333 1", note="con Maria")
    erase_maria(entry)
    assert told(enrolment) == ([ERASED_NAME, "Luca Rossi"], ["", "T 2"], "")
    assert enrolment.note == ""


def test_a_person_who_enrolled_under_another_spelling_is_forgotten_too(evening, entry):
    enrolment = enrol(evening, "Mariuccia B.", "Luca Rossi", entry=entry)
    erase_maria(entry)
    assert told(enrolment)[0] == [ERASED_NAME, "Luca Rossi"]


def test_the_single_who_became_the_partner_keeps_name_and_telephone(evening, entry):
    hers = enrol(evening, "Maria Bianchi", entry=entry, looking=True, phone="333 1")
    his = enrol(evening, "Luca Rossi", entry=entry, looking=True, phone="333 2", wish="Maria Bianchi")
    erase_maria(entry)
    assert (told(hers), told(his)) == (([ERASED_NAME], [], ""), (["Luca Rossi"], [], "333 2"))
    assert his.wish == ERASED_NAME


@pytest.mark.parametrize(
    ("fields", "known", "stays"),
    [
        ({}, {}, False),
        ({"phone": "+39 333 1234567"}, {"phone": "3331234567"}, False),
        ({"phone": "333 7654321"}, {"phone": "3331234567"}, True),
        ({"memberships": ["T 9"]}, {"membership": "T 1"}, True),
        ({"memberships": ["T 1"]}, {"membership": "T 1"}, False),
    ],
)
def test_who_waits_under_the_same_name_is_told_apart_by_telephone_and_card(evening, entry, fields, known, stays):
    waiting = enrol(evening, "Maria Bianchi", **fields)
    erase_maria(entry, **known)
    assert (told(waiting)[0] == ["Maria Bianchi"]) is stays


def test_announcement_history_and_lots_forget_the_name(evening, entry):
    announcement = Announcement.objects.create(tournament=evening, contact="Maria Bianchi, 333 1", lots=[{"names": ["Maria Bianchi"]}])
    announcement.contact = "Chiedere a maria bianchi"
    announcement.save()
    enrol(evening, "Pia Verdi", steps=[{"at": "2026", "what": "asked", "by": "Maria Bianchi"}])
    erase_maria(entry)
    announcement.refresh_from_db()
    texts = [announcement.contact, *Announcement.history.values_list("contact", flat=True), str(announcement.lots)]
    texts += [str(steps) for steps in Enrolment.objects.values_list("steps", flat=True)]
    assert [text for text in texts if "bianchi" in text.lower()] == []


def on_day(after):
    return timezone.make_aware(dt.datetime.combine(dt.date(2026, 11, 21) + dt.timedelta(days=after), dt.time(0, 5)))


@pytest.mark.parametrize(("keep", "days", "left"), [(None, 30, 2), (None, 31, 0), (10, 10, 2), (10, 11, 0), (0, 0, 2), (0, 1, 0)])
def test_enrolments_are_kept_for_the_days_that_were_announced(evening, entry, keep, days, left):
    enrol(evening, "Maria Bianchi", "Luca Rossi", entry=entry, state="placed")
    enrol(evening, "Pia Verdi")
    if keep is not None:
        Announcement.objects.create(tournament=evening, keep_days=keep)
    assert erase_old_enrolments(on_day(days)) == 2 - left
    assert Enrolment.objects.count() == left
    assert evening.entries.count() == 1


def test_the_sweeper_knows_the_enrolments(evening):
    enrol(evening, "Pia Verdi")
    delete_expired(on_day(40))
    assert not Enrolment.objects.exists()
