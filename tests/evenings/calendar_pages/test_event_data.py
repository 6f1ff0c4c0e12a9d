"""What search engines read of an evening. If these failed, they would show a wrong day, or an evening that does not want to be found."""

import datetime as dt
import json
import re

import pytest
from django.test import Client
from django.utils import timezone

from tournaments.announcing.listing import find_tonight

pytestmark = pytest.mark.django_db
DATA = re.compile(r'<script type="application/ld\+json">(.*?)</script>', re.DOTALL)


def read_data(tournament, host="testserver"):
    page = Client().get(tournament.get_absolute_url(), headers={"host": host}).content.decode()
    return [json.loads(data) for data in DATA.findall(page)]


def test_an_evening_is_data_with_zone_place_fee_and_capacity(announce, club, settings):
    settings.ALLOWED_HOSTS = ["*"]
    settings.TIME_ZONE = "Europe/Rome"
    tournament = announce(
        "Serata </script> & c.",
        row={"date": dt.date(2027, 7, 2), "organizer": club, "venue": "Bar Sport", "fee_cents": 1050},
        starts_at=dt.time(21),
        ends_by=dt.time(1),
        town="Forlì",
        address="Via Roma 1",
        places=32,
    )
    assert read_data(tournament, "tornei.example.org") == [
        {
            "@context": "https://schema.org",
            "@type": "Event",
            "name": "Serata </script> & c.",
            "startDate": "2027-07-02T21:00:00+02:00",
            "endDate": "2027-07-03T01:00:00+02:00",
            "eventStatus": "https://schema.org/EventScheduled",
            "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
            "location": {
                "@type": "Place",
                "name": "Bar Sport",
                "address": {"@type": "PostalAddress", "streetAddress": "Via Roma 1", "addressLocality": "Forlì"},
            },
            "organizer": {"@type": "Organization", "name": club.name},
            "offers": {
                "@type": "Offer",
                "price": "10.50",
                "priceCurrency": "EUR",
                "url": f"http://tornei.example.org{tournament.get_absolute_url()}",
            },
            "maximumAttendeeCapacity": 64,
            "url": f"http://tornei.example.org{tournament.get_absolute_url()}",
        }
    ]


def test_only_what_is_known_is_said(announce):
    [data] = read_data(announce("Serata", 5))
    assert (data["startDate"], set(data) & {"endDate", "location", "organizer", "url"}) == (
        str(find_tonight() + dt.timedelta(days=5)),
        set(),
    )


def test_a_cancelled_evening_says_so(announce):
    [data] = read_data(announce("Serata", 5, cancelled_at=timezone.now()))
    assert data["eventStatus"] == "https://schema.org/EventCancelled"


@pytest.mark.parametrize("row", [{"search_engines": "no"}, {"public_names": "numbers"}, {"archived_at": timezone.now()}])
def test_what_is_not_to_be_found_is_no_data(announce, row):
    assert read_data(announce("Serata", 5, row=row)) == []
