"""A double elimination whose first round is corrected: who is let stand in the main bracket is due at no match of the losers."""

import pytest

from desk.seats.queries import read_points_to_decide
from desk.seats.services import let_stand
from rankings.standings_pages.contradictions import is_any_let_stand, list_contradictions
from tests.scoring.builders import build_user
from tests.scoring.corrected import close, draw_and_publish, enter_result, found_stage, origin_of, play_round, sides, turn_result
from tournaments.models import Match, Stage

pytestmark = pytest.mark.django_db


@pytest.fixture(params=[6, 7])
def stage(request, db):
    """The second round is published, and its main matches are entered when a result of the first is turned."""
    stage = found_stage(request.param, "double_elimination", options={"reset": True})
    close(play_round(draw_and_publish(stage)))
    second = draw_and_publish(stage)
    for match in second.matches.filter(kind=Match.Kind.PLAYED):
        if match.bracket[3] == "main":
            enter_result(match, 0)
    turn_result(stage.rounds.get(number=1).matches.filter(kind=Match.Kind.PLAYED).first())
    return stage


def split_points(stage):
    """What is to decide about the main match, and about the losers'."""
    points = list_contradictions(stage)
    return [point for point in points if point.entered], [point for point in points if not point.entered]


def stand(stage, point):
    let_stand(stage, point.key, actor=build_user("director"), origin=origin_of(), words="resta")


def read_seats(stage):
    return {match.code: sides(match) for match in Match.objects.filter(round__stage=stage, round__number=2)}


@pytest.mark.parametrize("first", [0, 1])
def test_one_decision_settles_both_seats(stage, first):
    (main,), (losers,) = split_points(stage)
    assert (main.seated, main.due) == (losers.due, losers.seated)
    before = read_seats(stage)
    stand(stage, (main, losers)[first])
    assert list_contradictions(stage) == []
    assert not read_points_to_decide(stage.tournament)
    assert is_any_let_stand(stage.tournament)
    assert read_seats(stage) == before
    play_on(stage)
    assert Stage.objects.get(pk=stage.pk).state == Stage.State.FINISHED


def test_a_bye_is_no_table(stage):
    titles = {point.contradiction.code: point.title for point in read_points_to_decide(stage.tournament).seats}
    byes = set(Match.objects.filter(round__stage=stage, kind=Match.Kind.BYE).values_list("code", flat=True)) & titles.keys()
    assert byes
    for code, title in titles.items():
        assert title.endswith(", bye") if code in byes else ", table " in title


def play_on(stage):
    """The second round to its end, and every round after it."""
    second = stage.rounds.get(number=2)
    for match in second.matches.filter(kind=Match.Kind.PLAYED, result__isnull=True):
        enter_result(match, 0)
    close(second)
    while Stage.objects.get(pk=stage.pk).state != Stage.State.FINISHED:
        assert list_contradictions(stage) == []
        close(play_round(draw_and_publish(stage)))
