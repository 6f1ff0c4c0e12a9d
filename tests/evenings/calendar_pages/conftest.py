"""Evenings that a calendar can show."""

import datetime as dt

import pytest
from django.utils import timezone, translation

from tests.tournaments.conftest import found_tournament
from tournaments.announcing.listing import find_tonight
from tournaments.models import Announcement, Organizer, Tournament


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


@pytest.fixture
def announce(director):
    """Opens an evening so many days from tonight, with what is announced of it, and what its row says beside that."""

    def announce(name, days=0, *, row=None, game_key="marafon", **announced):
        tournament = found_tournament(director, name, game_key=game_key)
        Tournament.objects.filter(pk=tournament.pk).update(date=find_tonight() + dt.timedelta(days=days), **(row or {}))
        tournament.refresh_from_db()
        if announced:
            Announcement.objects.create(tournament=tournament, **announced)
        return tournament

    return announce


@pytest.fixture
def club(db):
    return Organizer.objects.create(slug="fratelli-cervi", name="Circolo Fratelli Cervi")


@pytest.fixture
def noon(time_machine=None):
    return timezone.now()
