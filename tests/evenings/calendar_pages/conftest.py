"""Evenings that a calendar can show."""

import datetime as dt

import pytest
from django.utils import translation

from tests.tournaments.conftest import found_tournament
from tournaments.announcing.listing import find_tonight
from tournaments.models import Announcement, Organizer, Tournament


@pytest.fixture(autouse=True)
def english():
    """A test client leaves the language of its last request behind in the thread."""
    with translation.override("en"):
        yield


@pytest.fixture
def announce(director):
    """Opens an evening so many days from tonight, with what is announced of it, and what its row says beside that."""

    def announce(name, days=0, *, row=None, game_key="marafon", **announced):
        tournament = found_tournament(director, name, game_key=game_key)
        columns = {"date": find_tonight() + dt.timedelta(days=days)} | (row or {})
        Tournament.objects.filter(pk=tournament.pk).update(**columns)
        if announced:
            Announcement.objects.create(tournament=tournament, **announced)
        return Tournament.objects.get(pk=tournament.pk)

    return announce


@pytest.fixture
def club(db):
    return Organizer.objects.create(slug="fratelli-cervi", name="Circolo Fratelli Cervi")
