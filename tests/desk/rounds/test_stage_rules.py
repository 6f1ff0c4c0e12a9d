"""Stages with rules of their own: their matches, sheets, papers and pages follow them; impossible ones are refused."""

import random

import pytest
from django.urls import reverse

from desk.console.services import enter_score
from desk.overview.services import change_rules
from desk.rehearsal.playing import simulate_results
from desk.rounds.services import close_round, draw_next_round
from desk.verification.queries import verify_tournament
from printing.prints.minutes_data import _build_rule_sentences
from rules import RuleViolation
from scoring.clocks.forecast import read_forecast
from scoring.ledger.appending import build_staff_actor
from scoring.matches.queries import load_match
from scoring.matches.sheet_grid import read_sheet_grid
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import origin_of
from tests.tournaments.conftest import enter_pairs, found_tournament
from tests.tournaments.doors import publish_round
from tournaments.models import Stage, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stage_pages.own_rules import read_own_rules
from tournaments.stage_pages.services import replan_stage
from tournaments.stages.match_rules import TypedRules, read_match_options
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db
TO_31 = {"targets": [31], "games_to_win": 1}
BEST_OF_THREE = {"targets": [41, 41, 41], "games_to_win": 2}


@pytest.fixture
def director():
    return build_user("director")


@pytest.fixture
def evening(director):
    tournament = found_tournament(director, "Maraffone", game_key="marafon", options={"finish": "end_of_hand"})
    Tournament.objects.filter(pk=tournament.pk).update(demonstration=True, one_person=True)
    enter_pairs(tournament, director, 4)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.fixture
def bracket(evening, director):
    """One game to 31, the final best of three to 41."""
    rules = TypedRules(TO_31, BEST_OF_THREE, 1)
    return create_stage(evening, actor=director, format_key="knockout", options={}, rules=rules)


def publish_next(stage, director):
    return publish_round(draw_next_round(stage, actor=director, seed="lots", at=NOW), actor=director, at=NOW)


def play(round_, director):
    actor = build_staff_actor(director)
    simulate_results(round_, enterer=actor, confirmer=actor, rng=random.Random(3), at=NOW, prefix=f"r{round_.pk}")
    close_round(round_, actor=director, origin=origin_of(director))


def test_only_what_differs_is_stored_and_shown(bracket):
    assert (bracket.rules, bracket.last_rules, bracket.last_rounds) == (TO_31, BEST_OF_THREE, 1)
    assert [(part.matches, [line.value for line in part.lines]) for part in read_own_rules(bracket.tournament)] == [
        ("Knockout", ["31", "1"]),
        ("Knockout, the last round", ["41 / 41 / 41", "2"]),
    ]


def test_the_overview_says_at_a_glance_what_a_stage_does_differently(bracket, director, client):
    client.force_login(director)
    page = client.get(reverse("tournaments:desk", args=[bracket.tournament.slug])).content.decode()
    glance = page.split("At a glance")[1].split("All rules of this tournament")[0]
    assert "Knockout, the last round: " in glance
    assert "41 / 41 / 41" in glance


def test_matches_sheets_console_and_forecast_follow_their_round(bracket, director):
    first = publish_next(bracket, director)
    match = first.matches.order_by("position")[0]
    assert [game.target for game in read_sheet_grid(bracket.tournament, round_=first).games] == [31]
    assert read_forecast(bracket.tournament, at=NOW).shorter == ()
    assert enter_score(match, (31, 13), origin=origin_of(director)).result.winner == 0
    simulated = first.matches.order_by("position")[1]
    assert load_match(simulated).log.state.target == 31
    play(first, director)
    final = publish_next(bracket, director)
    assert read_match_options(final).targets == (41, 41, 41)
    assert [game.target for game in read_sheet_grid(bracket.tournament, round_=final).games] == [41, 41, 41]
    assert enter_score(final.matches.order_by("position")[0], (2, 1), origin=origin_of(director)).result.winner == 0
    assert verify_tournament(bracket.tournament) == ()
    sentences = list(_build_rule_sentences(Stage.objects.get(pk=bracket.pk)))
    assert sentences == ["Knockout is played by rules of its own: to 31.", "Its last round: best of 3 · 41/41/41."]


def test_what_cannot_be_is_refused_before_it_is_stored(evening, director, bracket):
    pools = create_stage(evening, actor=director, format_key="round_robin", options={})
    for stage, rules, code in (
        (bracket, TypedRules(TO_31, TO_31, 1), "last_rules_same"),
        (pools, TypedRules({}, BEST_OF_THREE | {"targets": [31, 31, 41]}, 1), "no_last_rounds"),
    ):
        with pytest.raises(ChangeRefused) as refused:
            replan_stage(stage, actor=director, options={}, seeded=True, rules=rules)
        assert refused.value.code == code
    with pytest.raises(RuleViolation):
        replan_stage(bracket, actor=director, options={}, seeded=True, rules=TypedRules({"targets": []}))
    assert Stage.objects.get(pk=bracket.pk).last_rules == BEST_OF_THREE
    replan_stage(pools, actor=director, options={}, seeded=True, rules=TypedRules({"replay": True, "deals": 4}))
    with pytest.raises(ChangeRefused) as refused:
        change_rules(evening, actor=director, options={**evening.rules, "draws": True})
    assert refused.value.code == "stage_rules_broken"


def test_rules_of_a_later_stage_change_while_an_earlier_one_is_played_and_stay_once_it_is_drawn(evening, director, bracket):
    publish_next(bracket, director)
    later = create_stage(evening, actor=director, format_key="round_robin", options={})
    replan_stage(later, actor=director, options={}, seeded=True, rules=TypedRules(TO_31))
    assert Stage.objects.get(pk=later.pk).rules == TO_31
    with pytest.raises(ChangeRefused):
        replan_stage(bracket, actor=director, options={}, seeded=True)


def test_the_page_keeps_what_was_typed_and_says_what_is_missing(evening, director, client):
    client.force_login(director)
    address = reverse("tournaments:stage_create", args=[evening.slug]) + "?format=knockout"
    forms = client.get(address).context["rules"].forms
    typed = {form.add_prefix(name): "on" if value is True else value for form in forms for name, value in form.initial.items() if value}
    refused = client.post(address, typed | {"rules-targets": "31", "last_rules-targets": "41 41 50"})
    assert (refused.status_code, list(refused.context["rules"].rounds.errors)) == (422, ["last_rounds"])
    assert 'value="41 41 50"' in refused.content.decode()
    impossible = client.post(address, typed | {"rules-targets": "x"})
    assert (impossible.status_code, list(impossible.context["rules"].rules.errors)) == (422, ["targets"])
    final = {"last_rules-last_rounds": "1", "last_rules-targets": "41 41 41", "last_rules-games_to_win": "2"}
    assert client.post(address, typed | {"rules-targets": "31", "rules-games_to_win": "1"} | final).status_code == 302
    stage = Stage.objects.get(stored_name="Knockout")
    assert (stage.rules, stage.last_rules, stage.last_rounds) == (TO_31, BEST_OF_THREE, 1)
    for page in (reverse("tournaments:stage", args=[evening.slug, 1]), reverse("tournaments:public", args=[evening.slug])):
        content = client.get(page).content.decode()
        assert "Knockout, the last round" in content
    assert "For everything else" in content.partition("Knockout, the last round")[2]
