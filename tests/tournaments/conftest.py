"""An evening to try things on: a director, a tournament of Mariglia, pairs."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation

from desk.overview.services import TournamentDetails, create_tournament
from tests.tournaments.doors import draw_round
from tournaments.importing.services import import_entries
from tournaments.models import StaffRole, Tournament
from tournaments.stages.services import create_stage

NOON = dt.datetime(2026, 11, 21, 12, 0, tzinfo=dt.UTC)
SEED = "a public seed"


def found_tournament(actor, name="Serata di mariglia", *, game_key="mariglia", individual=False, options=None, **details):
    return create_tournament(
        TournamentDetails(name=name, date=dt.date(2026, 11, 21), **details),
        actor=actor,
        game_key=game_key,
        options=options or {},
        individual=individual,
    )


def pair_lines(count, *, clubs=0):
    return "\n".join(
        f"Anna{number:03d} / Berto{number:03d}" + (f", Bar {number % clubs}" if clubs else "") for number in range(1, count + 1)
    )


def enter_pairs(tournament, actor, count, *, clubs=0):
    import_entries(tournament, pair_lines(count, clubs=clubs), actor=actor)


def draw_first(tournament, actor, *, format_key="knockout", options=None, seed=SEED):
    stage = create_stage(tournament, actor=actor, format_key=format_key, options=options or {})
    return draw_round(stage, actor=actor, seed=seed, at=NOON)


@pytest.fixture(autouse=True)
def english():
    """A test client leaves the language of its last request behind in the thread."""
    with translation.override("en"):
        yield


@pytest.fixture
def evening(director: User) -> Tournament:
    return found_tournament(director)


@pytest.fixture
def assistant(evening: Tournament) -> User:
    user = User.objects.create_user("assistant")
    StaffRole.objects.create(tournament=evening, user=user, role=StaffRole.Role.ASSISTANT)
    return user


@pytest.fixture
def stranger(db: None) -> User:
    """A director too, but of another tournament."""
    user = User.objects.create_user("stranger")
    found_tournament(user, "Torneo degli altri")
    return user


@pytest.fixture
def client_of():
    """Logs a user in, or nobody."""

    def client_of(user=None):
        client = Client()
        if user is not None:
            client.force_login(user)
        return client

    return client_of
