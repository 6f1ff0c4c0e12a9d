"""A rehearsal is a copy in which results are made up; the tournament itself stays clean."""

import pytest
from django.core.exceptions import PermissionDenied

from desk.rehearsal.playing import rehearse_round as work
from desk.rehearsal.services import hide_rehearsal, rehearse_round, start_rehearsal
from desk.rounds.services import draw_next_round
from jobs.models import Job
from scoring.matches.rounds import read_round_count
from scoring.models import LedgerEntry, MatchResult
from tests.scoring.builders import NOW, build_actor, build_user
from tests.tournaments.conftest import enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.models import Entry, Stage, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.both_databases


@pytest.fixture
def planned(db):
    """Pools of four, then a knockout of the first two of each."""
    director = build_user()
    tournament = found_tournament(director, table_count=3, round_minutes=40)
    enter_pairs(tournament, director, 8, clubs=3)
    Entry.objects.filter(tournament=tournament, number=8).update(state="withdrawn")
    pools = create_stage(tournament, actor=director, format_key="round_robin", options={"pool_size": 4})
    create_stage(tournament, actor=director, format_key="knockout", options={}, source=StageSource(pools, of_each=2))
    return tournament


def publish(copy):
    stage = Stage.objects.get(tournament=copy, number=1)
    return publish_round(draw_next_round(stage, actor=build_user(), seed="x", at=NOW), actor=build_user(), at=NOW)


def plan(tournament):
    stages = Stage.objects.filter(tournament=tournament).order_by("number")
    return [(stage.name, stage.format_key, stage.options, stage.source and stage.source.number, stage.of_each) for stage in stages]


def test_the_copy_has_people_rules_and_plan_and_nothing_else(planned):
    copy = start_rehearsal(planned, actor=build_user(), at=NOW)
    assert (copy.demonstration, copy.public, copy.one_person, copy.table_count, copy.round_minutes) == (True, False, True, 3, 40)
    assert (copy.rules, copy.name) == (planned.rules, "Practice: Serata di mariglia")
    there = list(Entry.objects.filter(tournament=planned).exclude(state="withdrawn").values_list("name", "club__name"))
    assert list(Entry.objects.filter(tournament=copy).values_list("name", "club__name")) == there
    assert plan(copy) == plan(planned)
    assert start_rehearsal(copy, actor=build_user(), at=NOW).name == copy.name


def test_results_are_made_up_hand_by_hand_and_the_tournament_stays_clean(planned):
    copy = start_rehearsal(planned, actor=build_user(), at=NOW)
    round_ = publish(copy)
    job = rehearse_round(round_, actor=build_user(), at=NOW)
    work(Job.objects.get(pk=job.pk).arguments, lambda _percent, _text: None)
    assert read_round_count(round_).complete
    assert all(hands > 1 for hands in MatchResult.objects.filter(match__round=round_).values_list("hands", flat=True))
    assert not LedgerEntry.objects.filter(tournament=planned).exists()
    assert planned.stages.filter(rounds__isnull=False).count() == 0


def test_nothing_is_made_up_in_a_tournament(planned):
    round_ = publish(planned)
    with pytest.raises(ChangeRefused, match="Results can be made up in a practice copy only"):
        rehearse_round(round_, actor=build_user(), at=NOW)
    with pytest.raises(ChangeRefused, match="the real tournament"):
        hide_rehearsal(planned, actor=build_user())


def test_two_people_are_asked_for_where_one_may_not_confirm(planned):
    copy = start_rehearsal(planned, actor=build_user(), at=NOW)
    Tournament.objects.filter(pk=copy.pk).update(one_person=False)
    with pytest.raises(ChangeRefused, match="First allow one person"):
        rehearse_round(publish(copy), actor=build_user(), at=NOW)


def test_put_away_nobody_sees_it(planned):
    copy = start_rehearsal(planned, actor=build_user(), at=NOW)
    hide_rehearsal(copy, actor=build_user())
    assert copy.staff.count() == 0
    with pytest.raises(PermissionDenied):
        hide_rehearsal(copy, actor=build_user())


def test_only_directors_rehearse(planned):
    build_actor("assistant", planned)
    with pytest.raises(PermissionDenied):
        start_rehearsal(planned, actor=build_user("assistant"), at=NOW)
