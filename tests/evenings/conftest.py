"""An announced evening: a director, a tournament of Mariglia next month, four places, everybody may enrol."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.utils import timezone, translation

from evenings.enrolment.details import EnrolmentDetails
from evenings.enrolment.services import enrol, new_code
from tests.tournaments.conftest import found_tournament
from tournaments.announcing.services import AnnouncementDetails, announce
from tournaments.models import Enrolment, Tournament

PLACES = 4
CONTROLLER = "Circolo Bar Sport, via Roma 12, Jesi"


@pytest.fixture(autouse=True)
def english():
    with translation.override("en"):
        yield


def found_evening(director, *, places=PLACES, days=30, name="Giovedì al Bar Sport", individual=False, game_key="mariglia", **declared):
    tournament = found_tournament(director, name, individual=individual, game_key=game_key)
    tournament.date = timezone.localdate() + dt.timedelta(days=days)
    tournament.save()
    values = {"starts_at": dt.time(20, 45), "enrols": "open", "controller": CONTROLLER, "offer_hours": 12, "places": places} | declared
    announce(tournament, AnnouncementDetails(**values), actor=director)
    return tournament


@pytest.fixture
def evening(director: User) -> Tournament:
    return found_evening(director)


def enrol_pair(tournament, name, **more):
    """Somebody and a partner enrol on their phone."""
    actor = more.pop("actor", None)
    details = EnrolmentDetails((f"{name} Rossi", f"{name} Bianchi"), phone="333 1234567", **more)
    origin = Enrolment.Origin.DESK if actor else Enrolment.Origin.PHONE
    return enrol(tournament, details, code=new_code(), origin=origin, actor=actor)


def enrol_single(tournament, name, **more):
    """Somebody who comes alone."""
    return enrol(
        tournament, EnrolmentDetails((f"{name} Solo",), looking=True, phone="333 7654321", **more), code=new_code(), origin="phone"
    )


def read_states(tournament):
    """The first name of each enrolment with its state, in the order of the list."""
    return [(row.names[0].split()[0], row.state) for row in Enrolment.objects.filter(tournament=tournament)]
