"""Stored standings: whole when a round is closed or a decision is taken, stale after a result, and computed by whoever reads them."""

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from desk.corrections.services import ImpactPreview
from desk.verification.queries import verify_tournament
from rankings.schemes.services import decide_penalty
from rankings.standings_pages.queries import read_standings_view
from scoring.entry.services import undo_last
from scoring.models import MatchResult, StandingsCache
from scoring.standings.stored import compute_standings, is_current, read_standings, store_standings
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import origin_of, play_evening
from tests.scoring.hands import win
from tests.tournaments.conftest import enter_pairs, found_tournament
from tests.tournaments.doors import draw_round, publish_round
from tournaments.models import Match, Stage
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db
FORMATS = ["round_robin", "swiss", "knockout"]


def fresh(tournament):
    return Stage.objects.select_related("standings").get(tournament=tournament)


def count_queries(action):
    with CaptureQueriesContext(connection) as queries:
        action()
    return len(queries)


def undo(tournament):
    match = Match.objects.filter(round__stage__tournament=tournament, round__number=2).first()
    undo_last(match, origin=origin_of(build_user("director")), version=None)
    return match


@pytest.mark.both_databases
@pytest.mark.parametrize("format_key", FORMATS)
def test_whatever_is_read_is_what_all_results_give(format_key):
    tournament = play_evening(pairs=8, rounds=2, closed=1, format_key=format_key)
    assert not is_current(fresh(tournament).standings)
    for _change in range(2):
        assert read_standings(fresh(tournament)) == compute_standings(fresh(tournament))
        assert verify_tournament(tournament) == ()
        match = undo(tournament)
        assert MatchResult.objects.get(match=match).state == "open"


def test_a_closed_round_and_a_decision_store_them_whole():
    tournament = play_evening(pairs=8, rounds=1, closed=1)
    closed = fresh(tournament)
    director = build_user("director")
    decide_penalty(closed, tournament.entries.first(), actor=director, origin=origin_of(director), points=1, words="late")
    decided = fresh(tournament)
    assert [is_current(stage.standings) for stage in (closed, decided)] == [True, True]
    assert closed.standings.payload != decided.standings.payload == compute_standings(decided).to_json()
    assert count_queries(lambda: read_standings(decided)) == 0


def test_stale_standings_are_computed_once_for_a_page_version():
    tournament = play_evening(pairs=8, rounds=2, closed=1)
    caches["drawn"].clear()
    first, again = fresh(tournament), fresh(tournament)
    assert count_queries(lambda: read_standings(first)) > 1
    assert count_queries(lambda: read_standings(again)) == 1


def test_a_preview_leaves_nothing_behind():
    tournament = play_evening(pairs=8, rounds=2, closed=1)
    before = read_standings(fresh(tournament))
    match = Match.objects.filter(round__stage__tournament=tournament, round__number=2).first()
    undo_last(match, origin=origin_of(build_user("director")), version=None, dry_run=ImpactPreview(match))
    assert read_standings(fresh(tournament)) == before == compute_standings(fresh(tournament))


OLD_PAYLOAD = {
    "format": 3,
    "points": "match_won",
    "tie_breaks": ["wins"],
    "groups": [{"name": "", "lines": [{"rank": 1, "entry": 1, "points": 1, "cells": [1], "tied": [1, 2]}]}],
    "played": {"1": 1},
}


@pytest.mark.both_databases
@pytest.mark.parametrize("payload", [OLD_PAYLOAD, {**OLD_PAYLOAD, "format": 2}, {}])
def test_standings_of_an_earlier_release_are_computed_anew(payload):
    tournament = play_evening(pairs=8, rounds=1, closed=1)
    StandingsCache.objects.update(payload=payload)
    assert read_standings(fresh(tournament)) == compute_standings(fresh(tournament))
    assert verify_tournament(tournament) == ()


def test_who_shares_a_place_is_derived():
    tournament = play_evening(pairs=8, rounds=1, closed=1)
    (group,) = read_standings_view(fresh(tournament)).groups
    ranks = [line.rank for line in group.lines]
    assert [line.shared for line in group.lines] == [ranks.count(rank) > 1 for rank in ranks]


@pytest.fixture
def large_round(director):
    def draw(pairs):
        tournament = found_tournament(director, f"Open {pairs}")
        enter_pairs(tournament, director, pairs)
        stage = create_stage(tournament, actor=director, format_key="swiss", options={})
        publish_round(draw_round(stage, actor=director, seed="open", at=NOW), actor=director, at=NOW)
        return fresh(tournament)

    return draw


def test_1200_tied_entries_need_less_than_300_bytes_each(large_round):
    """At the beginning everybody shares one place: no line may name all the others."""
    stage = large_round(1200)
    store_standings(stage, seq=1)
    with connection.cursor() as cursor:
        cursor.execute("SELECT length(CAST(payload AS text)) FROM scoring_standingscache WHERE stage_id = %s", [stage.pk])
        (size,) = cursor.fetchone()
    assert len(StandingsCache.objects.get().payload["groups"][0]["lines"]) == 1200
    assert size < 300 * 1200


def test_a_result_is_the_same_work_for_any_number_of_entries(large_round):
    """Statements of a decided match, and the bytes that they carry, among 8 and among 1,200 entries."""
    work = []
    for pairs in (8, 1200):
        stage = large_round(pairs)
        match = Match.objects.select_related("round__stage__tournament").filter(round__stage=stage, kind="played").first()
        with CaptureQueriesContext(connection) as queries:
            win(match)
        work.append((len(queries), sum(len(query["sql"]) for query in queries)))
    (few, few_bytes), (many, many_bytes) = work
    assert few == many
    assert many_bytes < 1.05 * few_bytes
