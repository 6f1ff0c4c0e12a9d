"""A consolation of those who lose early in a knockout: it begins as soon as their rounds are closed, while the knockout goes on."""

import random

import pytest
from django.test import Client
from django.urls import reverse

from desk.rehearsal.playing import simulate_results
from desk.rehearsal.services import start_rehearsal
from desk.rounds.drafts import list_changes_since_draw
from desk.rounds.services import close_round, draw_next_round
from desk.verification.queries import verify_tournament
from exchange.importing import import_tournament
from exchange.writing import build_document
from scoring.ledger.appending import build_staff_actor
from tests.exchange.conftest import forget_everything
from tests.exchange.encoded import encode_document, parse_document
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import origin_of, play_evening
from tests.tournaments.doors import publish_round
from tournaments.entries.services import withdraw_entry
from tournaments.models import Match, Round, Stage, Tournament
from tournaments.refusals import ChangeRefused
from tournaments.stage_pages.services import replan_stage
from tournaments.stage_pages.stage_sources import read_chain_picture
from tournaments.stages.chains import StageSource
from tournaments.stages.services import create_stage

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(db):
    return build_user("director")


@pytest.fixture
def knockout(director):
    """Sixteen pairs; the first round is being played."""
    return play_evening(pairs=16, rounds=1, closed=0, format_key="knockout", public=True).stages.get()


def consolation(knockout, director, lost=(1, 1), format_key="knockout"):
    options = {"rounds": 3} if format_key == "swiss" else {}
    return create_stage(
        knockout.tournament,
        actor=director,
        format_key=format_key,
        options=options,
        name="Consolazione",
        source=StageSource(knockout, lost=lost),
    )


def close(stage, director):
    close_round(stage.rounds.get(state="published"), actor=director, origin=origin_of(director))


def play(stage, director, seed="s"):
    drafted = draw_next_round(stage, actor=director, seed=seed, at=NOW)
    round_ = publish_round(drafted, actor=director, at=NOW)
    desk = {"enterer": build_staff_actor(build_user("assistant")), "confirmer": build_staff_actor(director)}
    simulate_results(round_, **desk, rng=random.Random(stage.pk), at=NOW, prefix=f"{stage.pk}-{round_.number}")
    return round_


def losers(knockout, *numbers):
    matches = Match.objects.filter(round__stage=knockout, round__number__in=numbers, kind="played").select_related("result")
    return {seat.entry_id for match in matches for seat in match.seats.all() if seat.side != match.result.winner}


def enrolled(stage):
    return list(stage.stage_entries.order_by("rank").values_list("entry_id", flat=True))


def test_it_begins_when_its_round_is_closed_and_both_are_played_side_by_side(knockout, director):
    second = consolation(knockout, director, format_key="swiss")
    with pytest.raises(ChangeRefused) as refused:
        draw_next_round(second, actor=director, seed="s", at=NOW)
    assert (refused.value.code, "round “Round of 16” of “Knockout” is closed" in str(refused.value)) == ("source_not_finished", True)
    close(knockout, director)
    draft = draw_next_round(second, actor=director, seed="s", at=NOW)
    assert Stage.objects.get(pk=knockout.pk).state == Stage.State.RUNNING
    assert set(enrolled(second)) == losers(knockout, 1)
    play(knockout, director)
    close(knockout, director)
    assert list_changes_since_draw(Round.objects.select_related("stage__tournament", "stage__source", "draw").get(pk=draft.pk)) == ()
    publish_round(draft, actor=director, at=NOW)
    play(knockout, director)
    states = dict(Round.objects.filter(state="published").values_list("stage__stored_name", "number"))
    assert states == {"Knockout": 3, "Consolazione": 1}
    assert verify_tournament(knockout.tournament) == ()


def test_of_two_rounds_who_lost_later_is_seeded_first(knockout, director):
    second = consolation(knockout, director, lost=(1, 2))
    close(knockout, director)
    with pytest.raises(ChangeRefused):
        draw_next_round(second, actor=director, seed="s", at=NOW)
    play(knockout, director)
    close(knockout, director)
    withdraw_entry(knockout.tournament.entries.get(pk=min(losers(knockout, 1))), actor=director)
    draw_next_round(second, actor=director, seed="s", at=NOW)
    assert set(enrolled(second)[:4]) == losers(knockout, 2)
    assert set(enrolled(second)[4:]) == losers(knockout, 1) - {min(losers(knockout, 1))}


@pytest.mark.parametrize(
    ("lost", "said"), [((1, 3), "play on for the places below"), ((1, 9), "The knockout has 4 rounds"), ((2, 1), "4 rounds")]
)
def test_what_cannot_work_is_refused_with_the_reason(knockout, director, lost, said):
    with pytest.raises(ChangeRefused) as refused:
        consolation(knockout, director, lost=lost)
    assert (refused.value.code, said in str(refused.value)) == ("chain_impossible", True)


def test_only_a_knockout_sends_its_losers_at_once(director):
    swiss = play_evening(pairs=8, rounds=0, closed=0).stages.get()
    with pytest.raises(ChangeRefused) as refused:
        consolation(swiss, director)
    assert "Only a knockout tells at once who is out" in str(refused.value)


def test_the_tournament_ends_when_both_have_ended(knockout, director):
    second = consolation(knockout, director)
    close(knockout, director)
    for stage in (second, knockout):
        while Stage.objects.get(pk=stage.pk).state != Stage.State.FINISHED:
            play(stage, director)
            close(stage, director)
    assert Tournament.objects.get().state == Tournament.State.FINISHED
    assert verify_tournament(knockout.tournament) == ()


def test_a_rehearsal_and_the_file_have_the_same_plan(knockout, director):
    close(knockout, director)
    second = consolation(knockout, director, lost=(1, 2))
    copy = start_rehearsal(knockout.tournament, actor=director, at=NOW)
    told = [(stage.takes, stage.lost_from, stage.lost_until) for stage in copy.stages.order_by("number")]
    assert told == [("first", 0, 0), ("lost", 1, 2)]
    document = parse_document(encode_document(build_document(second.tournament)))
    forget_everything()
    there = import_tournament(document, actor=build_user("other")).tournament
    assert [(stage.takes, stage.lost_from, stage.lost_until) for stage in there.stages.order_by("number")] == told


def test_a_plan_is_changed_to_it_and_back(knockout, director):
    second = consolation(knockout, director)
    for source, columns in (
        (StageSource(knockout, best_others=8, rest=True), ("rest", 8, 0, 0)),
        (StageSource(knockout, lost=(1, 2)), ("lost", 0, 1, 2)),
    ):
        changed = replan_stage(second, actor=director, options={}, seeded=True, source=source)
        assert (changed.takes, changed.best_others, changed.lost_from, changed.lost_until) == columns


# ---------------------------------------------------------------------------------------------------------------------- pages


@pytest.mark.parametrize(
    ("typed", "rounds", "arrow"),
    [
        ({}, (1, 1), "losers of round 1"),
        ({"source-lost_from": "2"}, (2, 2), "losers of round 2"),
        ({"source-lost_from": "1", "source-lost_until": "2"}, (1, 2), "losers of rounds 1–2"),
    ],
)
def test_the_editor_takes_it_and_explains_it(knockout, director, typed, rounds, arrow):
    desk = Client()
    desk.force_login(director)
    slug = knockout.tournament.slug
    address = reverse("tournaments:stage_create", args=[slug]) + "?format=knockout"
    page = desk.get(address)
    assert "as soon as these rounds are closed, while the knockout goes on" in page.text
    options = {f"options-{name}": value for name, value in page.context["options"].initial.items()}
    body = options | {"seeded": "on", "source-stage": "1", "source-takes": "lost", **typed}
    assert desk.post(address, body).status_code == 302
    stage = Stage.objects.get(number=2)
    assert (stage.takes, stage.lost_from, stage.lost_until) == ("lost", *rounds)
    assert [one.text for one in read_chain_picture(knockout.tournament).arrows] == [arrow]
    text = desk.get(reverse("tournaments:stage", args=[slug, 2])).text
    assert f"Draw it when round {rounds[1]} there is closed" in text
    shown = desk.get(reverse("tournaments:stage_edit", args=[slug, 2])).context["source_form"]
    assert (shown.initial["takes"], shown.initial["lost_from"], shown.initial["lost_until"]) == ("lost", *rounds)
