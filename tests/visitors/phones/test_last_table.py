"""After a match of more than two: who won it, and how many points everybody had."""

import random

import pytest
from django.utils import timezone

from scoring.confirmation.services import confirm_match
from scoring.entry.services import submit_event
from scoring.matches.queries import load_match
from tests.pages import read_page
from tests.scoring.builders import build_actor, build_match, build_round, build_tournament, build_user, origin
from tests.scoring.corrected import draw_and_publish, found_stage, play_round
from tests.scoring.hands import SURE, fresh_key
from tests.scoring.links import phone
from visitors.phones.codes import issue_codes

pytestmark = pytest.mark.django_db


def test_the_phone_says_who_won_a_table_of_four_and_everybodys_points():
    tournament = build_tournament("other", game_key="mattazza", one_person=True)
    match = build_match(build_round(tournament, matches=0), 1, sides=4)
    rng = random.Random(3)
    while not (view := load_match(match)).is_decided:
        submit_event(match, view.game.random_hand(view.log.state, rng), origin=origin(fresh_key()), version=None, override=SURE)
    confirm_match(match, origin=origin(fresh_key(), build_actor()), version=None)
    winner = view.log.state.winner
    entries = [seat.entry for seat in match.seats.order_by("side").select_related("entry")]
    codes = issue_codes(tournament, entries, actor=build_user(), at=timezone.now())
    pages = [read_page(phone(code).get("/t/match/")).find(".evening-last").text for code in codes]
    assert ["You won at your last table" in page for page in pages] == [side == winner for side in range(4)]
    score = view.games[-1].score
    loser = next(side for side in range(4) if side != winner)
    assert f"✓ {view.sides[winner].name} {score[winner]}" in " ".join(pages[loser].split())
    assert f"You {score[loser]}" in pages[loser]


def test_after_a_match_of_a_pool_the_phone_says_where_the_sheet_goes():
    stage = found_stage(4, format_key="round_robin")
    match = play_round(draw_and_publish(stage)).matches.first()
    seat = match.seats.select_related("entry").first()
    (code,) = issue_codes(stage.tournament, [seat.entry], actor=build_user(), at=timezone.now())
    assert "Bring the signed sheet to the desk." in read_page(phone(code).get("/t/match/")).find(".evening-last").text
