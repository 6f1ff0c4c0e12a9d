"""A match that was drawn ahead is let stand after a correction: who sits there wins a way into the same round once more."""

import pytest

from desk.rounds.ahead import begin_ready_matches
from desk.seats.services import let_seats_follow, let_stand
from desk.seats.unpublishing import list_entered_matches, unpublish_round
from desk.verification.queries import verify_tournament
from rankings.standings_pages.contradictions import compute_open_points, list_contradictions
from tests.scoring.builders import NOW, build_user
from tests.scoring.corrected import close, draw_and_publish, enter_result, found_stage, origin_of, play_round, read_pairs, turn_result
from tournaments.models import Match, Round

pytestmark = pytest.mark.django_db
WORDS = {"words": "prova"}


@pytest.fixture
def semifinals():
    """Six pairs play for all places. The losers of round 1 have played for place 5 ahead, then one of them had won after all, sits in the
    semi-final, and her match for place 5 stands.
    """
    deciding = {"actor": build_user("director"), "origin": origin_of(), **WORDS}
    stage = found_stage(6, options={"play_for": 8})
    close(play_round(draw_and_publish(stage)))
    draw_and_publish(stage)
    [ahead] = begin_ready_matches(stage, actor=build_user("director"), seed="seed", at=NOW)
    enter_result(ahead, 0)
    turn_result(Match.objects.filter(round__stage=stage, round__number=1, kind="played").order_by("position").first())
    let_seats_follow(stage, 2, **deciding)
    [point] = list_contradictions(stage)
    let_stand(stage, point.key, **deciding | {"origin": origin_of()})
    return Round.objects.get(stage=stage, number=2)


def test_nobody_is_seated_twice_in_a_round_that_was_begun_ahead(semifinals):
    stage = semifinals.stage
    twice = {number for pair in read_pairs(Round.objects.get(stage=stage, number=3)) for number in pair}
    close(play_round(semifinals, lambda match: 1 if match.seats.get(side=1).entry.number in twice else 0))
    seats = [number for pair in read_pairs(Round.objects.get(stage=stage, number=3)) for number in pair]
    assert len(seats) == len(set(seats)) == 5
    [point] = compute_open_points(stage.tournament).contradictions
    assert set(point.numbers) <= twice
    assert verify_tournament(stage.tournament) == ()


def test_the_round_can_then_be_withdrawn_and_drawn_by_the_results(semifinals):
    stage = semifinals.stage
    twice = {number for pair in read_pairs(Round.objects.get(stage=stage, number=3)) for number in pair}
    close(play_round(semifinals, lambda match: 1 if match.seats.get(side=1).entry.number in twice else 0))
    third = Round.objects.get(stage=stage, number=3)
    annul = tuple(row.code for row in list_entered_matches(third))
    unpublish_round(third, actor=build_user("director"), origin=origin_of(), annul=annul, **WORDS)
    assert Round.objects.get(stage=stage, number=3).state == "draft"
