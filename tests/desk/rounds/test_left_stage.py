"""Everybody who would go on leaves between two rounds: the stage ends instead of waiting for a round that cannot be drawn."""

import pytest
from django.test import Client

from desk.rounds.services import close_round, draw_next_round
from rankings.schemes.services import remove_stage
from rankings.standings_pages.chains import read_qualified_entries
from rankings.standings_pages.final_list import read_podium
from tests.pages import read_page
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import origin_of, play_evening
from tournaments.entries.services import readmit_entry, withdraw_entry
from tournaments.models import Entry, Match, Round, Stage, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db


def leave_after_first_round(format_key, options, *, winners_only=True):
    """An evening of four pairs whose first round is closed, and who of them has gone since."""
    tournament = play_evening(pairs=4, rounds=1, closed=1, format_key=format_key, stage_options=options)
    played = Match.objects.filter(round__stage__tournament=tournament).select_related("result")
    winners = [match.seats.get(side=match.result.winner).entry for match in played]
    gone = winners if winners_only else list(tournament.entries.all())
    for entry in gone:
        withdraw_entry(entry, actor=build_user("director"))
    return tournament, gone


def draw(tournament):
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user("director"))
    return client.post(f"/desk/{tournament.slug}/stages/1/draw/", follow=True)


@pytest.mark.parametrize(
    ("format_key", "options", "winners_only"),
    [("knockout", {"play_for": "2"}, True), ("knockout", {}, False), ("swiss", {"rounds": "3"}, False), ("repechage", {}, False)],
)
def test_a_stage_that_everybody_has_left_is_over(format_key, options, winners_only):
    tournament, _gone = leave_after_first_round(format_key, options, winners_only=winners_only)
    assert "Nobody is left who plays on: the stage is over." in read_page(draw(tournament)).text
    assert (Stage.objects.get().state, Tournament.objects.get().state) == ("finished", "finished")


def test_who_is_readmitted_in_time_plays_on():
    tournament, gone = leave_after_first_round("knockout", {"play_for": "2"})
    assert Stage.objects.get().state == "running"
    for entry in gone:
        readmit_entry(Entry.objects.get(pk=entry.pk), actor=build_user("director"))
    draw(tournament)
    assert (Stage.objects.get().state, Match.objects.filter(round__number=2).count()) == ("running", 1)


def test_those_who_are_left_play_for_third_place():
    tournament, _gone = leave_after_first_round("knockout", {})
    draw(tournament)
    assert (Stage.objects.get().state, Match.objects.filter(round__number=2).count()) == ("running", 1)


def test_a_tournament_ends_when_the_only_stage_that_was_still_to_come_is_taken_back():
    """Of the losers only one is left: the consolation cannot be drawn, and without it everything is played."""
    director = build_user("director")
    tournament = play_evening(pairs=4, rounds=2, closed=1, format_key="knockout", stage_options={"play_for": "2"})
    losers = StageSource(tournament.stages.get(), lost=(1, 1))
    consolation = create_stage(tournament, actor=director, format_key="knockout", options={}, source=losers)
    close_round(Round.objects.get(number=2), actor=director, origin=origin_of(director))
    assert Tournament.objects.get().state == "running"
    withdraw_entry(Entry.objects.get(pk=read_qualified_entries(consolation)[0].entrant), actor=director)
    with pytest.raises(ChangeRefused) as refusal:
        draw_next_round(consolation, actor=director, seed="s", at=NOW)
    assert refusal.value.code == "too_few_go_on"
    assert "remove the stage" in str(refusal.value)
    remove_stage(consolation, actor=director, origin=origin_of(director))
    assert Tournament.objects.get().state == "finished"
    assert len(read_podium(Tournament.objects.get())) == 4
