"""If this fails, a bracket that a corrected result asks to play on counts as finished: two are first, and nobody is told."""

import pytest
from django.test import Client
from django.urls import reverse

from desk.rounds.services import draw_next_round
from desk.seats.queries import read_points_to_decide
from printing.prints.heads import read_print_context
from printing.prints.minutes_places import build_place_sections
from rankings.standings_pages.final_list import read_final_list
from tests.scoring.builders import NOW, build_user
from tests.scoring.corrected import close, draw_and_publish, enter_result, found_stage, last_round, play_round, read_pairs, turn_result
from tests.tournaments.doors import publish_round
from tournaments.draws.services import discard_draft
from tournaments.models import Stage, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(db):
    """A double elimination of four pairs with a second grand final, which nobody had to play."""
    stage = found_stage(4, "double_elimination", options={"reset": True})
    while not close(play_round(draw_and_publish(stage))).stage_finished:
        pass
    return stage


def read_places(stage):
    final = read_final_list(Tournament.objects.get(pk=stage.tournament_id))
    return final.provisional, [line.place for line in final.lines]


def list_unfinished(stage):
    return [point.stage_name for point in read_points_to_decide(stage.tournament).unfinished]


def test_a_corrected_grand_final_asks_for_the_second_one(finished):
    assert (list_unfinished(finished), read_places(finished)[0]) == ([], False)
    final = last_round(finished).matches.get()
    turn_result(final)
    assert (list_unfinished(finished), read_places(finished)[0]) == ([finished.name], True)
    drafted = draw_next_round(finished, actor=build_user("director"), seed="seed", at=NOW)
    assert list_unfinished(finished) == [finished.name]
    second = publish_round(drafted, actor=build_user("director"), at=NOW)
    assert read_pairs(second) == read_pairs(final.round)
    assert Stage.objects.get(pk=finished.pk).state == Stage.State.RUNNING
    enter_result(second.matches.get(), 1)
    assert close(second).stage_finished
    assert (list_unfinished(finished), read_places(finished)) == ([], (False, ["1", "2", "3", "4"]))


def test_a_correction_taken_back_ends_it_as_it_was(finished):
    final = last_round(finished).matches.get()
    turn_result(final)
    drafted = draw_next_round(finished, actor=build_user("director"), seed="seed", at=NOW)
    turn_result(final)
    discard_draft(drafted, actor=build_user("director"))
    assert (list_unfinished(finished), read_places(finished)) == ([], (False, ["1", "2", "3", "4"]))


def test_the_minutes_say_that_places_can_still_change(finished):
    """Signed as they were, they had two firsts for good."""
    notice = "Provisional: places can still change."
    assert all(notice not in section.paragraphs for section in build_place_sections(read_print_context(finished.tournament, str)))
    turn_result(last_round(finished).matches.get())
    (section,) = build_place_sections(read_print_context(finished.tournament, str))
    assert notice in section.paragraphs


def test_the_way_there_leads_to_the_page_that_draws_it(finished):
    turn_result(last_round(finished).matches.get())
    client = Client()
    client.force_login(build_user("director"))
    slug = finished.tournament.slug
    assert "asks for another round" in client.get(reverse("tournaments:desk", args=[slug])).text
    page = client.get(reverse("scoring:to_decide", args=[slug])).text
    stage = reverse("tournaments:stage", args=[slug, finished.number])
    assert ("another round is due" in page, stage in page) == (True, True)
    assert reverse("scoring:draw", args=[slug, finished.number]) in client.get(stage).text
