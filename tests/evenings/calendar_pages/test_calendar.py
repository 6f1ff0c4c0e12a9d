"""The public calendar. If these failed, people would not find tonight's tournament, or would find one that nobody may know of."""

import datetime as dt

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tournaments.announcing.listing import find_tonight
from tournaments.models import Enrolment, Entry, Tournament

pytestmark = pytest.mark.django_db


def read_lines(path="/calendar/"):
    answer = Client().get(path)
    assert answer.status_code == 200
    return [line for month in answer.context["months"] for day in month.days for line in day.lines]


def read_names(path="/calendar/"):
    return [line.name for line in read_lines(path)]


def test_the_calendar_begins_with_tonight_by_the_hour_and_goes_on_by_date(announce):
    announce("In a week", 7)
    announce("No hour", 0)
    announce("Late", 0, starts_at=dt.time(22))
    announce("Early", 0, meets_at=dt.time(19))
    announce("Yesterday", -1)
    assert read_names() == ["Early", "Late", "No hour", "In a week"]
    assert "Tonight" in Client().get("/calendar/").content.decode()
