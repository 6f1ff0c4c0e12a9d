"""Matches that may end 1–1: they count as ties in the standings, and in a knockout one more game decides."""

import pytest

from desk.verification.queries import verify_tournament
from printing.prints.records import read_records
from printing.prints.sheets import format_plan
from rules import game_by_key
from scoring.entry.services import FilledBoxes
from scoring.matches.queries import load_match
from scoring.matches.sheet_grid import build_sheet_games, read_sheet_grid
from scoring.matches.situation import describe_situation
from scoring.models import MatchResult
from scoring.standings.stored import compute_standings, read_counting
from tests.scoring.builders import build_round, build_tournament
from tests.scoring.hands import enter, typed
from tournaments.stages.match_rules import read_match_options

GAME = game_by_key("mariglia")
TWO_GAMES = {"targets": [35], "games": 2}


def play(match, *totals):
    for total in totals:
        enter(match, typed(total))
    return MatchResult.objects.get(match=match)


@pytest.fixture
def pool(db):
    return build_round(build_tournament(rules=TWO_GAMES), matches=2)


@pytest.fixture
def bracket(db):
    return build_round(build_tournament(rules=TWO_GAMES), format_key="knockout")


def test_one_all_is_a_result_without_a_winner(pool):
    match, _other = pool.matches.order_by("position")
    result = play(match, 70, 0)
    assert (result.state, result.winner, result.summary["games_won"]) == ("submitted", None, [1, 1])


def test_a_result_of_one_all_may_be_entered_without_its_games(pool):
    match, _other = pool.matches.order_by("position")
    enter(match, FilledBoxes("match", {"games_0": "1", "games_1": "1"}))
    assert MatchResult.objects.get(match=match).summary["games_won"] == [1, 1]


def test_a_tied_match_gives_each_side_a_point_and_a_won_one_two(pool):
    tied, won = pool.matches.order_by("position")
    play(tied, 70, 0)
    play(won, 70, 70)
    assert [line.points for line in compute_standings(pool.stage).lines] == [2, 1, 1, 0]


def test_a_knockout_match_goes_on_until_a_side_has_won(bracket):
    match = bracket.matches.get()
    assert play(match, 70, 0).state == "open"
    assert load_match(match).log.state.game_number == 3
    result = play(match, 0)
    assert (result.state, result.winner, result.summary["games_won"]) == ("submitted", 1, [1, 2])
    assert verify_tournament(bracket.stage.tournament) == ()


def test_a_tied_result_of_a_knockout_match_is_refused_before_it_is_stored(bracket):
    match = bracket.matches.get()
    outcome = enter(match, FilledBoxes("match", {"games_0": "1", "games_1": "1"}))
    assert [problem.code for problem in outcome.problems] == ["result_tied"]
    assert MatchResult.objects.get(match=match).version == 0


def test_the_sheets_of_a_knockout_have_a_grid_for_the_decider(pool):
    plain, plain_games = read_match_options(pool), read_sheet_grid(pool.stage.tournament, round_=pool).games
    pool.stage.format_key = "knockout"
    decided, decided_games = read_match_options(pool), read_sheet_grid(pool.stage.tournament, round_=pool).games
    assert (len(plain_games), len(decided_games)) == (2, 3)
    assert [format_plan(GAME, options) for options in (plain, decided)] == ["2 games · 35/35", "2 games · 35/35, then a decider"]


def test_a_match_of_circles_says_circles():
    game = game_by_key("sancagna")
    assert format_plan(game, game.options_from({})) == "3 circles of 21 points"


@pytest.mark.parametrize(
    ("rules", "head"),
    [
        ({}, "best of 3 · 35/35/45"),
        ({"deals": 1}, "best of 3 hands"),
        ({"deals": 8, "games_to_win": 1}, "8 hands"),
        ({"games": 1}, "to 35"),
        ({"games": 2, "deals": 4}, "2 games · 4 hands"),
    ],
)
def test_the_head_of_a_sheet_says_how_long_a_match_is(rules, head):
    assert format_plan(GAME, GAME.options_from(rules)) == head


def test_a_tied_hand_that_is_played_again_is_told(db):
    match = build_round(build_tournament(rules={"deals": 1, "games_to_win": 2, "replay": True})).matches.get()
    play(match, 35)
    view = load_match(match)
    assert describe_situation(view) == ["Tied: the game is played again."]
    assert view.games[0].lines[0].score == (0, 0)


@pytest.mark.parametrize(("rules", "format_key", "points"), [({}, "swiss", "match_won"), (TWO_GAMES, "swiss", "two_one_zero")])
def test_a_tied_match_counts_half_of_one_that_was_won_unless_the_director_says_otherwise(db, rules, format_key, points):
    stage = build_round(build_tournament(rules=rules), format_key=format_key).stage
    assert read_counting(stage).default_values["points"] == points


def test_where_a_hand_is_a_game_one_list_shows_the_games_won(db):
    match = build_round(build_tournament(rules={"deals": 1, "games_to_win": 2, "replay": True})).matches.get()
    play(match, 36, 35, 40)
    view = load_match(match)
    ((only,),) = (record.games for record in read_records([view]))
    assert [hand.score for hand in only.hands] == [("1", "0"), ("1", "0"), ("2", "0")]
    assert view.shown_score == (2, 0)
    assert [(grid.target, grid.hands) for grid in build_sheet_games(view.game, read_match_options(match.round))] == [(None, 4)]
