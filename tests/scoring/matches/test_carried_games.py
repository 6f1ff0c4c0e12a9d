"""Sancagna on the site: a hand that wins two games, the sheet that lists all hands, entries of one to three persons."""

import pytest
from django.template.loader import render_to_string

from paper.sheets import Paper
from printing.prints.heads import read_print_context
from printing.prints.records import read_records
from printing.prints.sheets import build_sheet_setup
from rules import game_by_key
from scoring.entry.services import FilledBoxes
from scoring.matches.queries import load_match
from scoring.matches.sheet_grid import build_sheet_games
from tests.scoring.builders import build_round, build_tournament
from tests.scoring.hands import enter

GAME = game_by_key("sancagna")


def hand(**boxes):
    return FilledBoxes("hand", boxes)


@pytest.fixture
def match(db):
    return build_round(build_tournament(game_key="sancagna")).matches.get()


def test_a_hand_that_wins_two_games_is_told_as_it_was_counted(match):
    enter(match, hand(points_0="28"))
    enter(match, hand(points_0="43"))
    view = load_match(match)
    assert view.winner.index == 0
    first, second, third = view.games[:3]
    assert [(game.score, len(game.lines)) for game in (first, second, third)] == [((21, 0), 1), ((21, 0), 1), ((29, 0), 0)]
    assert [(line.gained, line.score) for line in (*first.lines, *second.lines)] == [((28, 0), (28, 0)), ((43, 0), (50, 0))]
    assert [box.text for box in first.lines[0].revision.boxes if box.label == "Points"] == ["28–·"]


def test_a_game_that_was_won_without_a_hand_says_so(match):
    enter(match, hand(points_0="64"))
    view = load_match(match)
    page = render_to_string("scoring/game.html", {"game": view.games[2], "view": view})
    assert ("no hand yet" in page, "won without a hand" in page) == (False, True)


def test_the_filled_sheet_lists_all_hands_and_the_games_won(match):
    enter(match, hand(points_0="28"))
    enter(match, hand(points_1="44"))
    ((only,),) = (record.games for record in read_records([load_match(match)]))
    assert [played.score for played in only.hands] == [("1", "0"), ("1", "2")], "circles in all, as on the sheet"
    filled = [{box: text for box, text in played.values.items() if box[:5] in ("circl", "carry")} for played in only.hands]
    assert filled == [{"circles_0": "1", "carry_0": "7"}, {"circles_1": "2", "carry_1": "2"}]
    assert (only.score, only.winner) == (("1", "2"), None)


def test_a_sheet_has_one_grid_with_a_row_for_every_game(match):
    setup = build_sheet_setup(read_print_context(match.round.stage.tournament, str), Paper.A5_TWO_UP)
    assert setup.event.options == "3 circles of 21 points"
    assert [(game.target, game.hands) for game in setup.games] == [(21, 5)]
    mariglia = game_by_key("mariglia")
    assert [game.target for game in build_sheet_games(mariglia, mariglia.options_from({}))] == [35, 35, 45]
