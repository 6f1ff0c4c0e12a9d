"""Standings that follow results one by one are those that all results give, whatever comes between."""

import pytest

from scoring.entry.services import undo_last
from scoring.models import MatchResult, StandingsCache
from scoring.schemes.services import decide_penalty
from scoring.standings_pages import services as following
from scoring.standings_pages.stored import compute_standings
from scoring.verification.queries import verify_tournament
from tests.scoring.builders import build_user
from tests.scoring.evenings import origin_of, play_evening
from tournaments.models import Match, Stage


@pytest.fixture
def built(committed, monkeypatch):
    """How often all results were read."""
    times = []
    whole = following._counted

    def counted(stage, basis):
        times.append(stage.pk)
        return whole(stage, basis)

    following._KEPT.clear()
    monkeypatch.setattr(following, "_counted", counted)
    return times


def follows(tournament):
    for stage in Stage.objects.filter(tournament=tournament):
        assert StandingsCache.objects.get(stage=stage).payload == compute_standings(stage)
    assert verify_tournament(tournament) == ()


@pytest.mark.parametrize("format_key", ["round_robin", "swiss"])
def test_a_whole_evening_is_counted_once_a_round(built, format_key):
    tournament = play_evening(pairs=8, rounds=2, closed=1, format_key=format_key)
    follows(tournament)
    assert len(built) == 2


def test_a_result_taken_back_counts_no_more(built):
    tournament = play_evening(pairs=8, rounds=2, closed=1)
    before = len(built)
    match = Match.objects.filter(round__stage__tournament=tournament, round__number=2).first()
    undo_last(match, origin=origin_of(build_user("director")), version=None)
    assert MatchResult.objects.get(match=match).state == "open"
    follows(tournament)
    assert len(built) == before


def test_after_a_decision_all_is_counted_again(built):
    tournament = play_evening(pairs=8, rounds=2, closed=1)
    director, before = build_user("director"), len(built)
    entry = tournament.entries.first()
    decide_penalty(tournament.stages.get(), entry, actor=director, origin=origin_of(director), points=1, words="late")
    match = Match.objects.filter(round__stage__tournament=tournament, round__number=2).first()
    undo_last(match, origin=origin_of(director), version=None)
    follows(tournament)
    assert len(built) == before + 1


@pytest.mark.parametrize("change", [{"seq": 1}, {"digest": "0" * 64}])
def test_what_is_not_what_is_stored_is_not_believed(built, change):
    """Another process has written since, or what was kept was never committed."""
    tournament = play_evening(pairs=8, rounds=2, closed=1)
    stage, before = tournament.stages.get(), len(built)
    kept = following._KEPT[stage.pk]
    told = {"basis": kept.basis, "groups": kept.groups, "seq": kept.seq, "digest": kept.digest} | change
    following._KEPT[stage.pk] = following.Kept(**told)
    match = Match.objects.filter(round__stage=stage, round__number=2).first()
    undo_last(match, origin=origin_of(build_user("director")), version=None)
    follows(tournament)
    assert len(built) == before + 1


def test_where_the_bracket_gives_the_places_nothing_is_kept(built):
    tournament = play_evening(pairs=8, rounds=1, closed=0, format_key="knockout")
    follows(tournament)
    assert built == []
    assert following._KEPT == {}
