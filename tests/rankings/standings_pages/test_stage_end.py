"""A stage ends when nothing is left to play, not when the plan has no more rounds."""

import pytest
from django.test import Client
from django.urls import reverse

from desk.rounds.closing import read_closing_preview
from desk.rounds.services import close_round, draw_next_round
from scoring.confirmation.services import confirm_match
from scoring.ledger.match_log import Forfeit
from tests.scoring.builders import NOW, build_user, origin
from tests.scoring.hands import enter, fresh_key, win
from tests.tournaments.conftest import enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.models import Match, Stage
from tournaments.refusals import ChangeRefused
from tournaments.stages.services import create_stage

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def play_round(stage, side):
    """The next round, every match won by that side; what closing says of itself, and the stage afterwards."""
    director = build_user()
    round_ = publish_round(draw_next_round(stage, actor=director, seed="lots", at=NOW), actor=director, at=NOW)
    for match in round_.matches.filter(kind=Match.Kind.PLAYED):
        win(match, side)
        confirm_match(match, origin=origin(fresh_key()), version=None)
    said = read_closing_preview(round_)
    close_round(round_, actor=director, origin=origin(fresh_key()))
    return said, Stage.objects.get(pk=stage.pk)


@pytest.fixture
def final():
    """Double elimination of four pairs with only the grand final left."""
    director = build_user()
    tournament = found_tournament(director, one_person=True)
    enter_pairs(tournament, director, 4)
    stage = create_stage(tournament, actor=director, format_key="double_elimination", options={})
    for _round in range(3):
        said, stage = play_round(stage, 0)
        assert (said.last, stage.state) == (False, Stage.State.RUNNING)
    return stage


def test_without_need_for_a_second_grand_final_the_first_is_the_last_round(final):
    said, stage = play_round(final, 0)
    assert (said.last, stage.state) == (True, Stage.State.FINISHED)
    with pytest.raises(ChangeRefused, match="Everything is decided"):
        draw_next_round(stage, actor=build_user(), seed="lots", at=NOW)
    assert stage.rounds.count() == 4
    page = Client()
    page.force_login(build_user())
    assert "A result was corrected" in page.get(reverse("tournaments:stage", args=[stage.tournament.slug, stage.number])).text


def test_when_both_finalists_have_lost_once_one_more_match_decides(final):
    said, stage = play_round(final, 1)
    assert (said.last, stage.state) == (False, Stage.State.RUNNING)
    said, stage = play_round(stage, 0)
    assert (said.last, stage.state) == (True, Stage.State.FINISHED)


def test_a_knockout_in_which_nobody_is_left_is_over():
    """Nobody comes to either semi-final: there is no final."""
    director = build_user()
    tournament = found_tournament(director, one_person=True)
    enter_pairs(tournament, director, 4)
    stage = create_stage(tournament, actor=director, format_key="knockout", options={"play_for": "2"})
    round_ = publish_round(draw_next_round(stage, actor=director, seed="lots", at=NOW), actor=director, at=NOW)
    for match in round_.matches.all():
        enter(match, Forfeit(None))
    close_round(round_, actor=director, origin=origin(fresh_key()))
    assert Stage.objects.get(pk=stage.pk).state == Stage.State.FINISHED
