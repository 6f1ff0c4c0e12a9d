"""Games and matches: bare results, consistency between levels, corrections in the middle, penalties, fixed numbers of hands."""

import pytest

from rules import Ending, GameScore, MatchScore, OverruledEvent, Penalty, RuleViolation, describe, describe_slip, game_by_key
from rules.events import HandClaim
from rules.games.marafon.tables import MarafonClaim
from rules.options import declared_fields
from rules.scorebook import BothOver, Plan, find_only_highest

MARIGLIA, MARAFON = game_by_key("mariglia"), game_by_key("marafon")


def marafon(*points, **options):
    """A match of hands of which side A made so many points."""
    state = MARAFON.start(MARAFON.options_from({"finish": "end_of_hand", **options}))
    for count in points:
        state = MARAFON.advance(state, hand(count))
    return state


def hand(points, **boxes):
    return MARAFON.entry_from(MARAFON.start(MARAFON.options_from({})), {"points_0": str(points), **boxes})


def codes(game, state, event):
    return [problem.code for problem in game.problems(state, event)]


@pytest.mark.parametrize(("score", "highest"), [((3, 5), 1), ((5, 5), None), ((1, 7, 7), None), ((9, 7, 7), 0)])
def test_only_highest(score, highest):
    assert find_only_highest(score) == highest


@pytest.mark.parametrize(("targets", "expected"), [((35, 35, 45), [35, 35, 45, 45]), ((41,), [41, 41, 41, 41]), ((), [None] * 4)])
def test_the_last_target_holds_for_all_further_games(targets, expected):
    assert [Plan(2, targets).target_points(number) for number in (1, 2, 3, 4)] == expected


def test_the_leader_is_whoever_alone_is_highest_beyond_the_target():
    plan = Plan(2, (41,))
    assert [plan.find_winner(score, 1) for score in ((40, 41), (41, 40), (44, 42), (43, 43), (40, 40))] == [1, 0, 0, None, None]
    first = Plan(2, (41,), both_over=BothOver.FIRST_SIDE)
    assert [first.find_winner((44, 42), 1, side) for side in (0, 1, None)] == [0, 1, 0]


def test_running_score_hands_and_games_of_a_best_of_three():
    state = marafon(11, 11, 11)
    assert (state.score, len(state.hands), state.games_won) == ((33, 0), 3, (0, 0))
    state = MARAFON.advance(state, hand(9))
    assert (state.score, state.hands, state.games_won, state.game_number) == ((0, 0), (), (1, 0), 2)
    assert (state.finished[0].score, len(state.finished[0].lines)) == ((42, 2), 4)


def test_hands_beyond_the_end_of_the_match_are_refused():
    state = marafon(*[11] * 4, *[11] * 4)
    assert (state.over, state.winner, state.ending) == (True, 0, Ending.GAMES_WON)
    assert codes(MARAFON, state, hand(5)) == ["match_over"]
    with pytest.raises(RuleViolation):
        MARAFON.advance(state, OverruledEvent(hand(5)))


def test_a_game_may_be_entered_by_its_score_alone():
    state = MARAFON.advance(marafon(), GameScore((42, 24)))
    assert (state.games_won, state.finished[0].ending, state.finished[0].lines) == ((1, 0), Ending.SCORE_GIVEN, ())


@pytest.mark.parametrize(
    ("scores", "expected"),
    [((42, 24), []), ((40, 30), ["game_not_over"]), ((90, 3), ["game_unreachable"]), ((41, 41), ["game_not_over"]), ((42, 25), [])],
)
def test_a_game_score_that_no_hands_can_make_is_refused(scores, expected):
    assert codes(MARAFON, marafon(), GameScore(scores)) == expected


def test_scores_of_mariglia_are_searched_with_turned_cards_and_hands():
    state = MARIGLIA.start(MARIGLIA.options_from({}))
    assert codes(MARIGLIA, state, GameScore((35, 0))) == []
    assert codes(MARIGLIA, state, GameScore((74, 39))) == ["game_unreachable"]
    assert codes(MARIGLIA, state, GameScore((69, 34))) == []


def test_a_game_score_must_agree_with_its_hands():
    state = marafon(11, 11, 11, 9)
    assert codes(MARAFON, state, GameScore((42, 2), number=1)) == []
    assert MARAFON.advance(state, GameScore((42, 2), number=1)) == state
    assert codes(MARAFON, state, GameScore((41, 2), number=1)) == ["game_contradicts"]
    assert codes(MARAFON, state, GameScore((42, 2), winner=1, number=1)) == ["game_winner_contradicts"]
    assert codes(MARAFON, state, GameScore((42, 24), number=3)) == ["game_number"]


def test_a_game_score_below_the_hands_so_far_is_refused():
    assert codes(MARAFON, marafon(5), GameScore((42, 2))) == ["game_below_hands"]
    assert codes(MARAFON, marafon(5), GameScore((41, 14))) == []


def test_a_director_may_overrule_the_score_of_a_finished_game():
    state = MARAFON.advance(marafon(11, 11, 11, 9), OverruledEvent(GameScore((30, 41), number=1)))
    assert (state.games_won, state.finished[0].ending) == ((0, 1), Ending.SCORE_GIVEN)


@pytest.mark.parametrize(
    ("written", "slip"),
    [
        ((4, 29), "score_swapped"),
        ((92, 4), "score_digits"),
        ((18, 15), "hand_swapped"),
        ((18, 4), "hand_left_out"),
        ((11, 0), "ended_early"),
        ((36, 8), "ended_late"),
        ((30, 4), "addition"),
    ],
)
def test_a_contradicted_score_is_explained(written, slip):
    state = marafon(11, 9, 9, 7, targets=[29])
    assert state.finished[0].score == (29, 4)
    (problem,) = MARAFON.problems(state, GameScore(written, winner=0, number=1))[:1]
    assert problem.slips[0].code == slip
    assert describe(problem, str)


def test_a_missing_hand_is_found_when_the_score_needs_one_more():
    state = marafon(11, 9, 9, targets=[29])
    (problem,) = MARAFON.problems(state, GameScore((36, 8), number=1))
    assert [slip.code for slip in problem.slips] == ["hand_missing"]


def test_no_hand_is_missing_where_the_game_would_not_end_with_it():
    """One more 11–0 would have ended the first game a hand before; one more 3–0 ends no game to 35."""
    (problem,) = MARAFON.problems(marafon(11, 9, 9, targets=[29]), GameScore((40, 4), number=1))
    assert [slip.code for slip in problem.slips] == ["addition"]
    running = MARIGLIA.advance(
        started := MARIGLIA.start(MARIGLIA.options_from({})), MARIGLIA.entry_from(started, {"turned": "6", "total_0": "50"})
    )
    (problem,) = MARIGLIA.problems(running, GameScore((18, 0)))
    assert [slip.code for slip in problem.slips] == ["addition"]


def test_a_bonus_forgotten_or_in_the_wrong_column_is_named():
    hands = ({"dealer": "A1", "turned": "K", "total_0": "50"}, {"dealer": "B1", "turned": "7", "total_0": "60"})
    state = MARIGLIA.start(MARIGLIA.options_from({}), 0)
    for boxes in hands:
        state = MARIGLIA.advance(state, MARIGLIA.entry_from(state, boxes))
    assert state.finished[0].score == (43, 5)
    told = [
        [describe_slip(slip, str) for slip in MARIGLIA.problems(state, GameScore(written, number=1))[0].slips]
        for written in ((40, 5), (43, 0), (48, 0), (40, 8))
    ]
    assert [sentences[0] for sentences in told] == [
        "in hand 1 this was not added: turned card",
        "in hand 2 this was not added: turned card",
        "in hand 2 this is in the wrong column: turned card",
        "in hand 1 this is in the wrong column: turned card",
    ]


@pytest.mark.parametrize(
    ("games", "expected"),
    [((2, 0), []), ((2, 1), []), ((1, 1), ["result_undecided"]), ((3, 0), ["result_too_many"]), ((2, 2), ["result_too_many"])],
)
def test_a_match_may_be_entered_by_its_result_alone(games, expected):
    assert codes(MARAFON, marafon(), MatchScore(games)) == expected


def test_a_result_must_agree_with_the_games_so_far():
    state = marafon(11, 11, 11, 9)
    assert codes(MARAFON, state, MatchScore((0, 2))) == ["result_contradicts"]
    done = MARAFON.advance(state, MatchScore((2, 1)))
    assert (done.winner, done.ending) == (0, Ending.RESULT_GIVEN)


@pytest.mark.parametrize(
    ("penalty", "score", "hands"),
    [(Penalty(0, "fine", 3), (2, 6), 1), (Penalty(0, "award", 3), (5, 9), 1), (Penalty(0, "hand"), (5, 17), 2)],
)
def test_penalties(penalty, score, hands):
    state = MARAFON.advance(marafon(5), penalty)
    assert (state.score, len(state.hands)) == (score, hands)


def test_a_penalty_may_cost_the_game_and_may_win_it_for_the_others():
    assert MARAFON.advance(marafon(5), Penalty(0, "game")).finished[0].winner == 1
    game = MARAFON.advance(marafon(11, 11, 11), Penalty(1, "award", 8)).finished[0]
    assert (game.score, game.winner, game.ending) == ((41, 0), 0, Ending.PENALTY)


def test_penalties_that_say_nothing_are_refused():
    assert codes(MARAFON, marafon(), Penalty(0, "fine")) == ["penalty_without_points"]
    assert codes(MARAFON, marafon(), Penalty(0, "dance")) == ["penalty_unknown"]


def test_a_fixed_number_of_hands_ends_the_game_and_a_level_score_needs_one_more():
    options = {"deals": 2, "games_to_win": 1, "marafona_value": 1}
    assert marafon(7, 7, **options).winner == 0
    assert MARAFON.advance(marafon(5, **options), hand(5, marafona="A")).finished[0].score == (11, 12)
    level = MARAFON.advance(marafon(5, **options), hand(6))
    assert (level.score, level.over) == ((11, 11), False)
    assert MARAFON.advance(level, hand(5)).winner == 1


def test_a_fixed_number_of_hands_may_end_drawn():
    state = marafon(5, 6, deals=2, games_to_win=1, draws=True)
    assert (state.over, state.winner, state.finished[0].ending) == (True, None, Ending.DEALS_PLAYED)


def test_overruled_events_count_as_they_stand_and_keep_their_story():
    impossible = hand(7, points_1="9")
    state = marafon()
    assert codes(MARAFON, state, impossible) == ["points_sum"]
    event = OverruledEvent(impossible)
    assert MARAFON.advance(state, event).score == (7, 9)
    assert MARAFON.event_from_json(MARAFON.event_to_json(event)) == event


def test_a_correction_in_the_middle_tells_which_later_hands_no_longer_fit():
    options = MARAFON.options_from({"finish": "end_of_hand", "targets": [22], "games_to_win": 1})
    events = [hand(5), hand(9), hand(8)]
    assert MARAFON.fold(options, events).score == (0, 0)
    corrected = [hand(11), hand(11), hand(8)]
    folded = MARAFON.fold_problems(options, corrected)
    assert (folded.state.winner, [(index, [p.code for p in problems]) for index, problems in folded.refused]) == (0, [(2, ["match_over"])])
    with pytest.raises(RuleViolation):
        MARAFON.fold(options, corrected)


def test_event_forms_of_the_desk():
    state = marafon(targets=[41], finish="claim_or_end_of_hand")
    assert MARAFON.event_from(state, "claim", {"side": "B", "verdict": "yes"}) == MarafonClaim(1, verdict=True)
    assert MARAFON.event_from(state, "penalty", {"side": "A", "what": "fine", "points": "2"}) == Penalty(0, "fine", 2)
    assert MARAFON.event_from(state, "game", {"scores_0": "41", "scores_1": "20"}) == GameScore((41, 20))
    assert MARAFON.event_from(state, "match", {"games_0": "2", "games_1": "0"}) == MatchScore((2, 0))
    with pytest.raises(RuleViolation) as refusal:
        MARAFON.event_from(state, "claim", {"taken": "7x"})
    assert [(problem.field, problem.code) for problem in refusal.value.problems] == [("taken", "not_an_amount"), ("side", "missing")]


def test_numbers_of_events_have_these_limits():
    limits = {
        (event.__name__, spec.name): (spec.lowest, spec.highest)
        for event in (Penalty, GameScore, MatchScore, HandClaim)
        for spec in declared_fields(event)
        if (spec.lowest, spec.highest) != (None, None)
    }
    assert limits == {
        ("Penalty", "points"): (0, 1000), ("GameScore", "number"): (1, None), ("MatchScore", "games"): (0, None),
        ("HandClaim", "taken"): (0, None), ("HandClaim", "against"): (0, None),
    }  # fmt: skip
