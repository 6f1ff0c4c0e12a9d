"""The picture of a stage on the overview: a box opens its match at the desk."""

import pytest
from django.test import Client

from jobs.worker import report_worker_alive
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Match

pytestmark = pytest.mark.django_db


def read_overview(tournament):
    report_worker_alive()
    client = Client()
    client.force_login(build_user("director"))
    return client.get(f"/desk/{tournament.slug}/").content.decode()


@pytest.mark.parametrize(("format_key", "mark"), [("knockout", "<svg"), ("round_robin", 'class="pool"')])
def test_every_match_of_every_round_is_one_box_away(format_key, mark):
    tournament = play_evening(pairs=4, rounds=2, closed=1, format_key=format_key)
    page = read_overview(tournament)
    assert mark in page
    played = Match.objects.filter(round__stage__tournament=tournament, kind=Match.Kind.PLAYED)
    assert [match.code for match in played if f"/matches/{match.code}/" not in page] == []


def test_a_ranking_has_no_such_picture():
    assert "stage-picture" not in read_overview(play_evening(pairs=4, format_key="swiss"))
