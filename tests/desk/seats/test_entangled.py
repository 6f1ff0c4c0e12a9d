"""A semi-final that is corrected after the final and the match for the third place: each waits for those who sit at the other."""

import pytest
from django.test import Client
from django.urls import reverse

from desk.seats.services import play_again
from desk.verification.queries import verify_tournament
from rankings.standings_pages.contradictions import compute_open_points, list_contradictions
from tests.pages import read_page
from tests.scoring.builders import build_user
from tests.scoring.corrected import close, draw_and_publish, found_stage, last_round, origin_of, play_round, read_pairs, sign, turn_result
from tests.scoring.hands import win
from tournaments.models import Match, Stage, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def stage(db):
    """All is played; then the first semi-final turns out to have been won by the other side."""
    stage = found_stage(4)
    for _round in range(2):
        close(play_round(draw_and_publish(stage)))
    turn_result(stage.rounds.get(number=1).matches.order_by("position").first())
    return Stage.objects.get(pk=stage.pk)


def list_matches(stage):
    return list(last_round(stage).matches.filter(kind=Match.Kind.PLAYED).select_related("round__stage__tournament").order_by("position"))


@pytest.mark.parametrize("place", [0, 1])
def test_both_are_played_again_by_those_who_are_due(stage, place):
    before = read_pairs(last_round(stage))
    assert len(list_contradictions(stage)) == 2
    assert play_again(list_matches(stage)[place], actor=build_user("director"), origin=origin_of(), words="corretto") == 2
    after = read_pairs(last_round(stage))
    assert {frozenset(pair) for pair in after} != {frozenset(pair) for pair in before}
    assert sorted(sum(after, ())) == sorted(sum(before, ()))
    assert list_contradictions(Stage.objects.get(pk=stage.pk)) == []
    assert len(compute_open_points(stage.tournament).reopened) == 2
    for match in list_matches(stage):
        win(match, 0), sign(match)
    assert not compute_open_points(stage.tournament)
    assert Tournament.objects.get(pk=stage.tournament_id).state == Tournament.State.FINISHED
    assert verify_tournament(stage.tournament) == ()


def test_the_page_says_which_match_is_played_again_too_and_enter_presses_nothing(stage):
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user("director"))
    page = read_page(client.get(reverse("scoring:to_decide", args=[stage.tournament.slug])))
    tables = [match.table for match in list_matches(stage)]
    for table in tables:
        assert f"Who is due here plays at table {table}: that is played again too." in page.text
    forms = [form for form in page.find_all("form") if "contradiction" in form.fields]
    assert ["disabled" in form.find("button") for form in forms] == [True, True]
