"""A Swiss with accelerated rounds on the site: virtual points decide who meets whom, are told, and count nowhere else."""

import random

import pytest
from django.urls import reverse

from desk.rounds.services import close_round, draw_next_round
from desk.verification.queries import verify_tournament
from pairing.trf.stored import build_report
from rankings.schemes.services import choose_scheme
from rankings.standings_pages.trf_file import format_stage_as_trf
from scoring.confirmation.services import confirm_match
from scoring.standings.finished_matches import read_finished_matches
from scoring.standings.stored import compute_standings, read_handover
from tests.pairing.agreement import gacrux_pairs
from tests.scoring.builders import NOW, build_actor, build_user
from tests.scoring.evenings import origin_of
from tests.scoring.hands import win
from tests.tournaments.conftest import enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.draws.explaining import explain_round, parse_stored_draw
from tournaments.draws.queries import read_round_view
from tournaments.draws.services import discard_draft
from tournaments.models import Match, Stage
from tournaments.refusals import ChangeRefused
from tournaments.stages.services import create_stage

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def stage():
    director = build_user()
    tournament = found_tournament(director)
    enter_pairs(tournament, director, 10)
    options = {"rounds": 5, "numbers": "given", "acceleration": "baku"}
    return create_stage(tournament, actor=director, format_key="swiss", options=options)


def draw(stage, number):
    return draw_next_round(Stage.objects.get(pk=stage.pk), actor=build_user(), seed=f"seed {number}", at=NOW)


def count_by(stage, points):
    director = build_user()
    choose_scheme(stage, actor=director, origin=origin_of(director), typed={"points": points})


def play(drafted):
    """Publish the round, let a random side win every match, and close it."""
    director = build_user()
    round_ = publish_round(drafted, actor=director, at=NOW)
    chance = random.Random(round_.number)
    for match in round_.matches.filter(kind=Match.Kind.PLAYED):
        win(match, chance.randrange(2), build_actor("assistant", round_.stage.tournament))
        confirm_match(match, origin=origin_of(director), version=None)
    close_round(round_, actor=director, origin=origin_of(director))


def list_pairs(drawn):
    number = {entry: place for place, entry in enumerate(drawn.groups[0].members, start=1)}
    return frozenset(frozenset(number[side] for side in pairing.sides) for pairing in drawn.pairings)


def list_floated(drawn):
    """Who meets another score, virtual points included."""
    members = set(drawn.certificate["acceleration"]["members"])
    points = {line.entrant: line.primary for line in drawn.request.standings}
    uneven = (pairing.sides for pairing in drawn.pairings if len({points[side] + (side in members) for side in pairing.sides}) > 1)
    return {side for sides in uneven for side in sides}


def test_virtual_points_decide_who_meets_whom_and_count_nowhere_else(stage):
    for number, halves in ((1, 2), (2, 2), (3, 1), (4, 0)):
        drafted = draw(stage, number)
        drawn = parse_stored_draw(drafted.draw)
        assert drawn.certificate.get("acceleration", {}).get("halves", 0) == halves
        report = build_report(drawn, name="Serata", names={})
        assert report is not None
        assert gacrux_pairs(report) == list_pairs(drawn)
        play(drafted)
        if number == 2:
            floated = {line.entrant for line in read_handover(stage).standings if line.floated}
            assert floated == list_floated(drawn) != set()
    won = dict.fromkeys(drawn.groups[0].members, 0)
    for result in read_finished_matches(stage).results:
        won[result.sides[result.winner]] += 1
    assert {line.entrant: line.points for group in compute_standings(stage).groups.values() for line in group} == won
    assert verify_tournament(stage.tournament) == ()
    lines = (format_stage_as_trf(stage) or "").splitlines()
    assert [line for line in lines if line[:3] in {"142", "250"}] == [
        "142 5", "250  1.0        1   1    1    6", "250  1.0        2   2    1    6", "250  0.5        3   3    1    6",
    ]  # fmt: skip


def test_the_draw_says_who_has_virtual_points(stage, client):
    play(draw(stage, 1))
    second = draw(stage, 2)
    explained = explain_round(read_round_view(second), second.draw)
    sentence = "Accelerated round: the first 6 entries by number are drawn with virtual points, 1 each; standings never count them."
    assert sentence in explained.shared
    assert {stand.virtual for line in explained.lines for stand in line.stands} == {"1", ""}
    client.force_login(build_user())
    pages = [
        client.get(reverse(f"tournaments:{name}", args=[stage.tournament.slug, 1, 2])).content.decode() for name in ("draft", "certificate")
    ]
    assert "+1 virtual" in pages[0]
    assert "virtual points included" in pages[1]


def test_a_stage_that_counts_games_is_not_accelerated_and_says_why(stage):
    count_by(stage, "games_won")
    with pytest.raises(ChangeRefused, match="Let it count matches"):
        draw(stage, 1)
    count_by(stage, "two_one_zero")
    drafted = draw(stage, 1)
    assert drafted.draw.outcome["certificate"]["acceleration"]["halves"] == 4
    discard_draft(drafted, actor=build_user())
