"""A stage is taken back with all that was decided about it: the next one may get its number and must inherit nothing."""

import pytest

from desk.seats.unpublishing import unpublish_round
from desk.verification.queries import verify_tournament
from evenings.planning.services import adopt_plan
from pairing.evening import EveningPlan
from rankings.schemes.services import choose_scheme, decide_penalty, remove_stage
from scoring.models import StandingsCache
from scoring.standings.decisions import read_entry_decisions
from scoring.standings.stored import compute_standings
from tests.scoring.builders import build_user
from tests.scoring.corrected import draw_and_publish, found_stage, origin_of
from tournaments.draws.services import discard_draft
from tournaments.models import Round, Stage
from tournaments.refusals import ChangeRefused
from tournaments.stage_pages.services import move_stage
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db
LOTS = {"points": "match_won", **{f"tie_break_{place}": "nothing" for place in range(2, 9)}, "tie_break_1": "lots"}


@pytest.fixture
def stage():
    return found_stage(8, "swiss", options={"rounds": 2})


def plan_anew(stage):
    return create_stage(stage.tournament, actor=build_user("director"), format_key="swiss", options={"rounds": 2})


def punish(stage):
    entry = stage.tournament.entries.get(number=1)
    decide_penalty(stage, entry, actor=build_user("director"), origin=origin_of(), points=5, words="ritardo")


def test_a_stage_whose_round_was_withdrawn_is_removed_on_its_page(stage, client):
    round_ = draw_and_publish(stage)
    unpublish_round(round_, actor=build_user("director"), origin=origin_of(), words="prova")
    discard_draft(Round.objects.get(pk=round_.pk), actor=build_user("director"))
    client.force_login(build_user("director"))
    answer = client.post(f"/desk/{stage.tournament.slug}/stages/1/remove/")
    assert (answer.status_code, Stage.objects.count(), StandingsCache.objects.count()) == (302, 0, 0)


def test_the_next_stage_of_its_number_inherits_neither_penalty_nor_way_of_counting(stage):
    choose_scheme(stage, actor=build_user("director"), origin=origin_of(), typed=LOTS)
    punish(stage)
    remove_stage(stage, actor=build_user("director"), origin=origin_of())
    following = plan_anew(stage)
    assert following.number == stage.number
    assert {line.points for line in compute_standings(following).lines} == {0}
    assert (read_entry_decisions(stage.tournament), verify_tournament(stage.tournament)) == ([], ())
    punish(following)
    assert min(line.points for line in compute_standings(following).lines) == -5


def test_a_decided_stage_stays_where_it_is(stage):
    following = plan_anew(stage)
    punish(stage)
    with pytest.raises(ChangeRefused) as refusal:
        move_stage(following, actor=build_user("director"), earlier=True)
    assert refusal.value.code == "scheme_chosen"


def test_a_plan_that_would_replace_a_decided_stage_says_what_to_do(stage):
    punish(stage)
    with pytest.raises(ChangeRefused) as refusal:
        adopt_plan(stage.tournament, EveningPlan, actor=build_user("director"), rules=stage.tournament.rules, replace=True)
    assert refusal.value.code == "stage_decided"
    assert Stage.objects.get().stage_entries.count() == 8


def test_a_page_that_outlived_its_stage_removes_no_other_and_leads_back(stage, client):
    client.force_login(build_user("director"))
    page = f"/desk/{stage.tournament.slug}/stages/1/"
    seen = client.get(page).context["order_fingerprint"]
    assert client.post(f"{page}remove/", {"seen": seen}).status_code == 302
    answer = client.post(f"{page}remove/", {"seen": seen})
    assert answer.status_code == 404
    assert "this stage was removed, or has another number now" in answer.text
    assert f'href="/desk/{stage.tournament.slug}/"' in answer.text
    plan_anew(stage)
    assert "no longer what your page showed" in client.post(f"{page}remove/", {"seen": seen}, follow=True).text
    assert Stage.objects.count() == 1
