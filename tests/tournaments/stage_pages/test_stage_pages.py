"""Changing the plan of a stage on its page."""

import pytest

from tests.pages import read_page
from tests.tournaments.conftest import NOON, SEED, enter_pairs
from tests.tournaments.doors import draw_round
from tournaments.models import Stage
from tournaments.stage_pages.stage_sources import format_source
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage


@pytest.fixture
def plan(evening, director):
    enter_pairs(evening, director, 8)
    pools = create_stage(evening, actor=director, format_key="round_robin", options={"pool_size": 4}, name="Gironi")
    create_stage(evening, actor=director, format_key="knockout", options={}, name="Finalissima", source=StageSource(pools, of_each=2))
    return f"/desk/{evening.slug}/stages/"


def served(page):
    """What the forms of the page would send unchanged."""
    forms = (page.context["form"], page.context["options"], page.context["source_form"])
    boxes = {form.add_prefix(name): form[name].value() for form in forms for name in form.fields}
    return {name: value for name, value in boxes.items() if value not in (None, False, "no")}


def test_what_is_served_comes_back_unchanged(plan, director_client):
    before = list(Stage.objects.order_by("number").values())
    for number in (1, 2):
        page = director_client.get(f"{plan}{number}/edit/")
        assert director_client.post(f"{plan}{number}/edit/", served(page))["Location"] == f"{plan}{number}/"
    assert list(Stage.objects.order_by("number").values()) == before


def test_a_changed_plan_is_stored_and_one_that_cannot_be_comes_back_with_the_reason(plan, director_client):
    typed = served(director_client.get(f"{plan}2/edit/"))
    refused = director_client.post(f"{plan}2/edit/", {**typed, "name": "Finalissima", "source-of_each": "5"})
    assert refused.status_code == 422
    assert "the smallest group has 4 entries: let fewer go on" in refused.content.decode()
    assert 'value="Finalissima"' in refused.content.decode()
    assert director_client.post(f"{plan}2/edit/", {**typed, "name": "", "source-of_each": "1", "options-play_for": "2"}).status_code == 302
    stage = Stage.objects.get(number=2)
    assert (stage.name, stage.of_each, stage.options["play_for"]) == ("Knockout", 1, 2)
    assert (
        director_client.post(f"{plan}1/edit/", {**served(director_client.get(f"{plan}1/edit/")), "options-pool_size": "99"}).status_code
        == 422
    )


def test_pools_of_one_are_refused_before_anything_is_stored(plan, director_client):
    before = list(Stage.objects.order_by("number").values())
    typed = served(director_client.get(f"{plan}1/edit/"))
    for address, sent in (
        (f"{plan}1/edit/", {**typed, "options-pool_size": "1"}),
        (f"{plan}new/?format=round_robin", {"options-pool_size": "1"}),
    ):
        refused = director_client.post(address, sent)
        assert refused.status_code == 422
        assert "A pool of one entry has nobody to play" in refused.content.decode()
        assert "A pool of one entry has nobody to play" in refused.context["options"].errors["pool_size"][0]
    assert list(Stage.objects.order_by("number").values()) == before


def test_a_preset_fills_in_the_rules_of_a_stage_and_saves_nothing_before_the_form_is_sent(evening, plan, director_client):
    def read_rules(page):
        boxes = {form.add_prefix(name): form[name].value() for form in page.context["rules"].forms for name in form.fields}
        return {name: value for name, value in boxes.items() if value not in (None, False, "no")}

    page = director_client.get(f"{plan}2/edit/")
    typed = {**served(page), **read_rules(page), "options-play_for": "2", "rules-targets": "35"}
    filled = director_client.post(f"{plan}2/edit/", {**typed, "preset": "single-45", "fill_in": ""})
    assert (filled.status_code, filled.context["options"]["play_for"].value()) == (200, "2")
    assert Stage.objects.get(number=2).rules == {}
    assert director_client.post(f"{plan}2/edit/", {**typed, **read_rules(filled), "preset": "single-45"}).status_code == 302
    stored = {**evening.rules, **Stage.objects.get(number=2).rules}
    assert stored == evening.game.options_to_json(evening.game.preset_options("single-45")) != evening.rules
    back = director_client.post(f"{plan}2/edit/", {**typed, "preset": "", "fill_in": ""})
    assert read_rules(back) == read_rules(page)


def test_after_a_draw_only_the_name_changes(evening, director, plan, director_client):
    draw_round(evening.stages.get(number=1), actor=director, seed=SEED, at=NOON)
    page = director_client.get(f"{plan}1/edit/")
    assert "only its name can be changed" in page.content.decode()
    director_client.post(f"{plan}1/edit/", {"name": "Gironi A e B", "options-pool_size": "3"})
    stage = evening.stages.get(number=1)
    assert (stage.name, stage.options["pool_size"]) == ("Gironi A e B", 4)


def test_a_plan_that_was_changed_on_a_page_from_before_the_draw_is_refused_in_words(evening, director, plan, director_client):
    """It said “Stage changed.”, and the plan was as before."""
    before = served(director_client.get(f"{plan}1/edit/"))
    page = read_page(director_client.get(f"{plan}1/edit/"))
    sent = {**before, "seen": page.find("input[name=seen]")["value"]}
    draw_round(evening.stages.get(number=1), actor=director, seed=SEED, at=NOON)
    refused = director_client.post(f"{plan}1/edit/", {**sent, "options-pool_size": "3", "name": "Gironi A e B"})
    assert refused.status_code == 422
    assert "“Gironi” already has a round" in refused.content.decode()
    assert 'value="Gironi A e B"' in refused.content.decode()
    assert director_client.post(f"{plan}1/edit/", {**sent, "name": "Gironi A e B"}).status_code == 302
    stage = evening.stages.get(number=1)
    assert (stage.name, stage.options["pool_size"]) == ("Gironi A e B", 4)


def test_moving_says_why_not(plan, director_client):
    answer = director_client.post(f"{plan}2/move/", {"earlier": ""}, follow=True)
    assert "takes its entries from one that is played before it" in answer.content.decode()
    director_client.get(f"{plan}2/edit/")
    assert [stage.name for stage in Stage.objects.order_by("number")] == ["Gironi", "Finalissima"]


def test_a_new_stage_asks_only_for_what_can_be(evening, plan, director_client):
    """Rules are folded until somebody types some; losers of a round are offered where a knockout is planned."""
    page = director_client.get(f"{plan}new/?format=knockout")
    assert len(read_page(page).find_all("details.card.create-more[data-compare]")) == 2
    assert "lost_from" in page.context["source_form"].fields
    Stage.objects.get(number=2).delete()
    without = director_client.get(f"{plan}new/?format=knockout").context["source_form"]
    assert "lost_from" not in without.fields
    assert [key for key, _label in without.fields["takes"].choices] == ["first", "all", "rest"]
    typed = {"options-play_for": "2", "source-stage": "1", "source-takes": "first", "source-of_each": "2"}
    assert director_client.post(f"{plan}new/?format=knockout", typed).status_code == 302
    assert Stage.objects.get(number=2).of_each == 2


def test_a_bracket_after_pools_takes_their_first_two_unless_somebody_says_otherwise(evening, director, director_client):
    """In Italian too, where every page of the stages once broke on such a chain."""
    enter_pairs(evening, director, 24)
    create_stage(evening, actor=director, format_key="round_robin", options={"pool_size": 4}, name="Gironi")
    address = f"/desk/{evening.slug}/stages/new/?format=knockout"
    page = director_client.get(address)
    assert [page.context["source_form"][name].value() for name in ("stage", "takes", "of_each")] == [1, "first", 2]
    assert director_client.get(address.replace("knockout", "swiss")).context["source_form"]["stage"].value() is None
    assert director_client.post(address, served(page)).status_code == 302
    final = Stage.objects.get(tournament=evening, number=2)
    assert (final.source.name, final.of_each) == ("Gironi", 2)
    for number in (1, 2):
        for language, words in (("it", "i primi 2 di ogni girone"), ("en", "the first 2 of each pool")):
            answer = director_client.get(f"/desk/{evening.slug}/stages/{number}/", headers={"accept-language": language})
            assert words in answer.content.decode()
    again = director_client.get(address)
    assert again.context["source_form"]["stage"].value() is None


@pytest.mark.parametrize(
    ("format_key", "options", "of_each", "others", "words"),
    [
        ("round_robin", {"pool_size": 4}, 2, 1, "the first 2 of each pool + the best of the rest"),
        ("heats", {"heats": 2, "rounds": 2}, 2, 0, "the first 2 of each venue"),
        ("swiss", {"rounds": 3}, 4, 0, "the first 4"),
        ("swiss", {"rounds": 3}, 3, 1, "the first 4"),
        ("swiss", {"rounds": 3}, 0, 8, "the first 8"),
        ("swiss", {"rounds": 3}, 1, 0, "only the first"),
    ],
)
def test_who_goes_on_is_said_of_pools_only_where_there_are_some(evening, director, format_key, options, of_each, others, words):
    enter_pairs(evening, director, 8)
    before = create_stage(evening, actor=director, format_key=format_key, options=options)
    assert format_source(StageSource(before, of_each=of_each, best_others=others)) == words
