"""The picture of a stage beside the open match: a box opens its match at the desk."""

from collections import Counter

import pytest
from django.db.models import F
from django.test import Client

from jobs.worker import report_worker_alive
from rankings.standings_pages.pictures import read_score_groups
from tests.scoring.builders import build_user
from tests.scoring.evenings import play_evening
from tournaments.models import Match, Seat

pytestmark = pytest.mark.django_db


def read_picture(tournament):
    report_worker_alive()
    client = Client()
    client.force_login(build_user("director"))
    return client.get(f"/desk/{tournament.slug}/results/?view=picture").content.decode()


@pytest.mark.parametrize(("format_key", "mark"), [("knockout", "<svg"), ("round_robin", 'class="pool"')])
def test_every_match_of_every_round_is_one_box_away(format_key, mark):
    tournament = play_evening(pairs=4, rounds=2, closed=1, format_key=format_key)
    page = read_picture(tournament)
    assert mark in page
    played = Match.objects.filter(round__stage__tournament=tournament, kind=Match.Kind.PLAYED)
    assert [match.code for match in played if f"/matches/{match.code}/" not in page] == []


def test_a_swiss_shows_who_has_as_many_points_and_whom_each_meets():
    """The groups are those of the results; every pair has the link of its match of the latest round."""
    tournament = play_evening(pairs=8, rounds=2, closed=1, format_key="swiss")
    stage = tournament.stages.get()
    groups = read_score_groups(stage)
    won = Counter(Seat.objects.filter(match__result__winner=F("side")).values_list("entry__number", flat=True))
    by_wins = [{number for number in range(1, 9) if won[number] == wins} for wins in (2, 1, 0)]
    assert [{member.line.number for member in group.members} for group in groups] == [numbers for numbers in by_wins if numbers]
    for group in groups:
        for member in group.members:
            match = Match.objects.get(round__number=2, code=member.match.code)
            numbers = dict(match.seats.values_list("entry__number", "entry__name"))
            seat = match.seats.get(entry__number=member.line.number)
            assert member.result.startswith("2–") == (match.result.winner == seat.side)
            assert member.opponents == next(name for number, name in numbers.items() if number != member.line.number)
    page = read_picture(tournament)
    assert page.count(f"/desk/{tournament.slug}/matches/") >= 8
    assert "score-groups" in page


def test_sheets_are_printed_and_a_round_is_taken_back_at_the_picture():
    tournament = play_evening(pairs=4, rounds=1, closed=0, format_key="round_robin")
    page = read_picture(tournament)
    assert f"/desk/{tournament.slug}/print/?round=1-1" in page
    assert f"/desk/{tournament.slug}/stages/1/rounds/1/unpublish/" in page
