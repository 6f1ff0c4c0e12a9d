"""The page on which a stage's way of counting is chosen asks as often for many entries and decisions as for few."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from jobs.worker import report_worker_alive
from scoring.schemes.services import decide_penalty
from tests.scoring.builders import build_user
from tests.scoring.evenings import origin_of, play_evening
from tournaments.models import Entry

pytestmark = pytest.mark.django_db


def counted(tournament):
    client = Client()
    client.force_login(build_user("director"))
    address = f"/desk/{tournament.slug}/stages/1/scheme/"
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def evening(name, pairs, penalties):
    tournament = play_evening(pairs=pairs, rounds=1, name=name)
    for entry in Entry.objects.filter(tournament=tournament).order_by("number")[:penalties]:
        director = build_user("director")
        decide_penalty(tournament.stages.get(), entry, actor=director, origin=origin_of(director), points=1, words="ritardo")
    return tournament


def test_the_page_of_the_scheme_asks_as_often_for_many_as_for_few():
    report_worker_alive()
    assert counted(evening("Piccola", 4, 1)) == counted(evening("Grande", 12, 3))
