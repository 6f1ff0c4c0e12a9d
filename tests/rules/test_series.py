"""The length of a match: exactly so many games, games of one hand, tied games played again, deciders."""

from types import SimpleNamespace

import pytest

from rules import GAMES, GameScore, MatchScore, RuleViolation, game_by_key
from rules.match_options import list_idle_options

MARIGLIA, MARAFON = game_by_key("mariglia"), game_by_key("marafon")
ONE_HAND = {"deals": 1, "games_to_win": 2, "replay": True}


def start(**options):
    return MARIGLIA.start(MARIGLIA.options_from(options))


def play(state, *totals):
    """The match after hands in which side A counted so many points."""
    for total in totals:
        state = MARIGLIA.advance(state, MARIGLIA.entry_from(state, {"turned": "2", "total_0": str(total)}))
    return state


def codes(state, event):
    return [problem.code for problem in MARIGLIA.problems(state, event) if problem.is_impossible]


def test_a_match_of_two_games_ends_one_all():
    state = play(start(targets="35", games=2), 70)
    assert (state.games_won, state.over) == ((1, 0), False)
    state = play(state, 0)
    assert (state.games_won, state.over, state.winner) == ((1, 1), True, None)


@pytest.mark.parametrize(("totals", "winner"), [((70, 70), 0), ((0, 0), 1)])
def test_a_match_of_two_games_can_be_won(totals, winner):
    state = play(start(targets="35", games=2), *totals)
    assert (state.over, state.winner) == (True, winner)


def test_all_games_are_played_even_when_one_side_has_won_most_of_them():
    state = play(start(targets="35", games=3), 70, 70)
    assert (state.games_won, state.over) == ((2, 0), False)
    assert play(state, 0).winner == 0


def test_a_decider_follows_a_tie_and_only_a_tie():
    rules = {"targets": "35", "games": 2, "decider": True}
    assert play(start(**rules), 70, 70).over
    tied = play(start(**rules), 70, 0)
    assert (tied.games_won, tied.over, tied.game_number) == ((1, 1), False, 3)
    assert play(tied, 0).winner == 1


@pytest.mark.parametrize(
    ("rules", "games", "expected"),
    [
        ({"games": 2}, (1, 1), []),
        ({"games": 2}, (2, 0), []),
        ({"games": 2}, (2, 1), ["result_of_games"]),
        ({"games": 2}, (1, 0), ["result_of_games"]),
        ({"games": 3}, (2, 0), ["result_of_games"]),
        ({"games": 3}, (2, 1), []),
        ({"games": 2, "decider": True}, (1, 1), ["result_tied"]),
        ({"games": 2, "decider": True}, (2, 1), []),
        ({"games": 2, "decider": True}, (3, 0), ["result_of_games"]),
        ({"games": 3, "deals": 4, "draws": True}, (1, 1), []),
        ({}, (1, 1), ["result_undecided"]),
        ({}, (3, 0), ["result_too_many"]),
    ],
)
def test_the_result_of_a_match_has_all_its_games(rules, games, expected):
    assert codes(start(**rules), MatchScore(games)) == expected


def test_a_hand_is_a_game_and_a_tied_one_is_played_again():
    state = play(start(**ONE_HAND), 35)
    assert (state.score, len(state.hands), state.games_won) == ((0, 0), 0, (0, 0))
    assert [line.counts for line in state.lines] == [False]
    state = play(state, 36, 34)
    assert [(game.score, game.winner) for game in state.finished] == [((1, 0), 0), ((0, 1), 1)]
    assert play(state, 50).winner == 0


def test_a_tied_game_of_several_hands_begins_again_from_nothing():
    state = play(start(deals=2, games_to_win=1, replay=True), 40, 30)
    assert (state.score, len(state.hands), state.over, state.begins_again) == ((0, 0), 0, False, True)
    state = play(state, 30)
    assert not state.begins_again, "the hand after the tied ones counts"
    state = play(state, 50)
    assert (state.finished[0].score, state.winner) == ((15, 5), 0)


def test_without_replay_one_more_hand_goes_on_counting():
    assert play(start(deals=1, games_to_win=1), 35, 50).finished[0].score == (15, 0)


@pytest.mark.parametrize(("rules", "code"), [({"replay": True}, "game_played_again"), ({}, "game_tied"), ({"draws": True}, None)])
def test_a_tied_final_score_is_accepted_where_games_may_end_tied(rules, code):
    assert codes(start(deals=2, **rules), GameScore((20, 20))) == ([code] if code else [])


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ({"targets": []}, "no_end"),
        ({"replay": True}, "replay_without_hands"),
        ({"deals": 2, "replay": True, "draws": True}, "tied_twice"),
        ({"games": -1}, "out_of_range"),
        ({"games": 10}, "out_of_range"),
    ],
)
def test_a_length_that_cannot_be_is_refused(rules, code):
    with pytest.raises(RuleViolation) as refused:
        MARIGLIA.options_from(rules)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_no_target_is_needed_where_hands_are_counted():
    assert MARIGLIA.options_from({"targets": [], "deals": 4}).deals == 4


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_match_that_needs_a_winner_cannot_end_tied(game):
    """Of two sides; among more, places are shared."""
    for preset in game.presets:
        options = game.require_winner(game.options_from(preset.options))
        assert game.side_count > 2 or not game.may_end_tied(options)


def test_two_games_to_35_are_two_games():
    assert play(MARIGLIA.start(MARIGLIA.preset_options("two-of-35")), 70, 0).over


def test_an_odd_number_of_games_needs_no_decider():
    assert [start(games=count).plan.may_end_tied for count in (0, 1, 2, 3, 4)] == [False, False, True, False, True]


@pytest.mark.parametrize(
    ("hands", "games", "draws", "idle"),
    [
        (0, 0, False, {"deals", "draws", "replay", "games", "decider"}),
        (0, 2, False, {"deals", "draws", "replay"}),
        (3, 0, False, {"games", "decider"}),
        (3, 0, True, {"games"}),
        (3, 2, False, set()),
    ],
)
def test_options_about_a_fixed_length_say_nothing_where_none_is_fixed(hands, games, draws, idle):
    assert list_idle_options(SimpleNamespace(deals=hands, games=games, draws=draws)) == idle
    assert list_idle_options(SimpleNamespace()) == {"deals", "draws", "replay", "games", "decider"}
