"""What stands around the boxes of a hand: who disputes, who calls, where the cursor begins."""

import re

import pytest
from django.test import Client

from rules import game_by_key
from scoring.confirmation.services import dispute_match
from scoring.matches.table_links import list_open_calls
from scoring.models import DirectorCall
from tests.scoring.builders import NOW, build_match, build_round, build_tournament, build_user, origin
from tests.scoring.hands import fresh_key, win
from tests.scoring.test_entry_pages import address
from tournaments.models import Round


@pytest.fixture
def desk(match):
    client = Client()
    client.force_login(build_user())
    return client


def test_who_disputes_stands_above_the_match(desk, match):
    win(match)
    dispute_match(match, origin=origin(fresh_key()), version=None, words="the last trick was ours")
    said = desk.get(address("match", match)).content.decode()
    assert said.index("the last trick was ours") < said.index('class="score card"')


def test_a_hand_begins_with_what_must_be_written(db):
    game = game_by_key("marafon")
    match = build_round(build_tournament(game_key="marafon", rules=game.options_to_json(game.options_from({})))).matches.get()
    client = Client()
    client.force_login(build_user())
    boxes = re.findall(r'<input type="text" name="(\w+)"[^>]* autofocus', client.get(address("match", match)).content.decode())
    assert boxes == ["points_0"]


def test_nothing_is_chosen_for_the_director_in_a_list_of_the_row(db):
    game = game_by_key("trionfo5")
    tournament = build_tournament(game_key=game.key, rules=game.options_to_json(game.options_from({})), one_person=True)
    match = build_match(build_round(tournament, matches=0), 1, sides=game.side_count)
    client = Client()
    client.force_login(build_user())
    lists = re.findall(r'<select name="(\w+)"[^>]*>\s*<option value="([^"]*)"', client.get(address("match", match)).content.decode())
    assert ("bid", "") in lists
    assert {value for _, value in lists} == {""}


def test_nobody_waits_for_the_director_in_a_round_that_is_closed(match):
    DirectorCall.objects.create(match=match, side=0, called_at=NOW)
    assert [call.match for call in list_open_calls(match.round.stage.tournament)] == [match]
    Round.objects.update(state=Round.State.CLOSED)
    assert list_open_calls(match.round.stage.tournament) == ()
