"""Rounds that were published together are taken back. If this failed, wrong pools could not be drawn again, or old rounds stay of them."""

import pytest
from django.test import Client
from django.urls import reverse

from desk.console.services import advance_round
from desk.rounds.drafts import list_changes_since_draw
from desk.rounds.services import publish_all_rounds, publish_draft, redraw_from_results
from desk.seats.unpublishing import list_entered_matches, unpublish_round
from desk.verification.queries import verify_tournament
from printing.sheets_back.progress import read_desk_steps
from tests.desk.console.test_rounds_side_by_side import found_pools, play, publish_whole, read_pairs
from tests.scoring.builders import build_user, origin
from tests.scoring.hands import fresh_key
from tests.tournaments.conftest import NOON, SEED
from tournaments.draws.publishing import replay_draw
from tournaments.draws.services import discard_draft, redraw_round
from tournaments.models import Match, Round, Seat, Stage
from tournaments.refusals import ChangeRefused
from tournaments.stage_pages.facts import NextStep, read_desk_facts

pytestmark = pytest.mark.django_db


@pytest.fixture
def rounds(db):
    return publish_whole(found_pools())


def unpublish(round_: Round, **more) -> None:
    annul = tuple(match.code for match in list_entered_matches(round_))
    unpublish_round(round_, actor=build_user(), origin=origin(fresh_key()), words="wrong pools", annul=annul, **more)


def find_draft_of(stage: Stage, number: int) -> Round:
    return Round.objects.select_related("draw", "stage__tournament").get(stage=stage, number=number, state=Round.State.DRAFT)


def list_pools(stage: Stage) -> set[frozenset[int]]:
    return {frozenset(seat.entry_id for seat in Seat.objects.filter(round__stage=stage, match__pool=pool)) for pool in "AB"}


def test_rounds_that_were_begun_are_unpublished_from_the_last_and_all_drawn_again(rounds):
    """What was annulled in round 2 keeps its matches in the ledger, and hinders nobody from drawing other pools."""
    stage, director = rounds[0].stage, build_user()
    play(rounds[0].matches.get(table=1))
    play(rounds[1].matches.get(table=1))
    unpublish(rounds[1])
    assert list(Round.objects.order_by("number").values_list("number", "state")) == [(1, "published"), (2, "draft")]
    facts = read_desk_facts(stage.tournament)
    assert (facts.next_step, facts.next_stage.open_round.number) == (NextStep.PLAY, 1)
    assert "round 1" in [step.note for step in read_desk_steps(stage.tournament) if step.key == "draw"]
    unpublish(rounds[0])
    assert list(Round.objects.order_by("number").values_list("number", "state")) == [(1, "draft"), (2, "draft")]
    first = find_draft_of(stage, 1)
    with pytest.raises(ChangeRefused, match="round 2 follows from this one"):
        discard_draft(first, actor=director)
    before = list_pools(stage)
    redraw_round(first, actor=director, seed="other", at=NOON)
    assert list_changes_since_draw(find_draft_of(stage, 2)) == ("The first round was drawn again since.",)
    assert len(publish_all_rounds(stage, actor=director, seed=SEED, at=NOON)) == 3
    assert list_pools(stage) != before
    met = [read_pairs(match) for match in Match.objects.all()]
    assert (len(met), len(set(met))) == (12, 12)
    assert verify_tournament(stage.tournament) == ()
    assert [replay_draw(round_.draw).proven for round_ in Round.objects.select_related("draw")] == [True] * 3


def test_a_round_unpublished_with_another_follows_by_itself_when_that_one_is_closed(rounds):
    stage, director = rounds[0].stage, build_user()
    play(rounds[1].matches.get(table=1))
    unpublish(rounds[1])
    unpublish(rounds[0])
    first = publish_draft(redraw_round(find_draft_of(stage, 1), actor=director, seed="other", at=NOON), actor=director, at=NOON)
    redraw_from_results(find_draft_of(stage, 2), actor=director, seed=SEED, at=NOON)
    for match in first.matches.all():
        play(match)
    second = advance_round(first, actor=director, origin=origin("all"), seed=SEED, at=NOON).published
    assert (second.number, second.state) == (2, "published")
    met = [read_pairs(match) for match in Match.objects.all()]
    assert len(met) == len(set(met)) == 8
    assert verify_tournament(stage.tournament) == ()


def test_the_page_says_which_rounds_go_with_the_one_that_is_unpublished(rounds):
    slug = rounds[0].stage.tournament.slug
    client = Client(headers={"accept-language": "en"})
    client.force_login(build_user())
    page = reverse("scoring:unpublish", args=[slug, 1, 1])
    assert "Rounds 2, 3 follow from this one and are unpublished with it." in " ".join(client.get(page).content.decode().split())
    play(rounds[1].matches.get(table=1))
    text = " ".join(client.get(page).content.decode().split())
    assert "Something is entered in a round that follows from this one. Unpublish that round first:" in text
    assert reverse("scoring:unpublish", args=[slug, 1, 2]) in text
    assert '<button type="submit" class="danger"' not in text
    unpublish(rounds[1])
    answer = client.post(page, {"words": "wrong pools", "key": "key"}, follow=True)
    assert "Round 1 is a draft again" in answer.content.decode()
