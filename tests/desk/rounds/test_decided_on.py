"""A director's button acts on what was on the page, or does nothing and says why."""

import pytest
from django.test import Client
from django.urls import reverse

from desk.rounds.services import draw_next_round, publish_draft
from scoring.confirmation.services import void_match
from tests.pages import read_page
from tests.scoring.builders import NOW, build_user
from tests.scoring.evenings import origin_of, play_evening
from tests.tournaments.conftest import enter_pairs, found_tournament
from tournaments.draws.publishing import change_pairing
from tournaments.draws.services import redraw_round
from tournaments.models import Entry, Match, Round
from tournaments.stages.services import create_stage, drop_stage

pytestmark = pytest.mark.django_db

BUTTONS = ["scoring:publish", "tournaments:redraw", "tournaments:discard", "tournaments:change"]


@pytest.fixture
def director(db):
    return build_user("director")


@pytest.fixture
def client(director):
    client = Client()
    client.force_login(director)
    return client


def read_form(client, page, action):
    """The hidden boxes of the form on `page` that posts to `action`."""
    return read_page(client.get(page)).find(f"form[action={action}]").hidden


def draw_otherwise(draft, colleague):
    redraw_round(draft, actor=colleague, seed="another", at=NOW)


def change_by_hand(draft, colleague):
    seats = list(draft.seats.order_by("match__position", "side"))
    first, second = (Entry.objects.get(pk=seats[place].entry_id) for place in (0, 2))
    change_pairing(draft, actor=colleague, first=first, second=second, reason="brothers", at=NOW)


@pytest.mark.parametrize("meanwhile", [draw_otherwise, change_by_hand])
@pytest.mark.parametrize("button", BUTTONS)
def test_a_draft_that_a_colleague_changed_is_left_as_it_is(button, meanwhile, client, director):
    tournament = play_evening(pairs=8, rounds=1, closed=1)
    draft = draw_next_round(tournament.stages.get(), actor=director, seed="two", at=NOW)
    where = [tournament.slug, 1, 2]
    page, action = reverse("tournaments:draft", args=where), reverse(button, args=where)
    seen = read_form(client, page, action)
    meanwhile(draft, director)
    fingerprint = Round.objects.get(number=2).draw.fingerprint
    first, second = (seat.entry.number for seat in Round.objects.get(number=2).seats.order_by("match__position", "side")[:4:2])
    answer = client.post(action, {**seen, "first": first, "second": second, "reason": "why"}, follow=True)
    assert "director drew this round again or changed it meanwhile" in answer.content.decode()
    assert Round.objects.get(number=2, state="draft").draw.fingerprint == fingerprint
    seen = read_form(client, page, action)
    client.post(action, {**seen, "first": first, "second": second, "reason": "why"})
    assert not Round.objects.filter(number=2, state="draft", draw__pk=fingerprint.split("-")[0], draw__changes=[]).exists()


@pytest.mark.parametrize("button", BUTTONS)
def test_a_draft_that_a_colleague_published_says_so(button, client, director):
    tournament = play_evening(pairs=8, rounds=1, closed=1)
    draft = draw_next_round(tournament.stages.get(), actor=director, seed="two", at=NOW)
    where = [tournament.slug, 1, 2]
    seen = read_form(client, reverse("tournaments:draft", args=where), reverse(button, args=where))
    first, second = (seat.entry.number for seat in draft.seats.order_by("match__position", "side")[:4:2])
    publish_draft(draft, actor=director, at=NOW)
    answer = client.post(reverse(button, args=where), {**seen, "first": first, "second": second, "reason": "why"}, follow=True)
    assert "Nothing was changed" in read_page(answer).text
    assert [seat.entry.number for seat in draft.seats.order_by("match__position", "side")[:4:2]] == [first, second]


@pytest.mark.both_databases
@pytest.mark.parametrize("button", ["scoring:close_round", "scoring:advance"])
def test_a_round_whose_results_changed_stays_open(button, client, director):
    tournament = play_evening(pairs=8, rounds=2, closed=1)
    where = [tournament.slug, 1, 2]
    action = reverse(button, args=where)
    page = reverse("scoring:results", args=[tournament.slug]) if button == "scoring:advance" else action
    seen = read_page(client.get(page)).hidden
    assert seen["seen"]
    void_match(Match.objects.filter(round__number=2, kind="played").first(), origin=origin_of(director), version=None, reason="sheet_wrong")
    answer = client.post(action, {**seen, "key": "one"}, follow=True)
    assert "a result was entered or changed after this page was opened" in answer.content.decode()
    assert Round.objects.get(number=2).state == Round.State.PUBLISHED
    seen = read_page(client.get(page)).hidden
    client.post(action, {**seen, "key": "two"})
    assert Round.objects.get(number=2).state == Round.State.CLOSED


@pytest.mark.parametrize("button", ["scoring:draw", "tournaments:announce"])
def test_a_stage_that_has_the_number_of_a_removed_one_is_not_drawn_from_its_page(button, client, director):
    tournament = found_tournament(director)
    enter_pairs(tournament, director, 4)
    old = create_stage(tournament, actor=director, format_key="knockout", options={})
    page, action = reverse("tournaments:stage", args=[tournament.slug, 1]), reverse(button, args=[tournament.slug, 1])
    seen = read_form(client, page, action)
    drop_stage(old)
    create_stage(tournament, actor=director, format_key="knockout", options={})
    answer = client.post(action, seen, follow=True)
    assert "this is no longer what your page showed" in answer.content.decode()
    assert not Round.objects.exists()
    client.post(action, read_form(client, page, action) | {"absent": "with"})
    assert Round.objects.exists() == (button == "scoring:draw")
